"""
Group commit: what waits while one transaction is made durable goes into the next, as one.

No thread is kept for it: whoever finds nobody storing stores its own, and all that others have handed in.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

WorkT = TypeVar("WorkT")
MOST = 200
"""So many go into one transaction at most."""
_PATIENCE = 0.05
"""
Seconds after which whoever waits looks by itself: an interrupted thread may not have called it, and the
next transaction may have to wait for another process.
"""


class _Waiting(Generic[WorkT]):
    """A piece of work that somebody waits for, and what became of it."""

    def __init__(self, work: WorkT) -> None:
        self.work = work
        self.is_done = False
        self.is_unsure = False
        """Whether the thread that stored it was interrupted: it may be stored or not."""
        self.error: Exception | None = None
        self._calls = SimpleQueue[None]()

    def wake(self) -> None:
        """Let whoever waits look again."""
        self._calls.put(None)

    def sleep(self) -> None:
        """Wait to be woken."""
        try:
            self._calls.get(timeout=_PATIENCE)
        except Empty:
            return


class Group(Generic[WorkT]):
    """
    Stores work of several threads together; each waits until its own is stored, or refused.

    `together` stores all or nothing. What it returns is everybody's answer, what it raises is nobody's: each
    is then stored `alone`, but for what `is_stored`: that is asked where a thread was interrupted that
    stored for others.
    """

    def __init__(
        self,
        alone: Callable[[WorkT], None],
        together: Callable[[Sequence[WorkT]], Exception | None],
        is_stored: Callable[[WorkT], bool],
    ) -> None:
        self._alone = alone
        self._together = together
        self._is_stored = is_stored
        self._queue: deque[_Waiting[WorkT]] = deque()
        self._held: deque[_Waiting[WorkT]] = deque()
        self._turn = threading.RLock()
        self._leader: int | None = None
        """The thread that stores."""

    @property
    def waiting(self) -> int:
        """How many pieces of work nobody has begun to store."""
        return len(self._queue)

    def hand_in(self, work: WorkT) -> None:
        """Store a piece of work, together with what others hand in meanwhile; raise what it comes to."""
        mine = _Waiting(work)
        try:
            self._queue.append(mine)
            while not mine.is_done:
                if not self._is_first(mine):
                    mine.sleep()
                if self._may_lead(mine):
                    self._lead(mine)
        except BaseException:
            # whoever is interrupted takes its work back, and lets the one behind it go on
            with suppress(ValueError):
                self._queue.remove(mine)
            self._wake_first()
            self.let_go()
            raise
        if mine.error is not None:
            raise mine.error

    def let_go(self) -> None:
        """
        Wake those who have their answer: call it when statements are done and the disk is to be waited for.

        Until then they are held back. Each statement gives up the interpreter for an instant, and threads
        that want it make a dozen switches from core to core of that, which cost more than the statements.
        """
        while self._held:
            with suppress(IndexError):
                self._held.popleft().wake()

    def _is_first(self, mine: _Waiting[WorkT]) -> bool:
        try:
            return self._queue[0] is mine
        except IndexError:
            return False

    def _may_lead(self, mine: _Waiting[WorkT]) -> bool:
        """
        Return whether to ask for the turn: not while one's own work is being stored.

        The next one might have it first, and keep it for as long as its transaction takes.
        """
        return not mine.is_done and (self._is_first(mine) or self._leader in (None, threading.get_ident()))

    def _wake_first(self) -> None:
        if self._queue:
            with suppress(IndexError):
                self._queue[0].wake()

    def _lead(self, mine: _Waiting[WorkT]) -> None:
        """
        Store what is mine and all that is queued, as soon as nobody else stores.

        Where it is interrupted, others' work may be left without an answer, in no queue: each is woken and
        leads its own.
        """
        try:
            with self._turn:
                if not mine.is_done:
                    some: list[_Waiting[WorkT]] = []
                    self._leader = threading.get_ident()
                    try:
                        some += self._take(mine)
                        self._store(some)
                    finally:
                        self._leader = None
                        self.let_go()
                        self._held.extend(some[1:])
                        if not self._queue:
                            self.let_go()
        finally:
            self._wake_first()

    def _take(self, mine: _Waiting[WorkT]) -> list[_Waiting[WorkT]]:
        some = [mine]
        while self._queue and len(some) < MOST:
            one = self._queue.popleft()
            if one is not mine:
                some.append(one)
        return some

    def _store(self, some: Sequence[_Waiting[WorkT]]) -> None:
        if len(some) > 1 and self._stores_together(some):
            return
        for one in some:
            try:
                if not (one.is_unsure and self._is_stored(one.work)):
                    self._alone(one.work)
            except Exception as error:  # noqa: BLE001  # it is for whoever handed it in
                one.error = error
            except BaseException:
                one.is_unsure = True
                raise
            one.is_done = True

    def _stores_together(self, some: Sequence[_Waiting[WorkT]]) -> bool:
        try:
            answer = self._together([one.work for one in some])
        except Exception:  # noqa: BLE001  # none is stored: each is tried alone and gets its own answer
            return False
        except BaseException:
            for one in some:
                one.is_unsure = True
            raise
        for one in some:
            one.error = answer
            one.is_done = True
        return True

"""
Group commit: what waits while one transaction is made durable goes into the next, as one.

No thread is kept for it: whoever comes first stores its own and all that others have handed in.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

WorkT = TypeVar("WorkT")
MOST = 200
"""So many go into one transaction at most."""


class _Waiting(Generic[WorkT]):
    """A piece of work that somebody waits for, and what became of it."""

    def __init__(self, work: WorkT) -> None:
        self.work = work
        self.is_done = False
        self.error: BaseException | None = None


class Group(Generic[WorkT]):
    """Stores work of several threads together; each waits until its own is stored, or refused."""

    def __init__(
        self,
        alone: Callable[[WorkT], None],
        together: Callable[[Sequence[WorkT]], Sequence[BaseException | None]],
    ) -> None:
        self._alone = alone
        self._together = together
        self._queue: deque[_Waiting[WorkT]] = deque()
        self._turn = threading.RLock()

    @property
    def waiting(self) -> int:
        """How many pieces of work nobody has begun to store."""
        return len(self._queue)

    def hand_in(self, work: WorkT) -> None:
        """Store a piece of work, together with what others hand in meanwhile; raise what it comes to."""
        mine = _Waiting(work)
        self._queue.append(mine)
        with self._turn:
            while not mine.is_done:
                self._store_some()
        if mine.error is not None:
            raise mine.error

    def _store_some(self) -> None:
        some: list[_Waiting[WorkT]] = []
        while self._queue and len(some) < MOST:
            some.append(self._queue.popleft())
        if len(some) > 1:
            try:
                errors = self._together([one.work for one in some])
            except Exception:  # noqa: BLE001  # none is stored: each is tried alone and gets its own answer
                errors = ()
            for one, error in zip(some, errors, strict=False):
                one.error, one.is_done = error, True
        for one in some:
            if not one.is_done:
                self._store_one(one)

    def _store_one(self, one: _Waiting[WorkT]) -> None:
        try:
            self._alone(one.work)
        except Exception as error:  # noqa: BLE001  # it is for whoever handed it in
            one.error = error
        finally:
            one.is_done = True

"""A group whose transactions a test stops, and what each piece of work was told."""

import threading
import time
from collections.abc import Callable, Sequence

from tenmatsu.engine.store.grouping import Group


class Interrupted(BaseException):
    """Stands for `KeyboardInterrupt`, which pytest takes for its own."""


def store_it(_work: object) -> None:
    """Store it, as far as these tests go."""


def is_not_there(_work: object) -> bool:
    """Say that it is not stored yet."""
    return False


class Storing:
    """A group whose first piece of work waits inside its transaction until it is let go."""

    def __init__(
        self,
        alone: Callable[[str], None] = store_it,
        together: Callable[[Sequence[str]], Exception | None] = store_it,
    ) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.groups: list[list[str]] = []
        self.answers: dict[str, str] = {}
        self._do_alone, self._do_together = alone, together
        self.group = Group(self._alone, self._together, is_not_there)
        self._threads: list[threading.Thread] = []

    def _alone(self, work: str) -> None:
        if work == "first":
            self.begun.set()
            assert self.go_on.wait(10)
        self._do_alone(work)
        self.groups.append([work])

    def _together(self, works: Sequence[str]) -> Exception | None:
        answer = self._do_together(works)
        self.groups.append(list(works))
        return answer

    def _hand_in(self, work: str) -> None:
        try:
            self.group.hand_in(work)
        except BaseException as error:  # noqa: BLE001  # the test looks at what each was told
            self.answers[work] = str(error)
        else:
            self.answers[work] = "stored"

    def begin(self, *late: str) -> None:
        """Let the first be stored, and others wait behind it in this order."""
        self.start("first")
        assert self.begun.wait(10)
        for count, work in enumerate(late, 1):
            self.start(work)
            self.wait_for(count)

    def wait_for(self, count: int) -> None:
        """Wait until so many pieces of work are queued."""
        while self.group.waiting < count:
            time.sleep(0.001)

    def wait_for_answer(self, work: str) -> None:
        """Wait until this piece of work has its answer, and whoever handed it in has it."""
        for _ in range(10_000):
            if work in self.answers:
                return
            time.sleep(0.001)
        raise AssertionError(work)

    def start(self, work: str) -> None:
        """Hand a piece of work in, in a thread of its own."""
        self._threads.append(threading.Thread(target=self._hand_in, args=(work,), daemon=True))
        self._threads[-1].start()

    def end(self) -> None:
        """Let the first go on, and wait until all have their answer."""
        self.go_on.set()
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

"""Roll a command: with any die at hand, or as one provable roll of a decision."""

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.bots import GENERAL
from tenmatsu.engine.bcdice.evaluation import Asking, Die, Evaluation
from tenmatsu.engine.bcdice.reading import TypedLine, read_typed
from tenmatsu.engine.errors import Fault


def evaluate(text: str, die: Die, bot: Bot = GENERAL) -> Evaluation | None:
    """
    Return what a line comes to with dice from `die`, None where it is no command.

    Raises `UsageError` where it is a command that cannot be rolled.
    """
    line = read_typed(text, bot)
    return None if line is None else roll_line(line, die)


def roll_line(line: TypedLine, die: Die) -> Evaluation:
    """Return what a command comes to with dice from `die`."""
    asking = line.roll()
    try:
        sides = next(asking)
        while True:
            sides = asking.send(tuple(map(die, sides)))
    except StopIteration as end:
        found: Evaluation = end.value
        return found


class OneRoll:
    """
    Lets a command take its dice from one roll, in order, as they are asked.

    `first` are the dice that surely fall; `more` asks for the others, one at a time.
    """

    def __init__(self, line: TypedLine) -> None:
        self._line = line
        self._start()
        self.first = self._waiting

    @property
    def problem(self) -> str | None:
        """The code of what is wrong with a command that cannot be rolled."""
        return None if self._found is None else self._found.problem

    def more(self, faces: tuple[int, ...]) -> int:
        """Return the sides of the next die, 0 where no more are needed."""
        if len(faces) < self._taken:
            self._start()
        while not self._is_done and len(faces) - self._taken >= len(self._waiting):
            given = faces[self._taken : self._taken + len(self._waiting)]
            self._taken += len(given)
            self._send(given)
        if self._is_done:
            return 0
        return self._waiting[len(faces) - self._taken]

    def end(self, faces: tuple[int, ...]) -> Evaluation:
        """Return what the whole roll comes to."""
        if self.more(faces) or self._found is None or self._taken != len(faces):
            raise Fault(f"{self._line.written()!r} does not end with its dice")
        return self._found

    def _start(self) -> None:
        self._asking: Asking = self._line.roll()
        self._taken = 0
        self._found: Evaluation | None = None
        self._waiting: tuple[int, ...] = ()
        self._send(None)

    def _send(self, faces: tuple[int, ...] | None) -> None:
        try:
            self._waiting = next(self._asking) if faces is None else self._asking.send(faces)
        except StopIteration as end:
            self._found, self._waiting = end.value, ()

    @property
    def _is_done(self) -> bool:
        return self._found is not None

"""Repeat: the same command several times, `x3 2D6+1`."""

import re
from collections.abc import Callable
from typing import Protocol

from tenmatsu.engine.bcdice.evaluation import Asking, Evaluation, Typed, replied
from tenmatsu.engine.bcdice.folding import fold_letters

MOST_TIMES = 100
_COMMAND = re.compile(r"(?:REPEAT|REP|X)([0-9]+)(?:\s+|$)")
_NESTED = re.compile(r"S?(?:REPEAT|REP|X)[0-9]+(?:\s|$)")


class Repeated(Protocol):
    """The line that is repeated."""

    @property
    def command(self) -> Typed:
        """Its command."""
        ...

    @property
    def secret(self) -> bool:
        """Whether it is secret."""
        ...

    @property
    def remark(self) -> str:
        """What stands behind its command."""
        ...

    def written(self) -> str:
        """Return the command as it is kept."""
        ...

    def roll(self) -> Asking:
        """Ask for the dice and return what they come to."""
        ...


class Repeat(Typed, frozen=True):
    """A command, and how many times it is rolled."""

    times: int
    line: Repeated

    @property
    def remark(self) -> str | None:
        """Return what stands behind the repeated command."""
        return self.line.remark

    @property
    def is_secret(self) -> bool:
        """Return whether the repeated command is secret."""
        return self.line.secret

    def written(self) -> str:
        """Return the command."""
        return f"x{self.times} {self.line.written()}"

    def expected(self) -> float:
        """Return how many dice it rolls on average."""
        return self.times * self.line.command.expected()

    def roll(self) -> Asking:
        """Roll one time after another; each keeps its own outcome."""
        parts = list[Evaluation]()
        for _ in range(self.times):
            parts.append((yield from self.line.roll()))
        text = "\n\n".join(f"#{place}\n{part.text}" for place, part in enumerate(parts, 1))
        return Evaluation(
            text=text,
            parts=tuple(parts),
            problem=parts[0].problem,
        )


class Refused(Typed, frozen=True):
    """A repeat that cannot be rolled, and the fixed reply to it."""

    command: str
    problem: str
    reply: str

    def written(self) -> str:
        """Return the command."""
        return self.command

    def roll(self) -> Asking:
        """Say what is wrong; no die falls."""
        yield from ()
        return replied(self.problem, self.reply)


def read_repeat(raw: str, read: "Callable[[str], Repeated | None]") -> Typed | None:
    """Read `x3 2D6`, `rep3 2D6`, `repeat3 2D6` from a whole line."""
    folded = fold_letters(raw)
    match = _COMMAND.match(folded)
    if match is None or match.end() == len(raw):
        return None
    inner, times = raw[match.end() :], int(match[1][:9])
    if not 1 <= times <= MOST_TIMES:
        return Refused(raw, "typed_repeat_times", f"繰り返し回数は1以上、{MOST_TIMES}以下としてください")
    if _NESTED.match(folded, match.end()):
        return Refused(raw, "typed_repeat_nested", "Repeatコマンドの重複はできません")
    line = read(inner)
    if line is None:
        return Refused(raw, "typed_repeat_unknown", f"繰り返し対象のコマンドが実行できませんでした ({inner})")
    return Repeat(times, line)

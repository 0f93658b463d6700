"""Where faces come from when no ring of keys is asked: physical dice, scripts, plain random bytes."""

from collections.abc import Callable, Iterable, Sequence

from tenmatsu.engine.decision import MoreDice
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream
from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.events.table import DiceSourceName, Rolled

BY_HAND: frozenset[DiceSourceName] = frozenset({"entered", "imported", "scripted"})
"""Sources whose faces somebody hands in."""
Die = Callable[[int], int]
"""From a number of sides, the next face."""


def throw(sides: Sequence[int], die: Die, more: MoreDice | None) -> tuple[tuple[int, int], ...]:
    """Return (sides, face) of each die in order, with those that `more` asks for behind them."""
    asked = list(sides)
    faces = [die(size) for size in asked]
    while more is not None and (size := more(tuple(faces))):
        asked.append(size)
        faces.append(die(size))
    return tuple(zip(asked, faces, strict=True))


def check_entered(faces: Iterable[int], source: DiceSourceName) -> None:
    """Raise `UsageError` unless these are whole numbers, from a source that needs no key of a ring."""
    if source not in BY_HAND:
        raise UsageError("dice_source_wrong", source=source, known=", ".join(sorted(BY_HAND)))
    for face in faces:
        if face.__class__ is not int:
            raise UsageError("dice_no_number", face=face)


class EnteredDice:
    """Physical dice, read out by somebody who vouches for them, used in the order given."""

    def __init__(self, faces: Iterable[int], vouched: str | None, source: DiceSourceName = "entered") -> None:
        self._faces = list(faces)
        self._used = 0
        self._vouched = vouched
        self._source: DiceSourceName = source

    @property
    def left(self) -> tuple[int, ...]:
        """The faces that no roll has taken."""
        return tuple(self._faces[self._used :])

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Take the next faces; `RuleViolation` if they run out or one does not exist on its die."""

        def die(size: int) -> int:
            if self._used == len(self._faces):
                raise RuleViolation("dice_missing", used=self._used, sides=size, roll=for_)
            face = self._faces[self._used]
            if not 1 <= face <= size:
                raise RuleViolation("dice_impossible", face=face, sides=size, place=self._used + 1)
            self._used += 1
            return face

        dice = throw(sides, die, more)
        return Rolled(dice=dice, by=by, for_=for_, source=self._source, vouched=self._vouched)


class ScriptedDice:
    """Dice fixed by a test: (sides, face) in order; asked for other sides, it raises `Fault`."""

    def __init__(self, script: Iterable[tuple[int, int]]) -> None:
        self._script = list(script)
        self._used = 0

    @property
    def left(self) -> tuple[tuple[int, int], ...]:
        """The dice that no roll has taken."""
        return tuple(self._script[self._used :])

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Take the next scripted dice."""

        def die(size: int) -> int:
            if self._used == len(self._script):
                raise Fault(f"the script has no die left for {for_!r} (d{size})")
            scripted, face = self._script[self._used]
            if scripted != size:
                raise Fault(f"the script has a d{scripted} where {for_!r} asks a d{size}")
            self._used += 1
            return face

        return Rolled(dice=throw(sides, die, more), by=by, for_=for_, source="scripted")


class PlainDice:
    """Plain random bytes, for what-if lines: unproven, and marked so."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Roll under a key that is forgotten at once."""
        stream = Stream(self._entropy(32), ZERO_MIX)
        return Rolled(dice=throw(sides, stream.die, more), by=by, for_=for_, source="whatif")

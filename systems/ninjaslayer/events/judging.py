"""What happens in judgements (判定)."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.events.base import Event


class QuickDiceSpent(Event, frozen=True, kw_only=True, tag="ninjaslayer.quick_dice_spent"):
    """Somebody declared quick dice (即応ダイス) and lost them."""

    character: str
    count: int
    left: int


class Judged(Event, frozen=True, kw_only=True, tag="ninjaslayer.judged"):
    """A pool fell against a difficulty."""

    character: str
    purpose: str
    """A key of `[rolls]`."""
    value: str
    """What was rolled: a key of `[labels]`."""
    quick: int = 0
    """How many of the dice were quick dice."""
    difficulty: str
    """A row of the difficulties, as it was with every change."""
    place: int
    """Its place in the ladder."""
    face: int
    """The face that counts."""
    count: int = 1
    """How many of it are the first success."""
    circumstances: tuple[Circumstance, ...] = ()
    """What changed the difficulty."""
    faces: tuple[int, ...]
    successes: int
    pattern: tuple[int, ...] = ()
    """The faces that were looked for."""
    matched: bool = False
    again: bool = False
    """Whether it was rolled once more, by a sixth sense."""
    held: bool = False
    """Whether it may be rolled once more, and waits for that."""
    then: str = ""
    """The step that follows it, where it waits."""
    about: dict[str, int | str] = msgspec.field(default_factory=dict[str, int | str])
    """What that step needs to know."""

    @property
    def success(self) -> bool:
        """Whether it succeeded."""
        return self.successes > 0

    @property
    def wanted(self) -> str:
        """The faces that were looked for, as rulebooks write them: `6,5+`."""
        return ",".join(f"{-face}+" if face < 0 else str(face) for face in self.pattern)

    @property
    def result(self) -> str:
        """What came of it, a pattern, a change of the difficulty: a key of its line's cases."""
        if not self.faces:
            return "no_dice"
        result = "success" if self.success else "failure"
        pattern = "_pattern" if self.matched else ""
        return f"{result}{pattern}{'_changed' if self.circumstances else ''}"


class JudgementPassed(Event, frozen=True, kw_only=True, tag="ninjaslayer.judgement_passed"):
    """A judgement succeeded without dice (自動成功)."""

    character: str
    value: str


class SixthSenseUsed(Event, frozen=True, kw_only=True, tag="ninjaslayer.sixth_sense_used"):
    """A ninja's sixth sense (ニンジャ第六感) sets the judgement just made aside."""

    character: str


class JudgementKept(Event, frozen=True, kw_only=True, tag="ninjaslayer.judgement_kept"):
    """Somebody kept a judgement that might have been rolled once more."""

    character: str


class OppositionBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.opposition_begun"):
    """Two or more roll the same judgement (対抗判定)."""

    characters: tuple[str, ...]
    value: str
    place: int
    harder: int = 0
    dice: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    quick: dict[str, int] = msgspec.field(default_factory=dict[str, int])
    damage: bool = False


class OppositionSettled(Event, frozen=True, kw_only=True, tag="ninjaslayer.opposition_settled"):
    """The successes of all were compared."""

    winner: str
    """Empty where the most successes are not one's alone."""
    most: int
    second: int

    @property
    def result(self) -> str:
        """Whether somebody won: a key of its line's cases."""
        return "won" if self.winner else "tied"


JUDGING_EVENTS: tuple[type[Event], ...] = (
    QuickDiceSpent,
    Judged,
    JudgementPassed,
    SixthSenseUsed,
    JudgementKept,
    OppositionBegun,
    OppositionSettled,
)

"""What can be asked about checks (行為判定)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command

Difficulty = Annotated[int, msgspec.Meta(ge=0, le=99)]
AbilityName = Literal["shin", "gi", "tai", "endurance", "endurance_full"]


class CheckCommand(Command, frozen=True, kw_only=True):
    """What every command that rolls a check may say."""

    character: str
    bought: bool = False
    """Succeed without rolling, for 2 活劇点."""
    stand: bool = False
    """The result stands: no choice opens after a failure."""
    selfish: bool = False
    """The points serve a lead's own gain; that needs the GM."""
    forced: bool = False
    """The GM demands the points of a lead."""


class RollSkill(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.roll_skill"):
    """Roll a skill (技能ロール), or its base ability with two dice where the skill is missing."""

    skill: str
    difficulty: Difficulty | None = None
    """That of the figures, 15, where it is left out."""
    modifier: int = 0
    """What the GM adds for the situation."""
    ability: AbilityName | None = None
    """Another base ability, where the GM says so."""


class RollAbility(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.roll_ability"):
    """Roll an ability (能力値ロール)."""

    ability: AbilityName
    difficulty: Difficulty | None = None
    modifier: int = 0
    covered: bool = False
    """Whether some skill would cover the act: then two dice instead of three."""


class Oppose(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.oppose"):
    """Measure oneself against another (対抗ロール)."""

    opponent: str
    skill: str = ""
    ability: AbilityName | None = None
    opponent_skill: str | None = None
    """The same as one's own where it is left out."""
    opponent_ability: AbilityName | None = None
    difficulty: Difficulty | None = None
    """With one, the margins are compared and the winner must reach it."""
    opponent_difficulty: Difficulty | None = None


class Chase(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.chase"):
    """Run after somebody (チェイス): 走行 or, on horseback, 馬術, opposed."""

    quarry: str


class Sneak(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.sneak"):
    """Hide from somebody or follow them (隠密 against 知覚)."""

    watcher: str
    tail: bool = False
    """尾行: needs one's own 知覚 as well."""
    difficulty: Difficulty | None = None
    """Of one's own 知覚 in a tail."""


class PickPocket(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.pick_pocket"):
    """Pick a pocket (掏り); the total is what 知覚 needs to feel it."""

    target: str
    difficulty: Difficulty | None = None


class TellLie(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.tell_lie"):
    """Tell a lie (偽証); the total and half the level of 弁舌 is what 知覚 needs to see through it."""

    listener: str


class SensePresence(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.sense_presence"):
    """Sense a presence (気配): 知覚 of level 4 and more."""

    difficulty: Difficulty | None = None


class ThrowObject(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.throw_object"):
    """Throw a pebble or the like (手投げ), 体 × (3 + level) 間 at most."""

    ken: Annotated[int, msgspec.Meta(ge=0)]
    difficulty: Difficulty | None = None


class AnswerRoll(Command, frozen=True, kw_only=True, tag="ukiyozoshi.answer_roll"):
    """Say whether a roll that somebody else's act asks for is rolled or bought."""

    answers: ClassVar[frozenset[str]] = frozenset({"before_roll"})
    character: str
    choice: Literal["roll", "buy"]
    stand: bool = False
    selfish: bool = False
    forced: bool = False


class AnswerFailure(Command, frozen=True, kw_only=True, tag="ukiyozoshi.answer_failure"):
    """Say what becomes of a failed check: it stands, is rerolled (1), or becomes a success (3)."""

    answers: ClassVar[frozenset[str]] = frozenset({"after_failure"})
    character: str
    choice: Literal["stand", "reroll", "success"]
    selfish: bool = False
    forced: bool = False


CHECK_COMMANDS: tuple[type[Command], ...] = (
    RollSkill,
    RollAbility,
    Oppose,
    Chase,
    Sneak,
    PickPocket,
    TellLie,
    SensePresence,
    ThrowObject,
    AnswerRoll,
    AnswerFailure,
)

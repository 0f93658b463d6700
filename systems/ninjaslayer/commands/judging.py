"""What can be asked of judgements (判定)."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.figures import Ability, Value

Judged = Ability | Value
"""What a judgement may be rolled by: an ability, or a value of the sheet's second line."""
Change = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Patterned = Annotated[int, msgspec.Meta(ge=-6, le=6)]


class Asked(Command, frozen=True, kw_only=True):
    """What the NM says of a judgement, and the quick dice declared before it."""

    character: str
    value: Judged
    difficulty: str = "normal"
    """A row of the difficulties."""
    harder: Change = 0
    """What the NM adds to the difficulty."""
    dice: Change = 0
    """What the NM adds to the dice."""
    quick: Count = 0
    """即応ダイス."""


class Judge(Asked, frozen=True, kw_only=True, tag="ninjaslayer.judge"):
    """Roll a judgement of the NM's own (自作の判定)."""

    fixed: Count = 0
    """So many dice whatever the ability, and no quick dice; 0 where the value gives them."""
    pattern: tuple[Patterned, ...] = ()
    """Faces to look for: 6 for exactly 6, −5 for 5 or more."""


class Resist(Asked, frozen=True, kw_only=True, tag="ninjaslayer.resist"):
    """Roll a resistance (抵抗判定): also one who cannot act does."""


class Oppose(Command, frozen=True, kw_only=True, tag="ninjaslayer.oppose"):
    """Let two or more roll the same judgement against each other (対抗判定)."""

    gm_only: ClassVar[bool] = True
    acts_for: ClassVar[str | None] = None
    characters: tuple[str, ...]
    value: Judged
    difficulty: str = "normal"
    harder: Change = 0
    dice: dict[str, Change] = msgspec.field(default_factory=dict[str, int])
    """What the NM adds to somebody's dice."""
    quick: dict[str, Count] = msgspec.field(default_factory=dict[str, int])
    """Quick dice that somebody declares."""
    damage: bool = False
    """Whether the losers take the difference as damage."""


class PassJudgement(Command, frozen=True, kw_only=True, tag="ninjaslayer.pass_judgement"):
    """Let a judgement succeed without dice (自動成功), as most do in an exploration."""

    gm_only: ClassVar[bool] = True
    character: str
    value: Judged


class UseSixthSense(Command, frozen=True, kw_only=True, tag="ninjaslayer.use_sixth_sense"):
    """Roll the judgement just made once more (ニンジャ第六感), or keep it."""

    answers: ClassVar[frozenset[str]] = frozenset({"sixth_sense"})
    character: str
    choice: Literal["reroll", "keep"]


JUDGING_COMMANDS: tuple[type[Command], ...] = (Judge, Resist, Oppose, PassJudgement, UseSixthSense)

"""What can be asked of judges and moments of answering."""

from typing import Annotated, ClassVar, Literal

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability

Difficulty = Annotated[int, msgspec.Meta(ge=0, le=99)]
Modifier = Annotated[int, msgspec.Meta(ge=-99, le=99)]


class JudgeCommand(Command, frozen=True, kw_only=True):
    """What every command that starts a judge by the GM's word says."""

    character: str
    first: Ability
    second: Ability
    """The standards (基準), which may be the same."""
    modifier: Modifier = 0
    """Dice that the GM adds or takes off."""
    plus: Modifier = 0
    """A fixed change of the achievement."""
    fitting: tuple[str, ...] | None = None
    """The traits that fit the act and so may help, where the GM names them."""
    use: tuple[str, ...] = ()
    """What the character does before the dice without being asked: `help:指輪`, `effect:指輪`, `pass`."""
    open: bool = False
    """Ask the sides also where they can only give up, or fail on purpose."""


class RollJudge(JudgeCommand, frozen=True, kw_only=True, tag="bloodberry.roll_judge"):
    """Roll a basic judge (基本判定)."""

    difficulty: Difficulty
    passive: bool = False
    """Whether something befalls the character, instead of an act of theirs."""


class Oppose(JudgeCommand, frozen=True, kw_only=True, tag="bloodberry.oppose"):
    """Roll an opposed judge (対抗判定) as the active side."""

    opponent: str
    opponent_first: Ability | None = None
    """The same as one's own where it is left out."""
    opponent_second: Ability | None = None
    opponent_modifier: Modifier = 0
    opponent_plus: Modifier = 0


class AnswerWindow(Command, frozen=True, kw_only=True, tag="bloodberry.answer"):
    """Do something in a moment of answering, or pass."""

    answers: ClassVar[frozenset[str]] = frozenset(
        {"before_judge", "after_dice", "after_result", "answer_effect"}
    )
    character: str
    use: str
    """`pass`, or one of: `help:指輪`, `effect:教師`, `reroll`, `wish`, `fairy_curse`, `give_up`, `fail`."""
    target: str = ""
    """Whose dice, where it may be several."""


class UseEffect(Command, frozen=True, kw_only=True, tag="bloodberry.use_effect"):
    """Use a sublimation effect (昇華の効果) that has no time of its own: 頑張り屋, 病弱."""

    anytime: ClassVar[bool] = True
    character: str
    trait: str
    target: str = ""
    """With whom the relation is."""


class DecideOtherwise(Command, frozen=True, kw_only=True, tag="bloodberry.decide_otherwise"):
    """Let an act succeed without a judge, or decide it by a coin, by janken or another contest."""

    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    character: str
    way: Literal["granted", "coin", "janken", "other"]
    success: bool | None = None
    """How it came out; a coin whose outcome is left out is tossed."""
    call: Literal["heads", "tails"] = "heads"
    """What is called for that toss."""
    opponent: str = ""
    text: str = ""
    """What it was decided by, in own words."""


JUDGE_COMMANDS: tuple[type[Command], ...] = (
    RollJudge,
    Oppose,
    AnswerWindow,
    UseEffect,
    DecideOtherwise,
)

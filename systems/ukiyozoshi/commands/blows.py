"""What can be asked of blows: attack, grapple, throw, choke, and the answers to them."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands.checks import CheckCommand


class Attack(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.attack"):
    """Strike at somebody (攻撃)."""

    target: str
    weapon: str
    style: Literal["blow", "back", "stun"] = "blow"
    """An ordinary blow, 峰打ち, or 当身."""
    skill: Literal["", "拳法", "柔術"] = ""
    """For 当身: the skill it is struck with."""
    modifier: int = 0
    """What the GM adds for the situation."""


class Grapple(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.grapple"):
    """Get a hold of somebody (組みつき)."""

    target: str
    modifier: int = 0


class Throw(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.throw"):
    """Throw somebody whom one holds (投げ)."""

    target: str
    modifier: int = 0
    """What the GM adds for the size of the other."""


class Choke(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.choke"):
    """Choke somebody whom one holds (絞め): two in a row faint, four kill."""

    target: str
    aim: Literal["faint", "kill"]
    modifier: int = 0


class ReleaseHold(Command, frozen=True, kw_only=True, tag="ukiyozoshi.release_hold"):
    """Let go of somebody."""

    character: str
    target: str


class AnswerAttack(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.answer_attack"):
    """Declare a counter (反撃) against an attack, or none."""

    answers: ClassVar[frozenset[str]] = frozenset({"counter"})
    choice: Literal["counter", "buy_counter", "none"]
    weapon: str = ""
    style: Literal["blow", "back", "stun"] = "blow"
    skill: Literal["", "拳法", "柔術"] = ""


class AnswerBlow(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.answer_blow"):
    """Parry (受け) or sidestep (体さばき) a blow that would land, or neither."""

    answers: ClassVar[frozenset[str]] = frozenset({"defend"})
    choice: Literal["parry", "buy_parry", "sidestep", "buy_sidestep", "none"]
    weapon: str = ""
    """What is parried with; the first fit weapon in hand where it is left out."""


class AnswerHold(CheckCommand, frozen=True, kw_only=True, tag="ukiyozoshi.answer_hold"):
    """Resist being held or thrown, with 柔術 or 体さばき; it is no action."""

    answers: ClassVar[frozenset[str]] = frozenset({"resist"})
    choice: Literal["jujutsu", "sidestep", "none"]


BLOW_COMMANDS: tuple[type[Command], ...] = (
    Attack,
    Grapple,
    Throw,
    Choke,
    ReleaseHold,
    AnswerAttack,
    AnswerBlow,
    AnswerHold,
)

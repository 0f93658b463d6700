"""What can be asked of curse checks, losses and healing."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability, CurseType


class CallCurse(Command, frozen=True, kw_only=True, tag="bloodberry.curse"):
    """Let a curse befall somebody, who makes a curse check (呪い判定) against it (GM)."""

    gm_only: ClassVar[bool] = True
    character: str
    check: CurseType
    difficulty: int | None = None
    """Of a formless curse."""
    curse: str = ""
    """The embodied curse it comes from: its ability of that name is the achievement to reach."""


class AnswerTakeOver(Command, frozen=True, kw_only=True, tag="bloodberry.take_over"):
    """Take another's loss onto the same ability of one's own for vigour, or let it be."""

    answers: ClassVar[frozenset[str]] = frozenset({"take_over"})
    character: str
    choice: Literal["take", "pass"]


class LoseAbility(Command, frozen=True, kw_only=True, tag="bloodberry.lose"):
    """Let somebody lose of an ability without a check (GM)."""

    gm_only: ClassVar[bool] = True
    character: str
    ability: Ability
    amount: int = 1
    by: str = ""


class HealAbility(Command, frozen=True, kw_only=True, tag="bloodberry.heal"):
    """Give somebody back of what an ability has lost (GM)."""

    gm_only: ClassVar[bool] = True
    character: str
    ability: Ability
    amount: int = 1


CURSE_COMMANDS: tuple[type[Command], ...] = (CallCurse, AnswerTakeOver, LoseAbility, HealAbility)

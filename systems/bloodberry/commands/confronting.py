"""What can be asked of confrontations."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability

Amount = Annotated[int, msgspec.Meta(ge=0, le=99)]


class BeginConfrontation(Command, frozen=True, kw_only=True, tag="bloodberry.begin_confrontation"):
    """Begin a confrontation (対峙) of camps (陣営) with embodied curses."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    curses: tuple[str, ...]
    camps: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Their members by the name of each camp; left out: all player characters who are there, in one."""
    rounds: bool = False
    """Whether round progress with playing cards begins at once; else turns go round."""


class DefineAction(Command, frozen=True, kw_only=True, tag="bloodberry.define_action"):
    """Define a special turn action (特別な行動) of the confrontation, with or without a judge."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    text: str
    first: Ability | None = None
    second: Ability | None = None
    """The standards of its judge; the same as the first where it is left out."""
    difficulty: Amount = 0
    gain: Amount = 0
    """What its success adds to the relation of the camp and the curse it is aimed at."""


class TakeSpecialAction(Command, frozen=True, kw_only=True, tag="bloodberry.special_action"):
    """Take a special turn action that the GM has defined."""

    character: str
    action: int
    """Its number, from 1."""
    target: str = ""
    """Upon whom."""
    use: tuple[str, ...] = ()
    """One's own uses before the judge, announced at once: `help:指輪`, `effect:指輪`."""


class SetCampStrength(Command, frozen=True, kw_only=True, tag="bloodberry.set_camp_strength"):
    """Set the relation of a camp and a curse, for what came of an event of the confrontation."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    camp: str
    curse: str
    strength: Amount


class EndConfrontation(Command, frozen=True, kw_only=True, tag="bloodberry.end_confrontation"):
    """Break a confrontation off: nobody wins."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


CONFRONT_COMMANDS: tuple[type[Command], ...] = (
    BeginConfrontation,
    DefineAction,
    TakeSpecialAction,
    SetCampStrength,
    EndConfrontation,
)

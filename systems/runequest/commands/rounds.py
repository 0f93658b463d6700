"""What can be asked of melee rounds."""

from typing import Annotated, ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.melee import Result, Step

Metres = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class BeginMelee(Command, frozen=True, kw_only=True, tag="runequest.begin_melee"):
    """Begin a melee: who fights, where on one line, who is surprised."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    fighters: tuple[str, ...] = ()
    """Left out: all who can act."""
    places: dict[str, Metres] = msgspec.field(default_factory=dict)
    """In metres along one line; the players' side stands at 0, the other at `distance`, where left out."""
    distance: Metres = 12
    surprised: dict[str, Annotated[int, msgspec.Meta(ge=0, le=9999)]] = msgspec.field(default_factory=dict)
    """Who is surprised, from how many metres away."""


class JoinMelee(Command, frozen=True, kw_only=True, tag="runequest.join_melee"):
    """Come into a melee that is going on."""

    character: str
    place: Metres = 0


class LeaveMelee(Command, frozen=True, kw_only=True, tag="runequest.leave_melee"):
    """Leave the melee, with no foe in reach."""

    character: str


class EndMelee(Command, frozen=True, kw_only=True, tag="runequest.end_melee"):
    """End the melee; what is left of the round's bookkeeping is done."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    result: Result = "undecided"


class DeclareIntent(Command, frozen=True, kw_only=True, tag="runequest.declare_intent"):
    """Say what one means to do this round (意図の宣言); it may be redone until the phase ends."""

    redactable: ClassVar[bool] = True
    character: str
    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=20)] = ()
    """In order; none: nothing but defences."""
    text: Annotated[str, msgspec.Meta(max_length=400)] = ""
    spirit_leaves: bool = False
    """Whether a spirit combat won is used to get away."""
    give_up: bool = False
    """Whether a spell that goes on from the round before is given up."""


class CloseIntents(Command, frozen=True, kw_only=True, tag="runequest.close_intents"):
    """End the phase of intents: whoever said nothing does nothing but defend."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class ActNow(Command, frozen=True, kw_only=True, tag="runequest.act_now"):
    """Do now what one held back, before what is due is done."""

    anytime: ClassVar[bool] = True
    character: str
    action: int
    """Its number in the queue."""
    target: str = ""
    """Whom it aims at, where the intent left that open."""


class PlaceFighter(Command, frozen=True, kw_only=True, tag="runequest.place_fighter"):
    """Say where somebody stands."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    character: str
    place: Metres
    engaged: bool = True
    """Whether foes within reach are engaged by it, and others no longer."""


class LetPrepareAtOnce(Command, frozen=True, kw_only=True, tag="runequest.let_prepare_at_once"):
    """Let somebody make ready beside another step this round: the longer alone counts."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    character: str


ROUND_COMMANDS: tuple[type[Command], ...] = (
    BeginMelee,
    JoinMelee,
    LeaveMelee,
    EndMelee,
    DeclareIntent,
    CloseIntents,
    ActNow,
    PlaceFighter,
    LetPrepareAtOnce,
)

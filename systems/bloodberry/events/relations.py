"""What happens in relation checks and sublimation."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.people import Ability, RelationType

Winner = Literal["active", "passive", "nobody", "cancelled"]
"""Who succeeded in a relation check; its result may be cancelled by 忠告バスター."""


class RelationCheckBegun(Event, frozen=True, kw_only=True, tag="bloodberry.relation_check_begun"):
    """Somebody made the relation check of this interlude."""

    character: str
    target: str
    check: RelationType
    needed: int
    """The achievement that the active side must reach: the new strength."""


class RelationCheckDecided(Event, frozen=True, kw_only=True, tag="bloodberry.relation_check_decided"):
    """A relation check came to its result."""

    character: str
    target: str
    check: str
    """A relation type."""
    achievement: int
    against: int
    """The achievement of the passive side."""
    needed: int
    winner: Winner


class StrengthChanged(Event, frozen=True, kw_only=True, tag="bloodberry.strength_changed"):
    """The strength of a relation rose or fell."""

    one: str
    other: str
    change: int
    now: int


class SublimationAsked(Event, frozen=True, kw_only=True, tag="bloodberry.sublimation_asked"):
    """Somebody has to sublimate traits of their own choice."""

    character: str
    options: tuple[str, ...]
    count: int
    """How many in all."""


class Sublimated(Event, frozen=True, kw_only=True, tag="bloodberry.sublimated"):
    """A trait was sublimated: an ability rose, its effect may be used once a session."""

    character: str
    trait: str
    ability: Ability
    gain: int
    now: int
    """The ability after it."""
    chosen: bool = False
    """Whether it answers the choice that was asked, and not the only way left."""


class WinOffered(Event, frozen=True, kw_only=True, tag="bloodberry.win_offered"):
    """The passive side won a relation check and chooses what that brings."""

    character: str
    target: str
    """The active side."""
    options: tuple[str, ...]


class WinTaken(Event, frozen=True, kw_only=True, tag="bloodberry.win_taken"):
    """The passive side chose."""

    character: str
    target: str
    choice: Literal["raise", "lower", "vigour"]


class VigourGained(Event, frozen=True, kw_only=True, tag="bloodberry.vigour_gained"):
    """Somebody gained vigour (気力), as far as there was room for it."""

    character: str
    gained: int
    """What was gained; 0 where all of it was lost."""
    now: int


RELATION_EVENTS: tuple[type[Event], ...] = (
    RelationCheckBegun,
    RelationCheckDecided,
    StrengthChanged,
    SublimationAsked,
    Sublimated,
    WinOffered,
    WinTaken,
    VigourGained,
)

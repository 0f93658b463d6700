"""What happens with missiles."""

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.figures import Hand
from tenmatsu.systems.runequest.melee import Way


class ShotLoosed(Event, frozen=True, kw_only=True, tag="runequest.shot_loosed"):
    """A missile left the hand or the string; the arm stands as it is from here on."""

    character: str
    target: str
    arm: str
    hand: Hand
    loaded: bool
    ready_round: int
    shots: int | None


class ShotStrayed(Event, frozen=True, kw_only=True, tag="runequest.shot_strayed"):
    """A missile into a melee or a group struck whom the dice named."""

    character: str
    target: str
    victim: str


class CoverStruck(Event, frozen=True, kw_only=True, tag="runequest.cover_struck"):
    """A missile hit the obstacle in front of a location."""

    target: str
    location: str


class GuardStopped(Event, frozen=True, kw_only=True, tag="runequest.guard_stopped"):
    """A shield held up took its hit points off the damage of a missile."""

    target: str
    arm: str
    location: str
    points: int
    left: int


class CoverSet(Event, frozen=True, kw_only=True, tag="runequest.cover_set"):
    """Locations of a fighter are behind an obstacle from now on; none where it is gone."""

    character: str
    locations: tuple[str, ...] = ()


class GroupsSet(Event, frozen=True, kw_only=True, tag="runequest.groups_set"):
    """Who stand packed together from now on: all groups."""

    groups: tuple[tuple[str, ...], ...] = ()


class WaySet(Event, frozen=True, kw_only=True, tag="runequest.way_set"):
    """A fighter runs so from now on."""

    character: str
    way: Way


MISSILE_EVENTS: tuple[type[Event], ...] = (
    ShotLoosed,
    ShotStrayed,
    CoverStruck,
    GuardStopped,
    CoverSet,
    GroupsSet,
    WaySet,
)

"""What happens in spirit combat."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.rows_magic import SpiritFumbleKey

Parting = Literal["beaten", "left", "danced", "agreed", "gone"]
"""Why a spirit combat ended: `gone` where one of the two is dead, out or away."""


class SpiritCombatBegun(Event, frozen=True, kw_only=True, tag="runequest.spirit_combat_begun"):
    """Spirit combat began."""

    one: str
    other: str


class SpiritRoundFought(Event, frozen=True, kw_only=True, tag="runequest.spirit_round_fought"):
    """A round of a spirit combat is decided."""

    one: str
    other: str
    winner: Literal["one", "other", "tie", "nobody"]
    now: int


class SpiritHurt(Event, frozen=True, kw_only=True, tag="runequest.spirit_hurt"):
    """Magic points were lost in spirit combat, or to a weapon or spell that harms spirits."""

    character: str
    by: str = ""
    points: int
    armor: int = 0
    """What spirit armour took off."""
    mp: int
    """What is left."""
    since: int
    """The round of the clock from which they come back."""


class SpiritFumbled(Event, frozen=True, kw_only=True, tag="runequest.spirit_fumbled"):
    """A fumble in spirit combat had its outcome."""

    character: str
    face: int
    key: SpiritFumbleKey
    count: int = 0
    """Points or rounds."""
    until: int | None = None
    """The round of the clock before which they take no part."""


class SpiritDanced(Event, frozen=True, kw_only=True, tag="runequest.spirit_danced"):
    """Somebody danced to get out of spirit combat; in this round they do not fight in it."""

    character: str
    away: bool

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "away" if self.away else "still"


class SpiritCombatEnded(Event, frozen=True, kw_only=True, tag="runequest.spirit_combat_ended"):
    """A spirit combat is over."""

    one: str
    other: str
    why: Parting


class SpiritDrivenOff(Event, frozen=True, kw_only=True, tag="runequest.spirit_driven_off"):
    """A spirit is back in the spirit world; to fight on it must become visible again."""

    character: str


class SpiritAppeared(Event, frozen=True, kw_only=True, tag="runequest.spirit_appeared"):
    """A spirit became visible (顕現)."""

    character: str


class SpiritTaught(Event, frozen=True, kw_only=True, tag="runequest.spirit_taught"):
    """A beaten spirit was made to teach a spell."""

    character: str
    """Who learned it."""
    spirit: str
    spell: str
    points: int


class SpiritBound(Event, frozen=True, kw_only=True, tag="runequest.spirit_bound"):
    """A shaman took control of a beaten spirit."""

    character: str
    spirit: str


SPIRIT_EVENTS: tuple[type[Event], ...] = (
    SpiritCombatBegun,
    SpiritRoundFought,
    SpiritHurt,
    SpiritFumbled,
    SpiritDanced,
    SpiritCombatEnded,
    SpiritDrivenOff,
    SpiritAppeared,
    SpiritTaught,
    SpiritBound,
)

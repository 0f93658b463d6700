"""What happens to bodies and arms: wounds, bleeding, death, what sticks, what breaks."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.clock import CLOCK_EVENTS
from tenmatsu.systems.runequest.events.healing import HEALING_EVENTS
from tenmatsu.systems.runequest.figures import Hand

Death = Literal["hp", "head", "bleeding", "chest", "abdomen", "magic"]
"""Why somebody died: cases of its line."""


class HitHeld(Event, frozen=True, kw_only=True, tag="runequest.hit_held"):
    """Armour held a hit off."""

    character: str
    location: str
    points: int
    armor: int


class Wounded(Event, frozen=True, kw_only=True, tag="runequest.wounded"):
    """A hit went into a location; everything as it stands now."""

    character: str
    by: str = ""
    location: str
    points: int
    """What went in."""
    armor: int = 0
    """What armour took off."""
    left: int
    """Of the location."""
    hp: int
    """Of the total."""
    wounds: int
    """Of the location, not treated yet."""


class LocationChanged(Event, frozen=True, kw_only=True, tag="runequest.location_changed"):
    """A location is usable, useless, severed or maimed from now on."""

    character: str
    location: str
    state: Literal["whole", "useless", "severed", "maimed"]
    mend_until: int | None = None
    mended: bool = False
    """Whether a severed or maimed limb was saved."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "mended" if self.mended and self.state == "useless" else self.state


class LimbLost(Event, frozen=True, kw_only=True, tag="runequest.limb_lost"):
    """A severed or maimed limb was not saved in time."""

    character: str
    location: str
    cost: int
    """What the maximum of the total lost by it."""
    hp: int
    max_hp: int


class LimbRegrown(Event, frozen=True, kw_only=True, tag="runequest.limb_regrown"):
    """A lost, severed or maimed limb is as it was, with all its points."""

    character: str
    location: str
    hp: int
    max_hp: int


class BleedingBegun(Event, frozen=True, kw_only=True, tag="runequest.bleeding_begun"):
    """A location bleeds: 1 HP a round, or to death within a time."""

    character: str
    location: str
    bleeding: bool = False
    dies_at: int | None = None

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "points" if self.bleeding else "clock"


class Shocked(Event, frozen=True, kw_only=True, tag="runequest.shocked"):
    """A wound leaves somebody unable to fight: this round, or until it is treated."""

    character: str
    location: str
    until: int | None = None

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "treated" if self.until is None else "round"


class ConcentrationBroken(Event, frozen=True, kw_only=True, tag="runequest.concentration_broken"):
    """Damage broke the concentration on spells."""

    character: str
    actions: tuple[int, ...]


class Fell(Event, frozen=True, kw_only=True, tag="runequest.fell"):
    """Somebody fell to the ground."""

    character: str


class Fainted(Event, frozen=True, kw_only=True, tag="runequest.fainted"):
    """Somebody lost consciousness."""

    character: str
    wakes: int | None = None
    """The round of the clock at which they come round; None: not by themselves."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "treated" if self.wakes is None else "time"


class Awoke(Event, frozen=True, kw_only=True, tag="runequest.awoke"):
    """Somebody came round."""

    character: str


class Died(Event, frozen=True, kw_only=True, tag="runequest.died"):
    """Somebody died."""

    character: str
    why: Death


class Bled(Event, frozen=True, kw_only=True, tag="runequest.bled"):
    """Somebody lost a hit point by bleeding."""

    character: str
    hp: int


class WeaponStuck(Event, frozen=True, kw_only=True, tag="runequest.weapon_stuck"):
    """A weapon sticks in a body or a shield."""

    character: str
    """Whose weapon it is."""
    arm: str
    weapon: str
    target: str
    at: str
    """The location, or the id of the shield."""
    missile: bool = False
    """Whether no arm stands for it: an arrow, a bolt, one of several thrown weapons."""
    thrown: bool = False
    """Whether it was thrown, and so sticks there itself."""
    shield: str = ""
    """What the shield is, a key of `[weapons]`."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.shield:
            return "shield"
        return "missile" if self.missile and not self.thrown else "body"


class WeaponPulled(Event, frozen=True, kw_only=True, tag="runequest.weapon_pulled"):
    """A weapon that stuck was pulled out."""

    character: str
    """Who pulled it."""
    owner: str = ""
    """Whose it is; empty for an arrow or bolt."""
    arm: str = ""
    weapon: str
    target: str
    at: str
    hand: Hand = ""
    """Where its owner has it now."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "own" if self.character == self.target else "other"


class PullFailed(Event, frozen=True, kw_only=True, tag="runequest.pull_failed"):
    """A weapon stayed where it sticks."""

    character: str
    weapon: str
    target: str

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "own" if self.character == self.target else "other"


class ArmDamaged(Event, frozen=True, kw_only=True, tag="runequest.arm_damaged"):
    """A weapon or shield lost hit points."""

    character: str
    arm: str
    weapon: str
    points: int
    hp: int
    broken: bool = False

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.broken:
            return "broken"
        return "damaged" if self.hp > 0 else "useless"


class ArmDropped(Event, frozen=True, kw_only=True, tag="runequest.arm_dropped"):
    """A weapon or shield fell out of the hand, or was let go."""

    character: str
    arm: str
    weapon: str


class ArmRepaired(Event, frozen=True, kw_only=True, tag="runequest.arm_repaired"):
    """A weapon or shield was repaired."""

    character: str
    arm: str
    weapon: str
    hp: int
    max_hp: int
    plain: bool = False
    """Whether its enchantments and the spells on it are gone."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "plain" if self.plain else "whole"


WOUND_EVENTS: tuple[type[Event], ...] = (
    *HEALING_EVENTS,
    *CLOCK_EVENTS,
    HitHeld,
    Wounded,
    LocationChanged,
    LimbLost,
    LimbRegrown,
    BleedingBegun,
    Shocked,
    ConcentrationBroken,
    Fell,
    Fainted,
    Awoke,
    Died,
    Bled,
    WeaponStuck,
    WeaponPulled,
    PullFailed,
    ArmDamaged,
    ArmDropped,
    ArmRepaired,
)

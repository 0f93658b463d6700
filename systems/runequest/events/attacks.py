"""What happens in attacks and defences."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.blows import Blow, Counter, DamageKind, Rolled
from tenmatsu.systems.runequest.figures import Hindrance, Special
from tenmatsu.systems.runequest.rows_arms import FumbleKey

Outcome = Literal["hit", "stopped", "missed", "parried", "dodged", "void"]
"""`stopped`: it struck, and armour, a shield or cover let nothing through; `void`: nobody was left."""


class BlowDeclared(Event, frozen=True, kw_only=True, tag="runequest.blow_declared"):
    """An attack began, or waits behind the one under way."""

    blow: Blow
    weapon: str
    shield: bool = False
    """Whether it is made with a shield, in a melee."""


class BlowBegun(Event, frozen=True, kw_only=True, tag="runequest.blow_begun"):
    """The first of the attacks that waited is under way."""

    attacker: str
    target: str


class BlowMet(Event, frozen=True, kw_only=True, tag="runequest.blow_met"):
    """How an attack is met is settled; now dice fall."""

    blow: Blow
    weapon: str = ""
    """What it is parried with."""
    defences: int = 0
    """How many parries and dodges the target tried this round, this one with them."""
    shield: bool = False
    """Whether it is parried with a shield, in a melee."""


class BlowRolled(Event, frozen=True, kw_only=True, tag="runequest.blow_rolled"):
    """The dice of both sides lie there; a shot may have found somebody else."""

    target: str
    attack: Rolled
    defended: Rolled | None = None


class Forfeited(Event, frozen=True, kw_only=True, tag="runequest.forfeited"):
    """An attack or a defence was lost, by an earlier fumble."""

    character: str
    what: Literal["no_attack", "no_parry", "no_dodge"]
    hindrances: tuple[Hindrance, ...]
    """What still holds them back."""


class DamageRolled(Event, frozen=True, kw_only=True, tag="runequest.damage_rolled"):
    """A weapon's damage was rolled, with everything on it."""

    character: str
    weapon: str
    kind: DamageKind
    special: Special | None = None
    points: int
    runic: int = 0
    """What Rune magic on the weapon added: it harms spirits too."""


class ParryHeld(Event, frozen=True, kw_only=True, tag="runequest.parry_held"):
    """A parry took its weapon's hit points off the damage."""

    character: str
    weapon: str
    damage: int
    passed: int
    lost: int
    """What the weapon loses by it."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.lost:
            return "worn"
        return "unhurt" if self.passed else "whole"


class Countered(Event, frozen=True, kw_only=True, tag="runequest.countered"):
    """A better parry struck back at the attacking weapon."""

    character: str
    target: str
    weapon: str
    """The attacking one."""
    counter: Counter
    points: int
    lost: int

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "worn" if self.lost else "unhurt"


class Shoved(Event, frozen=True, kw_only=True, tag="runequest.shoved"):
    """Somebody was knocked back, or pushed themselves away by a failed try."""

    character: str
    by: str
    metres: int
    place: int | None = None
    """Where they stand now, in metres; None where no places are kept."""


class Fumbled(Event, frozen=True, kw_only=True, tag="runequest.fumbled"):
    """The fumble table said what came of a fumble."""

    character: str
    of: Literal["attack", "parry"]
    face: int
    key: FumbleKey
    weapon: str = ""
    whom: str = ""
    """Who is struck by it."""
    count: int = 0
    """How many attacks or parries are lost, how many metres a weapon flies."""
    direction: int = 0
    """Where to, of eight."""
    rounds: int = 0
    location: str = ""
    """Where armour comes off."""
    shattered: bool = False

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.weapon:
            return "held_together" if self.key == "shattered" and not self.shattered else self.key
        if self.key in ("shield_gone", "shield_and_attack"):
            return f"{self.key}_none"
        return "unarmed" if self.key in ("drop", "knocked_away", "shattered") else self.key


class Hindered(Event, frozen=True, kw_only=True, tag="runequest.hindered"):
    """What holds somebody back changed."""

    character: str
    hindrances: tuple[Hindrance, ...]


class ArmorLost(Event, frozen=True, kw_only=True, tag="runequest.armor_lost"):
    """The armour of a location came off."""

    character: str
    location: str


class ArmAway(Event, frozen=True, kw_only=True, tag="runequest.arm_away"):
    """A weapon or shield lies where it cannot be taken up at once."""

    character: str
    arm: str
    until: int
    """The round of the clock from which it can be taken up again."""


class BlowSettled(Event, frozen=True, kw_only=True, tag="runequest.blow_settled"):
    """An attack is over."""

    attacker: str
    target: str
    outcome: Outcome
    points: int = 0
    """What went into the body."""


ATTACK_EVENTS: tuple[type[Event], ...] = (
    BlowDeclared,
    BlowBegun,
    BlowMet,
    BlowRolled,
    Forfeited,
    DamageRolled,
    ParryHeld,
    Countered,
    Shoved,
    Fumbled,
    Hindered,
    ArmorLost,
    ArmAway,
    BlowSettled,
)

"""What happens in the part `damage`."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.assaults import Landing
from tenmatsu.systems.ninjaslayer.figures import Place, Weakened

Fall = Literal["vitality", "spirit", "spared", "mercy"]
"""Why somebody falls unconscious; `spared` is a scenario's word on instant death, `mercy` option `death`."""
Leaving = Literal["vitality", "spirit", "ability", "slain", "fled"]
"""Why somebody is taken off the map; `slain` is instant death (即死!) of one who is no ninja."""


class CriticalSettled(Event, frozen=True, kw_only=True, tag="ninjaslayer.critical_settled"):
    """The table of satsubatsu said what a critical does; a kaishaku takes its result without a roll."""

    character: str
    target: str
    critical: Literal["satsubatsu", "namu_amida_butsu", "kaishaku"]
    result: int
    effect: str
    """The name of the row."""


class DeathResisted(Event, frozen=True, kw_only=True, tag="ninjaslayer.death_resisted"):
    """Instant death (即死!) became crushing, as its target resists it; none where the blow never crushes."""

    character: str
    faces: tuple[int, ...]
    crushing: int

    @property
    def how(self) -> str:
        """Whether it crushes all the same: a key of its line's cases."""
        return "crushes" if self.faces else "nothing"


class CrushingOffered(Event, frozen=True, kw_only=True, tag="ninjaslayer.crushing_offered"):
    """An attacker is asked which crushing counts."""

    character: str
    landing: Landing


class CrushingPicked(Event, frozen=True, kw_only=True, tag="ninjaslayer.crushing_picked"):
    """An attacker chose the crushing that counts."""

    character: str
    target: str
    crushing: int


class DamageTaken(Event, frozen=True, kw_only=True, tag="ninjaslayer.damage_taken"):
    """Damage was settled: less the reduction, off the vitality; what went below 0 held by spirit."""

    character: str
    by: str
    """Empty where nobody did it."""
    damage: int
    """Before the reduction."""
    reduced: int
    """What the reduction took off."""
    lost: int
    """Vitality lost."""
    spent: int
    """Spirit that held (ニンジャ耐久力の発露)."""
    vitality: int
    spirit: int

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        if self.damage <= self.reduced:
            return "nothing"
        kind = "held" if self.spent else "reduced" if self.reduced else "taken"
        return kind if self.by else f"{kind}_alone"


class SpiritLost(Event, frozen=True, kw_only=True, tag="ninjaslayer.spirit_lost"):
    """Somebody lost spirit by damage."""

    character: str
    by: str
    amount: int
    now: int


class SpiritPaid(Event, frozen=True, kw_only=True, tag="ninjaslayer.spirit_paid"):
    """Somebody paid a cost in spirit."""

    character: str
    amount: int
    now: int


class AbilityLost(Event, frozen=True, kw_only=True, tag="ninjaslayer.ability_lost"):
    """Ability damage (能力値ダメージ) until the scenario's end."""

    character: str
    ability: Weakened
    amount: int
    lost: int
    """As much as took effect: none goes below 1."""
    total: int
    """What all of it takes off now."""
    now: int


class Injured(Event, frozen=True, kw_only=True, tag="ninjaslayer.injured"):
    """A part of the body was injured (部位損傷)."""

    character: str
    place: Place
    count: int
    """How often in this scenario."""

    @property
    def part(self) -> str:
        """The key of its label: `legs` alone is the ability."""
        return f"part_{self.place}"


class FellUnconscious(Event, frozen=True, kw_only=True, tag="ninjaslayer.fell_unconscious"):
    """Somebody fell unconscious (気絶)."""

    character: str
    why: Fall
    vitality: int
    spirit: int


class Exploded(Event, frozen=True, kw_only=True, tag="ninjaslayer.exploded"):
    """A ninja died and exploded (爆発四散)."""

    character: str
    slain: bool = False
    """Whether by instant death (即死!)."""


class TakenOff(Event, frozen=True, kw_only=True, tag="ninjaslayer.taken_off"):
    """Somebody is out, or gone, and was taken off the map."""

    character: str
    why: Leaving


class Flung(Event, frozen=True, kw_only=True, tag="ninjaslayer.flung"):
    """Somebody was knocked away (弾き飛ばし), along a line."""

    character: str
    by: str
    squares: int
    """How far it would have gone."""
    path: tuple[str, ...]
    """The squares gone through, the last where it ended; none without a map."""
    square: str
    """Where they came to rest; where it ended, as long as their player is asked."""
    wall: bool

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        if not self.square:
            return "unmapped"
        return ("wall" if self.wall else "free") if self.path else "stuck"


class SquareOffered(Event, frozen=True, kw_only=True, tag="ninjaslayer.square_offered"):
    """The player of somebody knocked onto another is asked for a free square."""

    character: str
    squares: tuple[str, ...]


class SquareSettled(Event, frozen=True, kw_only=True, tag="ninjaslayer.square_settled"):
    """Somebody knocked away came to rest on a free square."""

    character: str
    square: str


class Revived(Event, frozen=True, kw_only=True, tag="ninjaslayer.revived"):
    """Somebody unconscious came back to their feet."""

    character: str
    by: str
    """Who helped; empty for the NM and after a battle."""
    why: Literal["battle_over", "remedy"]
    vitality: int
    spirit: int


class Healed(Event, frozen=True, kw_only=True, tag="ninjaslayer.healed"):
    """Somebody got vitality or spirit back."""

    character: str
    vitality: int
    spirit: int


class DeathSpared(Event, frozen=True, kw_only=True, tag="ninjaslayer.death_spared"):
    """The NM said whether instant death leaves somebody unconscious in this scenario."""

    character: str
    spared: bool


DAMAGE_EVENTS: tuple[type[Event], ...] = (
    CriticalSettled,
    DeathResisted,
    CrushingOffered,
    CrushingPicked,
    DamageTaken,
    SpiritLost,
    SpiritPaid,
    AbilityLost,
    Injured,
    FellUnconscious,
    Exploded,
    TakenOff,
    Flung,
    SquareOffered,
    SquareSettled,
    Revived,
    Healed,
    DeathSpared,
)

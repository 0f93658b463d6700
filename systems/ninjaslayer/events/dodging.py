"""What happens when blows have hit: how they are dodged, countered, or land."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.assaults import Blow


class AssaultBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.assault_begun"):
    """Blows hit and are to be settled, in this order."""

    attackers: tuple[str, ...]
    blows: tuple[Blow, ...]
    sensing: str = ""
    """Who may roll a part again: misses stand among the blows until then."""


class AssaultEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.assault_ended"):
    """The newest assault is settled."""


class PartRerolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.part_rerolled"):
    """A part of an attack was rolled again (ニンジャ第六感)."""

    character: str
    targets: tuple[str, ...]
    action: str
    """A key of `[rolls]`."""
    faces: tuple[int, ...]
    difficulty: str
    face: int
    """From which face a die counts."""
    per: int
    """How many such dice the first success takes."""
    successes: int
    """0 for a miss."""
    blows: tuple[Blow, ...]
    """All that is to be settled now."""


class SenseKept(Event, frozen=True, kw_only=True, tag="ninjaslayer.sense_kept"):
    """Somebody who might have rolled again kept the roll."""

    character: str


class BarrageAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.barrage_asked"):
    """The shots of mobs at the front may become a barrage."""

    target: str
    together: int
    barrages: tuple[str, ...]


class BarrageCalled(Event, frozen=True, kw_only=True, tag="ninjaslayer.barrage_called"):
    """The shots of mobs became one blow (弾幕)."""

    target: str
    barrage: str
    together: int
    """How many shots it was."""
    before: int
    """Their damage."""
    difficulty: str
    """Of the dodge: a key of `[labels]`."""
    blow: Blow


class BarrageDeclined(Event, frozen=True, kw_only=True, tag="ninjaslayer.barrage_declined"):
    """The GM made no barrage of the shots at the front."""

    target: str


class DodgeAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.dodge_asked"):
    """So many blows at the front may be dodged by one judgement."""

    character: str
    together: int
    difficulty: str
    varied: bool = False
    """Whether they differ in difficulty, so that they may be dodged apart."""
    boost: bool = False


class DodgedApart(Event, frozen=True, kw_only=True, tag="ninjaslayer.dodged_apart"):
    """Somebody chose to dodge what differs in difficulty apart."""

    character: str


class DodgeRolled(Event, frozen=True, kw_only=True, tag="ninjaslayer.dodge_rolled"):
    """Somebody rolled a dodge (回避判定)."""

    character: str
    attacker: str
    """Of the first blow."""
    together: int
    with_dice: int
    emergency: int
    faces: tuple[int, ...]
    difficulty: str
    face: int
    """From which face a die counts."""
    per: int
    """How many such dice the first success takes."""
    circumstances: tuple[Circumstance, ...] = ()
    successes: int
    success: bool
    dodge_dice: int
    """Dodge dice left."""
    emergency_dice: int
    """Emergency dodge dice left."""
    sense: bool = False
    """Whether it may be rolled again."""
    again: bool = False
    """Whether it is the second roll, by ニンジャ第六感."""

    @property
    def result(self) -> str:
        """What came of it, and what the line has to tell: a key of its cases."""
        parts = ["success" if self.success else "failure"]
        parts += ["emergency"] if self.emergency else []
        parts += ["changed"] if self.circumstances else []
        return "_".join(parts)


class HitTaken(Event, frozen=True, kw_only=True, tag="ninjaslayer.hit_taken"):
    """Somebody chose not to dodge."""

    character: str
    together: int


class Evaded(Event, frozen=True, kw_only=True, tag="ninjaslayer.evaded"):
    """The blows at the front came to nothing."""

    character: str
    together: int


class CounterOffered(Event, frozen=True, kw_only=True, tag="ninjaslayer.counter_offered"):
    """Somebody may strike back at one of these."""

    character: str
    targets: tuple[str, ...]


class Countered(Event, frozen=True, kw_only=True, tag="ninjaslayer.countered"):
    """Somebody struck back (カウンターカラテ), behind which the blows at the front came to nothing."""

    character: str
    target: str


class CounterPassed(Event, frozen=True, kw_only=True, tag="ninjaslayer.counter_passed"):
    """Somebody did not strike back."""

    character: str


class BlowStruck(Event, frozen=True, kw_only=True, tag="ninjaslayer.blow_struck"):
    """The blow at the front lands now."""

    attacker: str
    target: str


class BlowLapsed(Event, frozen=True, kw_only=True, tag="ninjaslayer.blow_lapsed"):
    """The blow at the front comes to nothing, for its target is gone."""

    target: str


DODGING_EVENTS: tuple[type[Event], ...] = (
    AssaultBegun,
    AssaultEnded,
    PartRerolled,
    SenseKept,
    BarrageAsked,
    BarrageCalled,
    BarrageDeclined,
    DodgeAsked,
    DodgedApart,
    DodgeRolled,
    HitTaken,
    Evaded,
    CounterOffered,
    Countered,
    CounterPassed,
    BlowStruck,
    BlowLapsed,
)

"""What happens in magic: spells announced, met, paid for, at work."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.figures import Spell

Outcome = Literal["worked", "failed", "fumbled", "resisted", "blocked", "void"]
"""`blocked`: by defensive magic; `void`: whom it was for was out of its reach by then."""


class SpellAnnounced(Event, frozen=True, kw_only=True, tag="runequest.spell_announced"):
    """Somebody casts a spell."""

    casting: Casting

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "at" if self.casting.target not in ("", self.casting.caster) else "alone"


class SpellBoosted(Event, frozen=True, kw_only=True, tag="runequest.spell_boosted"):
    """Somebody put magic points into the spell under way, to get through defensive magic."""

    character: str
    boost: int
    """All of it, now."""


class SpellDelayed(Event, frozen=True, kw_only=True, tag="runequest.spell_delayed"):
    """Somebody gathers more magic points for a spell that was due: it comes later in the round."""

    character: str
    action: int
    boost: int
    """All of it, now."""
    sr: int


class BoostDeclined(Event, frozen=True, kw_only=True, tag="runequest.boost_declined"):
    """Somebody casts a spell as it is."""

    character: str


class SpellMet(Event, frozen=True, kw_only=True, tag="runequest.spell_met"):
    """Whether a spell is resisted is settled; now dice fall."""

    target: str
    resisted: bool
    own: bool = False
    """Whether the caster is the one it works on, so that nobody has to accept it."""

    @property
    def how(self) -> str:
        """How the line tells it."""
        if self.own:
            return "own"
        return "resisted" if self.resisted else "accepted"


class MpSpent(Event, frozen=True, kw_only=True, tag="runequest.mp_spent"):
    """Magic points were spent."""

    character: str
    points: int
    mp: int
    """What is left."""
    since: int
    """The round of the clock from which they come back."""


class RunePointsSpent(Event, frozen=True, kw_only=True, tag="runequest.rune_points_spent"):
    """Rune points were spent."""

    character: str
    points: int
    rune_points: int
    """What is left."""


class MpReturned(Event, frozen=True, kw_only=True, tag="runequest.mp_returned"):
    """Magic points came back with time."""

    character: str
    points: int
    mp: int
    since: int | None = None
    """From when the next ones count; None where nothing is missing."""


class PointsRegained(Event, frozen=True, kw_only=True, tag="runequest.points_regained"):
    """The GM gave magic points and rune points back; what there is now."""

    character: str
    mp: int
    rune_points: int


class SpellTookHold(Event, frozen=True, kw_only=True, tag="runequest.spell_took_hold"):
    """A spell works on somebody from now on; it takes the place of the same spell there."""

    character: str
    spell: Spell

    @property
    def how(self) -> str:
        """How the line tells it."""
        return "lasting" if self.spell.until is None else "timed"


class SpellSettled(Event, frozen=True, kw_only=True, tag="runequest.spell_settled"):
    """A spell is over: it worked, or it did not."""

    caster: str
    spell: str
    target: str = ""
    outcome: Outcome


class SpellInscribed(Event, frozen=True, kw_only=True, tag="runequest.spell_inscribed"):
    """A sorcerer made an item that holds a spell with its manipulation."""

    character: str
    spell: str
    strength: int
    range: int
    duration: int
    cost: int
    """POW."""


class MagicFavored(Event, frozen=True, kw_only=True, tag="runequest.magic_favored"):
    """Season, place and components change somebody's casting by so much from now on."""

    character: str
    plus: int


MAGIC_EVENTS: tuple[type[Event], ...] = (
    SpellAnnounced,
    SpellBoosted,
    SpellDelayed,
    BoostDeclined,
    SpellMet,
    MpSpent,
    RunePointsSpent,
    MpReturned,
    PointsRegained,
    SpellTookHold,
    SpellSettled,
    SpellInscribed,
    MagicFavored,
)

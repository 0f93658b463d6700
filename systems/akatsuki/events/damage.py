"""What happens to bodies: damage cards, survival checks, faints, zombie time, death."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.state import Due, Wound


class WoundChanged(Event, frozen=True, kw_only=True, tag="akatsuki.wound_changed"):
    """A damage card was got, changed, turned face up again, or held unchanged against a weaker blow."""

    character: str
    wound: Wound
    how: Literal["first", "newer", "raised", "same", "turned", "failed"]
    """The first card; the newest blow's; a rank up; unchanged; face up again; a rank up by a failed check."""


class SurvivalDue(Event, frozen=True, kw_only=True, tag="akatsuki.survival_due"):
    """Survival checks (生死チェック) fell due, to be rolled in this order."""

    due: tuple[Due, ...]


class SurvivalSettled(Event, frozen=True, kw_only=True, tag="akatsuki.survival_settled"):
    """The first check in the row was rolled, or fell away."""

    character: str
    survived: bool


class FellUnconscious(Event, frozen=True, kw_only=True, tag="akatsuki.fell_unconscious"):
    """Somebody lost consciousness (気絶)."""

    character: str


class CameRound(Event, frozen=True, kw_only=True, tag="akatsuki.came_round"):
    """Somebody came round."""

    character: str


class Doomed(Event, frozen=True, kw_only=True, tag="akatsuki.doomed"):
    """Death is certain (死亡確定); zombie time begins in this round or the next."""

    character: str
    zombie_counters: int
    zombie_from: int | None
    """The round; None outside a fight."""
    majors: int
    """Major points left in this round."""

    @property
    def place(self) -> str:
        """Whether it befell in a fight: a key of its line's cases."""
        return "outside" if self.zombie_from is None else "fight"


class CountersLost(Event, frozen=True, kw_only=True, tag="akatsuki.counters_lost"):
    """Damage cost zombie counters."""

    character: str
    lost: int
    now: int


class Died(Event, frozen=True, kw_only=True, tag="akatsuki.died"):
    """Somebody died."""

    character: str
    why: Literal["survival", "counters", "fight_over", "nonlethal", "rank5"]


class WoundTreated(Event, frozen=True, kw_only=True, tag="akatsuki.wound_treated"):
    """Treatment turned a damage card over: 重体 became 重傷."""

    character: str
    patient: str
    wound: Wound


DAMAGE_EVENTS: tuple[type[Event], ...] = (
    WoundChanged,
    SurvivalDue,
    SurvivalSettled,
    FellUnconscious,
    CameRound,
    Doomed,
    CountersLost,
    Died,
    WoundTreated,
)

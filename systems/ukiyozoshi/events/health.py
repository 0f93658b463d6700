"""What happens to bodies: wounds and their care, sleep, food, fatigue (負傷, 睡眠 食事 疲労)."""

from tenmatsu.events.base import Event


class WoundsTreated(Event, frozen=True, kw_only=True, tag="ukiyozoshi.wounds_treated"):
    """Fresh wounds were treated (手当て), well or badly."""

    character: str
    """Who treated."""
    patient: str
    success: bool
    medic: int
    """The level of 医術 that eases the recovery roll."""
    medicine: str = ""


class WoundsTended(Event, frozen=True, kw_only=True, tag="ukiyozoshi.wounds_tended"):
    """Wounds were cared for today."""

    character: str
    patient: str
    medic: int
    medicine: str = ""

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "medicine" if self.medicine else "plain"


class ItemUsed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.item_used"):
    """Something was used up."""

    character: str
    item: str
    now: int


class Recovered(Event, frozen=True, kw_only=True, tag="ukiyozoshi.recovered"):
    """A recovery roll was settled (回復判定)."""

    character: str
    change: int
    """What it did to endurance."""
    endurance: int
    wounds: int
    dies: bool = False

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.dies:
            return "dies"
        return "worse" if self.change < 0 else "better" if self.change else "same"


class SeriousWoundBled(Event, frozen=True, kw_only=True, tag="ukiyozoshi.serious_wound_bled"):
    """An untreated serious wound (重傷) cost another point."""

    character: str
    endurance: int
    wounds: int
    dies: bool = False


class FellAsleep(Event, frozen=True, kw_only=True, tag="ukiyozoshi.fell_asleep"):
    """Somebody went to sleep, or sleep overcame them."""

    character: str
    minutes: int
    """How long the sleep is to be."""
    overcome: bool = False


class SleepResisted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.sleep_resisted"):
    """Somebody stayed awake for another hour."""

    character: str
    rolls: int
    """Rolls against sleep since the last sleep."""
    hours: int
    """Awake in a row."""


class Woke(Event, frozen=True, kw_only=True, tag="ukiyozoshi.woke"):
    """Somebody woke up."""

    character: str
    slept: int
    """Minutes asleep since the last morning."""


class Ate(Event, frozen=True, kw_only=True, tag="ukiyozoshi.ate"):
    """Somebody ate or drank."""

    character: str
    meals: int
    """Meals since the morning, with this one."""
    water: bool
    """Whether there was water since the morning."""
    ate: bool = True

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "ate" if self.ate else "drank"


class Tired(Event, frozen=True, kw_only=True, tag="ukiyozoshi.tired"):
    """Work tired somebody out (疲労), or they are rested."""

    character: str
    fatigued: bool


class DayTurned(Event, frozen=True, kw_only=True, tag="ukiyozoshi.day_turned"):
    """A character's day was closed: what the night and the meals of it left behind."""

    character: str
    slept: int
    meals: int
    short_sleep: bool
    fatigued: bool
    scarce_days: int
    empty_days: int
    recovering: bool
    """Whether a recovery roll is due."""
    rested: bool = False
    """Whether it slept as usual, without a word about it."""

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        if self.short_sleep:
            return "short_hungry" if self.scarce_days else "short"
        return "hungry" if self.scarce_days else "plain"


class Starved(Event, frozen=True, kw_only=True, tag="ukiyozoshi.starved"):
    """Hunger or thirst cost endurance."""

    character: str
    loss: int
    endurance: int
    hunger: int
    """All that is lost to it."""
    thirst: bool
    helpless: bool

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "helpless" if self.helpless else "thirst" if self.thirst else "hunger"


class Fed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.fed"):
    """Food brought back endurance that hunger had taken."""

    character: str
    gain: int
    endurance: int
    hunger: int


class HelplessDayPassed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.helpless_day_passed"):
    """Somebody helpless by hunger lay another day without help."""

    character: str
    days: int
    dies: bool


HEALTH_EVENTS: tuple[type[Event], ...] = (
    WoundsTreated,
    WoundsTended,
    ItemUsed,
    Recovered,
    SeriousWoundBled,
    FellAsleep,
    SleepResisted,
    Woke,
    Ate,
    Tired,
    DayTurned,
    Starved,
    Fed,
    HelplessDayPassed,
)

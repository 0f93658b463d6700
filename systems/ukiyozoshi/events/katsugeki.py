"""What happens to 活劇点: spent, gained, lost; coincidences and escapes from death."""

from typing import Literal

from tenmatsu.events.base import Event

Use = Literal["success", "reroll", "automatic", "action", "coincidence", "survive"]
"""The six uses of 活劇点の効果."""


class KatsugekiSpent(Event, frozen=True, kw_only=True, tag="ukiyozoshi.katsugeki_spent"):
    """活劇点 were spent."""

    character: str
    use: Use
    amount: int
    now: int
    """What is left."""
    forced: bool = False
    """Whether the GM demanded it of a lead (主役)."""
    selfish: bool = False
    """Whether it was for the lead's own gain, with the GM's leave."""


class KatsugekiGained(Event, frozen=True, kw_only=True, tag="ukiyozoshi.katsugeki_gained"):
    """Doubles (ぞろ目) gained a 活劇点."""

    character: str
    face: int
    amount: int
    now: int


class KatsugekiLost(Event, frozen=True, kw_only=True, tag="ukiyozoshi.katsugeki_lost"):
    """A point gained by doubles went with the dice that were rerolled."""

    character: str
    amount: int
    now: int


class KatsugekiRefilled(Event, frozen=True, kw_only=True, tag="ukiyozoshi.katsugeki_refilled"):
    """活劇点 went back to where a session or scenario begins."""

    character: str
    now: int


class CoincidenceAsked(Event, frozen=True, kw_only=True, tag="ukiyozoshi.coincidence_asked"):
    """Somebody wished for a convenient coincidence (都合の良い偶然)."""

    character: str
    selfish: bool = False


class CoincidencePriced(Event, frozen=True, kw_only=True, tag="ukiyozoshi.coincidence_priced"):
    """The GM named its price."""

    character: str
    price: int


class CoincidenceSettled(Event, frozen=True, kw_only=True, tag="ukiyozoshi.coincidence_settled"):
    """The coincidence happened, or did not."""

    character: str
    happens: bool


class DeathCheated(Event, frozen=True, kw_only=True, tag="ukiyozoshi.death_cheated"):
    """Not dead after all (実は生きていた): left lying as if dead."""

    character: str


class CameRound(Event, frozen=True, kw_only=True, tag="ukiyozoshi.came_round"):
    """Somebody came to their senses."""

    character: str
    endurance: int
    wounds: int | None = None
    """What the wounds come to after a death that was none; None leaves them as they are."""
    hunger: int | None = None
    """The same of what hunger took."""


KATSUGEKI_EVENTS: tuple[type[Event], ...] = (
    KatsugekiSpent,
    KatsugekiGained,
    KatsugekiLost,
    KatsugekiRefilled,
    CoincidenceAsked,
    CoincidencePriced,
    CoincidenceSettled,
    DeathCheated,
    CameRound,
)

"""What happens in a fight, but for blows: rounds, places, movement, weapons, posture."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.fight import Turn
from tenmatsu.systems.ukiyozoshi.state import Posture


class CombatBegun(Event, frozen=True, kw_only=True, tag="ukiyozoshi.combat_begun"):
    """A fight began; turns go in this order."""

    order: tuple[str, ...]


class CombatEnded(Event, frozen=True, kw_only=True, tag="ukiyozoshi.combat_ended"):
    """The fight ended."""

    rounds: int


class CombatJoined(Event, frozen=True, kw_only=True, tag="ukiyozoshi.combat_joined"):
    """Somebody came into the fight."""

    character: str
    order: tuple[str, ...]
    at: int


class CombatLeft(Event, frozen=True, kw_only=True, tag="ukiyozoshi.combat_left"):
    """Somebody left the fight."""

    character: str
    order: tuple[str, ...]
    at: int


class RoundBegun(Event, frozen=True, kw_only=True, tag="ukiyozoshi.round_begun"):
    """A combat round (戦闘ラウンド) began."""

    round: int
    at: int
    first: str


class TurnEnded(Event, frozen=True, kw_only=True, tag="ukiyozoshi.turn_ended"):
    """Somebody ended their turn (行動手番)."""

    character: str
    at: int
    """The place in the order whose turn it is now."""
    next: str
    """Whose; empty at the end of the round."""


class Placed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.placed"):
    """Somebody was set on a square."""

    character: str
    x: int
    y: int


class DistanceSet(Event, frozen=True, kw_only=True, tag="ukiyozoshi.distance_set"):
    """The GM said how far two stand from each other."""

    character: str
    other: str
    pair: str
    half_ken: int


class Moved(Event, frozen=True, kw_only=True, tag="ukiyozoshi.moved"):
    """Somebody moved."""

    character: str
    half_ken: int
    """How far."""
    x: int | None = None
    y: int | None = None
    other: str = ""
    """Towards whom or away from whom, where there is no map."""
    pair: str = ""
    distance: int = 0
    """From the other now, in half-ken."""
    turn: Turn

    @property
    def kind(self) -> str:
        """Return the case of its line."""
        return "plain" if self.other else "square"

    @property
    def ken(self) -> str:
        """Return the way in 間, for words."""
        return _show_ken(self.half_ken)

    @property
    def distance_ken(self) -> str:
        """Return the distance in 間, for words."""
        return _show_ken(self.distance)


def _show_ken(half_ken: int) -> str:
    whole, half = divmod(half_ken, 2)
    return f"{whole}.5" if half else str(whole)


class ActionBought(Event, frozen=True, kw_only=True, tag="ukiyozoshi.action_bought"):
    """One more movement, attack or defence was bought."""

    character: str
    kind: Literal["move", "attack", "defence"]
    turn: Turn


class ActionSpent(Event, frozen=True, kw_only=True, tag="ukiyozoshi.action_spent"):
    """Something else was done at the price of movement or attack."""

    character: str
    pay: Literal["move", "attack", "part"]
    turn: Turn


class WeaponDrawn(Event, frozen=True, kw_only=True, tag="ukiyozoshi.weapon_drawn"):
    """A weapon was drawn (抜刀)."""

    character: str
    weapon: str
    hands: tuple[str, ...]
    striking: bool = False
    """Whether in one motion with a blow or a parry (居合い)."""
    turn: Turn | None = None


class WeaponPutAway(Event, frozen=True, kw_only=True, tag="ukiyozoshi.weapon_put_away"):
    """A weapon was put away, dropped or broken."""

    character: str
    weapon: str
    hands: tuple[str, ...]
    how: Literal["sheathed", "dropped", "broken"]
    left: int | None = None
    """How many of it are left, where one is gone."""
    turn: Turn | None = None


class PostureTaken(Event, frozen=True, kw_only=True, tag="ukiyozoshi.posture_taken"):
    """Somebody stood up, crouched or lay down."""

    character: str
    posture: Posture
    turn: Turn | None = None


class Mounted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.mounted"):
    """Somebody mounted a horse."""

    character: str
    horse: Literal["trained", "untrained"]
    turn: Turn | None = None


class Dismounted(Event, frozen=True, kw_only=True, tag="ukiyozoshi.dismounted"):
    """Somebody got off a horse."""

    character: str
    turn: Turn | None = None


class MissileReadied(Event, frozen=True, kw_only=True, tag="ukiyozoshi.missile_readied"):
    """A missile was readied, or a step of it was done."""

    character: str
    weapon: str
    done: int
    needed: int
    ready: bool
    hands: tuple[str, ...]
    turn: Turn | None = None


class MissileLoosed(Event, frozen=True, kw_only=True, tag="ukiyozoshi.missile_loosed"):
    """A missile flew."""

    character: str
    weapon: str
    ammunition: str
    left: int
    """How much of the ammunition is left."""
    hands: tuple[str, ...]


COMBAT_EVENTS: tuple[type[Event], ...] = (
    CombatBegun,
    CombatEnded,
    CombatJoined,
    CombatLeft,
    RoundBegun,
    TurnEnded,
    Placed,
    DistanceSet,
    Moved,
    ActionBought,
    ActionSpent,
    WeaponDrawn,
    WeaponPutAway,
    PostureTaken,
    Mounted,
    Dismounted,
    MissileReadied,
    MissileLoosed,
)

"""What happens in a fight."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.state import Attack, Harm, Result


class CombatBegun(Event, frozen=True, kw_only=True, tag="akatsuki.combat_begun"):
    """A fight began."""

    order: tuple[str, ...]
    at: int = 0
    """The place in the order of the first who can act."""
    lanes: dict[str, int]
    majors: dict[str, int]
    minors: dict[str, int]
    """The action points that each has in this round."""


class CombatJoined(Event, frozen=True, kw_only=True, tag="akatsuki.combat_joined"):
    """Somebody came into the fight."""

    character: str
    lane: int
    majors: int
    minors: int


class CombatLeft(Event, frozen=True, kw_only=True, tag="akatsuki.combat_left"):
    """Somebody left the fight."""

    character: str
    order: tuple[str, ...]
    at: int


class CombatEnding(Event, frozen=True, kw_only=True, tag="akatsuki.combat_ending"):
    """The fight is over but for the checks at its end."""

    result: Result


class CombatEnded(Event, frozen=True, kw_only=True, tag="akatsuki.combat_ended"):
    """The fight ended."""

    rounds: int
    result: Result


class LaneMoved(Event, frozen=True, kw_only=True, tag="akatsuki.lane_moved"):
    """Somebody went to another lane."""

    character: str
    lane: int


class Acted(Event, frozen=True, kw_only=True, tag="akatsuki.acted"):
    """Somebody took an action of their own devising."""

    redactable: ClassVar[bool] = True
    character: str
    timing: Literal["major", "minor"]
    text: str


class MajorSpent(Event, frozen=True, kw_only=True, tag="akatsuki.major_spent"):
    """A major action was paid for: by action points, or by a zombie counter."""

    character: str
    majors: int
    zombie_counters: int
    by: Literal["points", "counter"]


class MinorSpent(Event, frozen=True, kw_only=True, tag="akatsuki.minor_spent"):
    """A minor action was paid for."""

    character: str
    minors: int


class TurnEnded(Event, frozen=True, kw_only=True, tag="akatsuki.turn_ended"):
    """Somebody's turn ended."""

    character: str
    at: int
    """The place in the order whose turn it is now."""
    next: str
    """Empty where the round ended."""


class RoundBegun(Event, frozen=True, kw_only=True, tag="akatsuki.round_begun"):
    """A round began: everybody has their action points again, but who is in zombie time has no majors."""

    round: int
    at: int
    first: str
    majors: dict[str, int]
    minors: dict[str, int]


class Attacked(Event, frozen=True, kw_only=True, tag="akatsuki.attacked"):
    """An attack was declared."""

    character: str
    target: str
    weapon: str
    style: Literal["plain", "vital", "held_back"] = "plain"
    harm: Harm
    rank: int


class Missed(Event, frozen=True, kw_only=True, tag="akatsuki.missed"):
    """An attack missed."""

    character: str
    target: str


class AttackOpened(Event, frozen=True, kw_only=True, tag="akatsuki.attack_opened"):
    """An attack, or other harm, waits for an answer."""

    attack: Attack


class Defended(Event, frozen=True, kw_only=True, tag="akatsuki.defended"):
    """A defence stopped an attack."""

    character: str
    attacker: str
    choice: Literal["guard", "dodge"]


class HitNegated(Event, frozen=True, kw_only=True, tag="akatsuki.hit_negated"):
    """A fate card, or a chip of 義侠魂, negated one hit entirely (死中に活)."""

    character: str
    attacker: str
    by: Literal["negate", "negate_chivalry"]


class HitTaken(Event, frozen=True, kw_only=True, tag="akatsuki.hit_taken"):
    """A hit was taken."""

    character: str
    attacker: str
    harm: Harm
    rank: int


COMBAT_EVENTS: tuple[type[Event], ...] = (
    CombatBegun,
    CombatJoined,
    CombatLeft,
    CombatEnding,
    CombatEnded,
    LaneMoved,
    Acted,
    MajorSpent,
    MinorSpent,
    TurnEnded,
    RoundBegun,
    Attacked,
    Missed,
    AttackOpened,
    Defended,
    HitNegated,
    HitTaken,
)

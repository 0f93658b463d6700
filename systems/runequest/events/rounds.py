"""What happens: of melee rounds."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.figures import Hand
from tenmatsu.systems.runequest.melee import Action, ActionState, Intent, Result, Stage, StepKind


class MeleeBegun(Event, frozen=True, kw_only=True, tag="runequest.melee_begun"):
    """A melee began."""

    fighters: tuple[str, ...]
    places: dict[str, int] = msgspec.field(default_factory=dict)
    surprise: dict[str, int] = msgspec.field(default_factory=dict)
    """The strike ranks that surprise adds to those who were surprised, in the first round."""


class MeleeJoined(Event, frozen=True, kw_only=True, tag="runequest.melee_joined"):
    """Somebody came into the melee."""

    character: str
    place: int = 0


class MeleeLeft(Event, frozen=True, kw_only=True, tag="runequest.melee_left"):
    """Somebody left the melee."""

    character: str


class FighterPlaced(Event, frozen=True, kw_only=True, tag="runequest.fighter_placed"):
    """The GM said where somebody stands."""

    character: str
    place: int


class LeaveGiven(Event, frozen=True, kw_only=True, tag="runequest.leave_given"):
    """Somebody may make ready beside another step this round."""

    character: str


class IntentDeclared(Event, frozen=True, kw_only=True, tag="runequest.intent_declared"):
    """Somebody declared what they mean to do; it takes the place of what they declared before."""

    character: str
    intent: Intent
    actions: tuple[Action, ...] = ()
    """The entries of the queue that it comes to."""


class IntentWorded(Event, frozen=True, kw_only=True, tag="runequest.intent_worded"):
    """What somebody means to do, in their own words."""

    redactable: ClassVar[bool] = True
    character: str
    text: str


class StageReached(Event, frozen=True, kw_only=True, tag="runequest.stage_reached"):
    """The next phase of the round begins."""

    stage: Stage
    round: int


class Moved(Event, frozen=True, kw_only=True, tag="runequest.moved"):
    """Somebody moved."""

    character: str
    place: int
    units: int
    """Of this movement."""
    total: int
    """Of the round so far."""
    stopped: bool = False
    """Whether a foe in reach ended it."""


class Engaged(Event, frozen=True, kw_only=True, tag="runequest.engaged"):
    """Two came within each other's reach (接敵)."""

    one: str
    other: str
    closing: bool = False
    """Whether they close with each other alone: their movement costs no strike ranks between them."""


class Disengaged(Event, frozen=True, kw_only=True, tag="runequest.disengaged"):
    """Two are out of each other's reach."""

    one: str
    other: str


class GuardRaised(Event, frozen=True, kw_only=True, tag="runequest.guard_raised"):
    """Somebody holds a shield up in front of locations, until the round ends."""

    character: str
    arm: str
    locations: tuple[str, ...]
    """The arm that holds it, too."""


class RanksSettled(Event, frozen=True, kw_only=True, tag="runequest.ranks_settled"):
    """Strike ranks changed by how the movement went."""

    ranks: tuple[tuple[int, int], ...]
    """Actions and their strike ranks."""


class BatchDue(Event, frozen=True, kw_only=True, tag="runequest.batch_due"):
    """What comes at one moment is due (the same strike rank and DEX)."""

    sr: int
    ids: tuple[int, ...]


class ActionStarted(Event, frozen=True, kw_only=True, tag="runequest.action_started"):
    """Somebody does what they declared."""

    action: int
    character: str
    kind: StepKind
    target: str = ""


class ActionDone(Event, frozen=True, kw_only=True, tag="runequest.action_done"):
    """An action is over."""

    action: int
    character: str
    kind: StepKind


class ActionSettled(Event, frozen=True, kw_only=True, tag="runequest.action_settled"):
    """An action was held, lost or carried over."""

    action: int
    character: str
    kind: StepKind
    how: ActionState
    why: str = ""
    """Of one that is lost: a key of `[labels]`."""

    @property
    def told(self) -> str:
        """How it is told: with the reason, where there is one."""
        return "lost_why" if self.how == "lost" and self.why else self.how


class HeldTaken(Event, frozen=True, kw_only=True, tag="runequest.held_taken"):
    """Somebody does now what they held back; what was being asked of those due is asked again."""

    action: int
    character: str
    sr: int
    ranks: tuple[tuple[int, int], ...] = ()
    """What they held behind it, with its strike ranks from here on."""


class ArmReadied(Event, frozen=True, kw_only=True, tag="runequest.arm_readied"):
    """Somebody drew a weapon or shield, put it away, or loaded it."""

    character: str
    arm: str
    how: Literal["drawn", "stowed", "loaded", "dropped"]
    hand: Hand = ""
    loaded: bool = False


class SpellPrepared(Event, frozen=True, kw_only=True, tag="runequest.spell_prepared"):
    """Somebody has a spell in mind, ready to cast."""

    character: str
    spell: str


class Rose(Event, frozen=True, kw_only=True, tag="runequest.rose"):
    """Somebody stood up."""

    character: str


class Retreated(Event, frozen=True, kw_only=True, tag="runequest.retreated"):
    """Somebody backed out of their foes' reach."""

    character: str
    place: int | None = None
    """None where it is not known."""
    foes: tuple[str, ...] = ()


class Fled(Event, frozen=True, kw_only=True, tag="runequest.fled"):
    """Somebody turned and ran: each foe in reach has one free blow."""

    character: str
    foes: tuple[str, ...] = ()


class RoundBegun(Event, frozen=True, kw_only=True, tag="runequest.round_begun"):
    """A melee round ended and the next began."""

    round: int
    now: int
    queue: tuple[Action, ...] = ()
    """What is carried over."""


class MeleeEnding(Event, frozen=True, kw_only=True, tag="runequest.melee_ending"):
    """The melee ends with this round's bookkeeping."""

    result: Result


class MeleeEnded(Event, frozen=True, kw_only=True, tag="runequest.melee_ended"):
    """The melee is over."""

    result: Result
    rounds: int
    now: int


ROUND_EVENTS: tuple[type[Event], ...] = (
    MeleeBegun,
    MeleeJoined,
    MeleeLeft,
    FighterPlaced,
    LeaveGiven,
    IntentDeclared,
    IntentWorded,
    StageReached,
    Moved,
    Engaged,
    Disengaged,
    GuardRaised,
    RanksSettled,
    BatchDue,
    ActionStarted,
    ActionDone,
    ActionSettled,
    HeldTaken,
    ArmReadied,
    SpellPrepared,
    Rose,
    Retreated,
    Fled,
    RoundBegun,
    MeleeEnding,
    MeleeEnded,
)

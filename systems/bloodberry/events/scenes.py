"""What happens in scenes, interludes, victory conditions; at a session's beginning and end."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event
from tenmatsu.events.table import SceneClosed, SceneOpened, SessionResumed

Ruling = Literal["granted", "refused"]
"""What the GM said."""


class SceneCalled(Event, frozen=True, kw_only=True, tag="bloodberry.scene_called"):
    """Who takes part in the next scene, or in the one that runs."""

    participants: tuple[str, ...]
    actors: tuple[str, ...]
    now: bool
    """For the scene that runs."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return f"{'now' if self.now else 'next'}{'' if self.actors else '_plain'}"


class EntranceAsked(Event, frozen=True, kw_only=True, tag="bloodberry.entrance_asked"):
    """Somebody wants to enter the scene; the GM decides."""

    character: str
    use: tuple[str, ...] = ()
    """What they would do before the dice of a check, as they said at once."""


class EntranceChecked(Event, frozen=True, kw_only=True, tag="bloodberry.entrance_checked"):
    """Somebody may enter the scene by a check (登場判定)."""

    character: str
    difficulty: int


class EntranceRefused(Event, frozen=True, kw_only=True, tag="bloodberry.entrance_refused"):
    """The GM said no."""

    character: str


class Entered(Event, frozen=True, kw_only=True, tag="bloodberry.entered"):
    """Somebody entered the scene, or did not get in (登場判定)."""

    character: str
    result: Literal["free", "success", "failure"]


class LeftScene(Event, frozen=True, kw_only=True, tag="bloodberry.left_scene"):
    """A participant left the scene."""

    character: str


class TurnTaken(Event, frozen=True, kw_only=True, tag="bloodberry.turn_taken"):
    """Somebody took their turn action (手番の行動) outside rounds, or let it go."""

    character: str
    forgone: bool
    acted: tuple[str, ...]
    """Who has had theirs now; empty where all had, and everybody may again."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return f"{'forgone' if self.forgone else 'taken'}{'' if self.acted else '_last'}"


class InterludeBegun(Event, frozen=True, kw_only=True, tag="bloodberry.interlude_begun"):
    """The table went into an interlude without a scene's end, as behind a flag."""


class InterludeEnded(Event, frozen=True, kw_only=True, tag="bloodberry.interlude_ended"):
    """The GM ended the interlude before a scene opened."""


class RewardAsked(Event, frozen=True, kw_only=True, tag="bloodberry.reward_asked"):
    """A scene actor's player says that they acted as one; the GM has the last word."""

    character: str


class ActorRewarded(Event, frozen=True, kw_only=True, tag="bloodberry.actor_rewarded"):
    """The GM says whether a scene actor acted as one; granted, vigour follows."""

    character: str
    ruling: Ruling


class EffectRefreshed(Event, frozen=True, kw_only=True, tag="bloodberry.effect_refreshed"):
    """Vigour made a used effect usable again."""

    character: str
    trait: str
    vigour: int


class Phrased(Event, frozen=True, kw_only=True, tag="bloodberry.phrased"):
    """What a player or the GM typed: a proposal, a victory condition; no rule reads it."""

    redactable: ClassVar[bool] = True
    character: str
    what: Literal["proposal", "condition"]
    number: int = 0
    """Of a condition."""
    text: str


class SceneProposed(Event, frozen=True, kw_only=True, tag="bloodberry.scene_proposed"):
    """A player proposed what happens next; the GM decides."""

    character: str
    lead: bool


class ProposalRuled(Event, frozen=True, kw_only=True, tag="bloodberry.proposal_ruled"):
    """The GM granted or refused a proposal; granted, the character is an actor of the next scene."""

    character: str
    ruling: Ruling
    lead: bool

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "lead" if self.ruling == "granted" and self.lead else self.ruling


class ConditionProposed(Event, frozen=True, kw_only=True, tag="bloodberry.condition_proposed"):
    """A player made a victory condition, or another in place of one; the GM decides."""

    character: str
    condition: int
    """Its number."""
    replaces: int
    """The number of the one it takes the place of, or 0."""


class ConditionRuled(Event, frozen=True, kw_only=True, tag="bloodberry.condition_ruled"):
    """The GM granted or refused a victory condition."""

    character: str
    condition: int
    replaces: int
    ruling: Ruling

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "changed" if self.ruling == "granted" and self.replaces else self.ruling


class ConditionGiven(Event, frozen=True, kw_only=True, tag="bloodberry.condition_given"):
    """The GM gave a character a victory condition, or changed the one that was the GM's."""

    character: str
    condition: int
    replaces: int


class ConditionDropped(Event, frozen=True, kw_only=True, tag="bloodberry.condition_dropped"):
    """Of two victory conditions that contradict each other one was dropped."""

    character: str
    condition: int
    against: int


class ConditionMet(Event, frozen=True, kw_only=True, tag="bloodberry.condition_met"):
    """A victory condition came true."""

    character: str
    condition: int


class SessionBegun(Event, frozen=True, kw_only=True, tag="bloodberry.session_begun"):
    """A session of the game began: vigour, effects, and what the table restores."""

    session: int
    vigour: int
    abilities: dict[str, dict[str, int]]
    """The abilities that are other than they were, by character."""
    absent: tuple[str, ...]
    """Who misses it."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "absent" if self.absent else "all"


class EndingBegun(Event, frozen=True, kw_only=True, tag="bloodberry.ending_begun"):
    """The ending (エンディング) is told from here on."""


class SessionEnded(Event, frozen=True, kw_only=True, tag="bloodberry.session_ended"):
    """The session of the game ended."""

    session: int
    absent: dict[str, int]
    """The sessions that those still have to miss who missed this one."""


SCENE_EVENTS: tuple[type[Event], ...] = (
    SceneOpened,
    SceneClosed,
    SessionResumed,
    SceneCalled,
    EntranceAsked,
    EntranceChecked,
    EntranceRefused,
    Entered,
    LeftScene,
    TurnTaken,
    InterludeBegun,
    InterludeEnded,
    RewardAsked,
    ActorRewarded,
    EffectRefreshed,
    Phrased,
    SceneProposed,
    ProposalRuled,
    ConditionProposed,
    ConditionRuled,
    ConditionGiven,
    ConditionDropped,
    ConditionMet,
    SessionBegun,
    EndingBegun,
    SessionEnded,
)

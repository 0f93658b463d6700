"""What happens in judges and moments of answering."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Circumstance
from tenmatsu.engine.windows import Window
from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.judges import Judge, JudgeKind, Side

Place = Literal["active", "passive"]
"""Which side of a judge."""


class JudgeBegun(Event, frozen=True, kw_only=True, tag="bloodberry.judge_begun"):
    """A judge (ジャッジ) began."""

    judge: Judge


class WindowOpened(Event, frozen=True, kw_only=True, tag="bloodberry.window_opened"):
    """A moment of answering came."""

    window: Window


class WindowRenewed(Event, frozen=True, kw_only=True, tag="bloodberry.window_renewed"):
    """What somebody did changed what is left to do; nothing is where there is no window any more."""

    window: Window | None


class Passed(Event, frozen=True, kw_only=True, tag="bloodberry.passed"):
    """Somebody who could have done something did not."""

    character: str
    kind: str
    """The moment of answering."""


class TraitHelped(Event, frozen=True, kw_only=True, tag="bloodberry.trait_helped"):
    """A sublimated trait that fits the act gave its die."""

    character: str
    trait: str
    of: Place
    side: Side
    """As it is after that."""
    dice: int = 1


class EffectUsed(Event, frozen=True, kw_only=True, tag="bloodberry.effect_used"):
    """Somebody announced the effect of a sublimated trait; it may be answered before it works."""

    character: str
    trait: str
    target: str = ""

    @property
    def upon(self) -> str:
        """Return the case of its line."""
        return "target" if self.target and self.target != self.character else "plain"


class EffectWorked(Event, frozen=True, kw_only=True, tag="bloodberry.effect_worked"):
    """The newest announced effect worked."""

    character: str
    trait: str
    effect: str
    """A key of `[labels]`: `own_dice`, `lower_active`, …"""
    target: str = ""
    amount: int = 0
    of: Literal["active", "passive", ""] = ""
    """The side that it changed, if any."""
    side: Side | None = None
    """As it is after that."""
    cancelled: bool = False
    """Whether the result of the judge is void."""


class EffectCancelled(Event, frozen=True, kw_only=True, tag="bloodberry.effect_cancelled"):
    """The newest announced effect was cancelled by 忘却."""

    character: str
    """Whose effect it was."""
    trait: str
    by: str
    spent: str
    """The trait that cancelled it."""
    used: bool
    """Whether it is used up all the same."""


class GaveUp(Event, frozen=True, kw_only=True, tag="bloodberry.gave_up"):
    """Somebody gave a judge up (放棄)."""

    character: str
    of: Place


class JudgeRolled(Event, frozen=True, kw_only=True, tag="bloodberry.judge_rolled"):
    """One side's dice fell, for the first time or again."""

    character: str
    of: Place
    side: Side
    purpose: str
    achievement: int
    needed: int | None = None
    """The difficulty of a basic judge."""
    success: bool | None = None
    """Whether it is reached so far."""
    again: bool = False
    sides: int = 6

    @property
    def faces(self) -> tuple[int, ...]:
        """Return what the dice show."""
        return self.side.faces

    @property
    def circumstances(self) -> tuple[Circumstance, ...]:
        """Return what changed the dice."""
        return tuple(Circumstance(label, dice) for label, dice in self.side.reasons.items())

    @property
    def result(self) -> str:
        """Return the case of its line."""
        outcome = "" if self.needed is None else "success" if self.success else "failure"
        dice = "none" if not self.side.faces else "changed" if self.side.reasons else "plain"
        return f"{outcome}_{dice}" if outcome else dice


class Rerolled(Event, frozen=True, kw_only=True, tag="bloodberry.rerolled"):
    """A roll was set aside for a new one with the same number of dice."""

    character: str
    """Whose dice they are."""
    of: Place
    why: Literal["vigour", "wish", "fairy"]
    cost: int = 0
    """Of vigour."""
    now: int | None = None
    """Vigour left, where some was spent."""


class ResultShown(Event, frozen=True, kw_only=True, tag="bloodberry.result_shown"):
    """The dice of a judge stand; what changes its result may follow."""

    winner: Literal["active", "passive", ""]


class SuccessRefused(Event, frozen=True, kw_only=True, tag="bloodberry.success_refused"):
    """Somebody turned their own success into a failure."""

    character: str
    of: Place


class JudgeDecided(Event, frozen=True, kw_only=True, tag="bloodberry.judge_decided"):
    """A judge came to its result."""

    character: str
    """The active side, or the only one."""
    opponent: str = ""
    kind: JudgeKind
    achievement: int
    against: int = 0
    """What the other side achieved, or the difficulty."""
    winner: Literal["active", "passive", ""]
    tied: bool = False
    second: str = ""
    """Who came second in an opposed judge (option `tie`)."""
    cancelled: bool = False

    @property
    def result(self) -> str:
        """Return the case of its line."""
        if self.cancelled:
            return "cancelled"
        if self.kind in ("basic", "curse"):
            return "success" if self.winner else "failure"
        if self.tied and self.winner:
            return "tied_second" if self.second else "tied"
        return self.winner or "nobody"


class JudgeClosed(Event, frozen=True, kw_only=True, tag="bloodberry.judge_closed"):
    """A judge came to its result, which the step that follows tells."""

    winner: Literal["active", "passive", ""]
    cancelled: bool = False


class DecidedOtherwise(Event, frozen=True, kw_only=True, tag="bloodberry.decided_otherwise"):
    """The GM let an act succeed without a judge, or decided it by another contest."""

    character: str
    way: Literal["granted", "coin", "janken", "other"]
    success: bool
    opponent: str = ""
    call: Literal["heads", "tails", ""] = ""
    """What was called, where a coin was tossed."""
    coin: Literal["heads", "tails", ""] = ""
    """What it showed."""

    @property
    def result(self) -> str:
        """Return the case of its line."""
        outcome = "success" if self.success else "failure"
        if self.way == "granted":
            return "granted"
        if self.way == "coin" and self.coin:
            return f"tossed_{outcome}"
        return f"{'against_' if self.opponent else ''}{outcome}"


class ContestNamed(Event, frozen=True, kw_only=True, tag="bloodberry.contest_named"):
    """What an act was decided by, in the GM's own words."""

    redactable: ClassVar[bool] = True
    character: str
    text: str


JUDGE_EVENTS: tuple[type[Event], ...] = (
    JudgeBegun,
    WindowOpened,
    WindowRenewed,
    Passed,
    TraitHelped,
    EffectUsed,
    EffectWorked,
    EffectCancelled,
    GaveUp,
    JudgeRolled,
    Rerolled,
    ResultShown,
    SuccessRefused,
    JudgeDecided,
    JudgeClosed,
    DecidedOtherwise,
    ContestNamed,
)

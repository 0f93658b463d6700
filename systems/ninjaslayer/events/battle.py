"""What happens in the part `battle`."""

from typing import Literal

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.battle import Mode, Phase, Result, Slot


class BattleBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.battle_begun"):
    """A battle began."""

    fighters: tuple[str, ...]
    ties: tuple[str, ...]
    boss: bool
    duel: bool
    waiting: tuple[str, ...]
    """Those to be placed on the map, the slowest first."""
    wielded: dict[str, str]
    """The weapons in hand that are others than before."""


class TurnBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.turn_begun"):
    """A turn began: all dodge dice are as the rules give them, whatever was left."""

    turn: int
    slots: tuple[Slot, ...]
    order: tuple[str, ...]
    """The characters of the slots, for the log."""
    dodge_dice: dict[str, int]
    mode: Mode


class HandBegun(Event, frozen=True, kw_only=True, tag="ninjaslayer.hand_begun"):
    """It is the hand of somebody, or of all mobs of one initiative."""

    characters: tuple[str, ...]
    at: int
    """The place in the order of the turn, counted from 0."""


class PhaseEntered(Event, frozen=True, kw_only=True, tag="ninjaslayer.phase_entered"):
    """Somebody went on to a later phase of their hand."""

    character: str
    phase: Phase


class ActionTaken(Event, frozen=True, kw_only=True, tag="ninjaslayer.action_taken"):
    """Some used the one action of a phase."""

    characters: tuple[str, ...]
    phase: Literal["move", "attack"]
    focused: tuple[str, ...] = ()
    """Mobs that are focused, since they did not move (option `mob_focus`)."""


class InstantTaken(Event, frozen=True, kw_only=True, tag="ninjaslayer.instant_taken"):
    """Somebody took an instant action."""

    character: str
    phase: Phase


class WeaponSwitched(Event, frozen=True, kw_only=True, tag="ninjaslayer.weapon_switched"):
    """Somebody has another weapon in hand."""

    character: str
    weapon: str


class Focused(Event, frozen=True, kw_only=True, tag="ninjaslayer.focused"):
    """Somebody entered the focused state."""

    character: str


class Boosted(Event, frozen=True, kw_only=True, tag="ninjaslayer.boosted"):
    """Somebody used the adrenaline boost: in their own attack phase to be focused, else to dodge."""

    character: str
    own_hand: bool


class Guarded(Event, frozen=True, kw_only=True, tag="ninjaslayer.guarded"):
    """Somebody guarded a neighbour."""

    character: str
    target: str
    now: int
    """Dodge dice of the guarded."""


class FullMoved(Event, frozen=True, kw_only=True, tag="ninjaslayer.full_moved"):
    """Somebody gave their action up for more squares."""

    character: str
    squares: int


class RemedyUsed(Event, frozen=True, kw_only=True, tag="ninjaslayer.remedy_used"):
    """Somebody used a remedy."""

    character: str
    target: str
    vitality: int
    """Now."""
    spirit: int


class ActionTried(Event, frozen=True, kw_only=True, tag="ninjaslayer.action_tried"):
    """Somebody took another action: a judgement follows, or it succeeds by itself."""

    character: str
    judged: bool


class AllyCarried(Event, frozen=True, kw_only=True, tag="ninjaslayer.ally_carried"):
    """Somebody took an unconscious ally up."""

    character: str
    target: str


class AllyPutDown(Event, frozen=True, kw_only=True, tag="ninjaslayer.ally_put_down"):
    """Somebody put down whom they carried."""

    character: str
    target: str
    square: str


class HandEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.hand_ended"):
    """The hand of somebody, or of several mobs, is over."""

    characters: tuple[str, ...]


class TurnEnding(Event, frozen=True, kw_only=True, tag="ninjaslayer.turn_ending"):
    """The turn's end began: lasting effects end, the GM places reinforcements."""

    turn: int
    calmed: tuple[str, ...]
    """Those whom an entry's fright leaves."""


class AtmosphereDeclared(Event, frozen=True, kw_only=True, tag="ninjaslayer.atmosphere_declared"):
    """The atmosphere of the next turn was declared."""

    mode: Mode


class FoesArranged(Event, frozen=True, kw_only=True, tag="ninjaslayer.foes_arranged"):
    """The GM chose the order of foes of one initiative."""

    slots: tuple[Slot, ...]
    order: tuple[str, ...]


class BattleJoined(Event, frozen=True, kw_only=True, tag="ninjaslayer.battle_joined"):
    """Some joined the battle; they act from the next turn."""

    characters: tuple[str, ...]
    waiting: tuple[str, ...]
    """Those of them to be placed on the map."""
    boss: bool
    duel_over: bool = False
    """Whether a duel (一騎打ち) is none any more: two alone fight one."""

    @property
    def how(self) -> str:
        """A key of its line's cases."""
        return "duel_over" if self.duel_over else "joined"


class TurnEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.turn_ended"):
    """A turn is over."""

    turn: int


class BattleEnded(Event, frozen=True, kw_only=True, tag="ninjaslayer.battle_ended"):
    """A battle is over: what lasts until its end has ended."""

    result: Result
    fighters: tuple[str, ...]
    turns: int
    broken: dict[str, tuple[str, ...]]
    """Improvised weapons that broke, by their owner."""


BATTLE_EVENTS: tuple[type[Event], ...] = (
    BattleBegun,
    TurnBegun,
    HandBegun,
    PhaseEntered,
    ActionTaken,
    InstantTaken,
    WeaponSwitched,
    Focused,
    Boosted,
    Guarded,
    FullMoved,
    RemedyUsed,
    ActionTried,
    AllyCarried,
    AllyPutDown,
    HandEnded,
    TurnEnding,
    AtmosphereDeclared,
    FoesArranged,
    BattleJoined,
    TurnEnded,
    BattleEnded,
)

"""What can be asked of the part `battle`: a battle's turns, hands and phases, and other actions."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Mode, Phase, Result
from tenmatsu.systems.ninjaslayer.commands.judging import Judged


class BeginBattle(Command, frozen=True, kw_only=True, tag="ninjaslayer.begin_battle"):
    """Begin a battle (戦闘シーケンス): whoever is not on the map yet is deployed, the slowest first."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    fighters: tuple[str, ...] = ()
    """Left out: all who are able."""
    ties: tuple[str, ...] = ()
    """Player characters in the order in which they act at equal initiative; left out: as before."""
    boss: Literal["found", "yes", "no"] = "found"
    """Whether the atmosphere may rise; `found`: where a boss is among the foes."""
    duel: bool = False
    """一騎打ち: two ninjas alone have two hands a turn."""


class EndBattle(Command, frozen=True, kw_only=True, tag="ninjaslayer.end_battle"):
    """End the battle at once."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    result: Result | Literal["found"] = "found"
    """`found`: by who is left standing."""


class Reinforce(Command, frozen=True, kw_only=True, tag="ninjaslayer.reinforce"):
    """Let characters join the battle at a turn's end (増援); they act from the next turn."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    characters: tuple[str, ...]


class SetAtmosphere(Command, frozen=True, kw_only=True, tag="ninjaslayer.set_atmosphere"):
    """Declare the atmosphere of the next turn, at a turn's end."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    mode: Mode


class EndTurnPhase(Command, frozen=True, kw_only=True, tag="ninjaslayer.end_turn_phase"):
    """End the turn's end (ターン終了フェイズ): the next turn begins, or the battle is over."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class ArrangeFoes(Command, frozen=True, kw_only=True, tag="ninjaslayer.arrange_foes"):
    """Choose the order of foes of one initiative who have not acted yet in this turn."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    order: tuple[str, ...]
    """One character of each hand, the first to act first."""


class Wield(Command, frozen=True, kw_only=True, tag="ninjaslayer.wield"):
    """Switch the weapon in hand at the start of one's hand, or say it before the battle."""

    character: str
    weapon: str
    """`unarmed` for bare hands and shuriken."""


class Focus(Command, frozen=True, kw_only=True, tag="ninjaslayer.focus"):
    """Enter the focused state (集中状態) at the start of one's hand; there is no movement phase then."""

    character: str


class BeginPhase(Command, frozen=True, kw_only=True, tag="ninjaslayer.begin_phase"):
    """Go on to a later phase of one's hand."""

    character: str
    phase: Phase


class TakeInstant(Command, frozen=True, kw_only=True, tag="ninjaslayer.take_instant"):
    """Take an instant action (瞬時行動) whose effect the table settles; one a phase."""

    character: str


class AdrenalineBoost(Command, frozen=True, kw_only=True, tag="ninjaslayer.adrenaline_boost"):
    """Be focused in one's own attack phase for spirit (アドレナリン・ブースト), once a battle."""

    character: str


class Guard(Command, frozen=True, kw_only=True, tag="ninjaslayer.guard"):
    """Guard a neighbour (護衛), who gains a dodge die: an other action."""

    character: str
    target: str


class FullMove(Command, frozen=True, kw_only=True, tag="ninjaslayer.full_move"):
    """Give one's action up for D3 squares more (全力移動), which `ninjaslayer.move` then goes."""

    character: str


class UseRemedy(Command, frozen=True, kw_only=True, tag="ninjaslayer.use_remedy"):
    """Use a remedy (スシ, ZBRアドレナリン) on oneself or a neighbour; the GM says what it restores."""

    gm_only: ClassVar[bool] = True
    character: str
    target: str
    vitality: int = 0
    spirit: int = 0
    phase: Literal["move", "attack"] = "attack"
    """Whose action it costs; in the movement phase there is no other movement then."""


class TryAction(Command, frozen=True, kw_only=True, tag="ninjaslayer.try_action"):
    """Take another action (その他の行動) whose judgement the GM sets; left out: it succeeds by itself."""

    gm_only: ClassVar[bool] = True
    character: str
    value: Judged | Literal[""] = ""
    """An ability or a value of the sheet."""
    difficulty: str = "normal"
    dice: int = 0
    """Dice added."""
    quick: int = 0


class CarryAlly(Command, frozen=True, kw_only=True, tag="ninjaslayer.carry_ally"):
    """Take an unconscious neighbour up (かついで運搬する): an other action."""

    character: str
    target: str


class PutDown(Command, frozen=True, kw_only=True, tag="ninjaslayer.put_down"):
    """Put down whom one carries."""

    character: str
    square: str = ""
    """A free square next to one's own; left out: the nearest."""


class EndTurn(Command, frozen=True, kw_only=True, tag="ninjaslayer.end_turn"):
    """End one's hand (手番)."""

    character: str
    together: bool = False
    """Of a mob: whether the hands of all mobs at its initiative end."""


class RunFoes(Command, frozen=True, kw_only=True, tag="ninjaslayer.run_foes"):
    """Let whoever is the NM's take the next step by themselves: mobs, bosses, what they are asked."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    """Whoever is asked: that it is the NM's part is verified where it is decided."""
    answers: ClassVar[frozenset[str]] = frozenset(
        {
            "barrage",
            "cartwheel_to",
            "counter",
            "crushing_pick",
            "deploy",
            "dodge",
            "entry_choice",
            "entry_npc",
            "entry_square",
            "sense_dodge",
            "sense_part",
            "settle_square",
            "sixth_sense",
        }
    )


BATTLE_COMMANDS: tuple[type[Command], ...] = (
    BeginBattle,
    EndBattle,
    Reinforce,
    SetAtmosphere,
    EndTurnPhase,
    ArrangeFoes,
    Wield,
    Focus,
    BeginPhase,
    TakeInstant,
    AdrenalineBoost,
    Guard,
    FullMove,
    UseRemedy,
    TryAction,
    CarryAlly,
    PutDown,
    EndTurn,
    RunFoes,
)

"""A battle in turns, as the state holds it."""

from typing import Literal

import msgspec

Phase = Literal["start", "move", "attack", "end"]
"""手番開始フェイズ, 移動フェイズ, 攻撃フェイズ, 手番終了フェイズ."""
PHASES: tuple[Phase, ...] = ("start", "move", "attack", "end")
Stage = Literal["deploying", "hands", "turn_end", "turn_over"]
"""Placing people, hands (手番), the GM's part of a turn's end, and what follows it by itself."""
Mode = Literal["normal", "hard", "ultra_hard"]
"""アトモスフィア: 通常, ハードモード, ウルトラハードモード."""
MODES: tuple[Mode, ...] = ("normal", "hard", "ultra_hard")
Result = Literal["players_win", "foes_win", "nobody_wins", "undecided"]


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A place in the order of a turn: one character, or all mobs of one initiative together."""

    characters: tuple[str, ...]
    initiative: int
    again: bool = False
    """Whether it is the second hand (手番) of a duel (一騎打ち)."""


class Battle(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A battle (戦闘シーケンス)."""

    turn: int = 0
    """ターン, counted from 1; 0 while people are deployed before the first."""
    stage: Stage = "deploying"
    fighters: tuple[str, ...] = ()
    """All who take part, the fallen too."""
    waiting: tuple[str, ...] = ()
    """Those to be placed on the map, the next first: the slowest before the swift."""
    slots: tuple[Slot, ...] = ()
    """The order of this turn (イニシアチブ)."""
    at: int = 0
    """Whose hand it is: a place in `slots`, below 0 before the first."""
    phases: dict[str, Phase] = {}
    """In which phase of their hand those of the present slot are."""
    ended: tuple[str, ...] = ()
    """Those of the present slot whose hand is over."""
    switched: tuple[str, ...] = ()
    """Those of the present slot who have switched their weapon."""
    instants: dict[str, Phase] = {}
    """In which phase each last took an instant action (瞬時行動), in the present hand."""
    moved: tuple[str, ...] = ()
    """Those of the present slot who have used the one action of their movement phase."""
    acted: tuple[str, ...] = ()
    """Those of the present slot who have used the one action of their attack phase."""
    extra: dict[str, int] = {}
    """Squares of a full move (全力移動) that each may still go."""
    duel: bool = False
    boss: bool = False
    """Whether a boss takes part: the atmosphere may rise."""
    atmosphere: int = 0
    """0 normal, 1 hard, 2 ultra-hard mode."""
    rising: int | None = None
    """The atmosphere declared for the next turn."""
    dkk: int = 0
    """DKK gained in this turn."""
    ties: tuple[str, ...] = ()
    """Player characters in the order in which they act at equal initiative."""

    @property
    def slot(self) -> Slot | None:
        """Whose hands it is."""
        if self.stage != "hands" or not 0 <= self.at < len(self.slots):
            return None
        return self.slots[self.at]

    def phase(self, character: str) -> Phase:
        """Return the phase of a hand."""
        return self.phases.get(character, "start")


class Fought(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The last battle, as it ended."""

    fighters: tuple[str, ...]
    result: Result
    turns: int

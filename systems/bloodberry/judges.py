"""Judges (ジャッジ) under way, what may answer them, and the choices that follow."""

from typing import Literal

import msgspec

JudgeKind = Literal["basic", "opposed", "relation", "curse"]
Data = dict[str, str | int]
"""What a judge carries to the step that follows it."""


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One side of a judge."""

    character: str
    first: str = "passion"
    second: str = "passion"
    """The two standards (基準), abilities."""
    bonus: int = 0
    """Dice added or taken off."""
    reasons: dict[str, int] = {}
    """What changed the dice, by label: traits, affirmations, weaknesses, effects."""
    dice: int = 0
    """Dice to roll, or rolled."""
    faces: tuple[int, ...] = ()
    hit: int = 5
    """The face from which dice count, as they were rolled."""
    rerolled: int = 0
    plus: int = 0
    """Fixed changes of the achievement."""
    fixed: int | None = None
    """An achievement without dice: an embodied curse's, or a difficulty."""
    acted: bool = False
    """Whether they used something before the dice."""
    given_up: bool = False
    """Whether they gave the judge up (放棄): a failure without dice."""
    failed: bool = False
    """Whether they turned their success into a failure."""
    wished: int = 0
    """Rerolls by 明日への願い in this judge."""

    @property
    def achievement(self) -> int:
        """達成値: 5 and 6 counted, and fixed changes; never below 0."""
        if self.fixed is not None:
            return max(0, self.fixed + self.plus)
        return max(0, sum(face >= self.hit for face in self.faces) + self.plus)


class Judge(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A judge (ジャッジ) under way."""

    kind: JudgeKind
    active: Side | None = None
    passive: Side | None = None
    """A basic judge has one side: active where an act is judged, passive where something befalls."""
    difficulty: int = 0
    """Of a basic judge; the strength to reach in a relation check."""
    type: str = ""
    """The type of a relation or curse check."""
    stage: Literal["before", "dice", "result"] = "before"
    asked: bool = False
    """Whether the moment of answering of this stage has come."""
    planned: dict[str, tuple[str, ...]] = {}
    """What people announced beforehand that they do before the dice."""
    fitting: tuple[str, ...] | None = None
    """The traits that fit the act, so that these alone help; None where the table judges that."""
    open: bool = False
    """Whether the sides are asked also where they can only give up or fail on purpose."""
    cancelled: bool = False
    """By 忠告バスター: the result is void."""
    winner: Literal["active", "passive", ""] = ""
    """Which side succeeds, as far as it is known; final for the step that follows."""
    purpose: str = "judge"
    """What the dice are for: a key of `[rolls]`."""
    then: str = ""
    """The step that follows, by name."""
    data: Data = {}

    def side(self, of: str) -> Side | None:
        """Return a side by its name."""
        return self.active if of == "active" else self.passive if of == "passive" else None

    def name_of(self, side: Side) -> str:
        """Return who or what a side is: somebody, or the place of a flag map that bars the way."""
        return side.character or str(self.data.get("place", ""))

    def place_of(self, character: str) -> Literal["active", "passive", ""]:
        """Return which side a character is, `active` or `passive`; empty where neither."""
        if self.active is not None and self.active.character == character:
            return "active"
        return "passive" if self.passive is not None and self.passive.character == character else ""


JUDGE_WINDOWS = ("before_judge", "after_dice", "after_result")
"""The moments of answering of a judge; those of an effect, or of another rule, come before them."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A sublimation effect that was announced and may still be answered by 忘却."""

    character: str
    trait: str
    target: str = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A choice that a rule gives to one person."""

    kind: str
    """A key of `[pending]`: `sublimate`, `passive_win`, `take_over`, `fairy_curse`, …"""
    whom: str
    options: tuple[str, ...]
    data: Data = {}

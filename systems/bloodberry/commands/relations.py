"""What can be asked of relation checks and sublimation."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.people import Ability, RelationType

WinChoice = Literal["raise", "lower", "vigour"]
"""What a passive win is worth: strength +1, strength -1, vigour +1."""


class RelationCheck(Command, frozen=True, kw_only=True, tag="bloodberry.relation_check"):
    """Try to deepen a relation (関係判定); once in an interlude, on somebody else."""

    character: str
    target: str
    """The passive side."""
    check: RelationType
    second: Ability
    """The other standard of the active side, which differs from the type's own."""
    use: tuple[str, ...] = ()
    """What the active side does before the dice without being asked: `help:指輪`, `effect:指輪`, `pass`."""
    open: bool = False
    """Ask the sides also where they can only give up, or fail on purpose."""


class SublimateTrait(Command, frozen=True, kw_only=True, tag="bloodberry.sublimate"):
    """Choose the trait that is sublimated (昇華)."""

    answers: ClassVar[frozenset[str]] = frozenset({"sublimate"})

    character: str
    trait: str


class TakeWin(Command, frozen=True, kw_only=True, tag="bloodberry.take_win"):
    """Choose what the won passive side of a relation check brings."""

    answers: ClassVar[frozenset[str]] = frozenset({"passive_win"})

    character: str
    choice: WinChoice


RELATION_COMMANDS: tuple[type[Command], ...] = (RelationCheck, SublimateTrait, TakeWin)

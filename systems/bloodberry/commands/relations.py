"""What can be asked of relation checks and sublimation."""

from typing import Literal

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.state import Ability, RelationType

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
    """One's own uses before the judge, announced at once: `help:指輪`, `effect:指輪`."""


class SublimateTrait(Command, frozen=True, kw_only=True, tag="bloodberry.sublimate"):
    """Choose the trait that is sublimated (昇華)."""

    answers = frozenset({"sublimate"})

    character: str
    trait: str


class TakeWin(Command, frozen=True, kw_only=True, tag="bloodberry.take_win"):
    """Choose what the won passive side of a relation check brings."""

    answers = frozenset({"passive_win"})

    character: str
    choice: WinChoice


RELATION_COMMANDS: tuple[type[Command], ...] = (RelationCheck, SublimateTrait, TakeWin)

"""Decide relation checks and sublimation."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.relations import SublimateTrait
from tenmatsu.systems.bloodberry.decide.sublimating import choose_trait
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.relations import StrengthChanged, VigourGained
from tenmatsu.systems.bloodberry.state import Person, Relation, State, pair


def find_relation(state: State, one: str, other: str) -> Relation:
    """Return the relation of two people; of strength 0 where none is known."""
    return state.relations.get(pair(one, other)) or Relation()


def set_strength(work: Work, one: str, other: str, strength: int) -> None:
    """Set the strength of a relation, within 0 and the most that it rises to."""
    before = find_relation(work.state, one, other).strength
    now = max(0, min(strength, work.rules.tables.relation.most))
    if now != before:
        work.record(StrengthChanged(one=one, other=other, change=now - before, now=now))


def gain_vigour(work: Work, character: str, amount: int = 1) -> None:
    """Give somebody vigour (気力); what exceeds the most is lost."""
    before = (work.state.people.get(character) or Person()).vigour
    now = max(before, min(before + amount, work.rules.tables.vigour.most))
    work.record(VigourGained(character=character, gained=now - before, now=now))


RELATION_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    SublimateTrait: choose_trait,
}

"""Two people of ブラッドベリー between scenes, whom nothing but their dice keeps busy."""

from typing import Any

from bloodberries import begin, change, make_person, relate
from kit import Play, d6

from tenmatsu.events.table import Rolled
from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.people import Person, Relation, Trait, pair
from tenmatsu.systems.bloodberry.staging import Scene

INQUIRY = RelationCheck(character="a", target="b", check="inquiry", second="grace")
"""Passion and grace of `a` against twice the passion of `b`."""


def own(*traits: str, spent: tuple[str, ...] = ()) -> dict[str, Trait]:
    """Return traits; the spent ones are sublimated, and neither help nor work any more."""
    gone = Trait(sublimated=True, used=True, helped=True)
    return {**dict.fromkeys(traits, Trait()), **dict.fromkeys(spent, gone)}


def make_quiet(**values: Any) -> Person:
    """Return somebody with 2/2/3 who has nothing to answer with: no traits, feats or vigour; with changes."""
    return make_person(**{"traits": {}, "feats": (), "vigour": 0, **values})


def meet(strength: int = 0, options: dict[str, Any] | None = None, **people: Person) -> Play:
    """Return `a` and `b` in an interlude, their relation of this strength."""
    known: dict[str, Any] = {"a": make_quiet(), "b": make_quiet(), **people}
    play = begin(options, relations=relate("a", "b", strength), **known)
    return change(play, scene=Scene(interlude=True))


def check(
    play: Play, active: tuple[int, ...], passive: tuple[int, ...], command: RelationCheck = INQUIRY
) -> Play:
    """
    Make a relation check with these faces of either side; the play's events are all that came of it.

    A player's character on the passive side is asked whether to give up, and does not.
    """
    before = len(play.history)
    asked = play.state.people[command.target].kind == "pc"
    goes_along = [AnswerWindow(character=command.target, use="pass")] if asked else []
    play.given(command, *goes_along, dice=d6(*active, *passive))
    play.events = [event for event in play.history[before:] if not isinstance(event, Rolled)]
    return play


def strength_of(play: Play, one: str = "a", other: str = "b") -> int:
    """Return the strength of two people's relation."""
    relation: Relation = play.state.relations.get(pair(one, other)) or Relation()
    return relation.strength

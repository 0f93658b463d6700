"""Judges of ブラッドベリー with effects that somebody holds, and answers to what they are asked."""

from bloodberries import make_person
from kit import Play

from tenmatsu.systems.bloodberry.commands.judging import AnswerWindow
from tenmatsu.systems.bloodberry.commands.relations import RelationCheck
from tenmatsu.systems.bloodberry.judges import Side
from tenmatsu.systems.bloodberry.people import Ability, Person, RelationType, Trait

SECOND: dict[RelationType, Ability] = {"inquiry": "grace", "banter": "maturity", "allure": "passion"}
"""Another standard for each type of relation check."""
FORGET = "effect:忘却"


def ready(*traits: str) -> dict[str, Trait]:
    """Return sublimated traits whose effects are left, though they have helped in this scene."""
    return dict.fromkeys(traits, Trait(sublimated=True, helped=True))


def fresh(*traits: str) -> dict[str, Trait]:
    """Return sublimated traits that may help and whose effects are left."""
    return dict.fromkeys(traits, Trait(sublimated=True))


def make_forgetter(**values: object) -> Person:
    """Return somebody whose 忘却 is left, and nothing else."""
    return make_person(**{"traits": ready("忘却"), "feats": (), "vigour": 0, **values})


def relate_by(kind: RelationType, *use: str) -> RelationCheck:
    """Return a relation check of `a` with `b`, with what `a` announces."""
    return RelationCheck(character="a", target="b", check=kind, second=SECOND[kind], use=use)


def answer(character: str, use: str = "pass", target: str = "") -> AnswerWindow:
    """Return an answer."""
    return AnswerWindow(character=character, use=use, target=target)


def side_of(play: Play, of: str) -> Side:
    """Return a side of the judge under way."""
    judge = play.state.judge
    assert judge is not None, "no judge is under way"
    side: Side | None = judge.side(of)
    assert side is not None, f"no {of} side"
    return side


def is_used(play: Play, character: str, trait: str) -> bool:
    """Return whether the effect of somebody's trait is used."""
    used: bool = play.state.people[character].traits[trait].used
    return used

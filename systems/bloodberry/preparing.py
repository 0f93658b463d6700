"""What is still missing before play: the steps of making, and how each is taken."""

from collections.abc import Iterator
from typing import Literal, get_args

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.feeling import ROLL
from tenmatsu.systems.bloodberry.decide.making import may_be_fairy
from tenmatsu.systems.bloodberry.decide.ring import is_making, list_ties
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.events.making import Topic
from tenmatsu.systems.bloodberry.state import Draft, Relation, State, pair

TAG = "bloodberry."
Step = Literal["ring", "relations", "points", "traits", "species", "emotions"]
"""A step of making that nobody can leave out; profile and curse are as everybody likes."""


def list_missing(state: State, character: str) -> tuple[Step, ...]:
    """Return the steps that a player's character still lacks, in the order of the rules."""
    person = state.people.get(character)
    if person is not None and person.kind != "pc":
        return ()
    missing: list[Step] = []
    if character not in state.ring:
        missing.append("ring")
    if any(character in tie for tie, _ in list_unnamed(state)):
        missing.append("relations")
    if person is None:
        draft = state.drafts.get(character, Draft())
        missing += () if draft.passion else ("points",)
        missing += () if draft.traits else ("traits",)
        missing.append("species")
    if list_unfelt(state, character):
        missing.append("emotions")
    return tuple(missing)


def list_unnamed(state: State) -> list[tuple[tuple[str, str], bool]]:
    """Return the relations of the ring without a name, and of each whether it is the second of two people."""
    unnamed: list[tuple[tuple[str, str], bool]] = []
    for tie in list_ties(state.ring):
        relation = state.relations.get(pair(*tie), Relation())
        if not relation.kind:
            unnamed.append((tie, False))
        if relation.doubled and not relation.second_kind:
            unnamed.append((tie, True))
    return unnamed


def list_unfelt(state: State, character: str) -> list[str]:
    """Return with whom of the ring a character has a relation without an emotion of theirs, in its order."""
    others = [
        other for tie in list_ties(state.ring) if character in tie for other in tie if other != character
    ]
    return [
        other
        for other in others
        if not state.relations.get(pair(character, other), Relation()).emotions.get(character)
    ]


def list_making_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """
    Yield the next steps before the first scene: of a character, or (for no character) of the GM.

    A character that is not there yet may take the steps one by one, be made in one go, or be the GM's.
    """
    if not is_making(state):
        return
    if not character:
        yield from _list_ring(state)
    elif character not in state.people:
        yield from _list_steps(state, rules, character)
        yield from _list_whole(rules, character)
    else:
        yield from _list_feelings(state, rules, character)


def _list_ring(state: State) -> Iterator[Move]:
    players = tuple(who for who, person in state.people.items() if person.kind == "pc")
    if players and not set(players) <= set(state.ring):
        order = (*state.ring, *(who for who in players if who not in state.ring))
        yield Move(command=f"{TAG}set_ring", fields={"order": order})


def _list_steps(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield each step of a character that was not taken, and profile and curse, which stay open."""
    tables, who = rules.tables, {"character": character}
    draft = state.drafts.get(character, Draft())
    start, most = tables.making.start, tables.making.start + tables.making.points
    if not draft.passion:
        abilities = ("passion", "grace", "maturity")
        points = tuple(OpenField(name, low=start, high=most) for name in abilities)
        yield Move(command=f"{TAG}spend_points", fields=who, open=points)
    if not draft.traits:
        yield Move(command=f"{TAG}choose_traits", fields=who, open=_open_traits(rules))
    if draft.passion and draft.traits:
        yield Move(command=f"{TAG}choose_species", fields={**who, "species": "human"})
        if may_be_fairy(tables, draft.traits):
            feats = OpenField("given_up", choices=tables.classes[draft.class_])
            yield Move(command=f"{TAG}choose_species", fields={**who, "species": "fairy"}, open=(feats,))
    topic = OpenField("topic", choices=get_args(Topic))
    yield Move(command=f"{TAG}write_profile", fields=who, open=(topic, OpenField("text")))


def _open_traits(rules: Rulebook) -> tuple[OpenField, ...]:
    tables = rules.tables
    traits = OpenField("traits", choices=tuple(tables.traits))
    return (traits, OpenField("class", choices=tuple(tables.classes), required=False))


def _list_whole(rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield how a character is made in one go: as a player's, as another person, as an embodied curse."""
    tables, who = rules.tables, {"character": character}
    start, most = tables.making.start, tables.making.start + tables.making.points
    abilities = tuple(OpenField(name, low=start, high=most) for name in ("passion", "grace", "maturity"))
    yield Move(command=f"{TAG}make_character", fields=who, open=(*abilities, *_open_traits(rules)))
    free = tuple(OpenField(name, low=0, required=False) for name in ("passion", "grace", "maturity"))
    yield Move(command=f"{TAG}make_npc", fields=who, open=free)
    figures = tuple(OpenField(name, low=0, required=False) for name in ("doubt", "malice", "unease"))
    yield Move(command=f"{TAG}make_curse", fields=who, open=figures)


def _list_feelings(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character that is there may still settle: a curse, names of relations, emotions."""
    tables, person = rules.tables, state.people[character]
    if person.kind != "pc":
        return
    if not person.cursed:
        curses = tuple(key for keys in tables.curse_table.values() for key in keys)
        entry = OpenField("curse", choices=(ROLL, *curses))
        yield Move(command=f"{TAG}choose_curse", fields={"character": character}, open=(entry,))
    for tie, second in list_unnamed(state):
        if character in tie:
            other = tie[1] if tie[0] == character else tie[0]
            fields = {"character": character, "other": other, **({"second": True} if second else {})}
            entry = OpenField("relation", choices=(ROLL, *tables.relation_table.values()))
            yield Move(command=f"{TAG}name_relation", fields=fields, open=(entry,))
    for other in list_unfelt(state, character):
        entry = OpenField("emotions", choices=(ROLL, *tables.emotion_table.values()))
        yield Move(command=f"{TAG}feel", fields={"character": character, "other": other}, open=(entry,))

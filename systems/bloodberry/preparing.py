"""What is still missing before play: the steps of making, and how each is taken."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.feeling import ROLL
from tenmatsu.systems.bloodberry.decide.making import ABILITIES, may_be_fairy
from tenmatsu.systems.bloodberry.decide.ring import is_making, list_ties
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.people import Draft, Relation, pair
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."
GM = "@gm"


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
    Yield how a character comes to be that is not there yet: in one go, as the GM's, or step by step.

    Its relations of the ring may be named and felt meanwhile.

    For no character, yield the GM's next step.
    """
    if not character:
        yield from _list_ring(state)
    elif character not in state.people:
        yield from _list_whole(rules, character)
        yield from _list_steps(state, rules, character)
        if is_making(state):
            yield from _list_ties(state, rules, character)


def list_settling_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """
    Yield what a player's character that is there (or `@gm`) may still settle before the first scene.

    These are the ring, names of relations, emotions, and a curse.
    """
    if not is_making(state):
        return
    person = state.people.get(character)
    if character == GM:
        yield from _list_ring(state)
    elif person is not None and person.kind == "pc":
        yield from _list_curses(state, rules, character)
        yield from _list_ties(state, rules, character)


def _list_ring(state: State) -> Iterator[Move]:
    """Yield the ring, where some player character is not in it."""
    players = tuple(who for who, person in state.people.items() if person.kind == "pc")
    if players and not set(players) <= set(state.ring) and is_making(state):
        order = (*state.ring, *(who for who in players if who not in state.ring))
        yield Move(command=f"{TAG}set_ring", fields={"order": order})


def _list_whole(rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield how a character is made in one go: as a player's, as another person, as an embodied curse."""
    who = {"character": character}
    yield Move(command=f"{TAG}make_character", fields=who, open=(*_open_points(rules), *_open_traits(rules)))
    for command, names in (("make_npc", ABILITIES), ("make_curse", tuple(rules.tables.curses))):
        figures = tuple(OpenField(name, low=0, required=False) for name in names)
        yield Move(command=f"{TAG}{command}", fields=who, open=figures)


def _list_steps(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield each step of a character that was not taken yet."""
    who, draft = {"character": character}, state.drafts.get(character, Draft())
    if not draft.passion:
        yield Move(command=f"{TAG}spend_points", fields=who, open=_open_points(rules))
    if not draft.traits:
        yield Move(command=f"{TAG}choose_traits", fields=who, open=_open_traits(rules))
    if not draft.passion or not draft.traits:
        return
    species: tuple[OpenField, ...] = (OpenField("species", choices=("human",)),)
    if may_be_fairy(rules.tables, draft.traits):
        feats = OpenField("given_up", choices=rules.tables.classes.get(draft.class_, ()), required=False)
        species = (OpenField("species", choices=("human", "fairy")), feats)
    yield Move(command=f"{TAG}choose_species", fields=who, open=species)


def _open_points(rules: Rulebook) -> tuple[OpenField, ...]:
    making = rules.tables.making
    return tuple(OpenField(name, low=making.start, high=making.start + making.points) for name in ABILITIES)


def _open_traits(rules: Rulebook) -> tuple[OpenField, ...]:
    traits = OpenField("traits", choices=tuple(rules.tables.traits))
    return (traits, OpenField("class", choices=tuple(rules.tables.classes), required=False))


def _list_curses(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    if not state.people[character].cursed:
        curses = (key for keys in rules.tables.curse_table.values() for key in keys)
        entry = OpenField("curse", choices=(ROLL, *curses))
        yield Move(command=f"{TAG}choose_curse", fields={"character": character}, open=(entry,))


def _list_ties(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield the relations of a character that have no name, or for which it feels nothing yet."""
    for tie, second in list_unnamed(state):
        if character in tie:
            other = tie[1] if tie[0] == character else tie[0]
            fields = {"character": character, "other": other, **({"second": True} if second else {})}
            entry = OpenField("relation", choices=(ROLL, *rules.tables.relation_table.values()))
            yield Move(command=f"{TAG}name_relation", fields=fields, open=(entry,))
    for other in list_unfelt(state, character):
        entry = OpenField("emotions", choices=(ROLL, *rules.tables.emotion_table.values()))
        yield Move(command=f"{TAG}feel", fields={"character": character, "other": other}, open=(entry,))

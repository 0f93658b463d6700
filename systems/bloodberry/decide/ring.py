"""Decide the ring of relations between player characters, the names of relations, and first emotions."""

from tenmatsu.systems.bloodberry.commands.making import Feel, NameRelation, SetRing
from tenmatsu.systems.bloodberry.decide.feeling import check_entry, find_entry, find_relation, set_emotions
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.making import RelationNamed, RingSet, Worded
from tenmatsu.systems.bloodberry.people import OWN, pair
from tenmatsu.systems.bloodberry.state import State


def is_making(state: State) -> bool:
    """Return whether no scene has begun yet, so that what was made may still be changed."""
    return state.scene.number == 0


def list_ties(order: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the relations of a ring in order: each with the next, and the last with the first."""
    if len(order) < 2:
        return ()
    ties = zip(order, (*order[1:], order[0]), strict=True)
    return tuple(ties) if len(order) > 2 else ((order[0], order[1]),)


def set_ring(work: Work, command: SetRing) -> None:
    """Tie the player characters in a ring, and name its relations where that was asked."""
    order = command.order
    _check_order(work, order)
    ties = list_ties(order)
    doubled = len(order) == 2 and work.rules.options.small_ring == "two"
    named = (*ties, *ties) if doubled else ties
    entries = tuple(check_entry(work, "relation", entry) for entry in command.relations)
    if entries and len(entries) != len(named):
        refuse(work, "ring_names", count=len(entries), needed=len(named))
    keys = {pair(*tie) for tie in ties}
    old = [tie for tie in list_ties(work.state.ring) if pair(*tie) not in keys]
    work.record(RingSet(order=order, ties=ties, doubled=doubled, loosed=tuple(old)))
    for place, ((one, other), entry) in enumerate(zip(named, entries, strict=False)):
        relation = find_entry(work, "relation", entry, one)
        second = doubled and place > 0
        work.record(RelationNamed(character=one, other=other, relation=relation, second=second))


def _check_order(work: Work, order: tuple[str, ...]) -> None:
    most = work.rules.tables.making.ring_most
    if not 1 <= len(order) <= most:
        refuse(work, "ring_size", count=len(order), most=most)
    for character in order:
        person = work.state.people.get(character)
        if character not in work.table.characters:
            refuse(work, "not_at_table", character=character)
        if person is not None and person.kind != "pc":
            refuse(work, "ring_of_players", character=character)
        if order.count(character) > 1:
            refuse(work, "ring_twice", character=character)
    if not is_making(work.state) and work.state.ring:
        refuse(work, "ring_stays")


def name_relation(work: Work, command: NameRelation) -> None:
    """Name a relation of the ring; once the first scene has begun, its name stays."""
    one, other = command.character, command.other
    relation = find_relation(work, one, other)
    if pair(one, other) not in {pair(*tie) for tie in list_ties(work.state.ring)}:
        refuse(work, "unnamed_relation", character=one, other=other)
    if command.second and not relation.doubled:
        refuse(work, "one_relation", character=one, other=other)
    if (relation.second_kind if command.second else relation.kind) and not is_making(work.state):
        refuse(work, "relation_stays", character=one, other=other)
    entry = check_entry(work, "relation", command.relation, command.words)
    key = find_entry(work, "relation", entry, one)
    work.record(RelationNamed(character=one, other=other, relation=key, second=command.second))
    if key == OWN:
        place, text = 2 if command.second else 1, command.words.strip()
        work.record(Worded(character=one, what="relation", other=other, place=place, text=text))


def feel(work: Work, command: Feel) -> None:
    """Say what one feels in a relation for the first time; later changes come in interludes."""
    relation = find_relation(work, command.character, command.other)
    if command.character in relation.emotions and not is_making(work.state):
        refuse(work, "emotions_stay", character=command.character, other=command.other)
    set_emotions(work, command.character, command.other, command.emotions, command.words)

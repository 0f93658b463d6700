"""Entries of the three tables of making, and what somebody feels in a relation."""

from collections.abc import Mapping
from typing import Literal

from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.making import EmotionsSet, Worded
from tenmatsu.systems.bloodberry.people import OWN, Relation, pair
from tenmatsu.systems.bloodberry.tables import TABLE_SIDES, Tables

TableName = Literal["relation", "emotion", "curse"]
ROLL = "roll"
"""Written in a command where an entry is to be rolled."""

# ---- entries of the tables ----


def check_entry(work: Work, table: TableName, entry: str, words: str = "") -> str:
    """
    Return what one entry is to be: its key, `roll`, or `own` where it is said in own words alone.

    An entry is named by its key or number (`11`; of the curse table `34.2`). Refuse any other.
    """
    if words:
        if entry:
            refuse(work, "entry_and_words", entry=entry)
        if not words.strip():
            refuse(work, "no_words")
        return OWN
    if not entry:
        refuse(work, "no_entry")
    known = _number(work.rules.tables, table)
    if entry != ROLL and entry not in known.values() and entry not in known:
        refuse(work, "unknown_entry", entry=entry, known=tuple(known.values()))
    return known.get(entry, entry)


def roll_entry(work: Work, table: TableName, by: str) -> str:
    """Roll on a table and return the key of the entry."""
    tables = work.rules.tables
    if table == "curse":
        groups = list(tables.curse_table.values())
        group = groups[work.roll((len(groups),), by=by, for_="curse_group")[0] - 1]
        return group[work.roll((len(group),), by=by, for_="curse_table")[0] - 1]
    rows, count = (
        (tables.relation_table, tables.making.relation_dice)
        if table == "relation"
        else (tables.emotion_table, tables.making.emotion_dice)
    )
    return rows[sum(work.roll((TABLE_SIDES,) * count, by=by, for_=f"{table}_table"))]


def find_entry(work: Work, table: TableName, entry: str, by: str) -> str:
    """Return a checked entry, rolled where that was asked."""
    return roll_entry(work, table, by) if entry == ROLL else entry


def _number(tables: Tables, table: TableName) -> Mapping[str, str]:
    """Return the keys of a table by the numbers that stand before them."""
    if table == "curse":
        return {
            f"{group}.{place}": key
            for group, keys in tables.curse_table.items()
            for place, key in enumerate(keys, 1)
        }
    rows = tables.relation_table if table == "relation" else tables.emotion_table
    return {str(number): key for number, key in rows.items()}


# ---- emotions ----


def find_relation(work: Work, character: str, other: str) -> Relation:
    """Return the relation of two people, or refuse."""
    relation = work.state.relations.get(pair(character, other))
    if character == other:
        refuse(work, "relation_with_oneself", character=character)
    if relation is None:
        refuse(work, "no_relation", character=character, other=other)
    return relation


def most_emotions(work: Work, character: str, other: str) -> int:
    """Return how many emotions somebody may have there: two, and twice as many in two relations."""
    relation = work.state.relations.get(pair(character, other), Relation())
    return work.rules.tables.making.emotions_most * (2 if relation.doubled else 1)


def set_emotions(
    work: Work, character: str, other: str, emotions: tuple[str, ...], words: tuple[str, ...] = ()
) -> None:
    """
    Check these emotions, roll where asked, and record that somebody feels just these in a relation.

    Each of `emotions` is a key, a number or `roll`; each text of `words` is one more in own words. A roll
    that repeats what is felt already adds nothing.
    """
    relation = find_relation(work, character, other)
    entries = tuple(check_entry(work, "emotion", entry) for entry in emotions)
    for text in words:
        if not text.strip():
            refuse(work, "no_words")
    names = 2 if relation.doubled else 1
    least, most = work.rules.tables.making.emotions_least * names, most_emotions(work, character, other)
    if not least <= len(entries) + len(words) <= most:
        refuse(work, "emotions_count", character=character, other=other, least=least, most=most)
    _check_distinct(work, entries)
    felt = _roll_each(work, character, entries)
    work.record(EmotionsSet(character=character, other=other, emotions=(*felt, *(OWN for _ in words))))
    for place, text in enumerate(words, len(felt) + 1):
        work.record(Worded(character=character, what="emotion", other=other, place=place, text=text.strip()))


def set_emotion(
    work: Work, character: str, other: str, emotion: str, *, words: str = "", place: int | None = None
) -> None:
    """
    Set one emotion: in the place of an old one, counted from 0, or besides the others.

    `emotion` is a key, a number or `roll`; `words` stand for it where it is in own words. Whether the
    moment allows it is for who calls. A roll that repeats what is felt besides changes nothing.
    """
    relation = find_relation(work, character, other)
    old = relation.emotions.get(character, ())
    entry = check_entry(work, "emotion", emotion, words)
    if place is not None and not 0 <= place < len(old):
        refuse(work, "no_such_emotion", character=character, other=other, count=len(old))
    most = most_emotions(work, character, other)
    if place is None and len(old) >= most:
        refuse(work, "too_many_emotions", character=character, other=other, most=most)
    at = len(old) if place is None else place
    kept = (*old[:at], *old[at + 1 :])
    _check_distinct(work, (*kept, entry))
    rolled = find_entry(work, "emotion", entry, character)
    emotions = old if rolled != OWN and rolled in kept else (*old[:at], rolled, *old[at + 1 :])
    work.record(EmotionsSet(character=character, other=other, emotions=emotions))
    if rolled == OWN:
        text = words.strip()
        work.record(Worded(character=character, what="emotion", other=other, place=at + 1, text=text))


def _check_distinct(work: Work, entries: tuple[str, ...]) -> None:
    named = [entry for entry in entries if entry not in (ROLL, OWN)]
    for entry in named:
        if named.count(entry) > 1:
            refuse(work, "emotion_twice", emotion=entry)


def _roll_each(work: Work, character: str, entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries with those rolled that should be, each emotion once."""
    return tuple(dict.fromkeys(find_entry(work, "emotion", entry, character) for entry in entries))

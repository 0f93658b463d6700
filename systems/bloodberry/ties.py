"""What ties people: their relations as somebody's sheet and the web of relations show them."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.systems.bloodberry.people import OWN, Relation, words_key
from tenmatsu.systems.bloodberry.state import State


class Told(msgspec.Struct, frozen=True):
    """A name of a relation or an emotion: a key of the tables, or somebody's own words."""

    text: str
    typed: bool = False


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """A relation as one of the two sees it."""

    one: str
    other: str
    strength: int
    names: tuple[Told, ...]
    """One, or two where the two have a second relation."""
    feels: tuple[Told, ...]
    """What `one` feels about the other."""
    felt: tuple[Told, ...]
    """What the other feels about them."""


def list_ties(state: State, character: str = "") -> Iterator[Tie]:
    """Yield all relations, or those of a character as they see them, in the order of their making."""
    for key, relation in state.relations.items():
        one, _, other = key.partition("|")
        if character in ("", one):
            yield _make_tie(state, one, other, relation)
        elif character == other:
            yield _make_tie(state, other, one, relation)


def _make_tie(state: State, one: str, other: str, relation: Relation) -> Tie:
    """Return a relation as the first of the two sees it."""
    kinds = [relation.kind, *([relation.second_kind] if relation.doubled else [])]
    return Tie(
        one=one,
        other=other,
        strength=relation.strength,
        names=_tell(state, one, "relation", other, kinds),
        feels=_tell(state, one, "emotion", other, relation.emotions.get(one, ())),
        felt=_tell(state, other, "emotion", one, relation.emotions.get(other, ())),
    )


def _tell(state: State, who: str, what: str, about: str, keys: Sequence[str]) -> tuple[Told, ...]:
    """Return keys, and in place of `own` what stands there in own words, where it still does."""
    words = state.words.get(who, {})
    told: list[Told] = []
    for place, key in enumerate(keys, 1):
        own = words.get(words_key(what, about, place), "") if key == OWN else ""
        if key:
            told.append(Told(own, typed=True) if own else Told(key))
    return tuple(told)

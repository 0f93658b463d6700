"""Hypothesis strategies for events, made from their Struct types."""

from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from tenmatsu.events.base import Event
from tenmatsu.events.table import TABLE_EVENTS

SAFE_INTEGERS = st.integers(-(2**53), 2**53)
"""The whole numbers that every language reads from JSON."""
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | SAFE_INTEGERS | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)

_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    NoneType: st.none(),
    bool: st.booleans(),
    int: SAFE_INTEGERS,
    str: TEXT,
    dict[str, Any]: st.dictionaries(TEXT, JSON_VALUES, max_size=3),
}


def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a field with this annotation."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    parts = get_args(annotation)
    match get_origin(annotation):
        case origin if origin is Literal:
            return st.sampled_from(parts)
        case origin if origin is Union or origin is UnionType:
            return st.one_of([values(part) for part in parts])
        case origin if origin is Annotated:
            return values(parts[0])
        case origin if origin is dict:
            return st.dictionaries(values(parts[0]), values(parts[1]), max_size=3)
        case origin if origin is tuple and parts[-1] is ...:
            return st.lists(values(parts[0]), max_size=4).map(tuple)
        case origin if origin is tuple:
            return st.tuples(*(values(part) for part in parts))
        case _ if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
            return structs(annotation)
        case _:
            raise TypeError(f"no strategy for {annotation!r}")


def events(kind: type[Event]) -> st.SearchStrategy[Any]:
    """Return a strategy for events of one type; fields with a default are sometimes left out."""
    return structs(kind)


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a Struct type."""
    hints = get_type_hints(kind)
    required: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for field in msgspec.structs.fields(kind):
        (required if field.required else optional)[field.name] = values(hints[field.name])
    return st.fixed_dictionaries(required, optional=optional).map(lambda fields: kind(**fields))


table_events = st.sampled_from(TABLE_EVENTS).flatmap(events)
"""Any event of the table."""

"""The kinds of value that a field takes: said in words, and read from text."""

import json
import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from tenmatsu.engine.api import Lang
from tenmatsu.tools.cli.words import say

_TRUE = frozenset({"true", "yes", "on", "はい"})
_FALSE = frozenset({"false", "no", "off", "いいえ"})
_SWITCH = frozenset({"on", "off"})
_NONE = frozenset({"null", "none", "なし"})


class NoFit(Exception):
    """A text is no value of the kind."""


class Kind:
    """What a field takes, as a detail of a sentence."""

    def __init__(self, info: inspect.Type) -> None:
        self._info = info

    def say(self, lang: Lang) -> str:
        """Return it in words."""
        return describe(self._info, lang)


def describe(info: inspect.Type, lang: Lang) -> str:
    """Return in words what a value of this kind is."""
    match info:
        case inspect.Metadata():
            return describe(info.type, lang)
        case inspect.IntType():
            return _number(info, lang)
        case inspect.BoolType():
            return "true / false"
        case inspect.StrType():
            return say("kind_text", lang)
        case inspect.LiteralType():
            return " / ".join(map(str, info.values))
        case inspect.NoneType():
            return "null"
        case inspect.UnionType():
            return say("kind_or", lang).join(describe(one, lang) for one in info.types)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return say("kind_list", lang, item=describe(info.item_type, lang))
        case inspect.TupleType():
            return "[" + ", ".join(describe(one, lang) for one in info.item_types) + "]"
        case inspect.StructType():
            return "{" + ", ".join(field.encode_name for field in info.fields) + "}"
        case inspect.DictType():
            return say("kind_object", lang)
        case _:
            return say("kind_json", lang)


def choices(info: inspect.Type) -> tuple[str, ...]:
    """Return the values among which one is chosen, empty where anything goes."""
    match info:
        case inspect.LiteralType():
            return tuple(map(str, info.values))
        case inspect.BoolType():
            return ("true", "false")
        case inspect.UnionType():
            return tuple(dict.fromkeys(one for part in info.types for one in choices(part)))
        case inspect.Metadata():
            return choices(info.type)
        case _:
            return ()


def is_text(info: inspect.Type) -> bool:
    """Return whether a field takes a text or texts of any content."""
    match info:
        case inspect.StrType():
            return True
        case inspect.UnionType():
            return any(is_text(one) for one in info.types)
        case inspect.Metadata():
            return is_text(info.type)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return is_text(info.item_type)
        case _:
            return False


def takes_names(info: inspect.Type) -> bool:
    """Return whether a field takes texts of any content: as a value, as keys of a mapping, or in objects."""
    return is_text(info.key_type if isinstance(info, inspect.DictType) else info) or holds_objects(info)


def holds_objects(info: inspect.Type) -> bool:
    """Return whether a field takes several objects of a known form."""
    lists = (inspect.ListType, inspect.VarTupleType)
    return isinstance(info, lists) and isinstance(info.item_type, inspect.StructType)


def read(text: str, info: inspect.Type) -> Any:
    """Return the value that a text stands for; text stays text where the field takes one. Raises `NoFit`."""
    match info:
        case inspect.Metadata():
            return read(text, info.type)
        case inspect.StrType():
            return text
        case inspect.IntType():
            return _read_number(text)
        case inspect.BoolType():
            return _read_word(text, {**dict.fromkeys(_TRUE, True), **dict.fromkeys(_FALSE, False)})
        case inspect.NoneType():
            return _read_word(text, dict.fromkeys(_NONE))
        case inspect.LiteralType():
            return _read_word(text, _choices_by_word(info))
        case inspect.UnionType():
            return _read_union(text, info.types)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            return _read_list(text, info.item_type)
        case inspect.DictType():
            return _read_mapping(text, info.value_type)
        case inspect.AnyType():
            return _read_anything(text)
        case _:
            return _read_json(text)


def _read_mapping(text: str, values: inspect.Type) -> Any:
    """Read JSON, or `剣術:4,知覚:2` as one types it; a key may hold a colon itself (`芸能:三味線:3`)."""
    try:
        return _read_json(text)
    except NoFit:
        pairs = [one.rpartition(":") for one in text.strip().strip("{}").split(",") if one.strip()]
    if not pairs or not all(key.strip() and colon for key, colon, _ in pairs):
        raise NoFit
    return {key.strip().strip("\"'"): read(value.strip(), values) for key, _, value in pairs}


def as_written(value: Any) -> str:
    """Return a value as one would write it, shortened."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{…}" if value else "{}"
        case list() | tuple():
            return "[…]" if value else "[]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


def worded(value: Any, info: inspect.Type) -> Any:
    """Return yes and no as the words `on` and `off` where a value is one of just these, else the value."""
    if isinstance(value, bool) and isinstance(info, inspect.LiteralType) and set(info.values) == _SWITCH:
        return "on" if value else "off"
    return value


def _choices_by_word(info: inspect.LiteralType) -> dict[str, Any]:
    if set(info.values) == _SWITCH:
        return {**dict.fromkeys(_TRUE, "on"), **dict.fromkeys(_FALSE, "off")}
    return {str(value): value for value in info.values}


def _number(info: inspect.IntType, lang: Lang) -> str:
    low = info.ge if info.ge is not None else (info.gt + 1 if info.gt is not None else None)
    high = info.le if info.le is not None else (info.lt - 1 if info.lt is not None else None)
    if low is None and high is None:
        return say("kind_number", lang)
    if high is None or math.isinf(high):
        return say("kind_number_from", lang, low=low)
    if low is None:
        return say("kind_number_to", lang, high=high)
    return say("kind_number_between", lang, low=low, high=high)


def _read_number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise NoFit from error


def _read_word(text: str, words: dict[str, Any]) -> Any:
    for word in (text, text.lower()):
        if word in words:
            return words[word]
    raise NoFit


def _read_union(text: str, kinds: Sequence[inspect.Type]) -> Any:
    """Try the narrow kinds first, so that text is taken as text only where nothing else fits."""
    for kind in sorted(kinds, key=lambda one: isinstance(one, inspect.StrType)):
        try:
            return read(text, kind)
        except NoFit:
            continue
    raise NoFit


def _read_list(text: str, item: inspect.Type) -> list[Any]:
    if text.startswith("["):
        try:
            return msgspec.convert(_read_json(text), list[Any])
        except msgspec.ValidationError as error:
            raise NoFit from error
    parts = [part.strip() for part in text.replace("、", ",").split(",")]
    return [read(part, item) for part in parts if part]


def _read_anything(text: str) -> Any:
    """Return JSON as such and any other text as text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _read_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoFit from error

"""Figures of a game: the built-in TOML text, a table's own text laid over it, as one typed Struct."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.toml import read_toml

MOST = 1_000_000
"""The largest figure that a table may set."""
TablesT = TypeVar("TablesT", bound=msgspec.Struct)

_ERROR = re.compile(r"(?P<what>.*?)(?: - at (?:`(?P<key>key)` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.+)`")
_MISSING = re.compile(r"Object missing required field `(.+)`")
_STEP = re.compile(r"\.([^.\[]+)|\[([^\]]*)\]")


def read_tables_text(package: str, name: str = "tables.toml") -> str:
    """Return the exact text of a file of figures in a package."""
    return files(package).joinpath(name).read_bytes().decode("utf-8")


def hash_tables(text: str) -> str:
    """Return the SHA-256 of a text of figures, in hex."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def load_tables(kind: type[TablesT], built_in: str, own: str | None = None) -> TablesT:
    """
    Return the figures in `built_in` with a table's own text laid over them, key by key.

    A list or a single value of the own text replaces the built-in one; rows of a mapping are added.
    Raises `UsageError` where the own text is no TOML, names an unknown field or has a value of another
    kind, with the place and what was expected; a broken built-in text raises `ValueError`.
    """
    base = tomllib.loads(built_in)
    if own is None:
        return msgspec.convert(base, kind, str_keys=True)
    try:
        overlay = read_toml(own)
    except tomllib.TOMLDecodeError as error:
        raise UsageError("tables_syntax", problem=error) from error
    _check_sizes(overlay, "")
    try:
        return msgspec.convert(_lay_over(base, overlay), kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise _explain(kind, base, overlay, error) from error


def check_names(place: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise `UsageError` where one row of the figures names another that is not there."""
    among = list(known)
    for name in names:
        if name not in among:
            raise UsageError("tables_name", place=place, name=name, known=_join(among))


def _check_sizes(value: object, place: str) -> None:
    """Refuse a figure that no game has: it would only make the engine count for ever."""
    if isinstance(value, int) and abs(value) > MOST:
        raise UsageError("tables_size", place=place, value=value, most=f"{MOST:,}")
    if isinstance(value, list):
        for one in cast("list[object]", value):
            _check_sizes(one, place)
    for key, one in (_as_mapping(value) or {}).items():
        _check_sizes(one, f"{place}.{key}".lstrip("."))


def _lay_over(base: Mapping[str, Any], overlay: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in overlay.items():
        under, over = _as_mapping(base.get(key)), _as_mapping(value)
        merged[key] = value if under is None or over is None else _lay_over(under, over)
    return merged


def _as_mapping(value: object) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _explain(
    kind: type[msgspec.Struct], base: dict[str, Any], overlay: dict[str, Any], error: msgspec.ValidationError
) -> UsageError:
    keys = _find_culprit(kind, base, overlay)
    match = _ERROR.fullmatch(str(_fails(kind, _narrow(base, overlay, keys)) or error))
    if match is None:
        return UsageError("tables_value", place=".".join(keys), problem=error)
    what = match["what"]
    steps = _name_steps(match["path"] or "", keys)
    if match["key"]:
        steps = [*steps, *keys[len(steps) :]]
    place = ".".join(steps)
    if unknown := _UNKNOWN.fullmatch(what):
        known = _join(_fields_at(kind, steps))
        return UsageError("tables_unknown", place=".".join([*steps, unknown[1]]), known=known)
    if missing := _MISSING.fullmatch(what):
        return UsageError("tables_missing", place=place, field=missing[1])
    return UsageError("tables_value", place=place, problem=what.replace("`", ""))


def _fails(kind: type[msgspec.Struct], data: dict[str, Any]) -> msgspec.ValidationError | None:
    try:
        msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        return error
    return None


def _find_culprit(kind: type[msgspec.Struct], base: dict[str, Any], overlay: dict[str, Any]) -> list[str]:
    """Return the keys down to the first part of `overlay` that does not fit by itself."""
    keys: list[str] = []
    inner: dict[str, Any] | None = overlay
    below: dict[str, Any] | None = base
    while inner is not None and below is not None:
        wrong = [key for key in inner if _fails(kind, _narrow(base, overlay, [*keys, key]))]
        if not wrong:
            break
        found = wrong[0]
        keys.append(found)
        inner, below = _as_mapping(inner[found]), _as_mapping(below.get(found))
    return keys


def _narrow(base: dict[str, Any], overlay: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    """Return `base` with only the part of `overlay` under `keys` laid over it."""
    part: Any = overlay
    for key in keys:
        part = part[key]
    for key in reversed(keys):
        part = {key: part}
    return _lay_over(base, part)


def _name_steps(path: str, keys: list[str]) -> list[str]:
    """Return msgspec's path with the keys of mappings, which it leaves out, put in."""
    steps: list[str] = []
    for place, match in enumerate(_STEP.finditer(path)):
        step = match[1] or match[2]
        steps.append(keys[place] if step == "..." and place < len(keys) else step)
    return steps


def _fields_at(kind: type[msgspec.Struct], steps: list[str]) -> list[str]:
    """Return the names of the fields that the Struct at the end of `steps` has."""
    info: inspect.Type = inspect.type_info(kind)
    for step in steps:
        if isinstance(info, inspect.StructType):
            info = next((field.type for field in info.fields if field.encode_name == step), info)
        elif isinstance(info, inspect.DictType):
            info = info.value_type
    return [field.encode_name for field in info.fields] if isinstance(info, inspect.StructType) else []


def _join(names: Iterable[str]) -> str:
    return ", ".join(names)

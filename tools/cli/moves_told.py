"""Moves as they are written on the command line: those that differ in one value alone stand on one line."""

import json
import shlex
from collections.abc import Iterable, Iterator
from typing import Any, cast

from tenmatsu.engine.api import Move, OpenField
from tenmatsu.tools.cli.choices import write_fields
from tenmatsu.tools.cli.telling import Teller

Path = tuple[str, int, str]
"""Where a value stands: its field, the place in a list of objects (else −1), the key in the object."""
_Written = dict[Path, tuple[Any, ...]]
"""What may stand in each place: one value, or several to choose from."""
_WHOLE = -1


def tell_moves(moves: Iterable[Move], teller: Teller) -> Iterator[str]:
    """Yield moves by their command, in the order in which each comes first, its help beside the first."""
    by_command: dict[str, list[Move]] = {}
    for move in moves:
        by_command.setdefault(move.command, []).append(move)
    for command, found in by_command.items():
        help_ = teller.command(command)
        for line in _lines(command, found):
            yield f"{line}  — {help_}" if help_ else line
            help_ = ""


def _lines(command: str, moves: list[Move]) -> Iterator[str]:
    """Yield the moves of one command, those that take the same together."""
    alike: dict[tuple[tuple[Path, ...], tuple[str, ...]], list[_Written]] = {}
    for move in moves:
        written = dict(_take_apart(move.fields))
        alike.setdefault((tuple(written), tuple(map(_open, move.open))), []).append(written)
    for (paths, open_), found in alike.items():
        joined = found
        for path in reversed(paths):
            joined = _join(joined, path)
        for one in joined:
            yield " ".join((command, *_put_together(one), *open_))


def _take_apart(fields: dict[str, Any]) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    for key, value in fields.items():
        if not _holds_objects(value):
            yield (key, _WHOLE, ""), (value,)
            continue
        for place, part in enumerate(cast("list[dict[str, Any]]", value)):
            yield from (((key, place, name), (one,)) for name, one in part.items())


def _holds_objects(value: Any) -> bool:
    parts = cast("list[Any]", value) if isinstance(value, list | tuple) else []
    return bool(parts) and all(isinstance(part, dict) and part for part in parts)


def _join(found: list[_Written], path: Path) -> list[_Written]:
    """Return the moves with those made one that differ in this place alone."""
    joined: dict[str, _Written] = {}
    for one in found:
        others = repr([values for at, values in one.items() if at != path])
        before = joined.get(others)
        joined[others] = one if before is None else {**before, path: (*before[path], *one[path])}
    return list(joined.values())


def _put_together(written: _Written) -> Iterator[str]:
    """Yield the fields as they are written, with a bar between what there is to choose from."""
    objects: dict[str, list[dict[str, Any]]] = {}
    for key, place, name in written:
        values = written[key, place, name]
        if place == _WHOLE:
            yield f"{key}={'|'.join(write_fields({'': one})[1:] for one in values)}"
            continue
        parts = objects.setdefault(key, [])
        if place == len(parts):
            parts.append({})
        parts[place][name] = values[0] if len(values) == 1 else "|".join(map(str, values))
    for key, parts in objects.items():
        yield f"{key}={shlex.quote(json.dumps(parts, ensure_ascii=False))}"


def _open(field: OpenField) -> str:
    low, high = field.low, field.high
    if field.choices:
        shown = "|".join(field.choices)
    elif low is not None or high is not None:
        shown = f"{'' if low is None else low}..{'' if high is None else high}"
    else:
        shown = "…"
    return f"{field.name}={shown}" if field.required else f"[{field.name}={shown}]"

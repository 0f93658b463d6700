"""Bend a portable log where one pleases, and make every hash, head and digest of it fit again."""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, cast

from tenmatsu.engine.portable.lines import write_line
from tenmatsu.engine.portable.logged import read_commit

Lines = list[dict[str, Any]]
Choose = Callable[[int], int]
"""Returns a number below the one given; a fuzzer or a strategy chooses."""

_LONG = "あ" * 5000
HOSTILE: Sequence[Any] = (
    None,
    True,
    0,
    1,
    -1,
    255,
    2**31,
    2**53,
    2**63,
    10**30,
    1.5,
    "",
    "0",
    "1",
    "gm",
    "@gm",
    "p1",
    "nobody",
    "a\0b",
    "{0.__class__}",
    "'; DROP TABLE events; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "\x1b[2J\u202e",
    "table.said",
    "table.rolled@99",
    "toy.hurt",
    "o1",
    "h1",
    "00" * 32,
    "x" * 200,
    _LONG,
    [],
    {},
    ["p1"],
    [[6, 7]],
    {"a": {"b": [1]}},
)
"""Values that fit nowhere, or where nobody thought of them."""


def read_lines(data: bytes) -> Lines:
    """Return the lines of a log as values."""
    return [json.loads(line) for line in data.splitlines()]


def mend(lines: Lines) -> bytes:
    """Return the bytes of a log whose hashes follow from its lines, as far as these can be hashed."""
    moved: dict[str, str] = {}
    heads: dict[str, str] = {}
    done: list[bytes] = []
    others: dict[str, str] = {}
    lines = [line for line in lines if "end" not in line]
    for number, line in enumerate(lines, 1):
        one = _moved(line, moved)
        branch = str(one.get("branch"))
        if "commit" in one:
            _rehash(one, heads.get(branch), moved)
            heads[branch] = str(one["commit"])
        elif "branch" in one and one.get("fork"):
            heads.setdefault(branch, str(one["fork"]))
        done.append(write_line(one))
        if "commit" not in one:
            others[str(number)] = sha256(done[-1]).hexdigest()
    with_commits = {str(line.get("branch")) for line in lines if "commit" in line}
    end = {
        "lines": len(done),
        "current": str(_current(lines)),
        "heads": {branch: head for branch, head in heads.items() if branch in with_commits},
        "sha256": sha256(b"".join(done)).hexdigest(),
        "others": others,
    }
    return b"".join(done) + write_line({"end": end})


def _moved(line: dict[str, Any], moved: dict[str, str]) -> dict[str, Any]:
    """Return a line with every hash that changed above it replaced."""
    text = json.dumps(line)
    for old, new in moved.items():
        text = text.replace(old, new)
    return cast("dict[str, Any]", json.loads(text))


def _rehash(line: dict[str, Any], before: str | None, moved: dict[str, str]) -> None:
    line["prev"] = before or "00" * 32
    try:
        found = read_commit("x", line, None, lambda _: True).hash.hex()
    except Exception:  # noqa: BLE001 - what cannot be hashed stays as it is
        return
    if found != line["commit"] and len(str(line["commit"])) == 64:
        moved[str(line["commit"])] = found
    line["commit"] = found


def _current(lines: Lines) -> str:
    """Return the branch of the newest adoption, else the first."""
    best, current = 0, "0"
    for line in lines:
        for item in _items(line):
            event = _decoded(item.get("event"))
            number = event.get("number")
            if event.get("type") == "table.timeline_adopted" and isinstance(number, int) and number > best:
                best, current = number, str(line.get("branch"))
    return current


def _items(line: dict[str, Any]) -> list[dict[str, Any]]:
    items = _list(line.get("open"))
    return [cast("dict[str, Any]", item) for item in items if isinstance(item, dict)]


def _decoded(text: object) -> dict[str, Any]:
    try:
        value: Any = json.loads(text) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def bend(lines: Lines, choose: Choose) -> None:
    """Change one thing somewhere: a line, an item of a commit, or a field within its text."""
    at = choose(len(lines)) if choose(8) == 1 else _commit_at(lines, choose)
    line = lines[at]
    match choose(24):
        case 1:
            lines.insert(1 + choose(len(lines)), json.loads(json.dumps(line)))
        case 2:
            del lines[at]
        case 3:
            bend_value(line, choose)
        case _:
            items = _items(line)
            if not items:
                bend_value(line, choose)
                return
            place = choose(len(items)) if choose(8) == 1 else len(items) - 1 - choose(max(1, len(items) - 2))
            _bend_item(items, place, choose)


def _commit_at(lines: Lines, choose: Choose) -> int:
    """Return where a commit stands that is short enough to be no commitment of rings, else any line."""
    places = [at for at, line in enumerate(lines) if "commit" in line and len(str(line)) < 4000]
    return places[choose(len(places))] if places else 0


def _bend_item(items: list[dict[str, Any]], place: int, choose: Choose) -> None:
    item = items[place]
    kind = next((one for one in ("header", "command", "event") if one in item), "event")
    match choose(16):
        case 1:
            items.insert(choose(len(items) + 1), dict(item))
        case 2:
            del items[place]
        case 3:
            item[kind] = str(HOSTILE[choose(len(HOSTILE))])
        case 4:
            bend_value(item, choose)
        case _:
            value = _decoded(item.get(kind))
            if value:
                bend_value(value, choose)
                item[kind] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _keys(value: Any) -> list[Any]:
    """Return what one may ask a mapping or list for, nothing of any other value."""
    if isinstance(value, dict):
        return list(cast("dict[str, Any]", value))
    return list(range(len(_list(value))))


def _list(value: object) -> list[Any]:
    """Return a list as it is, nothing for any other value."""
    return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


def bend_value(value: dict[str, Any], choose: Choose) -> None:
    """Change one field of a mapping, or one below it."""
    inner: Any = value
    while True:
        keys = _keys(inner)
        if not keys:
            return
        key = keys[choose(len(keys))]
        below: Any = inner[key]
        if not (_keys(below) and choose(4)):
            break
        inner = below
    match choose(6):
        case 5:
            del inner[key]
        case 1 if isinstance(inner, dict):
            inner[str(HOSTILE[choose(len(HOSTILE))])] = below
        case 2 if isinstance(below, int):
            inner[key] = below + (1, -1, 256, 2**31)[choose(4)]
        case 3 if isinstance(below, str):
            inner[key] = below + below[: choose(len(below) + 1)]
        case _:
            inner[key] = HOSTILE[choose(len(HOSTILE))]

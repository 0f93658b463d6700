"""What the program tells of its own work is what the page lists: events, levels, fields, spans."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from docpages import REPOSITORY

ROOMS = ("events", "engine", "projections", "systems", "migrations", "tools")
PAGE = REPOSITORY / "docs/observability.md"
LEVELS = ("debug", "info", "warning")
Told = tuple[str, str, str, frozenset[str]]
"""An event's name, level, logger and fields."""
WHOSE = frozenset(
    {
        "session",
        "branch",
        "number",
        "version",
        "commit",
        "commits",
        "attempt",
        "code",
        "snapshot",
    }
    | {"bytes", "packs", "items", "before", "now", "failures", "sessions", "known", "remade", "healthy"}
    | {"made", "damaged", "events", "name", "position", "alone", "since", "pause", "system", "stream"}
    | {"replicas"}
)
"""Fields of ids, counts, hashes, times and codes. Think twice before one is added: no words, no paths."""


@cache
def _calls() -> tuple[tuple[str, ast.Call, ast.Module], ...]:
    return tuple(_read_calls())


def _read_calls() -> Iterator[tuple[str, ast.Call, ast.Module]]:
    for room in ROOMS:
        for path in sorted((REPOSITORY / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call):
                    yield str(path.relative_to(REPOSITORY)), node, tree


def _text(node: ast.expr) -> str:
    assert isinstance(node, ast.Constant), ast.dump(node)
    assert isinstance(node.value, str)
    return node.value


def _logger(tree: ast.Module) -> str:
    """Return the name under which a module makes its log."""
    (name,) = {
        _text(node.value.args[0])
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "make_log"
    }
    return name


def _fields(call: ast.Call) -> frozenset[str]:
    assert all(one.arg is not None for one in call.keywords), "fields are written out"
    return frozenset(one.arg or "" for one in call.keywords)


def _logged() -> set[Told]:
    found: set[Told] = set()
    for file, call, tree in _calls():
        called = call.func
        if not isinstance(called, ast.Attribute) or getattr(called.value, "id", "") != "_log":
            continue
        assert called.attr in LEVELS, f"{file}: {called.attr}"
        found.add((_text(call.args[0]), called.attr, _logger(tree), _fields(call)))
    return found


def _spans() -> set[tuple[str, frozenset[str]]]:
    return {
        (f"tenmatsu.{_text(call.args[0])}", frozenset(f"tenmatsu.{field}" for field in _fields(call)))
        for _, call, _ in _calls()
        if isinstance(call.func, ast.Name) and call.func.id == "span"
    }


def _rows(head: str) -> list[list[str]]:
    """Return the cells of a table of the page, which begins with this head."""
    table = PAGE.read_text(encoding="utf-8").partition(f"| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def _ticked(cell: str) -> frozenset[str]:
    return frozenset(re.findall("`([^`]+)`", cell))


def test_page_lists_every_event_with_its_level_logger_and_fields() -> None:
    listed = {
        (name.strip("`"), level, logger.strip("`"), _ticked(fields))
        for name, level, logger, fields, _ in _rows("event")
    }

    assert listed == _logged()
    assert len(listed) > 30


def test_event_has_one_name_in_one_place_of_the_page() -> None:
    names = [row[0] for row in _rows("event")]

    assert len(names) == len(set(names))


def test_page_lists_every_span_with_its_attributes() -> None:
    listed = {(name.strip("`"), _ticked(fields)) for name, fields, _ in _rows("span")}

    assert listed == _spans()
    assert len(listed) > 5


def test_fields_hold_ids_counts_hashes_and_codes_alone() -> None:
    assert frozenset[str]().union(*(fields for *_, fields in _logged())) == WHOSE


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_logs_beside_the_programs_log(room: str) -> None:
    adjusting = {"logs.py", "context.py", "spans.py", "follow.py"}
    for path in sorted((REPOSITORY / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "logging.getLogger" not in text or path.name in adjusting, path
        assert "structlog" not in text or path.name == "logs.py", path

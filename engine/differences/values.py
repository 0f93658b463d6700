"""How what the sheets show differs between two states."""

from collections.abc import Iterator, Mapping

import msgspec

from tenmatsu.engine.contract import Sheet, SheetEntry, Value
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.session import Session


class ValueChange(msgspec.Struct, frozen=True):
    """A value that two states hold differently; None where one lacks it."""

    name: str
    """As the sheets show it: `pc1.endurance`."""
    before: Value
    after: Value


class SheetChange(msgspec.Struct, frozen=True, kw_only=True):
    """A value that the sheets at two ends show differently; None where one end lacks it."""

    name: str
    """As for adjustments: `pc1.endurance`."""
    before: Value | tuple[str, ...]
    after: Value | tuple[str, ...]
    character: str = ""
    """Whose it is; empty for the table's own."""
    key: str
    """A key of `[labels]`."""
    group: str = ""
    """The box of the sheet it stands in; empty also for what no sheet shows, but a GM may set."""
    typed: bool = False
    """Whether it stands in somebody's own words."""
    limits: tuple[int | None, int | None] = (None, None)
    """The most it may be at either end."""


class _Shown(msgspec.Struct, frozen=True):
    """One line of a sheet, and what it is as a value to adjust, where it is one."""

    entry: SheetEntry
    character: str
    plain: Value = None


_NOTHING = _Shown(SheetEntry(key="", value=None), "")


def compare_sheets(one: tuple[Session, LineState], other: tuple[Session, LineState]) -> list[SheetChange]:
    """Return what differs between the sheets of two states: the characters', then the table's own."""
    old, new = _show(*one), _show(*other)
    found = (
        _compare(name, old.get(name, _NOTHING), new.get(name, _NOTHING))
        for name in dict.fromkeys([*old, *new])
    )
    changes = [change for change in found if change is not None]
    whose = [*dict.fromkeys(change.character for change in changes if change.character), ""]
    return sorted(changes, key=lambda change: whose.index(change.character))


def _compare(name: str, old: _Shown, new: _Shown) -> SheetChange | None:
    values = old.entry.value, new.entry.value
    if old.plain != new.plain:
        values = old.plain, new.plain
    limits = old.entry.limit, new.entry.limit
    if values[0] == values[1] and (limits[0] == limits[1] or _NOTHING in (old, new)):
        return None
    known = old if new is _NOTHING else new
    return SheetChange(
        name=name,
        before=values[0],
        after=values[1],
        character=known.character,
        key=known.entry.key,
        group=known.entry.group,
        typed=known.entry.typed,
        limits=limits,
    )


def _show(session: Session, state: LineState) -> dict[str, _Shown]:
    """Return all that the sheets show, by name, and behind it what else may be adjusted."""
    if state.game is None:
        return {}
    plain = dict(session.system.adjustable(state.game))
    shown = dict(_entries(session, state, plain))
    for name, value in plain.items():
        if name not in shown:
            character, _, key = name.rpartition(".")
            shown[name] = _Shown(SheetEntry(key=key, value=value), character, value)
    return shown


def _entries(session: Session, state: LineState, plain: Mapping[str, Value]) -> Iterator[tuple[str, _Shown]]:
    for sheet in _sheets(session, state, plain):
        named = set[str]()
        for entry in sheet.entries:
            key = entry.key if entry.key not in named else f"{entry.group}.{entry.key}"
            named.add(key)
            name = f"{sheet.character}.{key}" if sheet.character else key
            yield name, _Shown(entry, sheet.character, plain.get(name))


def _sheets(session: Session, state: LineState, plain: Mapping[str, Value]) -> Iterator[Sheet]:
    """Yield the sheets of all who were ever heard of; none where this release has not the rules."""
    try:
        rules = session.rules(state.table)
    except UsageError:
        return
    owners = (name.rpartition(".")[0] for name in plain)
    for character in dict.fromkeys([*state.table.characters, *owners]):
        if character:
            yield session.system.sheet(state.game, rules, character)
    yield session.system.overview(state.game, rules)

"""The evening in order: sittings, scenes, rounds, forks and undos, with versions and times."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from tenmatsu.engine.contract import SheetEntry
from tenmatsu.engine.history import Entry
from tenmatsu.events import table as t
from tenmatsu.projections.growing import Rows, add_row, each_row
from tenmatsu.projections.projection import Projection
from tenmatsu.projections.walking import Context

MarkKind = Literal[
    "opened",
    "sitting_begun",
    "sitting_ended",
    "scene_begun",
    "scene_ended",
    "round",
    "turn",
    "undone",
    "wound_back",
    "whatif",
    "adopted",
]
_COUNTED: tuple[Literal["round", "turn"], ...] = ("round", "turn")
"""Keys of a game's overview whose change is a mark of its own."""
_FORKS: dict[t.ForkReason, MarkKind] = {"undo": "undone", "ruling": "wound_back", "whatif": "whatif"}


class Mark(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A point of the timeline."""

    kind: MarkKind
    version: int
    commit: str
    """The commit's hash, in hex."""
    at: str
    sitting: int
    scene: int
    """The scene it stands in or is about; 0 outside any."""
    value: str = ""
    """The scene's title, the number of the round, or whose turn it is."""


class Timeline(msgspec.Struct, frozen=True):
    """The marks of a line in order, and where its last entry stands."""

    marks: Rows[Mark] = ()
    version: int = 0
    at: str = ""
    counted: dict[str, str] = {}
    """The round and turn of the game's overview, while it shows them."""


def _shown(entry: SheetEntry) -> str:
    value = entry.value
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def _counted(context: Context) -> dict[str, str]:
    entries = context.system.overview(context.after.game, context.rules).entries
    return {entry.key: shown for entry in entries if entry.key in _COUNTED and (shown := _shown(entry))}


def _of_table(entry: Entry) -> tuple[MarkKind, str] | None:
    match entry.event:
        case t.SessionOpened():
            return "opened", ""
        case t.SessionClosed():
            return "sitting_ended", ""
        case t.SessionResumed():
            return "sitting_begun", ""
        case t.SceneOpened(title=title):
            return "scene_begun", title
        case t.SceneClosed():
            return "scene_ended", ""
        case t.BranchForked(why=why):
            return _FORKS[why], ""
        case t.TimelineAdopted(number=number):
            return "adopted", str(number)
        case _:
            return None


def _news(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[tuple[MarkKind, str]]:
    for kind in _COUNTED:
        value = new.get(kind, "")
        if value and value != old.get(kind):
            yield kind, value


def _fold(state: Timeline, entry: Entry, context: Context) -> Timeline:
    counted = state.counted
    if context.game_changed and context.after.game is not None:
        counted = _counted(context)
    own = _of_table(entry)
    found: list[tuple[MarkKind, str]] = []
    if own is not None:
        found.append(own)
    found.extend(_news(state.counted, counted))
    marks, table = state.marks, context.after.table
    for kind, value in found:
        scene = table.scene if table.in_scene or kind == "scene_ended" else 0
        mark = Mark(
            kind=kind,
            version=entry.version,
            commit=entry.commit,
            at=entry.at,
            sitting=table.sitting,
            scene=scene,
            value=value,
        )
        marks = add_row(marks, mark)
    return Timeline(marks, entry.version, entry.at or state.at, counted)


TIMELINE = Projection(name="timeline", state=Timeline, start=Timeline, fold=_fold)


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A sitting or scene from its beginning to its end."""

    number: int
    title: str = ""
    first: int
    last: int
    """Its last version, or the line's while it is still open."""
    began: str
    ended: str
    is_open: bool


def marks_of(state: Timeline) -> list[Mark]:
    """Return the marks in order."""
    return list(each_row(state.marks))


def sittings_of(state: Timeline) -> list[Span]:
    """Return the sittings in order."""
    return _spans(state, ("opened", "sitting_begun"), "sitting_ended")


def scenes_of(state: Timeline) -> list[Span]:
    """Return the scenes in order."""
    return _spans(state, ("scene_begun",), "scene_ended")


def _spans(state: Timeline, begin: tuple[MarkKind, ...], end: MarkKind) -> list[Span]:
    spans: list[Span] = []
    for mark in each_row(state.marks):
        if mark.kind in begin:
            number = mark.scene if end == "scene_ended" else mark.sitting
            span = Span(
                number=number,
                title=mark.value,
                first=mark.version,
                last=state.version,
                began=mark.at,
                ended=state.at,
                is_open=True,
            )
            spans.append(span)
        elif mark.kind == end and spans and spans[-1].is_open:
            closed = msgspec.structs.replace(spans[-1], last=mark.version, ended=mark.at, is_open=False)
            spans[-1] = closed
    return spans

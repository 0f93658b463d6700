"""Gather the story of a line: one walk along what the viewer may see."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version as release_of

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.differences import ValueChange
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer
from tenmatsu.engine.language import Lang
from tenmatsu.engine.marking import read_line_marks, read_markings
from tenmatsu.engine.session import Session
from tenmatsu.events import table as t
from tenmatsu.events.base import Event
from tenmatsu.projections.luck import measure_each
from tenmatsu.projections.marks import Marks, read_disputes, tell_mark
from tenmatsu.projections.names import names_for
from tenmatsu.projections.phrases import tidy_line
from tenmatsu.projections.recap.drawings import list_drawn
from tenmatsu.projections.recap.fights import find_turned, tell_fights
from tenmatsu.projections.recap.shifts import Shifts
from tenmatsu.projections.recap.story import (
    Chapter,
    Figure,
    Line,
    Luckline,
    Person,
    Sitting,
    Story,
    Turned,
)
from tenmatsu.projections.recap.wording import Wording
from tenmatsu.projections.rolls import ROLLS, Rolls, checks_of, rolls_of, without_cards
from tenmatsu.projections.sheets import sheets_of
from tenmatsu.projections.turning import Curve
from tenmatsu.projections.walking import Context, walk


class _Leaf(msgspec.Struct):
    """A chapter being written."""

    scene: int | None
    """The place of the scene's heading among the entries, None outside scenes."""
    steps: list[int]
    number: int = 0
    """Of the scene that goes on from the sitting before."""
    title: str = ""


class _Evening(msgspec.Struct):
    """A sitting being written."""

    number: int
    goes_on: bool
    first: int
    """The place of its first entry."""
    last: int
    leaves: list[_Leaf]
    shifts: Shifts


class _Step(msgspec.Struct, frozen=True):
    """An entry with what was worked out about it on the way."""

    entry: Entry
    changes: tuple[tuple[str, object, object], ...]
    outcome: str
    minor: bool


class _Gatherer:
    """Sorts entries into evenings and chapters; words come when the last names are known."""

    def __init__(self) -> None:
        self.steps: list[_Step] = []
        self.evenings: list[_Evening] = []
        self.rolls: Rolls = ROLLS.start()
        self.state = LineState()

    def take(self, entry: Entry, context: Context) -> None:
        """Take in the next entry."""
        place = len(self.steps)
        changes = _list_changes(context)
        self.steps.append(
            _Step(
                entry,
                tuple((one.name, one.before, one.after) for one in changes),
                _outcome(context),
                _is_minor(entry, context),
            )
        )
        self.rolls = ROLLS.fold(self.rolls, entry, context)
        self.state = context.after
        event = entry.event
        if isinstance(event, t.SessionResumed) or not self.evenings:
            goes_on = isinstance(event, t.SessionResumed) and event.scenario_goes_on
            number = max(context.after.table.sitting, 1)
            self.evenings.append(_Evening(number, goes_on, place, place, [], Shifts()))
        evening = self.evenings[-1]
        evening.last = place
        if isinstance(event, t.SceneOpened):
            if not any(leaf.scene is not None for leaf in evening.leaves):
                evening.shifts.settle()
            evening.leaves.append(_Leaf(place, []))
        else:
            self._leaf(evening, context).steps.append(place)
        for one in changes:
            evening.shifts.add(one, entry)

    @staticmethod
    def _leaf(evening: _Evening, context: Context) -> _Leaf:
        """Return the chapter that an entry belongs to: a scene's own until it is closed."""
        newest = evening.leaves[-1] if evening.leaves else None
        table = context.before.table
        if newest is None and table.in_scene:
            newest = _Leaf(None, [], table.scene, table.scene_title)
        elif newest is None or (not table.in_scene and (newest.scene is not None or newest.number)):
            newest = _Leaf(None, [])
        else:
            return newest
        evening.leaves.append(newest)
        return newest


def _list_changes(context: Context) -> tuple[ValueChange, ...]:
    """Return the changed values, but of a figure that is gone: what it had has not changed."""
    changes = context.changes()
    if all(one.after is not None for one in changes):
        return changes
    there = {"", *(name.rpartition(".")[0] for name in context.values)}
    return tuple(one for one in changes if one.after is not None or one.name.rpartition(".")[0] in there)


def _is_minor(entry: Entry, context: Context) -> bool:
    """Return whether an entry is a highlight that comes behind the others."""
    if entry.tag not in context.system.highlights or not isinstance(entry.event, Event):
        return False
    return context.system.is_minor(context.after.game, entry.event)


def _outcome(context: Context) -> str:
    """Return the key of the outcome that the entry brought, if it brought one."""
    if not context.game_changed or context.after.game is None:
        return ""
    outcome = context.system.outcome
    now = outcome(context.after.game)
    if now is None:
        return ""
    old = outcome(context.before.game) if context.before.game is not None else None
    return "" if old is not None and old.result == now.result else now.result


def gather(session: Session, lang: Lang, viewer: Viewer = EVERYTHING, curves: Sequence[Curve] = ()) -> Story:
    """Return the story of the session's line as a viewer may be told it; the curves are that viewer's own."""
    gatherer = _Gatherer()
    for entry, context in walk(session, viewer):
        gatherer.take(entry, context)
    names = {key: tidy_line(name) for key, name in names_for(session, viewer, gatherer.state).items()}
    table = gatherer.state.table
    sheets = sheets_of(session, gatherer.state)
    marks = Marks(gatherer.rolls, read_disputes(session, viewer), read_markings(session, viewer))
    on_line = read_line_marks(session, viewer).get(session.branch, ())
    wording = Wording(session.system, lang, names, sheets, checks_of(gatherer.rolls), table.seats, marks)
    gm = session.system.words().label("gm", lang)
    people = tuple(
        Person(key, names.get(key, key), seat.role, gm if seat.role == "gm" else "")
        for key, seat in table.seats.items()
    )
    figures = tuple(
        Figure(
            key,
            names.get(key, key),
            one.participant,
            names.get(one.participant, one.participant),
            table.is_gm(one.participant),
        )
        for key, one in table.characters.items()
    )
    row = session.branches[session.branch]
    turned = find_turned(curves, wording, lang)
    system = session.system
    sittings = tuple(_sitting(one, gatherer, wording, turned, system) for one in gatherer.evenings)
    named = [step.entry.event for step in gatherer.steps if isinstance(step.entry.event, t.BranchNamed)]
    return Story(
        session=session.id,
        lang=lang,
        title=tidy_line(table.title),
        system=session.system.words().name.say(lang),
        release=f"Tenmatsu {release_of('tenmatsu')}",
        viewer="" if viewer.id is None else names.get(viewer.id, viewer.id),
        whatif=session.is_whatif,
        left=row.is_left and not session.is_whatif,
        line=row.id,
        line_marks=tuple(tell_mark("line_marked", one, lang, names) for one in on_line),
        line_name=next((tidy_line(one.name) for one in reversed(named) if one.branch == row.id), ""),
        people=people,
        figures=figures,
        sittings=sittings,
        head=gatherer.steps[-1].entry.commit if viewer.id is not None else session.head,
        version=len(gatherer.steps),
        fights=tell_fights(curves, sittings, wording, lang),
        drawn=tuple(list_drawn(session, gatherer.state, names, lang)),
    )


def _sitting(
    evening: _Evening,
    gatherer: _Gatherer,
    wording: Wording,
    turned: Mapping[int, Turned],
    system: AnySystem,
) -> Sitting:
    steps = gatherer.steps[evening.first : evening.last + 1]
    lines = {
        place: _mark(wording.line(step.entry, step.changes, step.outcome, minor=step.minor), turned)
        for place, step in enumerate(steps, evening.first)
    }
    first, last = gatherer.steps[evening.first].entry, gatherer.steps[evening.last].entry
    return Sitting(
        number=evening.number,
        began=_time(gatherer, evening.first, evening.last, 1),
        ended=_time(gatherer, evening.last, evening.first, -1),
        goes_on=evening.goes_on,
        chapters=tuple(_chapter(leaf, lines) for leaf in evening.leaves),
        shifts=tuple(wording.shifts(evening.shifts)),
        luck=tuple(_luck(gatherer.rolls, first.version, last.version, wording, system)),
    )


def _mark(line: Line, turned: Mapping[int, Turned]) -> Line:
    mark = turned.get(line.version)
    return line if mark is None else msgspec.structs.replace(line, turned=mark)


def _time(gatherer: _Gatherer, start: int, end: int, step: int) -> str:
    """Return the first time that an entry from `start` towards `end` shows; sealed ones show none."""
    places = range(start, end + step, step)
    return next((at for place in places if (at := gatherer.steps[place].entry.at)), "")


def _chapter(leaf: _Leaf, lines: dict[int, Line]) -> Chapter:
    inside = tuple(lines[place] for place in leaf.steps)
    if leaf.scene is None:
        return Chapter(scene=None, number=leaf.number, title=tidy_line(leaf.title), lines=inside)
    heading = lines[leaf.scene]
    return Chapter(scene=heading, number=heading.number, title=tidy_line(heading.words), lines=inside)


def _luck(rolls: Rolls, first: int, last: int, wording: Wording, system: AnySystem) -> list[Luckline]:
    shown = (roll for roll in rolls_of(rolls) if first <= roll.version <= last)
    thrown = without_cards(shown, system)
    checks = [check for check in checks_of(rolls) if first <= check.version <= last]
    return [
        Luckline(
            who=wording.name(one.id),
            rolls=one.rolls,
            dice=one.dice,
            mean=one.mean,
            expected_mean=one.expected_mean,
            checks=one.checks,
            successes=one.successes,
            expected_successes=one.expected_successes,
            sixes=one.sixes,
            six_sided=one.six_sided,
            retries=one.retries,
            set_aside=one.set_aside,
            entered=one.entered,
            face_luck=one.face_luck,
            check_luck=one.check_luck,
        )
        for one in measure_each(thrown, checks)
    ]

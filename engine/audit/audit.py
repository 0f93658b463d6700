"""Walk a session's lines once and check everything that a log claims."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tenmatsu.engine.audit.again import Again
from tenmatsu.engine.audit.chain import (
    Adoptions,
    Fork,
    LineName,
    Problem,
    check_columns,
    check_fork,
    check_items,
    check_place,
)
from tenmatsu.engine.audit.corrections import Corrections
from tenmatsu.engine.audit.counting import count_people
from tenmatsu.engine.audit.dice import DiceAudit
from tenmatsu.engine.audit.disputes import Disputes
from tenmatsu.engine.audit.moves import Moves, Played, last_played
from tenmatsu.engine.audit.moving import moves_line
from tenmatsu.engine.audit.report import Adjustment, AuditReport, Check, DisputeFound, Failure, Finding, Tally
from tenmatsu.engine.audit.reveals import Reveals
from tenmatsu.engine.audit.rules import RulesCache, decide_again, restate
from tenmatsu.engine.audit.source import StoredCommit, read_stored
from tenmatsu.engine.audit.unlisted import find_unlisted
from tenmatsu.engine.carrying import rulings_in
from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import Commands, is_of_table
from tenmatsu.engine.dice.verify import CheckedLine
from tenmatsu.engine.errors import TenmatsuError, UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.store import BranchRow, SessionRow, Store, lineage
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.tracing import span
from tenmatsu.events.base import Event, Gap, Unknown
from tenmatsu.events.codec import find_event, tag_of
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    Adjusted,
    BranchForked,
    BranchNamed,
    Rolled,
    RulesMoved,
    SessionOpened,
    TimelineAdopted,
)

Progress = Callable[[int], None]


class _Point(msgspec.Struct, frozen=True):
    """Where a walk stands on a line."""

    commit: Commit | None = None
    state: LineState = LineState()
    dice: CheckedLine = CheckedLine()
    whole: bool = True
    """Whether all events before were there and known, so that commands can be decided again."""
    played: Played | None = None


def audit_session(
    store: Store, session: str, *, since: str | None = None, progress: Progress | None = None
) -> AuditReport:
    """
    Audit a session from its rows alone, reading no cache.

    `since` is a head (hex, eight digits of it or more) that somebody kept: the log must still hold
    that commit. Raises `UsageError` for an unknown session.
    """
    if since is not None and _HEAD.fullmatch(since.lower()) is None:
        raise UsageError("head_short", head=since)
    attempt = 1
    while True:
        row = store.find_session(session)
        audit = _Audit(store, row, progress or _no_progress)
        with span("audit", session=row.id):
            report = audit.run(since)
        if report.ok or attempt == _ATTEMPTS or not audit.was_overtaken():
            _log.info("audited", session=row.id, failures=len(report.failures))
            return report
        attempt += 1


_log = make_log("tenmatsu.engine")

_SPECIAL: frozenset[type] = frozenset({Adjusted, BranchForked, Rolled})
_HEAD = re.compile("[0-9a-f]{8,64}")
_ATTEMPTS = 5
"""How often an audit starts anew because somebody played on meanwhile."""


def _no_progress(_commits: int) -> None:
    """Tell nobody."""


class _Audit:
    """One audit under way."""

    def __init__(self, store: Store, row: SessionRow, progress: Progress) -> None:
        self._store = store
        self._row = row
        self._progress = progress
        self._branches = store.branches(row.id)
        self._folder = Folder(find_system(row.system))
        self._commands = Commands(self._folder.system)
        self._rules = RulesCache(self._folder)
        self._tally = Tally()
        self._failures: list[Failure] = []
        self._unchecked: list[Finding] = []
        self._adjustments: list[Adjustment] = []
        self._dice = DiceAudit(self._tally, self._branches)
        self._adoptions = Adoptions()
        self._stored_adoptions = store.adoptions(row.id)
        self._reveals = Reveals(store, row.id, self._branches, whole=row.view is None)
        self._disputes = Disputes(store, row.id, self._branches)
        self._moves = Moves({one.left_head for one in self._stored_adoptions}, self._disputes)
        self._disputed: tuple[DisputeFound, ...] = ()
        self._corrections = Corrections(self._folder.codec)
        self._forks = self._fork_numbers()
        self._points: dict[tuple[str, int], _Point] = {}
        self._hashes: list[str] = []
        self._again = Again(self._branches)

    def was_overtaken(self) -> bool:
        """Return whether a line went on since this audit began: what it read is not of one moment."""
        return self._store.branches(self._row.id) != self._branches

    @property
    def _whole(self) -> bool:
        """Whether the session is here as it is, not as one viewer saw it."""
        return self._row.view is None

    def run(self, since: str | None) -> AuditReport:
        for row in self._branches.values():
            self._walk(row)
        self._check_whole(since)
        current = self._branches.get(self._row.current_branch)
        return AuditReport(
            session=self._row.id,
            system=self._row.system,
            tally=self._tally,
            failures=tuple(self._failures),
            unchecked=tuple(self._unchecked),
            adjustments=tuple(self._adjustments),
            disputes=self._disputed,
            retries=tuple(self._dice.retries.listed()),
            head=current.head_hash.hex() if current else "",
        )

    def _fork_numbers(self) -> dict[str, set[int]]:
        numbers: dict[str, set[int]] = {}
        for row in self._branches.values():
            parent = row.parent
            for _ in self._branches:
                if parent is None or parent not in self._branches:
                    break
                numbers.setdefault(parent, set()).add(row.fork_number)
                parent = self._branches[parent].parent
        return numbers

    def _walk(self, row: BranchRow) -> None:
        """Follow one line from where it leaves its parent to its head."""
        point = (
            _Point(whole=self._whole) if row.parent is None else self._point_at(row.parent, row.fork_number)
        )
        first, keep, name = True, self._forks.get(row.id, set()), LineName(row)
        for stored in read_stored(self._store, self._row.id, row.id):
            if not stored.commit.hash:
                self._fail(
                    "", "versions", ("audit_orphans", {"branch": row.id, "events": len(stored.commit.events)})
                )
                break
            if first:
                self._check_first(row, point, stored)
                first = False
            point = self._follow(point, stored)
            name.see(stored.commit)
            if stored.commit.number in keep:
                self._points[row.id, stored.commit.number] = point
        for problem in name.check():
            self._fail(name.commit or row.head_hash.hex(), "chain", problem)
        if row.id == self._row.current_branch:
            self._disputed = tuple(
                DisputeFound(one.number, one.by, one.about, one.commit, one.answer, one.ruled_by)
                for one in point.state.table.disputes
            )
        end = point.commit
        head = (row.head_number, row.head_version, row.head_hash)
        if end is None or (end.number, end.last_version, end.hash) != head:
            self._fail(row.head_hash.hex(), "versions", ("audit_head_wrong", {"branch": row.id}))
        else:
            self._check_snapshots(row, point)

    def _check_first(self, row: BranchRow, point: _Point, stored: StoredCommit) -> None:
        """Check where a line begins; the session's first line also says which session this is."""
        commit = stored.commit
        said = Fork(find_event(commit.events, BranchForked), find_event(commit.events, BranchNamed))
        is_first = row.id == next(iter(self._branches))
        self._fail_all(commit, "chain", check_fork(self._branches, row, point.commit, commit, said))
        opened = find_event(commit.events, SessionOpened)
        if is_first and (opened is not None or self._whole):
            system = opened.system if opened is not None else None
            claimed = (self._row.system, self._row.opened_at, self._whole)
            if claimed != (system, stored.at, commit.closed is None):
                self._fail(commit.hash.hex(), "versions", ("audit_columns_differ", {"place": "session"}))

    def _point_at(self, branch: str, number: int) -> _Point:
        row = self._branches.get(branch)
        for _ in self._branches:
            if row is None or number > row.fork_number or row.parent is None:
                break
            row = self._branches.get(row.parent)
        return self._points.get((row.id, number), _Point()) if row else _Point()

    def _follow(self, point: _Point, stored: StoredCommit) -> _Point:
        """Check one commit behind a point and return the point behind it."""
        commit, before = stored.commit, point.commit
        self._tally.commits += 1
        self._tally.events += len(commit.events)
        self._hashes.append(commit.hash.hex())
        self._fail_all(commit, "chain", check_items(commit))
        beside = commit.closed if self._whole else commit.pad
        if beside is not None:
            self._fail(commit.hash.hex(), "chain", ("audit_hash_wrong", {}))
        self._fail_all(commit, "versions", check_columns(stored))
        expected = (
            (NO_PREVIOUS, 1, 1)
            if before is None
            else (before.hash, before.number + 1, before.last_version + 1)
        )
        chain, gap = _split(check_place(commit, *expected))
        for code, details in chain:
            self._fail(commit.hash.hex(), "chain", (code, details))
            self._fail(details["missing"], "chain", ("audit_commit_missing", {}))
        self._fail_all(commit, "versions", gap)
        events = self._decode(commit)
        self._adoptions.see(commit, _first(events, TimelineAdopted))
        dice, problems = self._dice.follow(point.dice, stored, events, point.state.table)
        self._fail_all(commit, "dice", [(problem.code, problem.details) for problem in problems])
        self._note_special(commit, events, is_first=before is None or before.branch != commit.branch)
        failed = len(self._failures)
        state, whole = self._check_rules(point, stored, events)
        wrong = list(self._again.see(commit, events, point.state.table))
        if self._whole and len(self._failures) == failed:
            self._fail_all(commit, "rules", wrong)
        self._disputes.see(commit, events)
        self._corrections.see(commit, events, stored.actor, point.state.table)
        self._reveals.see(commit, events, point.state.table)
        count_people(self._tally, self._folder.system, state.table, stored.actor, events)
        played = last_played(point.played, commit, events, stored.actor)
        self._moves.pass_by(commit, state.table, played)
        self._progress(1)
        return _Point(commit, state, dice, whole, played)

    def _decode(self, commit: Commit) -> list[Event | Unknown | None]:
        events = [self._folder.decode(item.data) for item in commit.events]
        for offset, event in enumerate(events):
            version = commit.first_version + offset
            if event is None and commit.closed is None:
                tag = commit.events[offset].tag or "?"
                self._leave(commit, "audit_redacted", {"version": version, "tag": tag})
            elif isinstance(event, Unknown):
                if event.tag and event.tag not in self._folder.codec.types:
                    self._leave(commit, "audit_unknown_event", {"tag": event.tag, "version": version})
                else:
                    self._fail(commit.hash.hex(), "decode", ("audit_not_decoded", {"version": version}))
        return events

    def _note_special(
        self, commit: Commit, events: Sequence[Event | Unknown | None], *, is_first: bool
    ) -> None:
        """Note what a reader should be told; a line leaves another nowhere but in its first commit."""
        ruled = next(iter(rulings_in(events)), None)
        for version, event in enumerate(events, commit.first_version):
            if event.__class__ not in _SPECIAL:
                continue
            if isinstance(event, Adjusted):
                self._adjustments.append(
                    Adjustment(commit.hash.hex(), version, event.name, event.old, event.new, ruled)
                )
            elif isinstance(event, BranchForked):
                self._tally.undos += event.why == "undo"
                if not is_first:
                    self._fail(commit.hash.hex(), "chain", ("audit_fork_wrong", {"branch": commit.branch}))
            elif isinstance(event, Rolled) and event.source in ("imported", "scripted"):
                self._leave(commit, "audit_dice_unproven", {"version": version, "source": event.source})

    def _check_rules(
        self, point: _Point, stored: StoredCommit, events: list[Event | Unknown | None]
    ) -> tuple[LineState, bool]:
        commit = stored.commit
        known = [event for event in events if isinstance(event, Event)]
        gaps = sum(self._corrections.is_gap(item) for item in commit.events) if self._whole else 0
        whole = point.whole and len(known) + gaps == len(events)
        if whole and not gaps and commit.command.data is not None:
            state = self._decide_again(point, stored, known)
            if state is not None:
                return state, True
        elif point.whole and commit.command.data is None:
            self._leave(commit, "audit_command_gone", {"number": commit.number})
        elif self._whole and (point.whole or commit.command.data is not None):
            self._leave(commit, "audit_not_decided", {"number": commit.number})
        try:
            state = self._folder.fold(point.state, _with_gaps(commit, events))
        except TenmatsuError as error:
            self._fail(commit.hash.hex(), "decode", (error.code, error.details))
            return point.state, False
        except Exception:  # noqa: BLE001  # values that somebody bent may break a system in any way
            self._fail(commit.hash.hex(), "decode", ("audit_not_folded", {"number": commit.number}))
            return point.state, False
        return msgspec.structs.replace(state, number=commit.number, hash=commit.hash), whole

    def _decide_again(self, point: _Point, stored: StoredCommit, known: list[Event]) -> LineState | None:
        """Decide the command again; return the state behind it, None where it has to be folded."""
        commit = stored.commit
        data = commit.command.data or b""
        try:
            command = self._commands.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if tag_of(data) in self._commands.types:
                self._fail(commit.hash.hex(), "rules", ("audit_command_unreadable", {}))
            else:
                self._leave(commit, "audit_unknown_command", {"tag": tag_of(data)})
            return None
        if command.as_ != stored.actor:
            self._fail(commit.hash.hex(), "rules", ("audit_actor_differs", {"actor": stored.actor}))
        if moves_line(command):
            self._moves.add(commit, command, known, point.state.table)
        try:
            self._check_figures(point.state.table, command, known)
        except UsageError as error:
            self._leave(commit, f"audit_{error.code}", error.details)
            return None
        try:
            rules = None if is_of_table(command) else self._rules.find(point.state)
        except UsageError as error:
            self._fail(commit.hash.hex(), "rules", (error.code, error.details))
            return None
        self._tally.decided += 1
        wrong, decision = decide_again(self._folder, point.state, rules, command, commit, known)
        if wrong is not None:
            self._fail(commit.hash.hex(), "rules", (wrong, {"number": commit.number}))
            return None
        if decision is None or len(decision.recorded) != len(known):
            return None
        return restate(point.state, decision, commit)

    def _check_figures(self, table: TableState, command: Command, known: list[Event]) -> None:
        """Raise `UsageError` where this release has other figures than a command was decided under."""
        moved = next((event for event in known if isinstance(event, RulesMoved)), None)
        if moved is not None:
            self._folder.check_figures(evolve_table(table, moved))
        elif not is_of_table(command):
            self._folder.check_figures(table)

    def _check_snapshots(self, row: BranchRow, point: _Point) -> None:
        """Compare the newest snapshot of a line with what the log gives."""
        loader = Loader(self._store, self._folder, row.session)
        try:
            state = loader.load(lineage(self._branches, row.id))
        except Exception:  # noqa: BLE001  # what cannot be folded was found on the way
            return
        if (state.table, state.game) != (point.state.table, point.state.game):
            self._fail(row.head_hash.hex(), "versions", ("audit_snapshot_wrong", {"branch": row.id}))

    def _check_whole(self, since: str | None) -> None:
        """Check what only the whole log shows: keys over all lines, adoptions, a kept head."""
        if not self._whole:
            self._unchecked.append(Finding("", "audit_view", {"viewer": self._row.view}))
        for problem in find_unlisted(self._store, self._row.id, self._branches):
            self._fail("", "versions", problem)
        for problem in self._dice.check_whole(("o", "h") if self._whole else ("o",)):
            self._fail("", "dice", problem)
        for commit, problem in self._reveals.check():
            self._fail(commit, "chain", problem)
        self._unchecked += [Finding("", code, details) for code, details in self._dice.given_up()]
        if self._store.spent_places(self._row.id) != self._dice.keys.used:
            self._fail("", "dice", ("audit_keys_differ", {}))
        rows = [(a.number, a.branch, a.left_branch, a.left_head.hex()) for a in self._stored_adoptions]
        for commit, problem in self._adoptions.check(rows, self._row, self._branches):
            self._fail(commit, "chain", problem)
        if self._whole:
            self._check_corrections()
        if self._whole and not any(failure.check == "chain" for failure in self._failures):
            self._check_story()
        if since is not None and not any(known.startswith(since.lower()) for known in self._hashes):
            self._fail("", "chain", ("audit_head_unknown", {"head": since}))

    def _check_corrections(self) -> None:
        """Check what was edited and retracted, and that words are gone only where somebody said so."""
        self._tally.redacted = self._corrections.count
        for commit, problem in self._corrections.check(self._store, self._row.id):
            self._fail(commit, "rules" if problem[0] == "audit_correction_wrong" else "chain", problem)
        for commit, (code, details) in self._corrections.still_there(self._store, self._row.id):
            self._unchecked.append(Finding(commit, code, details))

    def _check_story(self) -> None:
        """Check what hangs on the order of the lines: who moved them, and which rolls stand for others."""
        for commit, problem in (*self._moves.check(), *self._disputes.check()):
            self._fail(commit, "rules", problem)
        for commit, problem in self._dice.retries.check(self._adoptions):
            self._fail(commit, "dice", problem)

    def _fail_all(self, commit: Commit, check: Check, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._fail(commit.hash.hex(), check, problem)

    def _fail(self, commit: str, check: Check, problem: Problem) -> None:
        self._failures.append(Failure(commit, problem[0], problem[1], check))

    def _leave(self, commit: Commit, code: str, details: dict[str, Any]) -> None:
        self._unchecked.append(Finding(commit.hash.hex(), code, details))


def _with_gaps(
    commit: Commit, events: Sequence[Event | Unknown | None]
) -> Iterator[Event | Unknown | Gap | None]:
    """Yield the events, and a gap in place of each that was redacted."""
    for item, event in zip(commit.events, events, strict=True):
        yield Gap(item.tag) if event is None and item.tag else event


def _split(problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
    found = list(problems)
    return [p for p in found if p[0] != "audit_gap"], [p for p in found if p[0] == "audit_gap"]


def _first(events: Sequence[Event | Unknown | None], kind: type[TimelineAdopted]) -> TimelineAdopted | None:
    return next((event for event in events if isinstance(event, kind)), None)

"""Walk a session's lines once and check everything that a log claims."""

import re
from collections.abc import Callable

import msgspec

from tenmatsu.engine.audit.again import Again
from tenmatsu.engine.audit.chain import (
    Adoptions,
    Fork,
    LineName,
    check_fork,
    fork_numbers,
)
from tenmatsu.engine.audit.corrections import Corrections
from tenmatsu.engine.audit.counting import count_people
from tenmatsu.engine.audit.dice import OF_DICE, DiceAudit
from tenmatsu.engine.audit.disputes import Disputes
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.following import Decoded, Follower
from tenmatsu.engine.audit.moves import Moves, Played, last_played
from tenmatsu.engine.audit.noting import check_commit, note_gone, note_special
from tenmatsu.engine.audit.report import AuditReport, DisputeFound, Finding, Tally
from tenmatsu.engine.audit.reveals import Reveals
from tenmatsu.engine.audit.source import StoredCommit, read_stored
from tenmatsu.engine.audit.unlisted import find_unlisted
from tenmatsu.engine.dice.verify import CheckedLine
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.store import BranchRow, SessionRow, Store, lineage
from tenmatsu.engine.tracing import span
from tenmatsu.events.codec import find_event
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    Adjusted,
    BranchForked,
    BranchNamed,
    DisputeOpened,
    Redacted,
    Revealed,
    Rolled,
    SessionOpened,
    SpeechEdited,
    SpeechRetracted,
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
_TOLD_ELSEWHERE: frozenset[type] = frozenset(
    {type(None), DisputeOpened, Revealed, SpeechEdited, SpeechRetracted, Redacted}
)
"""What disputes, corrections and reveals are told by, besides a command that lacks its bytes."""
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
        self._tally = Tally()
        self._found = Findings()
        self._dice = DiceAudit(self._tally, self._branches)
        self._adoptions = Adoptions()
        self._stored_adoptions = store.adoptions(row.id)
        self._reveals = Reveals(store, row.id, self._branches, whole=row.view is None)
        self._disputes = Disputes(store, row.id, self._branches)
        self._moves = Moves({one.left_head for one in self._stored_adoptions}, self._disputes)
        self._disputed: tuple[DisputeFound, ...] = ()
        self._corrections = Corrections(self._folder.codec)
        self._follower = Follower(
            self._folder, self._found, self._tally, self._corrections, self._moves, whole=self._whole
        )
        self._forks = fork_numbers(self._branches)
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
            failures=tuple(self._found.failures),
            unchecked=tuple(self._found.unchecked),
            adjustments=tuple(self._found.adjustments),
            disputes=self._disputed,
            retries=tuple(self._dice.retries.listed()),
            head=current.head_hash.hex() if current else "",
        )

    def _walk(self, row: BranchRow) -> None:
        """Follow one line from where it leaves its parent to its head."""
        point = (
            _Point(whole=self._whole) if row.parent is None else self._point_at(row.parent, row.fork_number)
        )
        first, keep, name = True, self._forks.get(row.id, set()), LineName(row)
        for stored in read_stored(self._store, self._row.id, row.id):
            if not stored.commit.hash:
                self._found.fail(
                    "", "versions", ("audit_orphans", {"branch": row.id, "events": len(stored.commit.events)})
                )
                break
            if first:
                self._check_first(row, point, stored)
                first = False
            point = self._follow(point, stored)
            name.see(stored)
            if stored.commit.number in keep:
                self._points[row.id, stored.commit.number] = point
        for problem in name.check():
            self._found.fail(name.commit or row.head_hash.hex(), "chain", problem)
        if row.id == self._row.current_branch:
            self._disputed = tuple(
                DisputeFound(one.number, one.by, one.about, one.commit, one.answer, one.ruled_by)
                for one in point.state.table.disputes
            )
        end = point.commit
        head = (row.head_number, row.head_version, row.head_hash)
        if end is None or (end.number, end.last_version, end.hash) != head:
            self._found.fail(row.head_hash.hex(), "versions", ("audit_head_wrong", {"branch": row.id}))
        else:
            self._check_snapshots(row, point)

    def _check_first(self, row: BranchRow, point: _Point, stored: StoredCommit) -> None:
        """Check where a line begins; the session's first line also says which session this is."""
        commit = stored.commit
        said = Fork(find_event(commit.events, BranchForked), find_event(commit.events, BranchNamed))
        is_first = row.id == next(iter(self._branches))
        self._found.fail_all(commit, "chain", check_fork(self._branches, row, point.commit, commit, said))
        opened = find_event(commit.events, SessionOpened)
        if is_first and (opened is not None or self._whole):
            system = opened.system if opened is not None else None
            claimed = (self._row.system, self._row.opened_at, self._whole)
            if claimed != (system, stored.at, commit.closed is None):
                self._found.fail(
                    commit.hash.hex(), "versions", ("audit_columns_differ", {"place": "session"})
                )

    def _point_at(self, branch: str, number: int) -> _Point:
        row = self._branches.get(branch)
        for _ in self._branches:
            if row is None or number > row.fork_number or row.parent is None:
                break
            row = self._branches.get(row.parent)
        return self._points.get((row.id, number), _Point()) if row else _Point()

    def _follow(self, point: _Point, stored: StoredCommit) -> _Point:
        """Check one commit behind a point and return the point behind it."""
        commit, before, found = stored.commit, point.commit, self._found
        self._tally.commits += 1
        self._tally.events += len(commit.events)
        self._hashes.append(commit.hash.hex())
        check_commit(found, before, stored, whole=self._whole)
        events = self._folder.decode_items(commit.events)
        kinds = set(map(type, events))
        note_gone(found, commit, events, kinds, self._folder.codec.types)
        adopted = _first_adopted(events) if TimelineAdopted in kinds else None
        self._adoptions.see(commit, adopted)
        dice = point.dice
        if not kinds.isdisjoint(OF_DICE):
            dice, problems = self._dice.follow(dice, stored, events, point.state.table)
            found.fail_all(commit, "dice", [(problem.code, problem.details) for problem in problems])
        if not kinds.isdisjoint(_SPECIAL):
            is_first = before is None or before.branch != commit.branch
            note_special(found, self._tally, commit, events, is_first=is_first)
        failed = len(found.failures)
        state, whole = self._follower.follow(point.state, stored, events, kinds, whole=point.whole)
        wrong = self._again.see(commit, events, point.state.table)
        if self._whole and len(found.failures) == failed:
            found.fail_all(commit, "rules", wrong)
        if commit.command.data is None or not kinds.isdisjoint(_TOLD_ELSEWHERE):
            self._disputes.see(commit, events)
            self._corrections.see(commit, events, stored.actor, point.state.table)
            self._reveals.see(commit, events, point.state.table)
        count_people(self._tally, self._folder.system, state.table, stored.actor, events)
        played = last_played(point.played, commit, kinds, events, stored.actor)
        self._moves.pass_by(commit, state.table, played)
        self._progress(1)
        return _Point(commit, state, dice, whole, played)

    def _check_snapshots(self, row: BranchRow, point: _Point) -> None:
        """Compare the newest snapshot of a line with what the log gives."""
        loader = Loader(self._store, self._folder, row.session)
        try:
            state = loader.load(lineage(self._branches, row.id))
        except Exception:  # noqa: BLE001  # what cannot be folded was found on the way
            return
        if (state.table, state.game) != (point.state.table, point.state.game):
            self._found.fail(row.head_hash.hex(), "versions", ("audit_snapshot_wrong", {"branch": row.id}))

    def _check_whole(self, since: str | None) -> None:
        """Check what only the whole log shows: keys over all lines, adoptions, a kept head."""
        if not self._whole:
            self._found.unchecked.append(Finding("", "audit_view", {"viewer": self._row.view}))
        for problem in find_unlisted(self._store, self._row.id, self._branches):
            self._found.fail("", "versions", problem)
        for problem in self._dice.check_whole(("o", "h") if self._whole else ("o",)):
            self._found.fail("", "dice", problem)
        for commit, problem in self._reveals.check():
            self._found.fail(commit, "chain", problem)
        self._found.unchecked += [Finding("", code, details) for code, details in self._dice.given_up()]
        if self._store.spent_places(self._row.id) != self._dice.keys.used:
            self._found.fail("", "dice", ("audit_keys_differ", {}))
        rows = [(a.number, a.branch, a.left_branch, a.left_head.hex()) for a in self._stored_adoptions]
        for commit, problem in self._adoptions.check(rows, self._row, self._branches):
            self._found.fail(commit, "chain", problem)
        if self._whole:
            self._check_corrections()
        if self._whole and not any(failure.check == "chain" for failure in self._found.failures):
            self._check_story()
        if since is not None and not any(known.startswith(since.lower()) for known in self._hashes):
            self._found.fail("", "chain", ("audit_head_unknown", {"head": since}))

    def _check_corrections(self) -> None:
        """Check what was edited and retracted, and that words are gone only where somebody said so."""
        self._tally.redacted = self._corrections.count
        for commit, problem in self._corrections.check(self._store, self._row.id):
            self._found.fail(commit, "rules" if problem[0] == "audit_correction_wrong" else "chain", problem)
        for commit, (code, details) in self._corrections.still_there(self._store, self._row.id):
            self._found.unchecked.append(Finding(commit, code, details))

    def _check_story(self) -> None:
        """Check what hangs on the order of the lines: who moved them, and which rolls stand for others."""
        for commit, problem in (*self._moves.check(), *self._disputes.check()):
            self._found.fail(commit, "rules", problem)
        for commit, problem in self._dice.retries.check(self._adoptions):
            self._found.fail(commit, "dice", problem)


def _first_adopted(events: Decoded) -> TimelineAdopted | None:
    return next((event for event in events if isinstance(event, TimelineAdopted)), None)

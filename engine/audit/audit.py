"""Walk a session's lines once and check everything that a log claims."""

import re
from collections.abc import Callable, Iterable, Iterator

from tenmatsu.engine.audit.checking import CheckedCommit, LineChecks
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.judging import Judge, Point
from tenmatsu.engine.audit.report import AuditReport, DisputeFound, Finding, Tally
from tenmatsu.engine.audit.unlisted import find_unlisted
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.registry import find_system
from tenmatsu.engine.store import BranchRow, SessionRow, Store, lineage
from tenmatsu.engine.tracing import span

Progress = Callable[[int], None]


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
        of_it = (store, row, self._branches, self._folder, self._found, self._tally)
        self._checks = LineChecks(*of_it)
        self._stored_adoptions = store.adoptions(row.id)
        self._judge = Judge(*of_it, self._checks.adoptions, {one.left_head for one in self._stored_adoptions})
        self._disputed: tuple[DisputeFound, ...] = ()

    def was_overtaken(self) -> bool:
        """Return whether a line went on since this audit began: what it read is not of one moment."""
        return self._store.branches(self._row.id) != self._branches

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
            retries=tuple(self._judge.dice.retries.listed()),
            head=current.head_hash.hex() if current else "",
        )

    def _walk(self, row: BranchRow) -> None:
        """Follow one line from where it leaves its parent to its head."""
        point = self._judge.follow(row, self._told(self._checks.follow(row)))
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

    def _told(self, commits: Iterable[CheckedCommit]) -> Iterator[CheckedCommit]:
        """Yield the commits and tell of each that is done."""
        for checked in commits:
            yield checked
            self._progress(1)

    def _check_snapshots(self, row: BranchRow, point: Point) -> None:
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
        if self._row.view is not None:
            self._found.unchecked.append(Finding("", "audit_view", {"viewer": self._row.view}))
        for problem in find_unlisted(self._store, self._row.id, self._branches):
            self._found.fail("", "versions", problem)
        self._judge.check_dice()
        adoptions = self._checks.adoptions
        rows = [(a.number, a.branch, a.left_branch, a.left_head.hex()) for a in self._stored_adoptions]
        for commit, problem in adoptions.check(rows, self._row, self._branches):
            self._found.fail(commit, "chain", problem)
        self._judge.check_story()
        if since is not None and not adoptions.knows(since.lower()):
            self._found.fail("", "chain", ("audit_head_unknown", {"head": since}))

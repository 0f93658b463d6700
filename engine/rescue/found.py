"""What was found of a session in a damaged database, and how far each of its lines is proven."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

import msgspec

from tenmatsu.engine.audit.chain import check_columns, check_items, check_place
from tenmatsu.engine.audit.source import StoredCommit, make_stored
from tenmatsu.engine.opening import FIRST_BRANCH
from tenmatsu.engine.store.salvage import Row
from tenmatsu.events.codec import find_event
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchNamed, Rolled, SessionOpened, TimelineAdopted

ROWS_DIFFER = "rows_differ"
"""The log is whole, but rows that only repeat it are not as it has them."""
_BEHIND = "behind"
"""What is wrong with a commit that stands behind a damaged one: nothing, but it cannot be proven."""


class Damaged(msgspec.Struct, frozen=True):
    """Where a line can be proven no further."""

    branch: str
    number: int
    commit: str
    """The hash of the damaged commit as it stands there, empty where its row is gone."""
    code: str


class SessionFound:
    """One session under way: its rows, and how far each of its lines is proven."""

    def __init__(self, session: str, rows: Mapping[str, list[Row]]) -> None:
        self.id = session
        self.names = {row[1]: row[2] for row in rows["participants"]}
        self._rows = {str(row[1]): row for row in rows["branches"]}
        self._system = next((str(row[1]) for row in rows["sessions"]), "")
        self.lines: dict[str, list[StoredCommit]] = _stored_commits(session, rows)
        self.proven: dict[str, list[Commit]] = {}
        self.damaged: list[Damaged] = []
        self._prove()
        if self.proven and not self.damaged and not self._agrees(rows):
            self.damaged.append(Damaged("", 0, "", ROWS_DIFFER))
        if not self.proven and not self.damaged and any(rows[name] for name in ("sessions", "events")):
            # every session has a commit that opened it
            self.damaged.append(Damaged(FIRST_BRANCH, 1, "", "audit_head_wrong"))

    def _prove(self) -> None:
        """Follow every line, the oldest first, as far as each commit is whole and stands behind another."""
        ends: dict[bytes, Commit] = {}
        adoptions = 0
        for branch in sorted({*self.lines, *self._rows}, key=lambda one: (len(one), one)):
            good: list[Commit] = []
            for stored in self.lines.get(branch, ()):
                commit = stored.commit
                before = good[-1] if good else ends.get(commit.previous)
                problem = _find_problem(stored, before, is_first=not ends)
                adopted = None if problem else find_event(commit.events, TimelineAdopted)
                if adopted is not None and adopted.number != adoptions + 1:
                    problem = "audit_adoption_wrong"
                if problem:
                    self.damaged.append(Damaged(branch, commit.number, commit.hash.hex(), problem))
                    break
                adoptions += adopted is not None
                good.append(commit)
                ends[commit.hash] = commit
            else:
                self._check_head(branch, good)
            if good:
                self.proven[branch] = good

    def _check_head(self, branch: str, good: list[Commit]) -> None:
        """Note where a line ends before its head, or beside it."""
        row = self._rows.get(branch)
        head = None if row is None else (row[8], row[9], row[10])
        last = good[-1] if good else None
        if last is None or head != (last.number, last.last_version, last.hash):
            number = last.number + 1 if last else 1
            self.damaged.append(Damaged(branch, number, "", "audit_head_wrong"))

    def _agrees(self, rows: Mapping[str, list[Row]]) -> bool:
        """Return whether the rows that only repeat the log say the same as it."""
        adopted = self.adoptions()
        told = [(row[1], row[3], row[4]) for row in rows["sessions"]]
        kept = {tuple(row[1:]) for row in rows["adoptions"]}
        keys = {(row[1], row[2]) for row in rows["keys_spent"]}
        return (
            told == [(self.system, self.current(), len(adopted))]
            and kept == {(one.number, branch, one.left, bytes.fromhex(one.head)) for branch, one in adopted}
            and keys == {(one.ring, one.index) for one in self._rolls() if one.source == "ring"}
        )

    def adoptions(self) -> list[tuple[str, TimelineAdopted]]:
        """Return the adoptions in order, each with the line that was adopted."""
        found = [
            (branch, event)
            for branch, commits in self.proven.items()
            for commit in commits
            if (event := find_event(commit.events, TimelineAdopted)) is not None
        ]
        return sorted(found, key=lambda one: one[1].number)

    def current(self) -> str:
        """Return the current timeline as the adoptions have it."""
        adopted = self.adoptions()
        return adopted[-1][0] if adopted else next(iter(self.proven))

    @property
    def system(self) -> str:
        """The id of the game's system: as the log has it, else the session's row."""
        first = next(iter(self.proven.values()))[0]
        opened = find_event(first.events, SessionOpened)
        return opened.system if opened is not None else self._system

    def _rolls(self) -> Iterator[Rolled]:
        items = (item for line in self.proven.values() for commit in line for item in commit.events)
        return (event for item in items if (event := find_event((item,), Rolled)) is not None)

    def name_of(self, branch: str) -> str:
        """Return a line's name: as its events have it, else its row."""
        named = [find_event(commit.events, BranchNamed) for commit in self.proven[branch]]
        told = [event.name for event in named if event is not None and event.branch == branch]
        row = self._rows.get(branch)
        return told[-1] if told else str(row[7]) if row is not None else ""

    def rest(self) -> Iterator[tuple[StoredCommit, str]]:
        """Yield the commits that are not proven, with what is wrong with each."""
        codes = {(one.branch, one.number): one.code for one in self.damaged}
        for branch, line in self.lines.items():
            for stored in line[len(self.proven.get(branch, ())) :]:
                yield stored, codes.get((branch, stored.commit.number), _BEHIND)


def _stored_commits(session: str, rows: Mapping[str, list[Row]]) -> dict[str, list[StoredCommit]]:
    events: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in sorted(rows["events"], key=lambda row: row[2]):
        events[str(row[1]), row[3]].append(row)
    lines: defaultdict[str, list[StoredCommit]] = defaultdict(list)
    for row in rows["commits"]:
        if all(isinstance(number, int) for number in row[2:5]):
            lines[str(row[1])].append(make_stored(row, events.pop((str(row[1]), row[2]), [])))
    for (branch, number), orphans in events.items():
        lines[branch].append(_without_commit(session, branch, number, orphans))
    for line in lines.values():
        line.sort(key=lambda stored: stored.commit.number)
    return lines


def _without_commit(session: str, branch: str, number: int, events: list[Row]) -> StoredCommit:
    """Return events whose commit's row is gone as a commit that proves nothing."""
    empty = (b"", None, None, "")
    row = (session, branch, number, events[0][2], 0, "", "", "", b"", b"", None, *empty, *empty, None)
    return make_stored(row, events)


def _find_problem(stored: StoredCommit, before: Commit | None, *, is_first: bool) -> str:
    """Return the code of what is wrong with a commit behind another one, nothing where it is whole."""
    commit = stored.commit
    if before is None and not is_first:
        return "audit_previous_wrong"
    place = (before.hash, before.number + 1, before.last_version + 1) if before else (NO_PREVIOUS, 1, 1)
    problems = [*check_items(commit), *check_columns(stored), *check_place(commit, *place)]
    if not problems and commit.closed is not None:
        return "export_view"
    return problems[0][0] if problems else ""

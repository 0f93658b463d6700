"""Go from the state before a commit to the one behind it: decide its command again, else fold its events."""

from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from tenmatsu.engine.audit.checking import CheckedCommit
from tenmatsu.engine.audit.corrections import Corrections
from tenmatsu.engine.audit.findings import Findings
from tenmatsu.engine.audit.moves import Moves
from tenmatsu.engine.audit.moving import moves_line
from tenmatsu.engine.audit.noting import GONE
from tenmatsu.engine.audit.report import Tally
from tenmatsu.engine.audit.rules import RulesCache, decide_again, restate
from tenmatsu.engine.audit.source import Decoded
from tenmatsu.engine.deciding import Commands, is_of_table
from tenmatsu.engine.errors import TenmatsuError, UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Gap, Unknown
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import RulesMoved


class Follower:
    """Follows the state of a line, commit by commit."""

    def __init__(
        self,
        folder: Folder,
        findings: Findings,
        tally: Tally,
        corrections: Corrections,
        moves: Moves,
        *,
        whole: bool,
    ) -> None:
        self._folder = folder
        self._found = findings
        self._tally = tally
        self._corrections = corrections
        self._moves = moves
        self._whole = whole
        self._commands = Commands(folder.system)
        self._rules = RulesCache(folder)

    def follow(self, before: LineState, checked: CheckedCommit, *, whole: bool) -> tuple[LineState, bool]:
        """
        Return the state behind a commit, and whether all events up to it were there and known.

        `whole` says whether all before it were.
        """
        events, kinds, commit = checked.events, checked.kinds, checked.stored.commit
        known, gaps, still = cast("Sequence[Event]", events), 0, whole
        if not kinds.isdisjoint(GONE):
            known = [event for event in events if isinstance(event, Event)]
            gaps = sum(self._corrections.is_gap(item) for item in commit.events) if self._whole else 0
            still = whole and len(known) + gaps == len(events)
        if still and not gaps and commit.command.data is not None:
            state = self._decide_again(before, checked, known)
            if state is not None:
                return state, True
        elif whole and commit.command.data is None:
            self._found.leave(commit, "audit_command_gone", {"number": commit.number})
        elif self._whole and (whole or commit.command.data is not None):
            self._found.leave(commit, "audit_not_decided", {"number": commit.number})
        try:
            state = self._folder.fold(before, _with_gaps(commit, events))
        except TenmatsuError as error:
            self._found.fail(commit.hash.hex(), "decode", (error.code, error.details))
            return before, False
        except Exception:  # noqa: BLE001  # values that somebody bent may break a system in any way
            self._found.fail(commit.hash.hex(), "decode", ("audit_not_folded", {"number": commit.number}))
            return before, False
        return msgspec.structs.replace(state, number=commit.number, hash=commit.hash), still

    def _decide_again(
        self, before: LineState, checked: CheckedCommit, known: Sequence[Event]
    ) -> LineState | None:
        """Decide the command again; return the state behind it, None where it has to be folded."""
        commit, found = checked.stored.commit, self._found
        data = commit.command.data or b""
        try:
            command = self._commands.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if tag_of(data) in self._commands.types:
                found.fail(commit.hash.hex(), "rules", ("audit_command_unreadable", {}))
            else:
                found.leave(commit, "audit_unknown_command", {"tag": tag_of(data)})
            return None
        if command.as_ != checked.stored.actor:
            differs = ("audit_actor_differs", {"actor": checked.stored.actor})
            found.fail(commit.hash.hex(), "rules", differs)
        if moves_line(command):
            self._moves.add(commit, command, known, before.table)
        of_table = is_of_table(command)
        try:
            if RulesMoved in checked.kinds:
                self._folder.check_figures(_moved(before.table, known))
            elif not of_table:
                self._folder.check_figures(before.table)
        except UsageError as error:
            found.leave(commit, f"audit_{error.code}", error.details)
            return None
        try:
            rules = None if of_table else self._rules.find(before)
        except UsageError as error:
            found.fail(commit.hash.hex(), "rules", (error.code, error.details))
            return None
        self._tally.decided += 1
        wrong, decision = decide_again(self._folder, before, rules, command, commit, known, checked.kinds)
        if wrong is not None:
            found.fail(commit.hash.hex(), "rules", (wrong, {"number": commit.number}))
            return None
        if decision is None or len(decision.recorded) != len(known):
            return None
        return restate(before, decision, commit)


def _moved(table: TableState, known: Sequence[Event]) -> TableState:
    """Return the table under the rules to which it moved."""
    return evolve_table(table, next(event for event in known if isinstance(event, RulesMoved)))


def _with_gaps(commit: Commit, events: Decoded) -> Iterator[Event | Unknown | Gap | None]:
    """Yield the events, and a gap in place of each that was redacted."""
    for item, event in zip(commit.events, events, strict=True):
        yield Gap(item.tag) if event is None and item.tag else event

"""Check that undos, rulings and adoptions were done by somebody who might, and left what they say."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.audit.checking import CheckedCommit
from tenmatsu.engine.audit.disputes import Disputes
from tenmatsu.engine.audit.moving import Move, carried_in
from tenmatsu.engine.carrying import carry_disputes, rulings_in
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, DisputeOpened, DisputeRuled, Rolled, TimelineAdopted

PASSED_BY: frozenset[type] = frozenset({BranchForked, TimelineAdopted, DisputeOpened})
"""The events of commits that an undo passes by, to the one before them."""


class Played(msgspec.Struct, frozen=True):
    """The last commit of a line that moved no line and opened no dispute: what an undo leaves behind."""

    number: int
    back_to: bytes
    """The hash of the commit before it."""
    rolls: bool
    actor: str = ""
    rulings: frozenset[int] = frozenset()


def _played(checked: CheckedCommit) -> Played:
    commit = checked.stored.commit
    rolls, actor = Rolled in checked.kinds, checked.stored.actor
    return Played(commit.number, commit.previous, rolls, actor, rulings_in(checked.events))


class _Made(msgspec.Struct, frozen=True):
    """A move as the log tells of it."""

    commit: Commit
    command: Undo | Adopt | Rule
    events: Sequence[Event]
    table: TableState
    """Of the line that it goes on with, before it."""
    adopted: TimelineAdopted


class Moves:
    """Gathers undos, rulings and adoptions, and where the lines stood that they left."""

    def __init__(self, disputes: Disputes) -> None:
        self._disputes = disputes
        self._left: dict[str, tuple[Commit, TableState, Played | None]] = {}
        self._moves: list[_Made] = []

    def leave(self, commit: Commit, table: TableState, played: CheckedCommit | None) -> None:
        """Note the table at a commit at which some adoption left its line, and what was played last."""
        self._left[commit.hash.hex()] = (commit, table, None if played is None else _played(played))

    def add(self, commit: Commit, command: Move, events: Sequence[Event], table: TableState) -> None:
        """Note an undo, ruling or adoption, on the table before it."""
        adopted = next((event for event in events if isinstance(event, TimelineAdopted)), None)
        if adopted is not None and not isinstance(command, Fork):
            self._moves.append(_Made(commit, command, events, table, adopted))

    def check(self) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for those that the table of the left line would have refused."""
        for made in self._moves:
            left = self._left.get(made.adopted.head)
            if left is None:
                continue
            head, table, played = left
            if not self._was_allowed(made, head, table, played):
                yield made.commit.hash.hex(), ("audit_now_refused", {"number": made.commit.number})
            lost = _lost(made, table, played)
            if lost is not None:
                yield made.commit.hash.hex(), ("audit_dispute_lost", {"dispute": lost})

    def _was_allowed(self, made: _Made, head: Commit, table: TableState, played: Played | None) -> bool:
        command = made.command
        seat, is_gm = table.seats.get(command.as_), table.is_gm(command.as_)
        if seat is None or not seat.present or seat.role == "spectator":
            return False
        match command:
            case Adopt():
                return is_gm
            case Rule():
                may = is_gm and table.is_open and made.table.is_gm(command.as_)
                return may and self._fits_dispute(made, command, head, table)
            case Undo():
                return _may_undo(command, table, played)

    def _fits_dispute(self, made: _Made, command: Rule, head: Commit, table: TableState) -> bool:
        """Return whether a ruling is on an open dispute and goes back just before what that is about."""
        dispute = table.find_dispute(command.dispute)
        if dispute is None or dispute.answer is not None:
            return False
        disputed = self._disputes.find(dispute.commit, head.branch, head.number)
        forked = next((event for event in made.events if isinstance(event, BranchForked)), None)
        if disputed is None or forked is None or forked.at != disputed.previous.hex():
            return False
        audiences = [
            item.audience
            for event, item in zip(made.events, made.commit.events, strict=True)
            if isinstance(event, DisputeRuled) and not event.carried
        ]
        return audiences == [dispute.audience]


def _may_undo(command: Undo, table: TableState, played: Played | None) -> bool:
    if played is None or played.number == 1 or command.at != played.back_to.hex():
        return False
    is_gm, options = table.is_gm(command.as_), table.table_options
    if not is_gm and played.actor != command.as_ and options.get("undo_whose", "own") == "own":
        return False
    allowed = options.get("undo", "free")
    return not played.rolls or allowed == "free" or (allowed == "gm" and is_gm)


def _lost(made: _Made, left: TableState, played: Played | None) -> int | None:
    """Return a dispute that was left behind, or carried as it never was; None where all went along."""
    undone = played.rulings if played is not None and isinstance(made.command, Undo) else frozenset[int]()
    due = list(carry_disputes(made.table, left, undone))
    carried = carried_in(made.commit, made.events)
    differing = [one for one in (*due, *carried) if due.count(one) != carried.count(one)]
    for one in differing:
        if isinstance(one.event, (DisputeOpened, DisputeRuled)):
            return one.event.dispute
    return None

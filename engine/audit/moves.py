"""Check that undos and adoptions were done by somebody who might, and left what they say."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.table.commands import Adopt, Undo
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, Rolled, TimelineAdopted


class Played(msgspec.Struct, frozen=True):
    """The last commit of a line that moved no line: what an undo leaves behind."""

    number: int
    back_to: bytes
    """The hash of the commit before it."""
    rolls: bool


def last_played(before: Played | None, commit: Commit, events: list[Event | Unknown | None]) -> Played | None:
    """Return what an undo behind this commit would leave."""
    if any(isinstance(event, (BranchForked, TimelineAdopted)) for event in events):
        return before
    rolls = any(isinstance(event, Rolled) for event in events)
    return Played(commit.number, commit.previous, rolls)


class Moves:
    """Gathers undos and adoptions, and where the lines stood that they left."""

    def __init__(self, heads: set[bytes]) -> None:
        self._heads = heads
        self._left: dict[str, tuple[TableState, Played | None]] = {}
        self._moves: list[tuple[Commit, Undo | Adopt, str]] = []

    def pass_by(self, commit: Commit, table: TableState, played: Played | None) -> None:
        """Note the table at a commit, where some adoption left its line there."""
        if commit.hash in self._heads:
            self._left[commit.hash.hex()] = (table, played)

    def add(self, commit: Commit, command: Undo | Adopt, adopted: TimelineAdopted) -> None:
        """Note an undo or adoption."""
        self._moves.append((commit, command, adopted.head))

    def check(self) -> Iterator[tuple[str, Problem]]:
        """Yield (commit, problem) for those that the table of the left line would have refused."""
        for commit, command, head in self._moves:
            left = self._left.get(head)
            if left is not None and not _was_allowed(command, *left):
                yield commit.hash.hex(), ("audit_now_refused", {"number": commit.number})


def _was_allowed(command: Undo | Adopt, table: TableState, played: Played | None) -> bool:
    seat, is_gm = table.seats.get(command.as_), table.is_gm(command.as_)
    if seat is None or not seat.present or seat.role == "spectator":
        return False
    if isinstance(command, Adopt):
        return is_gm
    if played is None or played.number == 1 or command.at != played.back_to.hex():
        return False
    allowed = table.table_options.get("undo", "free")
    return not played.rolls or allowed == "free" or (allowed == "gm" and is_gm)

"""A line of a session as it is read: where it stands, its states, sheets and choices, now or then."""

from copy import copy
from typing import Any, Self

import msgspec

from tenmatsu.engine.contract import AnySystem, Move, Pending, Sheet
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.dice.links import last_shown, links_left_behind
from tenmatsu.engine.dice.retries import Retries, rolls_left_behind
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.loading import Loader
from tenmatsu.engine.naming import find_named
from tenmatsu.engine.registry import commands_of, folder_of
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.store import BranchRow, Segment, SessionRow, Store, ancestry, lineage
from tenmatsu.engine.table.state import LastLink, TableState
from tenmatsu.events.table import EntropyAdded


class Line:
    """
    One line of a session: the current timeline, or a branch named at its opening.

    `Session` plays on it.
    """

    def __init__(
        self,
        store: Store,
        row: SessionRow,
        system: AnySystem,
        branch: str | None = None,
        *,
        dice_secret: bytes | None = None,
    ) -> None:
        self.store = store
        self._row = row
        self.id = row.id
        self.system = system
        self.folder: Folder = folder_of(system)
        self.commands: Commands = commands_of(system)
        self.view = row.view
        self.dice_secret = dice_secret
        self._loader = Loader(store, self.folder, row.id)
        self._pinned = branch
        self._rules: tuple[TableState, Rules[Any, Any]] | None = None
        self.reload()

    def reload(self) -> None:
        """Read the line anew: another process may have played on, undone or adopted."""
        opened = self.store.opened(self.id)
        pinned = None if self._pinned is None else find_named(opened.branches.values(), self._pinned)
        branch = pinned or opened.current_branch
        row = opened.branches[branch]
        state = self._loader.load(lineage(opened.branches, branch))
        # nothing is changed before all of it is read
        self.current_branch, self.branches = opened.current_branch, opened.branches
        self._redactions, self._spent, self._seeds = opened.redactions, opened.spent_keys, opened.seeds
        self._pinned, self.branch = pinned, branch  # by its id: its name may be another's later
        self.state = msgspec.structs.replace(state, number=row.head_number, hash=row.head_hash)
        self._retries: Retries | None = None
        self._links_elsewhere: dict[str, EntropyAdded] | None = None

    def follow_current(self) -> None:
        """Stand on the session's current timeline from here on."""
        self._pinned = None
        self.reload()

    @property
    def table(self) -> TableState:
        """The table's state now."""
        return self.state.table

    @property
    def game(self) -> Any:
        """The game's state now, a Struct of the system."""
        return self.state.game

    @property
    def version(self) -> int:
        """The version of the line's last event."""
        return self.state.version

    @property
    def head(self) -> str:
        """The hash of the line's last commit, in hex."""
        return self.state.hash.hex()

    @property
    def is_current(self) -> bool:
        """Whether this is the timeline the table plays on."""
        return self.branch == self.current_branch

    @property
    def is_whatif(self) -> bool:
        """Whether this is a what-if line that the table never adopted."""
        return self.table.forked == "whatif" and not self.table.adopted

    def names(self) -> dict[str, str]:
        """Return the names of participants and characters by id."""
        return {**self.store.names(self.id), **self.table.names()}

    def check_participant(self, participant: str) -> None:
        """Raise `UsageError` unless this is a participant of the table."""
        if participant not in self.table.seats:
            raise UsageError("actor_unknown", actor=participant, known=", ".join(sorted(self.table.seats)))

    def segments(self, upto: int | None = None) -> list[Segment]:
        """Return the segments of this line's history, oldest first, up to a version."""
        return lineage(self.branches, self.branch, upto)

    def branch_of(self, version: int) -> str:
        """Return the branch that holds an event of this line's history."""
        segments = ancestry(self.branches, self.branch)
        return next(one.branch for one in segments if one.first_version <= version)

    def find_branch(self, text: str) -> str:
        """Return the id of the branch with this id or name; `UsageError` unless just one has it."""
        return find_named(self.branches.values(), text)

    def on(self, branch: str) -> Self:
        """Return the session on another of its lines."""
        other = copy(self)
        other._pinned = branch
        other.reload()
        return other

    def on_fork(self, row: BranchRow, state: LineState) -> Self:
        """Return the session on a line that was opened just now, in its state; nothing is read."""
        other = copy(self)
        other._pinned = other.branch = row.id
        other.branches = {**self.branches, row.id: row}
        other.state = state
        other._spent, other._seeds = dict(self._spent), dict(self._seeds)
        other._retries = other._links_elsewhere = None
        return other

    def is_up_to_date(self) -> bool:
        """
        Return whether nothing was stored in the session since it was read, on whatever line.

        Where a backup took the database's place meanwhile, it is not.
        """
        known = sum(row.head_number for row in self.branches.values())
        return self.store.heads(self.id, self.branch) == (known, self.state.hash)

    def state_at(self, version: int) -> LineState:
        """Return the state after the event with this version; `UsageError` outside the line's history."""
        if not 1 <= version <= self.version:
            raise UsageError("version_unknown", version=version, last=self.version)
        if version == self.version:
            return self.state
        return self._loader.load(self.segments(version))

    def rules(self, table: TableState | None = None) -> Rules[Any, Any]:
        """Return the rules version, options and figures in force, now or on another state of the table."""
        table = table or self.table
        if self._rules is None or not _same_rules(self._rules[0], table):
            self._rules = (table, self.folder.rules(table))
        return self._rules[1]

    def pending(self) -> tuple[Pending, ...]:
        """Return the choices that the game waits for."""
        return tuple(self.system.pending(self.game))

    def moves(self, character: str) -> list[Move]:
        """Return what may be done now for a character, as the system lists it."""
        return list(self.system.moves(self.game, self.rules(), character))

    def sheet(self, character: str, at: int | None = None) -> Sheet:
        """Return a character's sheet, now or at a version."""
        state = self.state if at is None else self.state_at(at)
        if character not in state.table.characters:
            raise UsageError(
                "character_unknown", character=character, known=", ".join(state.table.characters)
            )
        return self.system.sheet(state.game, self.rules(state.table), character)

    def overview(self, at: int | None = None) -> Sheet:
        """Return what to show of the table as a whole, now or at a version."""
        state = self.state if at is None else self.state_at(at)
        return self.system.overview(state.game, self.rules(state.table))

    def last_link(self, participant: str) -> LastLink | None:
        """Return the last link of a participant's newest chain shown on any line; None without a chain."""
        here = self.table.links.get(participant)
        if here is None:
            return None
        if self._links_elsewhere is None:
            self._links_elsewhere = links_left_behind(self.store, self.id, self.branches, self.branch)
        return last_shown(here, self._links_elsewhere.get(participant))

    def _rolls_left_behind(self) -> Retries:
        """Return the rolls that the next ones may stand for; what-if lines answer none."""
        if self._retries is None:
            none = self.is_whatif
            self._retries = {} if none else rolls_left_behind(self.store, self.id, self.branches, self.branch)
        return self._retries

    def keep_snapshot(self) -> None:
        """Store a snapshot of the line at its head."""
        self._loader.keep(self.branch, self.state, self._redactions)


def _same_rules(one: TableState, other: TableState) -> bool:
    return one is other or (
        one.rules_version == other.rules_version
        and one.options == other.options
        and one.tables == other.tables
    )

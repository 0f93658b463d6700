"""Walk along a line with the states beside it: what every read model is folded from."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from tenmatsu.engine.contract import AnySystem, Rules, Value
from tenmatsu.engine.differences import ValueChange
from tenmatsu.engine.folding import Fact, Folder, LineState
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_shown
from tenmatsu.engine.picking import read_picked
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event


class _Memory:
    """What the last step worked out and the next one asks again."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._games: list[tuple[Any, Mapping[str, Value]]] = []
        self._rules: tuple[TableState, Rules[Any, Any]] | None = None

    def values(self, game: Any) -> Mapping[str, Value]:
        """Return the values that sheets show of a state."""
        for known, values in self._games:
            if known is game:
                return values
        values = {} if game is None else dict(self._folder.system.adjustable(game))
        self._games = [*self._games[-1:], (game, values)]
        return values

    def rules(self, table: TableState) -> Rules[Any, Any]:
        """Return the rules in force on a state of the table."""
        if self._rules is None or _rules_differ(self._rules[0], table):
            self._rules = (table, self._folder.rules(table))
        return self._rules[1]


def _rules_differ(one: TableState, other: TableState) -> bool:
    return (one.rules_version, one.options, one.tables) != (other.rules_version, other.options, other.tables)


class Context:
    """What a fold may look at beside the entry: the states before and after it."""

    def __init__(self, system: AnySystem, before: LineState, after: LineState, memory: _Memory) -> None:
        self.system = system
        self.before = before
        self.after = after
        self._memory = memory

    @property
    def game_changed(self) -> bool:
        """Whether the entry changed the game's state."""
        return self.before.game is not self.after.game

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules in force after the entry."""
        return self._memory.rules(self.after.table)

    @property
    def values(self) -> Mapping[str, Value]:
        """The values that sheets show, after the entry."""
        return self._memory.values(self.after.game)

    def changes(self) -> tuple[ValueChange, ...]:
        """Return the values that the entry changed; None where one was not there."""
        if not self.game_changed:
            return ()
        old, new = self._memory.values(self.before.game), self.values
        names = dict.fromkeys([*old, *new])
        return tuple(
            ValueChange(name, old.get(name), new.get(name))
            for name in names
            if old.get(name) != new.get(name)
        )


def walk(
    session: Session,
    viewer: Viewer = EVERYTHING,
    *,
    after: int = 0,
    state: LineState | None = None,
    wants: Collection[type[Event]] | None = None,
) -> Iterator[tuple[Entry, Context]]:
    """
    Yield the line's entries behind version `after`, each with the states around it.

    `state` is the one at that version. With `wants` only the entries of these events are made; what lies
    between is folded all the same, many at a time. Number and hash of a state are those of the last entry
    that was yielded.
    """
    folder, memory = session.folder, _Memory(session.folder)
    before, known, digest = state or LineState(), "", b""
    for begin, facts, picked in _read_pieces(session, viewer, after, wants):
        low = begin
        for place, entry in picked:
            if place > low:
                before = folder.fold(before, facts[low:place])
            if entry.commit != known:
                known, digest = entry.commit, bytes.fromhex(entry.commit)
            following = folder.fold(before, (facts[place],), (entry.number, digest))
            yield entry, Context(folder.system, before, following, memory)
            before, low = following, place + 1
        if low < len(facts):
            before = folder.fold(before, facts[low:])


def _read_pieces(
    session: Session, viewer: Viewer, after: int, wants: Collection[type[Event]] | None
) -> Iterator[tuple[int, Sequence[Fact], Iterator[tuple[int, Entry]]]]:
    """Yield what is read at once: where new facts begin, the facts, the wanted entries with their places."""
    if wants is not None and viewer.id is None and session.view is None:
        for facts, picked in read_picked(session, wants, after):
            yield 0, facts, picked
        return
    for shown in read_shown(session, viewer, after + 1):
        low = max(after + 1 - shown.first, 0)
        yield low, shown.facts, shown.pick(wants, low)

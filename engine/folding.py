"""Fold events to the state of a line."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.evolve import FOLDS, Step, evolve_gap, evolve_table, pass_over
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.tables import hash_tables
from tenmatsu.events.base import Event, Gap, Unknown
from tenmatsu.events.codec import Codec
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Item
from tenmatsu.events.table import TABLE_EVENTS, SessionOpened
from tenmatsu.events.upcasting import Upcasters

Fact = Event | Unknown | Gap | None
"""What a fold takes in of an event: a `Gap` where it was redacted, None where it is sealed."""
TABLE_UPCASTERS = Upcasters({})
"""The schema changes of the table's own events: none so far."""


class LineState(msgspec.Struct, frozen=True):
    """The state of a line at the end of a commit, and where that is."""

    version: int = 0
    number: int = 0
    hash: bytes = NO_PREVIOUS
    table: TableState = TableState()
    game: Any = None
    """The game's state, None before the session opens."""
    unknown: tuple[str, ...] = ()
    """Tags of events that this release does not know."""


class Folder:
    """Decodes and folds the events of one system and of the table."""

    def __init__(self, system: AnySystem) -> None:
        self.system = system
        self.codec = Codec(
            dict.fromkeys([*TABLE_EVENTS, *system.events]), TABLE_UPCASTERS.joined(system.upcasters)
        )
        self._mine = frozenset(system.events)
        self._ours = frozenset(TABLE_EVENTS)
        self._plain: dict[Any, Step] = {
            kind: FOLDS.get(kind, pass_over)
            for kind in TABLE_EVENTS
            if kind not in self._mine and kind is not SessionOpened
        }
        self._figures: dict[int, str] = {}
        """SHA-256 of the built-in figures, by rules version."""

    def options(self, values: dict[str, Any]) -> Any:
        """Return house rules as the system's Options; `UsageError` naming the one that does not fit."""
        try:
            return msgspec.convert(values, self.system.options)
        except msgspec.ValidationError as error:
            raise UsageError("option_wrong", reason=str(error), system=self.system.id) from error

    def check_figures(self, table: TableState) -> None:
        """
        Check that this release decides a line as it was begun.

        Raises `UsageError` where it lists the rules version no longer, or has other figures for it
        than the log has pinned.
        """
        version, known = table.rules_version, self.system.rules_versions
        if version not in known:
            raise UsageError("rules_version_unknown", version=version, known=list(known))
        if version not in self._figures:
            self._figures[version] = hash_tables(self.system.tables_text(version))
        if table.tables_sha256 != self._figures[version]:
            raise UsageError("figures_differ", version=version, system=self.system.id)

    def rules(self, table: TableState) -> Rules[Any, Any]:
        """Return what a line is decided under; `UsageError` for a rules version that is not known."""
        if table.rules_version not in self.system.rules_versions:
            known = list(self.system.rules_versions)
            raise UsageError("rules_version_unknown", version=table.rules_version, known=known)
        tables = self.system.tables(table.rules_version, table.tables)
        return Rules(table.rules_version, self.options(table.options), tables)

    def evolve_game(self, game: Any, event: Event) -> Any:
        """Return the game's state after `event`."""
        kind = event.__class__
        if isinstance(event, SessionOpened):
            return self.system.initial(self.options(event.options))
        if game is not None and kind in self._mine:
            return self.system.evolve(game, event)
        return game

    def fold(
        self,
        state: LineState,
        events: Iterable[Fact],
        end: tuple[int, bytes] | None = None,
    ) -> LineState:
        """
        Return `state` after `events`; number and hash are those of the `end`, where the caller knows it.

        None stands for an event whose bytes are sealed: it only counts. A `Gap` is a redacted one.
        """
        number, digest = end or (state.number, state.hash)
        table, game, unknown = state.table, state.game, state.unknown
        plain, mine, ours, evolve = self._plain.get, self._mine, self._ours, self.system.evolve
        count = 0
        for event in events:
            count += 1
            kind = event.__class__
            # what the game does not fold comes first: of it there is most
            step = plain(kind)
            if step is not None:
                if step is not pass_over:
                    table = step(table, event)
            elif event is None:
                continue
            elif isinstance(event, Unknown):
                unknown = (*unknown, event.tag)
            elif isinstance(event, Gap):
                table = evolve_gap(table, event.tag)
            else:
                if kind in mine and game is not None:
                    game = evolve(game, event)
                    if kind not in ours:
                        continue
                table = evolve_table(table, event)
                if kind is SessionOpened:
                    game = self.evolve_game(game, event)
        return LineState(state.version + count, number, digest, table, game, unknown)

    def decode(self, data: bytes | None) -> Event | Unknown | None:
        """Return the event in `data`, None where the bytes are gone."""
        return None if data is None else self.codec.decode(data)

    def decode_items(self, items: Sequence[Item]) -> Sequence[Event | Unknown | None]:
        """Return the event in each of a commit's items, None where the bytes are gone."""
        return [None if item.data is None else self.codec.decode(item.data) for item in items]

    def decode_rows(self, rows: Sequence[bytes | str | None]) -> Sequence[Fact]:
        """Return the events in many rows: a `Gap` where only a name is left, None where nothing is."""
        if set(map(type, rows)) == {bytes}:
            return self.codec.decode_each(cast("Sequence[bytes]", rows))
        return [None if one is None else self.decode_row(one) for one in rows]

    def decode_row(self, data: bytes | str) -> Event | Unknown | Gap:
        """Return the event in a row that the store read, a `Gap` where only its name is left."""
        return Gap(data) if isinstance(data, str) else self.codec.decode(data)

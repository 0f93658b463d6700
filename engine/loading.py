"""Load the state of a line from its newest snapshot and the events behind it."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version as release_of

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.folding import Fact, Folder, LineState
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import BranchRow, Segment, Store
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.store.checking import ChainBroken, read_checked
from tenmatsu.engine.store.packs import PACK
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.tracing import span
from tenmatsu.events.digests import NO_PREVIOUS

SNAPSHOT_EVERY = 500
"""Events between two snapshots of a line."""
FAR_BEHIND = 2 * PACK
"""Whoever had to read so many events row by row packs them for the next."""

_DIGEST = 32

_log = make_log("tenmatsu.engine")


class _Stored(msgspec.Struct, frozen=True):
    """A snapshot's content, the game's state apart."""

    table: TableState
    unknown: tuple[str, ...]
    game: msgspec.Raw


@cache
def fingerprint(system: AnySystem) -> str:
    """Return what a snapshot must have been made under: the schema of the states and the release."""
    schemas = msgspec.json.schema_components([TableState, system.state])
    parts = (release_of("tenmatsu"), system.id, system.rules_versions, schemas)
    return sha256(repr(parts).encode()).hexdigest()


class Loader:
    """Loads states of one session's lines."""

    def __init__(self, store: Store, folder: Folder, session: str) -> None:
        self._store = store
        self._folder = folder
        self._session = session
        self._caches = Caches(store.database)
        self._fingerprint = fingerprint(folder.system)

    def load(self, segments: list[Segment], *, cached: bool = True) -> LineState:
        """Return the state at the end of the segments, from rows alone where not `cached`."""
        with span("load", session=self._session):
            begin = self._snapshot(segments) if cached else LineState()
            state = self.advance(begin, segments) if cached else self._read_rows(begin, segments)
        _log.debug("loaded", session=self._session, version=state.version, snapshot=begin.version)
        return state

    def _read_rows(self, state: LineState, segments: list[Segment]) -> LineState:
        for rows in self._store.reader.rows(self._session, segments, state.version):
            state = self._folder.fold(state, self._folder.decode_rows(rows))
        return state

    def load_checked(self, row: BranchRow) -> LineState:
        """Return the state at a first line's head, every row checked against the hashes on the way."""
        folder, state = self._folder, LineState()
        span = (row.id, row.fork_version + 1, row.head_version)
        try:
            for commit in read_checked(self._store.database, self._session, span, NO_PREVIOUS):
                state = folder.fold(state, folder.decode_rows(commit.datas))
        except ChainBroken as error:
            raise StoreError("chain_broken", session=self._session, version=state.version + 1) from error
        return state

    def advance(self, state: LineState, segments: list[Segment]) -> LineState:
        """Return `state` after the segments' events behind it, from packs where there are any."""
        for events in self.read_facts(segments, state.version):
            state = self._folder.fold(state, events)
        return state

    def read_facts(self, segments: Sequence[Segment], after: int) -> Iterator[Sequence[Fact]]:
        """Yield what a fold takes of the segments' events behind a version, many at once."""
        folder, unpacked = self._folder, 0
        for piece in self._store.reader.pieces(self._session, segments, after):
            if isinstance(piece, list):
                unpacked += len(piece)
                events = folder.decode_rows(piece)
            else:
                first = piece.pack.first
                whole = folder.codec.decode_many(piece.pack.data)
                if len(whole) != piece.pack.last - first + 1:
                    _log.warning("pack_unreadable", session=self._session, version=first)
                    for rows in self._store.reader.rows(self._session, segments, after):
                        yield folder.decode_rows(rows)
                    return
                events = whole[piece.low - first : piece.high - first + 1]
            after += len(events)
            yield events
        if unpacked >= FAR_BEHIND:
            for branch in {one.branch for one in segments if one.last_version - one.first_version >= PACK}:
                self._pack(branch)

    def _pack(self, branch: str) -> None:
        """Pack the older history of a branch; a failure only costs speed, so it is logged and passed over."""
        try:
            with span("pack", session=self._session, branch=branch):
                packs = self._store.reader.packs.extend(self._session, branch)
        except StoreError as error:
            _log.warning("pack_failed", session=self._session, branch=branch, code=error.code)
        else:
            if packs:
                _log.debug("packed", session=self._session, branch=branch, packs=packs)

    def keep(self, branch: str, state: LineState, redactions: int) -> None:
        """Store a snapshot; a failure only costs speed, so it is logged and passed over."""
        game = msgspec.Raw(msgspec.msgpack.encode(state.game))
        data = msgspec.msgpack.encode(_Stored(state.table, state.unknown, game))
        try:
            data = sha256(data).digest() + data
            place = (self._session, branch, state.version)
            with span("snapshot", session=self._session, branch=branch):
                kept = self._caches.save_snapshot(*place, self._fingerprint, data, redactions)
        except StoreError as error:
            _log.warning("snapshot_failed", session=self._session, version=state.version, code=error.code)
        else:
            if kept:
                size = len(data)
                _log.debug("snapshot_stored", session=self._session, version=state.version, bytes=size)
            self._pack(branch)

    def _snapshot(self, segments: list[Segment]) -> LineState:
        found = self._caches.find_snapshot(self._session, segments, self._fingerprint)
        if found is None:
            return LineState()
        version, data = found[0], found[1][_DIGEST:]
        try:
            if sha256(data).digest() != found[1][:_DIGEST]:
                raise msgspec.DecodeError("the bytes are not those that were stored")
            stored = msgspec.msgpack.decode(data, type=_Stored)
            game = msgspec.msgpack.decode(stored.game, type=self._folder.system.state)
        except msgspec.MsgspecError:
            _log.warning("snapshot_unreadable", session=self._session, version=version)
            return LineState()
        return LineState(version=version, table=stored.table, game=game, unknown=stored.unknown)

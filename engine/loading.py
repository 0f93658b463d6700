"""Load the state of a line from its newest snapshot and the events behind it."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version as release_of

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.store import Segment, Store
from tenmatsu.engine.store.caches import Caches
from tenmatsu.engine.table.state import TableState

SNAPSHOT_EVERY = 500
"""Events between two snapshots of a line."""

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
        """Return the state at the end of the segments; its hash is the caller's to set."""
        state = self._snapshot(segments) if cached else LineState()
        return self.advance(state, segments)

    def advance(self, state: LineState, segments: list[Segment]) -> LineState:
        """Return `state` after the segments' events behind it."""
        decode = self._folder.decode_row
        rows = self._store.reader.events(self._session, segments, state.version)
        return self._folder.fold(state, (decode(data) for _, data in rows))

    def redactions(self) -> int:
        """Return how many items of the session were redacted; ask before loading a state to keep."""
        return self._caches.redactions(self._session)

    def keep(self, branch: str, state: LineState, redactions: int) -> None:
        """Store a snapshot; a failure only costs speed, so it is logged and passed over."""
        game = msgspec.Raw(msgspec.msgpack.encode(state.game))
        data = msgspec.msgpack.encode(_Stored(state.table, state.unknown, game))
        try:
            data = sha256(data).digest() + data
            place = (self._session, branch, state.version)
            self._caches.save_snapshot(*place, self._fingerprint, data, redactions)
        except StoreError as error:
            _log.warning("snapshot_failed", session=self._session, version=state.version, code=error.code)

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

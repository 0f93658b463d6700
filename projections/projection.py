"""Projections: read models folded from the entries of a line, with a checkpoint."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version as release_of
from typing import Any, Generic, TypeVar

import msgspec

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer
from tenmatsu.engine.loading import fingerprint as system_fingerprint
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.caches import Caches, Model
from tenmatsu.engine.store.generations import serving_name
from tenmatsu.events.base import Event
from tenmatsu.projections.walking import Context, walk

CHECKPOINT_EVERY = 50_000
"""Entries before the first checkpoint of a long fold, so that a broken-off one is not lost."""

StateT = TypeVar("StateT", bound=msgspec.Struct)
Progress = Callable[[int, int], None]
"""Told (entries done, entries in all) now and then, and at the end."""
_TELL_EVERY = 200

_log = make_log("tenmatsu.projections")


@dataclass(frozen=True, kw_only=True)
class Projection(Generic[StateT]):
    """A read model: pure functions under a stable name."""

    name: str
    """Stands in the database; one name, one meaning."""
    state: type[StateT]
    """A frozen Struct; it holds no names of people and nothing that a later event could make untrue."""
    start: Callable[[], StateT]
    fold: Callable[[StateT, Entry, Context], StateT]
    wants: Callable[[AnySystem], Collection[type[Event]]] | None = None
    """
    The events that can change it, in a game; any other entry leaves it as it is, and need not be made.

    None where every entry may change it, sealed and redacted ones among them.
    """


@cache
def code_of(projection: Projection[Any]) -> str:
    """Return what a state depends on beside its game: the release, the projection and its schema."""
    schema = msgspec.json.schema_components([projection.state])
    return repr((release_of("tenmatsu"), projection.name, schema))


def fingerprint(session: Session, projection: Projection[StateT]) -> str:
    """Return what a checkpoint must have been made under: release, system and the schema of the state."""
    return sha256(f"{code_of(projection)} {system_fingerprint(session.system)}".encode()).hexdigest()


def catch_up(
    session: Session,
    projection: Projection[StateT],
    viewer: Viewer = EVERYTHING,
    progress: Progress | None = None,
) -> StateT:
    """
    Return the projection at the line's head, folded on from its newest checkpoint.

    Only what sees the whole log has checkpoints; a viewer's is folded from the start and never stored.
    """
    if viewer.id is not None:
        return _fold(session, projection, viewer, (0, projection.start()), None, progress)
    cache = Checkpoints(session, projection)
    return _fold_and_keep(session, projection, cache.find(), cache, progress)


def rebuild(session: Session, projection: Projection[StateT], progress: Progress | None = None) -> StateT:
    """Return the projection folded from nothing, and store its checkpoint in place of the old one."""
    cache = Checkpoints(session, projection)
    return _fold_and_keep(session, projection, (0, projection.start()), cache, progress)


def fold_on(
    session: Session, projection: Projection[StateT], cache: "Checkpoints[StateT]"
) -> tuple[int, int, StateT]:
    """
    Return a projection at the line's head folded on from a checkpoint: (its version, the head's, the state).

    The state is the caller's to store; on the way of a long fold there are checkpoints.
    """
    begin = cache.find()
    return begin[0], session.version, _fold(session, projection, EVERYTHING, begin, cache, None)


def catch_up_everywhere(
    store: Store, projection: Projection[StateT], progress: Progress | None = None
) -> dict[str, StateT]:
    """Return the projection of every session's current timeline, by session; `progress` counts sessions."""
    rows = store.sessions()
    found: dict[str, StateT] = {}
    for done, row in enumerate(rows, 1):
        found[row.id] = catch_up(find_opened(store, row.id), projection)
        if progress is not None:
            progress(done, len(rows))
    return found


class Checkpoints(Generic[StateT]):
    """
    The stored states of a projection along one line.

    They stand under the projection's own name; what a follower keeps of it is found as well. The follower
    itself gives the name of its `generation`, and finds and stores under that alone.
    """

    def __init__(
        self, session: Session, projection: Projection[StateT], generation: str | None = None
    ) -> None:
        self._session = session
        self._projection = projection
        self._name = projection.name if generation is None else generation
        served = serving_name(session.store.database, projection.name) if generation is None else None
        self._names = [self._name] if served is None else [self._name, served]
        self._caches = Caches(session.store.database)
        self._fingerprint = fingerprint(session, projection)
        self._redactions = self._caches.redactions(session.id)

    def find(self) -> tuple[int, StateT]:
        """Return (version, state) of the newest one that can be read, or the start."""
        for segment in reversed(self._session.segments()):
            found = self._caches.find_model(self._names, self._session.id, self._fingerprint, segment.branch)
            if found is None or not segment.first_version <= found[0] <= segment.last_version:
                continue
            try:
                return found[0], msgspec.msgpack.decode(found[1], type=self._projection.state)
            except msgspec.MsgspecError:
                _log.warning("checkpoint_unreadable", session=self._session.id, name=self._projection.name)
        return 0, self._projection.start()

    def keep(self, version: int, state: StateT) -> None:
        """Store one; a failure only costs speed, so it is logged and passed over."""
        try:
            self._caches.save_model(self.make_model(version, state))
        except StoreError as error:
            _log.warning("checkpoint_failed", session=self._session.id, version=version, code=error.code)

    def make_model(self, version: int, state: StateT) -> Model:
        """Return what is stored of a state at a version of the line."""
        segment = next(one for one in self._session.segments() if version <= one.last_version)
        return Model(
            name=self._name,
            session=self._session.id,
            fingerprint=self._fingerprint,
            branch=segment.branch,
            version=version,
            state=msgspec.msgpack.encode(state),
            redactions=self._redactions,
        )


def _fold_and_keep(
    session: Session,
    projection: Projection[StateT],
    begin: tuple[int, StateT],
    cache: Checkpoints[StateT],
    progress: Progress | None,
) -> StateT:
    state = _fold(session, projection, EVERYTHING, begin, cache, progress)
    if session.version > begin[0]:
        cache.keep(session.version, state)
    return state


def _fold(
    session: Session,
    projection: Projection[StateT],
    viewer: Viewer,
    begin: tuple[int, StateT],
    cache: Checkpoints[StateT] | None,
    progress: Progress | None,
) -> StateT:
    version, state = begin
    told, due = version, _due_after(version)
    line = LineState() if version == 0 else session.state_at(version)
    wants = None if projection.wants is None else projection.wants(session.system)
    for entry, context in walk(session, viewer, after=version, state=line, wants=wants):
        state = projection.fold(state, entry, context)
        if progress is not None and entry.version >= told + _TELL_EVERY:
            told = entry.version
            progress(told, session.version)
        if cache is not None and due <= entry.version < session.version:
            cache.keep(entry.version, state)
            due = _due_after(entry.version)
    if progress is not None:
        progress(session.version, session.version)
    return state


def _due_after(version: int) -> int:
    """
    Return where the next checkpoint of a long fold is due.

    Each stores the whole state, so they come further and further apart: all of them together cost no
    more than the last one does twice.
    """
    return version + max(CHECKPOINT_EVERY, version)

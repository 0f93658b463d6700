"""Keep a projection of every session up to date by following the log."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.followers import BATCH, Superseded, tell_moved
from tenmatsu.engine.loading import fingerprint as system_fingerprint
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.registry import find_system, system_ids
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.caches import Caches, Model
from tenmatsu.engine.store.followers import FollowerRow, move_checkpoint
from tenmatsu.engine.store.generations import Generations, states_name
from tenmatsu.engine.tracing import span
from tenmatsu.projections.projection import Checkpoints, Projection, code_of, fold_on

StateT = TypeVar("StateT", bound=msgspec.Struct)
_REMEMBERED = 10_000
"""Sessions of which it is remembered how far they are folded."""
_DIGITS = 48

_log = make_log("tenmatsu.projections")


def code_fingerprint(projection: Projection[Any]) -> str:
    """Return what a generation must have been made under: release, all games, the schema of the state."""
    systems: list[str] = []
    for one in system_ids():
        try:
            systems.append(system_fingerprint(find_system(one)))
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not stop the other games
            _log.warning("system_broken", system=one, code=type(error).__name__)
    return sha256(f"{code_of(projection)} {systems}".encode()).hexdigest()[:_DIGITS]


class ModelFollower(Generic[StateT]):
    """
    A follower that keeps a projection of every session's current timeline.

    The states of a batch and its checkpoint are stored in one transaction. What was made by another
    release, or is wanted `anew`, goes on serving until the new generation has come to the end of the log.
    """

    def __init__(
        self, store: Store, projection: Projection[StateT], *, anew: bool = False, most: int = BATCH
    ) -> None:
        self._store = store
        self._projection = projection
        self._generations = Generations(store.database, projection.name, code_fingerprint(projection))
        self._caches = Caches(store.database)
        self._anew = anew
        self._most = most
        self._mine: str | None = None
        """The fingerprint of the generation that it works on."""
        self._position = 0
        self._folded: dict[str, int] = {}
        """By session, a position up to which its commits are in the model."""

    @property
    def name(self) -> str:
        """The name of its checkpoint."""
        return self._generations.name

    def advance(self) -> int:
        """Fold the sessions of the commits that come next; return how many commits those were."""
        row = self._find_row()
        settled = self._store.reader.last_position()
        places = self._store.reader.after_position(row.position, self._most, None)
        if not places:
            if not self._generations.is_serving(row) and self._generations.swap(row):
                _log.info("follower_swapped", name=self.name, position=row.position)
            return 0
        if len(self._folded) > _REMEMBERED or row.position < self._position:
            self._folded.clear()  # it grows too large, or the models were dropped meanwhile
        waiting = {session for position, session, *_ in places if position > self._folded.get(session, 0)}
        with span("follow", name=row.name, commits=len(places)):
            models = [model for session in sorted(waiting) for model in self._fold(session, states_name(row))]
            moved = self._store_batch(row, places[-1][0], models)
        if moved:
            self._position = places[-1][0]
            self._folded |= dict.fromkeys(waiting, settled)
        tell_moved(row.name, places[-1][0], len(places), alone=moved)
        return len(places)

    def _find_row(self) -> FollowerRow:
        if self._mine is None:
            row = self._generations.take(anew=self._anew)
            self._mine = row.fingerprint
            return row
        found = self._generations.find(self._mine)
        if found is None:
            raise Superseded(self.name)
        return found

    def _fold(self, session: str, generation: str) -> list[Model]:
        """Return what is to be stored of a session; one that cannot be folded holds up no other."""
        try:
            opened = find_opened(self._store, session)
            cache = Checkpoints(opened, self._projection, generation)
            before, version, state = fold_on(opened, self._projection, cache)
            return [cache.make_model(version, state)] if version > before else []
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - by a broken plug-in or row as much as by a missing game
            code = getattr(error, "code", type(error).__name__)
            _log.warning("follower_skipped", session=session, name=self.name, code=code)
            return []

    def _store_batch(self, row: FollowerRow, position: int, models: Sequence[Model]) -> bool:
        with self._store.database.writing() as connection:
            if move_checkpoint(connection, row, position) is None:
                return False  # another one of the same name is further
            self._caches.save_models_in(connection, models)
        return True

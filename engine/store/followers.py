"""How far those who follow the whole log have come: a row of `followers` each."""

import msgspec
import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database

_F = schema.followers.c
_C = schema.commits.c


class FollowerRow(msgspec.Struct, frozen=True, gc=False):
    """A follower's checkpoint: all commits up to `position` are done."""

    name: str
    fingerprint: str
    """What its work was done under: another one's is not gone on with."""
    position: int


class Followers:
    """Reads and moves checkpoints; two who follow under one name do not overtake each other."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self) -> list[FollowerRow]:
        """Return all checkpoints by name."""
        with self._database.reading() as connection:
            found = connection.execute(sa.select(schema.followers).order_by(_F.name))
            return [FollowerRow(*row) for row in found]

    def find(self, name: str) -> FollowerRow | None:
        """Return the checkpoint under a name."""
        with self._database.reading() as connection:
            row = connection.execute(sa.select(schema.followers).where(_F.name == name)).first()
            return None if row is None else FollowerRow(*row)

    def begin(self, name: str, fingerprint: str, position: int = 0) -> FollowerRow:
        """Return the checkpoint under a name; where there is none yet, one at `position` is stored."""
        with self._database.writing() as connection:
            new = self._database.insert(schema.followers).values(
                name=name, fingerprint=fingerprint, position=position
            )
            connection.execute(new.on_conflict_do_nothing(index_elements=[_F.name]))
            row = connection.execute(sa.select(schema.followers).where(_F.name == name)).one()
            return FollowerRow(*row)

    def move(self, row: FollowerRow, position: int) -> FollowerRow | None:
        """Move a checkpoint on; None where it is not as `row` says any more, and nothing was moved."""
        with self._database.writing() as connection:
            return move_checkpoint(connection, row, position)

    def drop(self, name: str) -> None:
        """Forget a follower; under that name the log is followed from its beginning again."""
        with self._database.writing() as connection:
            connection.execute(sa.delete(schema.followers).where(_F.name == name))

    def behind(self, position: int, most: int) -> tuple[int, str | None]:
        """Return how many commits stand behind a position, counted up to `most`, and the first one's time."""
        some = sa.select(_C.position).where(_C.position > position).limit(most).subquery()
        first = sa.select(_C.at).where(_C.position > position).order_by(_C.position).limit(1)
        with self._database.reading() as connection:
            count = connection.execute(sa.select(sa.func.count()).select_from(some)).scalar() or 0
            return int(count), connection.execute(first).scalar() if count else None

    def position_of(self, session: str, digest: str) -> int | None:
        """Return the position of a session's commit with this hash, None where there is none."""
        try:
            wanted = bytes.fromhex(digest)
        except ValueError:
            return None
        where = (_C.session == session, _C.hash == wanted)
        with self._database.reading() as connection:
            return connection.execute(sa.select(_C.position).where(*where)).scalar()


def move_checkpoint(connection: sa.Connection, row: FollowerRow, position: int) -> FollowerRow | None:
    """Move a checkpoint within a transaction; None where it is not as `row` says any more."""
    here = (_F.name == row.name, _F.fingerprint == row.fingerprint, _F.position == row.position)
    moved = connection.execute(sa.update(schema.followers).where(*here).values(position=position))
    return msgspec.structs.replace(row, position=position) if moved.rowcount == 1 else None

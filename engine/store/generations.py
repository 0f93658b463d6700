"""
The generations of a read model that a follower keeps: the one that serves, and one built beside it.

Each has a checkpoint in `followers`, whose fingerprint ends in the generation's number, and its states in
`read_models` under the model's name and that number. The new one takes the old one's place in one
transaction; until then the old one is read.
"""

import sqlalchemy as sa

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.engine.store.followers import FollowerRow, Followers

PREFIX = "model:"
"""Begins the names of all followers that keep read models."""
_NEXT = "/next"
_F = schema.followers.c


def states_name(row: FollowerRow) -> str:
    """Return the name under which a generation's states stand in `read_models`."""
    return f"{row.name.removeprefix(PREFIX).removesuffix(_NEXT)}/{_number(row)}"


def serving_name(database: Database, model: str) -> str | None:
    """Return the same of the generation that serves, None where nobody follows for this model."""
    row = Followers(database).find(PREFIX + model)
    return None if row is None else states_name(row)


def _number(row: FollowerRow) -> int:
    return int(row.fingerprint.rpartition("/")[2])


class _TooLate(Exception):
    """Somebody else moved or replaced a generation meanwhile."""


class Generations:
    """The generations of one read model, as one release makes them (`code`)."""

    def __init__(self, database: Database, model: str, code: str) -> None:
        self._database = database
        self._rows = Followers(database)
        self._model = model
        self._code = code

    @property
    def name(self) -> str:
        """The name of the generation that serves."""
        return PREFIX + self._model

    def find(self, fingerprint: str) -> FollowerRow | None:
        """Return the checkpoint of this very generation, whether it serves already or not."""
        return next((row for row in self._both() if row.fingerprint == fingerprint), None)

    def is_serving(self, row: FollowerRow) -> bool:
        """Return whether a generation is the one that is read."""
        return row.name == self.name

    def take(self, *, anew: bool) -> FollowerRow:
        """
        Return the generation to work on: the one that serves, or one beside it.

        Beside it comes one that another release makes, and where it is wanted `anew`; one that was begun
        before is gone on with, and one of a third release gives way.
        """
        while True:
            found = {row.name: row for row in self._both()}
            serving, coming = found.get(self.name), found.get(self.name + _NEXT)
            if serving is None:
                return self._rows.begin(self.name, f"{self._code}/1")
            if self._is_mine(serving) and not anew:
                return serving
            if coming is not None and self._is_mine(coming):
                return coming
            if coming is not None:
                self._give_up(coming)
            number = 1 + max(_number(row) for row in found.values())
            begun = self._rows.begin(self.name + _NEXT, f"{self._code}/{number}")
            if self._is_mine(begun):
                return begun

    def swap(self, row: FollowerRow, old: FollowerRow | None = None) -> bool:
        """Let a generation built beside `old`, which serves, take its place; return whether it did."""
        old = old or self._rows.find(self.name)
        if old is None:
            return False
        try:
            with self._database.writing() as connection:
                self._replace(connection, row, old)
        except _TooLate:
            return False
        self.clear()
        return True

    @staticmethod
    def _replace(connection: sa.Connection, row: FollowerRow, old: FollowerRow) -> None:
        here = (_F.name == row.name, _F.fingerprint == row.fingerprint, _F.position == row.position)
        same = (_F.name == old.name, _F.fingerprint == old.fingerprint)
        new = {"fingerprint": row.fingerprint, "position": row.position}
        gone = connection.execute(sa.delete(schema.followers).where(*here)).rowcount
        if (
            gone != 1
            or connection.execute(sa.update(schema.followers).where(*same).values(**new)).rowcount != 1
        ):
            raise _TooLate

    def clear(self) -> None:
        """Delete the states of generations that are gone."""
        kept = [states_name(row) for row in self._both()]
        m = schema.read_models.c
        gone = (m.name.startswith(f"{self._model}/", autoescape=True), m.name.not_in(kept))
        with self._database.writing() as connection:
            connection.execute(sa.delete(schema.read_models).where(*gone))

    def forget(self) -> None:
        """Delete all generations and their states."""
        for row in self._both():
            self._give_up(row)
        self.clear()

    def _both(self) -> list[FollowerRow]:
        names = (self.name, self.name + _NEXT)
        with self._database.reading() as connection:
            found = connection.execute(sa.select(schema.followers).where(_F.name.in_(names)))
            return [FollowerRow(*row) for row in found]

    def _is_mine(self, row: FollowerRow) -> bool:
        return row.fingerprint.rpartition("/")[0] == self._code

    def _give_up(self, row: FollowerRow) -> None:
        same = (_F.name == row.name, _F.fingerprint == row.fingerprint)
        with self._database.writing() as connection:
            connection.execute(sa.delete(schema.followers).where(*same))

"""What differs between the databases that the log lies in; `sqlite.py` and `postgres.py` have one each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from sqlalchemy.engine import URL, Connection, Engine

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store.address import show_address

Stream = Callable[[str, tuple[object, ...]], Iterator[tuple[Any, ...]]]


class Dialect(Protocol):
    """One kind of database."""

    place: str
    """What its sentences call it: a path, or host and name; never a password."""
    engine: Engine

    def exists(self) -> bool:
        """Return whether there is something to open."""
        ...

    def claim(self) -> bool:
        """Make the place ready for a new database; return whether that made something new."""
        ...

    def unclaim(self) -> None:
        """Take back what `claim` made in vain."""
        ...

    def settle(self) -> None:
        """Set what a database keeps for itself once it is known to be ours."""
        ...

    def tables(self, connection: Connection) -> set[str]:
        """Return the names of the tables that are there."""
        ...

    def create(self, connection: Connection) -> None:
        """Make all tables, indexes and triggers of the newest schema."""
        ...

    def streaming(self, connection: Connection) -> AbstractContextManager["Stream"]:
        """
        Give what yields the rows of a statement (its text, its values) one by one, several at once.

        No column's text is too damaged to be read.
        """
        ...

    def begin(self, cursor: Any) -> None:
        """Begin a writing transaction on the driver's own cursor."""
        ...

    def is_conflict(self, error: BaseException) -> bool:
        """Return whether the driver says that somebody else was faster."""
        ...

    def explain(self, error: BaseException | None) -> StoreError:
        """
        Return the sentence for a failure of the driver.

        Its code is `store_lost` where the connection is gone, and with it the transaction.
        """
        ...

    def lock_schema(self, connection: Connection) -> None:
        """Let nobody else make or change tables until the transaction ends."""
        ...

    def next_position(self, place: str) -> str:
        """
        Return the SQL expression of the position of the commit that stands at `place` in its transaction.

        Empty where the database counts by itself.
        """
        ...

    def settled_position(self, cursor: Any) -> int | None:
        """Return the position up to which no commit can still appear; None where all seen is settled."""
        ...

    def ring(self) -> None:
        """Wake those who wait for commits, once some are stored; where that fails they look by themselves."""
        ...

    def wait(self, seconds: float) -> bool:
        """Wait until something is committed, at most so long; return whether something may be new."""
        ...

    def owe_cleaning(self, cursor: Any) -> None:
        """Note, within a transaction, that words which were taken out may linger and are to be cleaned."""
        ...

    def owed(self, cursor: Any) -> int:
        """Return how many times cleaning is owed."""
        ...

    def clean(self) -> bool:
        """Clean what lingers; return whether all is done."""
        ...

    def damage(self, connection: Connection) -> list[str]:
        """Return what the database's own checks say is wrong."""
        ...

    def shape(self, connection: Connection) -> Mapping[str, str]:
        """Return each table, index and trigger by name, as it was made."""
        ...

    def expected_shape(self) -> Mapping[str, str] | None:
        """Return the same as the newest schema makes it, None for who may not make tables to see."""
        ...

    def close(self) -> None:
        """Give up all connections."""
        ...


def make_dialect(url: URL) -> Dialect:
    """Return the kind of database at an address; `StoreError` for one that is not supported."""
    name = url.get_backend_name()
    if name == "sqlite":
        from tenmatsu.engine.store.sqlite import SqliteDialect

        return SqliteDialect(url)
    if name == "postgresql":
        from tenmatsu.engine.store.postgres import PostgresDialect

        return PostgresDialect(url)
    raise StoreError("store_backend", url=show_address(url.render_as_string(hide_password=False)))

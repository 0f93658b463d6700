"""Connections to a PostgreSQL server: how they are opened, set, and looked at after a long rest."""

import time
from contextlib import suppress
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import URL, Engine
from sqlalchemy.exc import DisconnectionError

from tenmatsu.engine.errors import StoreError

_PATIENCE = 10
"""Seconds in which a server has to answer, and for which a row that another one holds is waited for."""
_NOTICED = {
    "connect_timeout": _PATIENCE,
    "keepalives_idle": _PATIENCE,
    "keepalives_interval": _PATIENCE // 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 2 * _PATIENCE * 1000,
}
"""
What libpq is asked for where the address says nothing else: a network that falls silent breaks the
connection after 20 s, whether something was sent into it or an answer is waited for.
"""
_LONG_REST = 30.0
"""Seconds after which a connection may have been cut by something between here and the server."""
_SETTINGS = f"""
SELECT set_config('lock_timeout', '{_PATIENCE}s', false),
set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
ELSE current_setting('synchronous_commit') END, false)
"""  # a fixed number
"""What is acknowledged has to be stored, whatever the server's own default is."""


class Connector:
    """Opens connections to one address."""

    def __init__(self, url: URL, place: str) -> None:
        self.url = url
        self._place = place

    def connect(self, **more: Any) -> Any:
        """Return a new connection of the driver; `StoreError` says why there is none."""
        import psycopg

        options = self._options()
        try:
            connection: Any = psycopg.connect(**{**_NOTICED, **options, **more})
            connection.cursor_factory = _make_cursor
            connection.execute(_SETTINGS)
            connection.commit()
        except psycopg.Error as error:
            reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
            raise StoreError("store_connect", path=self._place, reason=reason) from error
        return connection

    def _options(self) -> dict[str, Any]:
        url = self.url
        _, options = url.get_dialect()().create_connect_args(url)
        return {"application_name": "tenmatsu", **options}


def _make_cursor(connection: Any, **options: Any) -> Any:
    """Return a cursor to which a server sends bytes as they are: as text they would be twice as many."""
    import psycopg

    cursor: Any = psycopg.Cursor(connection, **options)
    cursor.format = psycopg.pq.Format.BINARY
    return cursor


class Watch:
    """
    Asks a connection of the pool whether it still stands before somebody works with it, where in doubt.

    What was begun and not ended is undone when a connection comes back. The pool itself has to leave that
    (`pool_reset_on_return`): it would print the failure of every connection that is lost.
    """

    def __init__(self, engine: Engine) -> None:
        self._doubted = -1.0
        event.listen(engine, "reset", self._reset)
        event.listen(engine, "checkin", self._rest)
        event.listen(engine, "checkout", self._wake)

    def doubt(self) -> None:
        """Have every connection that rests now asked before it is used: another one was lost."""
        self._doubted = time.monotonic()

    def _reset(self, raw: Any, _record: Any, _state: Any) -> None:
        import psycopg

        if not raw.closed:
            with suppress(psycopg.Error):
                raw.rollback()

    def _rest(self, _raw: Any, record: Any) -> None:
        record.info["rests_since"] = time.monotonic()

    def _wake(self, raw: Any, record: Any, _proxy: Any) -> None:
        import psycopg

        if raw.closed:
            raise DisconnectionError
        since = record.info.get("rests_since")
        if since is None or (since > self._doubted and time.monotonic() - since < _LONG_REST):
            return
        try:
            raw.execute("SELECT 1")
            raw.rollback()
        except psycopg.Error as error:
            raise DisconnectionError from error

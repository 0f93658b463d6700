"""
Wake those who wait for commits on PostgreSQL.

A transaction that notifies holds one lock of the whole server until it is durable, so that writers would
store one after another, whatever session they write to. Therefore a commit is told of behind it, by a
transaction of its own that waits for no disk, on a connection that nobody waits for. Where that fails
somebody who waits looks by himself a little later.
"""

import select
import threading
import time
from contextlib import suppress
from typing import Any

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store.postgres_connecting import Connector

CHANNEL = "tenmatsu_commits"
"""Those who wait for commits listen on it."""
NAME = "tenmatsu bell"
"""By it the connection is known on the server."""
_RING = f"NOTIFY {CHANNEL}".encode()
_PATIENCE = 1.0
"""Seconds in which the server has to have told the last one."""
_PAUSE = 30.0
"""Seconds for which nothing is told after that failed."""


class Bell:
    """Tells that something was stored."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._lock = threading.Lock()
        self._connection: Any = None
        self._silent_until = 0.0

    def ring(self) -> None:
        """Send the word and do not wait for it to be told."""
        with self._lock:
            if time.monotonic() < self._silent_until:
                return
            if self._connection is not None and self._send():
                return
            # there is none yet, or it broke
            if not self._send():
                self._silent_until = time.monotonic() + _PAUSE

    def _send(self) -> bool:
        import psycopg

        try:
            if self._connection is None:
                self._connection = self._connector.connect(autocommit=True, application_name=NAME)
                self._connection.execute("SET synchronous_commit = off")
            link = self._connection.pgconn
            _await_answer(link)
            link.send_query(_RING)
            link.flush()
        except (psycopg.Error, OSError, StoreError):
            self._close()
            return False
        return True

    def close(self) -> None:
        """Give up the connection, once the last word is told."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        import psycopg

        if self._connection is not None:
            with suppress(psycopg.Error, OSError):
                _await_answer(self._connection.pgconn)
            self._connection.close()
            self._connection = None


def _await_answer(link: Any) -> None:
    """Take in the answer to the last word: nearly always it is there. A lost connection is found too."""
    link.consume_input()
    while link.is_busy():
        if not select.select([link.socket], [], [], _PATIENCE)[0]:
            raise TimeoutError
        link.consume_input()
    while link.get_result() is not None:
        pass


class Waiter:
    """Waits for the word, by a connection of its own that is opened when somebody waits."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._listening: Any = None

    def wait(self, seconds: float) -> bool:
        """Wait for the word that something was committed; return whether it came."""
        if self._listening is None:
            listening = self._connector.connect(autocommit=True)
            listening.execute(f"LISTEN {CHANNEL}")
            self._listening = listening
            return True
        return any(True for _ in self._listening.notifies(timeout=seconds, stop_after=1))

    def forget(self) -> None:
        """Leave a connection that broke: the next one who waits opens another."""
        self._listening = None

    def close(self) -> None:
        """Give up the connection."""
        if self._listening is not None:
            self._listening.close()
            self._listening = None

"""Wake those who wait for commits on PostgreSQL: each commit tells, once it is stored, of which session."""

from typing import Any

from tenmatsu.engine.store.postgres_connecting import Connector

CHANNEL = "tenmatsu_commits"
"""Those who wait for commits listen on it; what is said is the session's id."""
NOTICE = f"pg_notify('{CHANNEL}', session)"
"""Stands in a statement that stores a commit's row: one of its own would be one more way to the server."""


class Waiter:
    """Waits for commits, by a connection of its own that is opened when somebody waits."""

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

"""
Wake those who wait for commits on PostgreSQL.

A transaction that notifies holds one lock of the whole server until it is durable, so that writers would
store one after another, whatever session they write to. Therefore a commit is told of behind it, by a
transaction of its own that waits for no disk, on a connection and in a thread of its own: nobody who
stores waits for a word, or for a server that takes no further connection. Where none goes out somebody who
waits looks by himself a little later.
"""

import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store.postgres_connecting import Connector

CHANNEL = "tenmatsu_commits"
"""Those who wait for commits listen on it."""
NAME = "tenmatsu bell"
"""By it the connection is known on the server."""
_RING = f"NOTIFY {CHANNEL}".encode()
_END = b""
_PATIENCE = 1.0
"""Seconds that closing waits for the last word to be told."""
_PAUSE = 30.0
"""Seconds for which nothing is told after that failed."""
_GATHER = 0.005
"""Seconds behind a word in which further ones gather, to go out as one: each takes time from who stores."""
_REST = 60.0
"""Seconds without a word after which thread and connection are given up."""


class Bell:
    """Tells that something was stored; a process that was forked from another one has its own thread."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._words = SimpleQueue[bytes]()

    def ring(self) -> None:
        """Have the word sent. It waits for nothing and never fails: what it tells of is stored."""
        if self._is_running() or self._start():
            self._words.put(_RING)

    def close(self) -> None:
        """Give up thread and connection, once the last word is told; whoever rings again gets new ones."""
        thread, words, self._thread = self._thread, self._words, None
        if thread is not None and thread.is_alive():
            words.put(_END)
            thread.join(_PATIENCE)

    def _is_running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _start(self) -> bool:
        """Start the thread; return False where it cannot be, or another one who does it will ring too."""
        if not self._starting.acquire(blocking=False):
            return False
        try:
            if not self._is_running():
                words = SimpleQueue[bytes]()
                thread = threading.Thread(target=self._tell, args=(words,), name=NAME, daemon=True)
                thread.start()
                self._words, self._thread = words, thread
        except RuntimeError:
            # the machine has no more threads, or the interpreter ends
            return False
        finally:
            self._starting.release()
        return True

    def _tell(self, words: SimpleQueue[bytes]) -> None:
        """Send one word for all that came in meanwhile, the last before the end too."""
        sender, silent_until, word = _Sender(self._connector), 0.0, _RING
        with suppress(Empty):
            while word and (word := words.get(timeout=_REST)):
                while word and not words.empty():
                    word = words.get()
                if time.monotonic() >= silent_until and not sender.send():
                    silent_until = time.monotonic() + _PAUSE
                time.sleep(_GATHER)
        sender.close()


class _Sender:
    """A connection that sends the word, opened when there is one."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._connection: Any = None

    def send(self) -> bool:
        """Send it, by another connection where the present one broke; return whether it went out."""
        return (self._connection is not None and self._try()) or self._try()

    def _try(self) -> bool:
        import psycopg

        try:
            if self._connection is None:
                self._connection = self._connector.connect(autocommit=True, application_name=NAME)
                self._connection.execute("SET synchronous_commit = off")
            told = self._connection.pgconn.exec_(_RING)
        except (psycopg.Error, StoreError):
            self.close()
            return False
        if told.status != psycopg.pq.ExecStatus.COMMAND_OK:
            self.close()
            return False
        return True

    def close(self) -> None:
        """Give up the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


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

"""A network between a client and a PostgreSQL server that can be cut at any point of a conversation."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal, Self

import sqlalchemy as sa

from tenmatsu.engine.store.postgres_waking import NAME

Phase = Literal["asked half", "asked", "answered half", "answered", "silent"]
"""
Where it is cut: what is asked comes half, or whole; the answer comes half, or not at all.

`silent` is no cut: what is asked comes, and `fall_silent` is called before the answer.
"""
_PIECE = 65_536


class CuttableNetwork:
    """Carries every connection to a server; `cut_at` arms it for the next cut."""

    def __init__(
        self, url: str, folder: Path | None = None, fall_silent: Callable[[], None] | None = None
    ) -> None:
        address = sa.make_url(url)
        self._server = f"{address.query['host']}/.s.PGSQL.5432"
        if folder is None:
            self._listening = socket.create_server(("127.0.0.1", 0))
            port = self._listening.getsockname()[1]
            reached = address.set(host="127.0.0.1", port=port, query={})
        else:
            self._listening = socket.socket(socket.AF_UNIX)
            self._listening.bind(str(folder / ".s.PGSQL.5432"))
            self._listening.listen()
            reached = address.set(query={"host": str(folder)})
        self.url = reached.render_as_string(hide_password=False)
        self.fall_silent = fall_silent
        self._lock = threading.Lock()
        self._countdown: int | None = None
        self._phase: Phase = "asked"
        self._stays_down = self._will_stay_down = False
        self.was_cut = False
        """Whether the cut that was asked for has come."""
        self.asked = 0
        """How many times something was asked since the last `cut_at`."""
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.mend()
        self._stays_down = True
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        _hang_up(*self._ends)
        for thread in self._threads:
            thread.join()

    def cut_at(self, place: int | None, phase: Phase = "asked", *, stays_down: bool = False) -> None:
        """Cut where the client asks for the `place`-th time from now, None for never."""
        with self._lock:
            self._countdown, self._phase, self.asked = place, phase, 0
            self._stays_down = self.was_cut = False
            self._will_stay_down = stays_down

    def mend(self) -> None:
        """Let everything through from now on."""
        self.cut_at(None)

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            if self._stays_down:
                client.close()
                continue
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._server)
            self._ends += [client, server]
            wire = _Wire(self, client, server)
            self._start(wire.carry_questions)
            self._start(wire.carry_answers)

    def count(self) -> Phase | None:
        """Count what is asked; return in which way it is to be cut now, if it is."""
        with self._lock:
            self.asked += 1
            if self._countdown is None or self.asked != self._countdown + 1:
                return None
            self._countdown = None
            self.was_cut = True
            self._stays_down = self._will_stay_down
            return self._phase


def _hang_up(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class _Wire:
    """One connection of a client, and the server's end of it."""

    def __init__(self, network: CuttableNetwork, client: socket.socket, server: socket.socket) -> None:
        self._network = network
        self._client = client
        self._server = server
        self._answer: Phase | None = None

    def carry_questions(self) -> None:
        """Carry what the client says; what only wakes others is never cut, for nobody waits for it."""
        is_bell = False
        with suppress(OSError):
            while data := self._client.recv(_PIECE):
                is_bell = is_bell or NAME.encode() in data
                phase = None if is_bell else self._network.count()
                if phase == "asked half":
                    self._server.sendall(data[: len(data) // 2])
                    break
                if phase == "asked":
                    break
                if phase == "silent" and self._network.fall_silent is not None:
                    self._network.fall_silent()
                else:
                    self._answer = phase
                self._server.sendall(data)
        if self._answer is None:
            self._cut()

    def carry_answers(self) -> None:
        """Carry what the server says."""
        with suppress(OSError):
            while data := self._server.recv(_PIECE):
                if self._answer is not None:
                    self._client.sendall(data[: len(data) // 2] if self._answer == "answered half" else b"")
                    break
                self._client.sendall(data)
        self._cut()

    def _cut(self) -> None:
        _hang_up(self._client, self._server)

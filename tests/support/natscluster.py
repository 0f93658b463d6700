"""Real NATS servers with JetStream for tests, from a wheel: one alone, or three that hold together."""

import asyncio
import shutil
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import nats.errors
from nats.aio.client import Client

PROGRAM = Path(sysconfig.get_path("scripts")) / "nats-server"
_CONFIG = """
server_name: {name}
listen: "127.0.0.1:{port}"
max_payload: {payload}
jetstream {{ store_dir: "{folder}", max_memory_store: 64MB, max_file_store: 256MB }}
"""
_CLUSTER = """
cluster {{ name: test, listen: "127.0.0.1:{route}", routes: [{routes}] }}
"""
ResultT = TypeVar("ResultT")


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Message(NamedTuple):
    """A message as a stream holds it."""

    subject: str
    headers: dict[str, str]
    data: bytes


def _message(raw: Any) -> Message:
    return Message(raw.subject, dict(raw.headers or {}), raw.data or b"")


class Cluster:
    """
    Servers by name: `n0`, `n1`, …

    `config` stands in the files of all; `login` is what the tests' own clients say of themselves.
    """

    def __init__(self, size: int, payload: int = 2**20, config: str = "", **login: Any) -> None:
        self._login = login
        self._folder = Path(tempfile.mkdtemp(prefix="tenmatsu-nats-"))
        ports, routes = _free_ports(size), _free_ports(size)
        names = [f"n{number}" for number in range(size)]
        self.ports = dict(zip(names, ports, strict=True))
        all_routes = ", ".join(f'"nats://127.0.0.1:{route}"' for route in routes)
        for name, port, route in zip(names, ports, routes, strict=True):
            text = _CONFIG.format(name=name, port=port, payload=payload, folder=self._folder / name)
            text += config
            if size > 1:
                text += _CLUSTER.format(route=route, routes=all_routes)
            (self._folder / f"{name}.conf").write_text(text, encoding="utf-8")
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for name in names:
            self.start(name)
        self.wait_until_ready()

    @property
    def servers(self) -> list[str]:
        """The addresses of all."""
        return [f"nats://127.0.0.1:{port}" for port in self.ports.values()]

    def start(self, name: str) -> None:
        """Start one; what it had stored is there."""
        with (self._folder / f"{name}.log").open("ab") as log:
            arguments = [str(PROGRAM), "-c", str(self._folder / f"{name}.conf")]
            self._running[name] = subprocess.Popen(arguments, stdout=log, stderr=log)

    def kill(self, name: str) -> None:
        """End one from one instruction to the next."""
        process = self._running.pop(name)
        process.kill()
        process.wait()

    def wait_until_ready(self) -> None:
        """Wait until streams can be made."""

        async def look(client: Any) -> None:
            await client.jetstream(timeout=2).account_info()

        self.ask(look)

    def ask(self, question: Callable[[Any], Awaitable[ResultT]], patience: float = 60) -> ResultT:
        """Return what a client finds out; while the servers do not answer it asks again."""
        end = time.monotonic() + patience
        while True:
            try:
                return asyncio.run(self._ask(question))
            except (nats.errors.Error, OSError, TimeoutError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    async def _ask(self, question: Callable[[Any], Awaitable[ResultT]]) -> ResultT:
        async def say_nothing(_error: Exception) -> None:
            """Leave it to whoever asks."""

        client: Any = Client()
        await client.connect(
            self.servers,
            connect_timeout=1,
            reconnect_time_wait=0.1,
            max_reconnect_attempts=1,
            error_cb=say_nothing,
            **self._login,
        )
        try:
            return await question(client)
        finally:
            await client.close()

    def leader(self, stream: str) -> str:
        """Return the server that leads a stream."""

        async def look(client: Any) -> str:
            info = await client.jetstream(timeout=2).stream_info(stream)
            return (info.cluster.leader if info.cluster else None) or ""

        while not (found := self.ask(look)):
            time.sleep(0.2)
        return found

    def messages(self, stream: str) -> list[Message]:
        """Return all messages of a stream in its order."""

        async def read(client: Any) -> list[Message]:
            jetstream = client.jetstream(timeout=5)
            state = (await jetstream.stream_info(stream)).state
            numbers = range(state.first_seq, state.last_seq + 1) if state.messages else ()
            return [_message(await jetstream.get_msg(stream, number)) for number in numbers]

        return self.ask(read)

    def make_stream(self, **config: Any) -> None:
        """Make a stream as somebody else would."""

        async def make(client: Any) -> None:
            await client.jetstream(timeout=5).add_stream(**config)

        self.ask(make)

    def send(self, messages: Sequence[tuple[str, bytes, dict[str, str]]]) -> None:
        """Publish messages as somebody else would."""

        async def publish(client: Any) -> None:
            for subject, payload, headers in messages:
                await client.jetstream(timeout=5).publish(subject, payload, headers=headers)

        self.ask(publish)

    def stop(self) -> None:
        """End all and remove their files."""
        for name in list(self._running):
            self.kill(name)
        shutil.rmtree(self._folder, ignore_errors=True)

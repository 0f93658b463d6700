"""
Publish commits to a stream of NATS JetStream: nothing left out, nothing twice, a session's in their order.

A session has a subject of its own. Its next commit is sent when the one before was stored by the stream, and
names the message that it has to stand behind: so neither a node that dies, nor another publisher, nor one
that begins anew after days brings a commit in twice or out of order. Within the stream's window the commit's
hash as message id does the same.
"""

import asyncio
import re
import threading
import time
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.followers import BATCH, CommitFollower
from tenmatsu.engine.following import Followed
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.publishing.access import NatsAccess
from tenmatsu.engine.publishing.cloudevents import CONTENT_TYPE
from tenmatsu.engine.publishing.connection import Connection, told_reason
from tenmatsu.engine.publishing.outbox import Outbox, Outgoing
from tenmatsu.engine.store import Store
from tenmatsu.engine.store.followers import Followers

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.js import JetStreamContext

PREFIX = "nats:"
"""Begins the names of all followers that publish."""
STREAM, SUBJECT = "TENMATSU", "tenmatsu.commits"
WINDOW = 600.0
"""Seconds in which the stream itself knows a message again by its id."""
PATIENCE = 15.0
"""Seconds without any answer after which a batch is given up, to be tried again."""
_ANSWER = 3.0
_PAUSE = 0.25
_AT_ONCE = 64
"""Sessions whose commits are on their way at once."""
_REMEMBERED = 10_000
_ROOM = 2_048
"""Bytes of a message that are kept for its headers."""
_WRONG_LAST = 10_071
_REFUSED = (10_065, 10_074)
"""The subject is another stream's; more replicas than there are servers."""
_STREAM_NAME = re.compile("[A-Za-z0-9_-]{1,32}")
_TOKEN = re.compile("[A-Za-z0-9_-]+")
_SUBJECT = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*")
_MESSAGE_ID = "Nats-Msg-Id"
_EXPECTED = "Nats-Expected-Last-Subject-Sequence"
ResultT = TypeVar("ResultT")

_log = make_log("tenmatsu.publishing")


def subject_of(prefix: str, session: str) -> str:
    """Return the subject of a session's commits; an id that is no token stands there in hex."""
    token = session if _TOKEN.fullmatch(session) else f"~{session.encode().hex()}"
    return f"{prefix}.{token}"


class Publisher:
    """
    A follower that publishes to one stream, which it makes where it is not there.

    It talks to any of `servers`, and to those of their cluster that it learns of; `access` says by which
    files it proves who it is.
    """

    def __init__(
        self,
        store: Store,
        servers: Sequence[str],
        *,
        stream: str = STREAM,
        subject: str = SUBJECT,
        access: NatsAccess | None = None,
        replicas: int = 1,
        patience: float = PATIENCE,
        most: int = BATCH,
    ) -> None:
        if _STREAM_NAME.fullmatch(stream) is None or _SUBJECT.fullmatch(subject) is None:
            raise UsageError("publish_name", stream=stream, subject=subject)
        self._connection = Connection(servers, access or NatsAccess(), patience)
        self._stream, self._subject, self._replicas = stream, subject, replicas
        self._patience = patience
        self._rows = Followers(store.database)
        self._outbox = Outbox(store, 0)
        self._follower = CommitFollower(store, PREFIX + stream, self._publish, most=most)
        self._last: dict[str, int] = {}
        """By session, the number in the stream of its last commit there."""
        self._client: Client | None = None
        """Whose way to the stream `_jetstream` is."""
        self._jetstream: JetStreamContext | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="nats", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """The name of its checkpoint."""
        return self._follower.name

    def begin(self, position: int) -> None:
        """Leave out what stands up to a position, unless something was published to the stream before."""
        self._follower.begin(position)

    def open(self) -> None:
        """Connect, and make the stream where it is not there; `advance` does so too."""
        self._run(self._open())

    def advance(self) -> int:
        """Publish the commits that come next; return how many they were, those that stay here among them."""
        self.open()
        return self._follower.advance()

    def close(self) -> None:
        """Give up the connection, and what somebody began and waits for no more."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, ResultT]) -> ResultT:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _publish(self, batch: Sequence[Followed]) -> None:
        leaving = self._outbox.collect(batch)
        if len(self._last) > _REMEMBERED:
            self._last.clear()
        self._run(self._send_all(leaving))

    async def _end(self) -> None:
        await self._connection.close()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=_ANSWER)

    # the connection and the stream

    async def _open(self) -> "JetStreamContext":
        """Return the way to the stream, opened and made where it is the first time."""
        import nats.errors
        from nats.js.errors import APIError

        client = await self._connection.open()
        if self._jetstream is not None and client is self._client:
            return self._jetstream
        self._outbox.most = client.max_payload - _ROOM
        jetstream = client.jetstream(timeout=_ANSWER)
        deadline = time.monotonic() + self._patience
        while True:
            try:
                await self._set_up(jetstream)
            except nats.errors.Error as error:
                if isinstance(error, APIError) and error.err_code in _REFUSED:
                    reason = told_reason(error)
                    raise UsageError("publish_refused", stream=self._stream, reason=reason) from error
                # a cluster that is just electing a leader does not answer
                if time.monotonic() > deadline:
                    raise self._connection.lost(error) from error
                await asyncio.sleep(_PAUSE)
            else:
                self._client, self._jetstream = client, jetstream
                return jetstream

    async def _set_up(self, jetstream: "JetStreamContext") -> None:
        from nats.js.api import StorageType, StreamConfig
        from nats.js.errors import NotFoundError

        mine = f"{self._subject}.>"
        try:
            found = (await jetstream.stream_info(self._stream)).config
        except NotFoundError:
            wanted = StreamConfig(
                name=self._stream,
                description="Commits of Tenmatsu sessions",
                subjects=[mine],
                storage=StorageType.FILE,
                num_replicas=self._replicas,
                duplicate_window=WINDOW,
            )
            found = (await jetstream.add_stream(wanted)).config
            _log.info("publish_stream_made", stream=self._stream, replicas=self._replicas)
        if mine not in (found.subjects or ()) or found.no_ack:
            raise UsageError("publish_stream", stream=self._stream, subject=mine)

    # what is sent

    async def _send_all(self, leaving: Mapping[str, Sequence[Outgoing]]) -> None:
        jetstream = await self._open()
        room = asyncio.Semaphore(_AT_ONCE)

        async def send(session: str, messages: Sequence[Outgoing]) -> None:
            async with room:
                await self._send(jetstream, session, messages)

        jobs = [send(session, messages) for session, messages in leaving.items()]
        failed = [one for one in await asyncio.gather(*jobs, return_exceptions=True) if one is not None]
        if failed:
            raise failed[0]

    async def _send(self, jetstream: "JetStreamContext", session: str, messages: Sequence[Outgoing]) -> None:
        """Send a session's commits one behind the other, each when the one before is stored."""
        import nats.errors
        from nats.js.errors import APIError

        subject = subject_of(self._subject, session)
        at = 0
        deadline = time.monotonic() + self._patience
        while at < len(messages):
            try:
                if session not in self._last:
                    at = await self._look(jetstream, session, subject, messages, at)
                    continue
                message = messages[at]
                headers = {
                    _MESSAGE_ID: message.id,
                    _EXPECTED: str(self._last[session]),
                    "Content-Type": CONTENT_TYPE,
                }
                answer = await jetstream.publish(
                    subject, message.payload, timeout=_ANSWER, stream=self._stream, headers=headers
                )
            except (nats.errors.Error, OSError) as error:
                # it may be stored all the same: look before it is sent again
                self._last.pop(session, None)
                if time.monotonic() > deadline:
                    raise self._connection.lost(error) from error
                if not isinstance(error, APIError) or error.err_code != _WRONG_LAST:
                    _log.info("publish_retried", session=session, code=type(error).__name__)
                    await asyncio.sleep(_PAUSE)
                continue
            if answer.duplicate:
                del self._last[session]
            else:
                self._last[session] = answer.seq
            at += 1
            deadline = time.monotonic() + self._patience

    async def _look(
        self,
        jetstream: "JetStreamContext",
        session: str,
        subject: str,
        messages: Sequence[Outgoing],
        at: int,
    ) -> int:
        """Find a session's last commit in the stream; return which message comes behind it."""
        from nats.js.errors import NotFoundError

        try:
            last = await jetstream.get_last_msg(self._stream, subject)
        except NotFoundError:
            self._last[session] = 0
            return at
        self._last[session] = last.seq or 0
        digest = (last.headers or {}).get(_MESSAGE_ID, "")
        position = self._rows.position_of(session, digest)
        if position is None:
            _log.warning("publish_unknown_last", session=session, commit=digest[:12])
            return at
        done = sum(1 for message in messages if message.position <= position)
        if done == len(messages):
            del self._last[session]  # it may be of a commit that is still to come: look again then
        return max(at, done)

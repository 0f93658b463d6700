"""The connection to NATS servers: made, made anew, or refused in one sentence."""

import asyncio
import re
import ssl
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tenmatsu.engine.errors import StoreError, UsageError
from tenmatsu.engine.logs import make_log
from tenmatsu.engine.publishing.access import NatsAccess

if TYPE_CHECKING:
    from nats.aio.client import Client

_DENIED = re.compile(
    r"authori[sz]ation violation|authentication (?:expired|revoked)"
    r"|alert (?:bad )?certificate|alert unknown ca",
    re.IGNORECASE,
)
"""What servers say to whom they do not let in; the last ones over TLS, of our certificate."""
_FAREWELL = 2.0
"""Seconds for a connection to end in."""

_log = make_log("tenmatsu.publishing")


def show_server(address: str) -> str:
    """Return a server's address without the user, password or token in it."""
    return re.sub(r"//\S*@", "//***@", address)


def told_reason(error: BaseException) -> str:
    """Return what an error says; of an answer of JetStream's what it is in words."""
    from nats.js.errors import APIError

    said = error.description or "" if isinstance(error, APIError) else str(error)
    return said or type(error).__name__


class Connection:
    """
    A connection to any of some servers, and to those of their cluster that it learns of.

    `UsageError` where the extra `nats` is not installed or a file of `access` holds something else.
    """

    def __init__(self, servers: Sequence[str], access: NatsAccess, patience: float) -> None:
        try:
            from nats.aio.client import Client
        except ImportError as error:
            raise UsageError("publish_driver") from error
        self._make = Client
        self._servers, self._access, self._patience = list(servers), access, patience
        self._shown = ", ".join(map(show_server, servers))
        self._client: Client | None = None
        self._told: Exception | None = None
        """What the client told of last: having waited in vain says less."""
        access.options()

    async def open(self) -> "Client":
        """Return the client, connected; one whose connection the servers have ended for good is replaced."""
        import nats.errors

        if self._client is not None and not self._client.is_closed:
            return self._client
        client, self._client = self._make(), None
        connecting = client.connect(
            self._servers,
            name="tenmatsu",
            connect_timeout=2,
            reconnect_time_wait=1,
            max_reconnect_attempts=-1,
            error_cb=self._hear,
            **self._access.options(),
        )
        try:
            await asyncio.wait_for(connecting, self._patience)
            self._refuse_plain(client)
        except (TimeoutError, OSError) as error:
            await _give_up(client)
            raise self.lost(error) from error
        except nats.errors.Error as error:  # of a server that refuses or fails it tells `_hear` alone
            await _give_up(client)
            raise UsageError("publish_address", servers=self._shown) from error
        except BaseException:  # whoever is not let in, or waits no more
            await _give_up(client)
            raise
        self._client, self._told = client, None
        return client

    async def close(self) -> None:
        """Give up the connection."""
        if self._client is not None:
            await _give_up(self._client)

    def lost(self, error: BaseException) -> StoreError:
        """Return what to say where the servers do not answer."""
        cause = self._told or error if isinstance(error, TimeoutError) else error
        return StoreError("publish_lost", servers=self._shown, reason=told_reason(cause))

    async def _hear(self, error: Exception) -> None:
        """Take note of an error; the client tries again by itself, which helps against no refusal."""
        _log.info("publish_disconnected", code=type(error).__name__)
        self._told = error
        if self._client is not None:
            return
        if isinstance(error, ssl.SSLCertVerificationError):
            raise UsageError("publish_untrusted", servers=self._shown, reason=error.verify_message)
        if _DENIED.search(str(error)):
            raise UsageError("publish_denied", servers=self._shown)

    def _refuse_plain(self, client: "Client") -> None:
        """Take no server without TLS for one that was named with it: the client itself does."""
        info = client._server_info
        if any(one.startswith("tls://") for one in self._servers) and not info.get("tls_required"):
            raise UsageError("publish_plain", servers=self._shown)


async def _give_up(client: "Client") -> None:
    # it does not expect to be closed before it has tried a server, fails over words that are still to go
    # into a connection over TLS that broke, and waits for ever for the end of one that came to nothing
    with suppress(Exception):
        await asyncio.wait_for(client.close(), _FAREWELL)

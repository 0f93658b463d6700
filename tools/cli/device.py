"""The chains of nonces that this device keeps: one file for each participant, for its owner alone."""

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import msgspec

from tenmatsu.engine.api import NonceChain, Result, RuleViolation, Session, next_link
from tenmatsu.tools.cli.words import CliError

FOLDER = "TENMATSU_NONCES"
"""The environment's variable for the folder with the chains."""
_ATTEMPTS = 5


class Kept(msgspec.Struct, frozen=True):
    """What a file holds: the newest chain, and an older one only while that is not yet committed."""

    session: str
    participant: str
    chains: tuple[NonceChain, ...] = ()


_KEPT = msgspec.json.Decoder(Kept)


class Device:
    """One participant's chains on this device."""

    def __init__(self, session: str, participant: str) -> None:
        self._empty = Kept(session, participant)
        name = sha256(f"{session}\n{participant}".encode()).hexdigest()[:32]
        self.path = _folder() / f"{name}.json"

    def read(self) -> tuple[NonceChain, ...]:
        """Return the chains; `CliError` where the file cannot be read."""
        try:
            return _KEPT.decode(self.path.read_bytes()).chains
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CliError("nonces_unreadable", path=self.path) from error

    def keep(self, chains: tuple[NonceChain, ...]) -> None:
        """Write the chains, whole or not at all; `CliError` where the folder takes no file."""
        data = msgspec.json.encode(msgspec.structs.replace(self._empty, chains=chains))
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, temporary = mkstemp(dir=self.path.parent)  # made for its owner alone
            with os.fdopen(handle, "wb") as file:
                file.write(data + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(self.path)
        except OSError as error:
            reason = error.strerror or error
            raise CliError("file_unwritable", path=self.path, reason=reason) from error

    def link(self, session: Session) -> str | None:
        """Return the link that comes next; None where this device has none for the session's newest chain."""
        who = self._empty.participant
        if session.last_link(who) is None:
            return None
        links = (next_link(session, chain, actor=who) for chain in self.read())
        return next((link for link in links if link is not None), None)


def _folder() -> Path:
    given = os.environ.get(FOLDER)
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("tenmatsu", appauthor=False) / "nonces"


def ask(session: Session, command: Mapping[str, Any], *, actor: str, **more: Any) -> Result:
    """
    Ask a command with the next link of the actor's chain, where this device keeps it.

    One that turns out to be secret is asked without; one that another window of the same person
    overtook, with the link behind.
    """
    device = Device(session.id, actor)
    for _ in range(_ATTEMPTS):
        link = device.link(session)
        try:
            return session.do(command, actor=actor, link=link, **more)
        except RuleViolation as refused:
            if link is None or refused.code not in ("link_secret", "link_not_next"):
                raise
            if refused.code == "link_secret":
                return session.do(command, actor=actor, **more)
            session.reload()
    return session.do(command, actor=actor, link=device.link(session), **more)

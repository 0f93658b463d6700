"""Participants' devices for tests: each keeps a chain of nonces and brings its links."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from tenmatsu.engine.dice.chains import NonceChain, make_chain
from tenmatsu.engine.dice.stirring import commit_chain, next_link
from tenmatsu.engine.session import Result, Session


def chain_of(who: str, length: int = 100) -> NonceChain:
    """Return a chain made of bytes that follow from a name."""
    return make_chain(sha256(who.encode()).digest(), length)


class Device:
    """A participant's device."""

    def __init__(self, session: Session, who: str, length: int = 100, *, named: str = "") -> None:
        self.who = who
        self.chain = chain_of(named or who, length)
        self.committed = commit_chain(session, self.chain, actor=who)

    def link(self, session: Session) -> str | None:
        """Return the link that comes next."""
        return next_link(session, self.chain, actor=self.who)

    def do(self, session: Session, command: Mapping[str, Any], **more: Any) -> Result:
        """Ask a command with the next link."""
        return session.do(command, actor=self.who, link=self.link(session), **more)

    def roll(self, session: Session, **more: Any) -> Result:
        """Roll in the open, with the next link."""
        return self.do(session, {"type": "table.roll", "dice": "2d6"}, **more)

"""Disputes as front ends show them: those that wait for a ruling, and how one is answered."""

from collections.abc import Iterator, Sequence
from typing import Any

from tenmatsu.engine.api import Dispute, Lang, Session, Viewer
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

DIGITS = 12
"""Digits of a digest or hash that a line shows."""


def open_disputes(session: Session, viewer: Viewer) -> tuple[Dispute, ...]:
    """Return the disputes that wait for a ruling and that a viewer knows of."""
    return seen(session, viewer).table.open_disputes()


def dispute_lines(session: Session, teller: Teller, lang: Lang, viewer: Viewer) -> Iterator[str]:
    """Yield the disputes that wait for a ruling; play goes on beside them."""
    yield from tell_disputes(open_disputes(session, viewer), session, teller, lang)


def tell_disputes(disputes: Sequence[Dispute], session: Session, teller: Teller, lang: Lang) -> Iterator[str]:
    """Yield a line for each of these disputes, with the command that answers it."""
    for one in disputes:
        yield say(
            "dispute_waits",
            lang,
            dispute=one.number,
            who=teller.name(one.by),
            about=one.about[:DIGITS],
            session=session.id[:8],
        )


def plain_disputes(session: Session, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the disputes that wait for a ruling for JSON."""
    return [
        {"dispute": one.number, "by": one.by, "about": one.about, "commit": one.commit}
        for one in open_disputes(session, viewer)
    ]

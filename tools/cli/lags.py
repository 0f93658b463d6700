"""How far followers are behind, for people and for machines."""

from datetime import datetime, timedelta
from typing import Any

from tenmatsu.engine.api import Lag
from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.words import say

_STANDS_STILL = timedelta(minutes=10)
"""So long no commit waits for a follower that is at work."""


def plain_lag(lag: Lag) -> dict[str, Any]:
    """Return how far a follower is, for a machine."""
    return {"name": lag.name, "position": lag.position, "waiting": lag.commits, "since": lag.since}


def say_lag(lag: dict[str, Any], lang: Lang) -> str:
    """Return the same in words."""
    if lag["since"] is None:
        return say("follower_done", lang)
    return say("follower_waits", lang, commits=lag["waiting"], since=local_time(lag["since"]))


def is_old(since: str | None, now: datetime) -> bool:
    """Return whether what waits has waited too long; of a time that nobody can read that is not known."""
    try:
        return since is not None and now - datetime.fromisoformat(since) > _STANDS_STILL
    except (ValueError, TypeError):
        return False


def local_time(at: str) -> str:
    """Return a time of the log as the clock on the wall shows it."""
    try:
        return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return at[:16]

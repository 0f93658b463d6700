"""What an event says of a check, for statistics and recaps."""

from tenmatsu.engine.contract import Event, Verdict


def read_verdict(event: Event) -> Verdict | None:
    """Return what a check needed and what came of it."""
    return None

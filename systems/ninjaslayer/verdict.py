"""What an event says of a judgement, for statistics and recaps."""

from tenmatsu.engine.contract import Event, Verdict


def read_verdict(event: Event) -> Verdict | None:
    """Return what a judgement needed and what came of it."""
    return None

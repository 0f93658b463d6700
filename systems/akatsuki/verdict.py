"""What an event says of a check, for statistics and recaps."""

from tenmatsu.engine.contract import Event, Verdict
from tenmatsu.systems.akatsuki.events.checks import Checked


def read_verdict(event: Event) -> Verdict | None:
    """Return what a check needed and what came of it: the dice may come to its target at most."""
    if not isinstance(event, Checked):
        return None
    return Verdict(
        by=event.character,
        what=event.purpose,
        needed=event.target,
        sides=6,
        dice=len(event.faces),
        keep=len(event.faces),
        faces=event.faces,
        total=event.total,
        success=event.success,
        under=True,
    )

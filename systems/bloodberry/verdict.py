"""What an event says of a judge, for statistics and recaps: dice of 5 and 6 counted."""

from tenmatsu.engine.contract import Event, SetAside, Verdict
from tenmatsu.systems.bloodberry.events.judging import JudgeRolled, Rerolled


def read_verdict(event: Event) -> Verdict | None:
    """Return what one side's dice needed and what came of them; an opposed judge needs no one number."""
    if not isinstance(event, JudgeRolled):
        return None
    side = event.side
    return Verdict(
        by=event.character,
        what=event.purpose,
        needed=None if event.needed is None else event.needed - side.plus,
        sides=event.sides,
        dice=len(side.faces),
        keep=len(side.faces),
        faces=side.faces,
        total=event.achievement,
        success=event.success,
        hits_from=side.hit,
    )


def read_set_aside(event: Event) -> SetAside | None:
    """Return whose dice a reroll sets aside, and the vigour that it cost."""
    if not isinstance(event, Rerolled):
        return None
    return SetAside(by=event.character, cost=event.cost, cost_of="vigour" if event.cost else "")

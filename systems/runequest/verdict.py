"""What an event says of a check, for statistics and recaps."""

from tenmatsu.engine.contract import Event, Verdict
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.attacks import Fumbled
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.events.wounds import Fainted, LocationChanged
from tenmatsu.systems.runequest.state import State

NAMELESS = frozenset({"skill", "characteristic", "opposed"})
"""Rolls that say nothing by what they are for: what is rolled against stands in its place."""


def read_verdict(event: Event) -> Verdict | None:
    """Return what a percentile roll needed and what came of it."""
    if not isinstance(event, Checked):
        return None
    return Verdict(
        by=event.character,
        what=event.ability if event.purpose in NAMELESS else event.purpose,
        needed=event.limits.success,
        sides=100,
        dice=1,
        keep=1,
        faces=(event.face,),
        total=event.face,
        success=is_success(event.degree),
        under=True,
    )


def is_minor(state: State, event: Event) -> bool:
    """Return whether an event comes behind others: limbs that serve again or no more, foes who drop out."""
    if isinstance(event, LocationChanged):
        return event.state in ("whole", "useless")
    if not isinstance(event, Fainted | Fumbled):
        return False
    figure = state.characters.get(event.character)
    return figure is not None and figure.npc

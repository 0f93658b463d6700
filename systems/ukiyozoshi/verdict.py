"""What an event says of a check, for statistics and recaps."""

from tenmatsu.engine.contract import Event, SetAside, Verdict
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiSpent
from tenmatsu.systems.ukiyozoshi.state import Figure, State


def read_verdict(event: Event) -> Verdict | None:
    """Return what a check needed and what came of it; None for other events and bought successes."""
    if not isinstance(event, Checked) or not event.check.faces or event.check.bought:
        return None
    check = event.check
    return Verdict(
        by=check.character,
        what=check.what,
        needed=None if check.difficulty is None else check.difficulty - check.effective,
        sides=6,
        dice=check.dice,
        keep=len(check.kept),
        faces=check.faces,
        total=check.total or 0,
        success=check.success,
    )


def is_minor(state: State, event: Event) -> bool:
    """Return whether an event befalls an extra (雑魚): named foes come before them."""
    figure = state.characters.get(str(getattr(event, "character", "")), Figure())
    return figure.npc and figure.rank == "extra"


def read_set_aside(event: Event) -> SetAside | None:
    """Return whose failed roll a 活劇点 sets aside (活劇点の効果): by a reroll, or a bought success."""
    if not isinstance(event, KatsugekiSpent) or event.use not in ("reroll", "success"):
        return None
    return SetAside(by=event.character, again=event.use == "reroll", cost=event.amount, cost_of="katsugeki")

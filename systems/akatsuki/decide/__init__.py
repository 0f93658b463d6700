"""Decide commands: one file a part of the rules, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.akatsuki.decide.cards import CARD_HANDLERS
from tenmatsu.systems.akatsuki.decide.checks import CHECK_HANDLERS
from tenmatsu.systems.akatsuki.decide.combat import COMBAT_HANDLERS, settle_fight
from tenmatsu.systems.akatsuki.decide.damage import DAMAGE_HANDLERS
from tenmatsu.systems.akatsuki.decide.making import MAKING_HANDLERS
from tenmatsu.systems.akatsuki.decide.time import TIME_HANDLERS, run_time
from tenmatsu.systems.akatsuki.decide.work import Work
from tenmatsu.systems.akatsuki.pending import list_pending

HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    **MAKING_HANDLERS,
    **CARD_HANDLERS,
    **CHECK_HANDLERS,
    **COMBAT_HANDLERS,
    **DAMAGE_HANDLERS,
    **TIME_HANDLERS,
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows, or refuse; then fight and clock go on where they stopped."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, command)
    settle_fight(work)
    if not list_pending(work.state):
        run_time(work)

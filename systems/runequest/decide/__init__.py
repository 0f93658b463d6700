"""Decide commands: one file a part of the rules, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.runequest.decide.attacks import ATTACK_HANDLERS
from tenmatsu.systems.runequest.decide.checks import CHECK_HANDLERS
from tenmatsu.systems.runequest.decide.choosing import CHOICE_HANDLERS
from tenmatsu.systems.runequest.decide.magic import MAGIC_HANDLERS
from tenmatsu.systems.runequest.decide.making import MAKING_HANDLERS
from tenmatsu.systems.runequest.decide.missiles import MISSILE_HANDLERS
from tenmatsu.systems.runequest.decide.rounds import ROUND_HANDLERS
from tenmatsu.systems.runequest.decide.settling import settle
from tenmatsu.systems.runequest.decide.spirits import SPIRIT_HANDLERS
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounds import WOUND_HANDLERS

HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    **MAKING_HANDLERS,
    **CHOICE_HANDLERS,
    **CHECK_HANDLERS,
    **MISSILE_HANDLERS,
    **ROUND_HANDLERS,
    **ATTACK_HANDLERS,
    **WOUND_HANDLERS,
    **MAGIC_HANDLERS,
    **SPIRIT_HANDLERS,
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows, or refuse; then what is under way goes on by itself."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, command)
    settle(work)

"""Decide the commands of the part `scenario`."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.work import Work

SCENARIO_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}


def collect_cash(work: Work, character: str) -> None:
    """Let what a fallen foe carried go to the cash pool; a boss keeps it on the body."""

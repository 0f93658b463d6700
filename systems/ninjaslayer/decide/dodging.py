"""Decide dodges (回避判定), and what else is asked when blows have hit."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.decide.groups import dodge_difficulty, set_dodge
from tenmatsu.systems.ninjaslayer.decide.launching import launch
from tenmatsu.systems.ninjaslayer.decide.work import Work

__all__ = ["DODGING_HANDLERS", "dodge_difficulty", "launch", "set_dodge"]

DODGING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}

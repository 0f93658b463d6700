"""Decide feats of class and species."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.decide.work import Work

FEAT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {}

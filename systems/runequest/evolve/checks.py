"""Fold what happens: of skills, characteristics and resistance."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.state import State

CHECK_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}
"""By event class."""

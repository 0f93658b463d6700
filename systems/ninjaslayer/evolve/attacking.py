"""Fold the events of the part `attacking`."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.state import State

ATTACKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

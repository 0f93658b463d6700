"""Fold the events of the part `mapping`."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.state import State

MAPPING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

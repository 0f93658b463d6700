"""Fold checks."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.state import State

CHECK_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

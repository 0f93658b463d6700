"""Fold confrontations."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.state import State

CONFRONT_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

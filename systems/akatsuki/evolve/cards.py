"""Fold cards."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.akatsuki.state import State

CARD_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

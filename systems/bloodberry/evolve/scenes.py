"""Fold scenes, interludes, victory conditions."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.bloodberry.state import State

SCENE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {}

"""Fold what skills made; what was read leaves no trace."""

from collections.abc import Callable
from typing import Any

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events.learning import AmmunitionMade
from tenmatsu.systems.ukiyozoshi.evolve.purse import put_item
from tenmatsu.systems.ukiyozoshi.state import State


def _made(state: State, event: AmmunitionMade) -> State:
    return put_item(state, event.character, event.ammunition, event.now)


LEARNING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {AmmunitionMade: _made}
"""By event class."""

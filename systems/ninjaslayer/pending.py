"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.ninjaslayer.state import State


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choice open now: single choices stand before the assault that goes on behind them."""
    return ()

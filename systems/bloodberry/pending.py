"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.bloodberry.state import State


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choices open now: the newest moment of answering first, then choices of one person."""
    return ()

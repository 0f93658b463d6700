"""The queue of strike ranks: what is due, and how a round goes on by itself."""

from collections.abc import Sequence

from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.melee import Action, ActionState
from tenmatsu.systems.runequest.state import State


def list_order(state: State) -> tuple[Action, ...]:
    """Return the open actions of the round in the order of resolution: SR, then DEX (higher first)."""
    if state.melee is None:
        return ()

    def key(action: Action) -> tuple[int, int, int]:
        figure = state.characters.get(action.character)
        return (action.sr, -(0 if figure is None else figure.of("DEX")), action.id)

    open_now = (one for one in state.melee.queue if one.state in ("declared", "resolving"))
    return tuple(sorted((one for one in open_now if not one.rounds_left), key=key))


def find_action(state: State, number: int) -> Action | None:
    """Return an action by its number."""
    queue = () if state.melee is None else state.melee.queue
    return next((one for one in queue if one.id == number), None)


def settle_action(work: Work, number: int, how: ActionState, why: str = "") -> None:
    """Record what became of an action; nothing where it came from no queue (0)."""
    if number:
        raise NotImplementedError


def lose_actions(work: Work, character: str, kinds: Sequence[str] = ()) -> None:
    """Take what somebody still had to do out of the queue: all of it, or steps of these kinds."""
    raise NotImplementedError


def engage(work: Work, one: str, other: str) -> None:
    """Record that two are engaged; what is no longer allowed to either falls out of the queue."""
    raise NotImplementedError


def disengage(work: Work, one: str, other: str = "") -> None:
    """Record that two are apart, or that one is apart from all."""
    raise NotImplementedError


def resume_round(work: Work) -> bool:
    """Take the round's next step by itself; return whether there was one."""
    return False

"""The choices that the rules give to somebody, as the state holds them."""

from tenmatsu.engine.contract import Pending
from tenmatsu.engine.windows import ask_window
from tenmatsu.systems.runequest.state import State

COMMAND = "runequest.choose"
"""It answers all of them."""


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choice open now: the newest window before the first choice."""
    if state.windows:
        return (ask_window(state.windows[-1], COMMAND, {}),)
    if not state.choices:
        return ()
    choice = state.choices[0]
    return (
        Pending(
            id=choice.kind,
            kind=choice.kind,
            whom=choice.whom,
            options=choice.options,
            command=COMMAND,
            details=choice.data,
        ),
    )

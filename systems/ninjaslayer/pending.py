"""The choices that the rules give to somebody, as the state holds them."""

from collections.abc import Mapping

from tenmatsu.engine.contract import Pending
from tenmatsu.systems.ninjaslayer.asking import ask_assault
from tenmatsu.systems.ninjaslayer.state import Choice, Judging, State

ANSWERS: Mapping[str, str] = {
    "crushing_pick": "ninjaslayer.pick_crushing",
    "settle_square": "ninjaslayer.settle_square",
    "deploy": "ninjaslayer.deploy",
    "cartwheel_to": "ninjaslayer.land",
    "leap": "ninjaslayer.leap",
    "entry_choice": "ninjaslayer.choose_entry",
    "entry_square": "ninjaslayer.place_slayer",
    "entry_npc": "ninjaslayer.place_slayer",
}
"""By the kind of a single choice, the command that answers it."""


def list_pending(state: State) -> tuple[Pending, ...]:
    """Return the choice open now: single choices stand before the assault that goes on behind them."""
    if state.choices:
        return (_ask_choice(state.choices[0]),)
    if state.assaults and state.assaults[-1].whom:
        return (ask_assault(state, state.assaults[-1]),)
    if state.judging is not None:
        return (_ask_judging(state.judging),)
    return ()


def _ask_choice(choice: Choice) -> Pending:
    return Pending(
        id=choice.kind,
        kind=choice.kind,
        whom=choice.whom,
        options=choice.options,
        command=ANSWERS.get(choice.kind, ""),
        details=choice.about,
    )


def _ask_judging(judging: Judging) -> Pending:
    return Pending(
        id="sixth_sense",
        kind="sixth_sense",
        whom=judging.character,
        options=("reroll", "keep"),
        command="ninjaslayer.use_sixth_sense",
        details={
            "purpose": judging.purpose,
            "value": judging.value,
            "faces": ", ".join(str(face) for face in judging.faces),
            "successes": judging.successes,
            "result": "success" if judging.successes else "failure",
        },
    )

"""What may legally be done now: answers to open choices, a hand in battle, judgements outside one."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField, Pending
from tenmatsu.systems.ninjaslayer.battle import MODES
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.initiative import is_in
from tenmatsu.systems.ninjaslayer.legal_hands import is_foes_part, list_hand, list_mobs, open_quick
from tenmatsu.systems.ninjaslayer.legal_outside import list_nm_outside, list_outside
from tenmatsu.systems.ninjaslayer.pending import list_pending
from tenmatsu.systems.ninjaslayer.state import State

TAG = "ninjaslayer."
GM = "@gm"
FIELDS = {"deploy": "square", "cartwheel_to": "to"}
"""The field that holds the answer to a kind of choice; of others `choice`."""


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now."""
    choices = list_pending(state)
    if choices:
        if choices[0].whom == character:
            yield from list_answers(state, choices[0])
    elif state.battle is not None:
        yield from list_mobs(state, rules) if character == GM else list_hand(state, rules, character)
        if character == GM:
            yield from _list_nm_steps(state)
    elif character == GM:
        yield from list_nm_outside(state, rules)
    else:
        yield from list_outside(state, rules, character)


def list_answers(state: State, choice: Pending) -> Iterator[Move]:
    """Yield the answers to a choice."""
    field = FIELDS.get(choice.kind, "choice")
    who = {} if choice.whom == GM else {"character": choice.whom}
    for option in choice.options:
        yield Move(command=choice.command, fields={**who, field: option}, open=_open(state, choice, option))


def _open(state: State, choice: Pending, option: str) -> tuple[OpenField, ...]:
    """Return what is still to be said of an answer: the dice of a dodge or a leap."""
    figure = state.characters.get(choice.whom, Figure())
    if choice.kind == "dodge" and option == "dodge":
        boost = (OpenField("boost", required=False),) if choice.details.get("boost") else ()
        return (*_open_dice(figure), *boost)
    if choice.kind == "leap" and option == "leap":
        return open_quick(figure)
    return ()


def _open_dice(figure: Figure) -> Iterator[OpenField]:
    """Yield the dice of a dodge that somebody holds: at least one must be named."""
    held = {"with_dice": max(figure.dodge_dice, 0), "emergency": figure.emergency_dice}
    names = [name for name, count in held.items() if count]
    for name in names:
        alone = len(names) == 1
        yield OpenField(name, low=int(alone), high=held[name], required=alone)


def _list_nm_steps(state: State) -> Iterator[Move]:
    """Yield what the NM does with a battle as a whole."""
    battle = state.battle
    if battle is not None and battle.stage == "turn_end":
        yield Move(command=f"{TAG}end_turn_phase")
        for mode in MODES:
            yield Move(command=f"{TAG}set_atmosphere", fields={"mode": mode})
        for one, figure in state.characters.items():
            if one not in battle.fighters and is_in(figure):
                yield Move(command=f"{TAG}reinforce", fields={"characters": (one,)})
    if battle is not None and is_foes_part(state):
        yield Move(command=f"{TAG}run_foes")
    yield Move(command=f"{TAG}end_battle", open=(OpenField("result", required=False),))

"""What may be done now, and what makes ready for play."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField, Pending
from tenmatsu.engine.windows import PASS
from tenmatsu.systems.runequest.decide.lasthealing import find_heal_points, read_use
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.legal_melee import list_gm_moves, list_held_moves, list_melee_moves
from tenmatsu.systems.runequest.legal_rolls import (
    list_gm_rolls,
    list_quiet_gm_moves,
    list_quiet_moves,
    list_rolls,
)
from tenmatsu.systems.runequest.pending import list_pending
from tenmatsu.systems.runequest.preparing import list_making_moves
from tenmatsu.systems.runequest.state import State

GM = "@gm"
MOST_METRES = 99


def list_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character (or `@gm`) may do now; while a choice is open, its answers and what was held."""
    choices = list_pending(state)
    if choices:
        yield from _list_answers(state, rules, choices[0], character)
        if character in state.characters and state.melee is not None:
            yield from list_held_moves(state, rules, character)
        if character == GM and state.melee is not None:
            yield Move(command="runequest.end_melee")
    elif state.melee is None:
        yield from (
            list_quiet_gm_moves(state, rules)
            if character == GM
            else list_quiet_moves(state, rules, character)
        )
    elif character == GM:
        yield from list_gm_moves(state, state.melee)
        yield from list_gm_rolls(state, rules)
    else:
        yield from list_melee_moves(state, rules, state.melee, character)
        yield from list_rolls(state, rules, character)


def _list_answers(state: State, rules: Rulebook, choice: Pending, character: str) -> Iterator[Move]:
    """Yield the answers of whoever is asked; some take an amount."""
    if choice.whom != character:
        return
    for option in choice.options:
        fields: dict[str, object] = {"character": character, "use": option}
        yield Move(command=choice.command, fields=fields, open=_list_open(state, rules, choice, option))


def _list_open(state: State, rules: Rulebook, choice: Pending, option: str) -> tuple[OpenField, ...]:
    if choice.kind == "retreat_distance":
        return (OpenField("amount", low=0, high=MOST_METRES),)
    if option == "boost":
        least, most = int(choice.details["needed"]), int(choice.details["most"])
        return (OpenField("amount", low=least, high=most),)
    if choice.kind == "last_moment" and option != PASS:
        least, most = find_heal_points(state, rules, choice.whom, *read_use(option))
        return (OpenField("amount", low=least, high=most),)
    return ()


def list_preparations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what makes ready for play: how a character comes into it, or the GM's next steps."""
    yield from list_making_moves(state, rules, character)

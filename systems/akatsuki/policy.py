"""
A player that fights sensibly, whose turn it is, and how a fight ends: what auto-play needs.

It reckons with the exact chances of the rules (`policy_odds`), in shares of a fighter, and reads state and
rules alone. A fight that one side has won is ended by the GM, so that the survival checks at its end are
rolled before its outcome is told.
"""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.combat import EndCombat, EndTurn
from tenmatsu.systems.akatsuki.decide.drawing import count_fate
from tenmatsu.systems.akatsuki.decide.turns import can_act, find_turn, may_pass
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.legal import ABILITIES, GM
from tenmatsu.systems.akatsuki.pending import list_pending
from tenmatsu.systems.akatsuki.policy_answers import answer
from tenmatsu.systems.akatsuki.policy_turn import play_turn
from tenmatsu.systems.akatsuki.sides import find_result
from tenmatsu.systems.akatsuki.state import Combat, State
from tenmatsu.systems.akatsuki.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    choices = list_pending(state)
    if choices:
        if choices[0].whom == character:
            return answer(state, rules, choices[0])
    elif state.combat is not None:
        chosen = _fight(state, rules, state.combat, character)
        if chosen is not None:
            return chosen
    else:
        figure = state.characters.get(character)
        if figure is not None and figure.is_awake and not figure.npc:
            return RollCheck(character=character, ability=rng.choice(ABILITIES))
    raise RuleViolation("akatsuki.nothing_to_choose", words=load_words(), character=character)


def _fight(state: State, rules: Rulebook, combat: Combat, character: str) -> Command | None:
    now = find_turn(state)
    if character == GM:
        over = combat.ending is not None or find_result(state, combat) != "undecided"
        if not over and not can_act(state, rules, now) and may_pass(state, rules):
            return EndTurn(character=now)
        return EndCombat()
    if character != now:
        return None
    figure = state.characters.get(now)
    if figure is None or not can_act(state, rules, now):
        return EndTurn(character=now) if may_pass(state, rules) else None
    return play_turn(state, rules, now, figure)


# ---- the end ----


def find_next(state: State) -> Turn | None:
    """Return whose turn it is in the fight, the GM where it is to be ended; None outside one."""
    combat = state.combat
    if combat is None:
        return None
    figure = state.characters.get(find_turn(state))
    over = combat.ending is not None or find_result(state, combat) != "undecided"
    if over or figure is None or not figure.is_awake:
        return Turn(GM, combat.round)
    return Turn(find_turn(state), combat.round)


def find_outcome(state: State) -> Outcome | None:
    """
    Return which side won the last fight, from its end until time passes; None where neither did.

    Whoever is in zombie time when a fight is over dies with it, and the checks at its end come before.
    """
    fought = state.fought
    if fought is None or fought.result == "undecided" or fought.now != state.clock.now:
        return None
    figures = {one: figure for one in fought.fighters if (figure := state.characters.get(one)) is not None}
    values: dict[str, int] = {}
    for one, figure in figures.items():
        rank = 0 if figure.wound is None else figure.wound.rank
        values |= {f"{one}.fate_count": count_fate(figure), f"{one}.rank": rank}
    return Outcome(
        result=fought.result,
        values=values,
        standing=tuple(one for one, figure in figures.items() if figure.is_awake and not figure.doomed),
        alive=tuple(one for one, figure in figures.items() if not figure.dead and not figure.doomed),
    )

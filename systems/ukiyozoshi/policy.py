"""
A player that fights sensibly, whose turn it is, and how a fight ends: what auto-play needs.

It reckons with the exact chances of the rules (`policy_odds`), in shares of a fighter: a blow is worth the
share of its target's endurance that it is expected to take, a defence what it is expected to save, and a
活劇点 more the fewer are left (`policy_worth`). It reads state and rules alone.
"""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi.commands import checks, combat
from tenmatsu.systems.ukiyozoshi.decide.budget import whose_turn
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Combat
from tenmatsu.systems.ukiyozoshi.legal import list_moves
from tenmatsu.systems.ukiyozoshi.pending import GM, list_pending
from tenmatsu.systems.ukiyozoshi.policy_answers import answer
from tenmatsu.systems.ukiyozoshi.policy_turn import play_turn
from tenmatsu.systems.ukiyozoshi.policy_worth import is_of_players
from tenmatsu.systems.ukiyozoshi.state import Figure, State
from tenmatsu.systems.ukiyozoshi.tables import FILES, load
from tenmatsu.systems.ukiyozoshi.wording import load_words

RULES_VERSION = max(FILES)

__all__ = ["choose_move", "find_next", "find_outcome", "list_moves"]


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    for choice in list_pending(state):
        if choice.whom == character:
            return answer(state, rules, choice)
    fight = state.combat
    if fight is None or list_pending(state):
        return _pass(state, character, rng)
    now = whose_turn(fight)
    figure = state.characters.get(now)
    if figure is None or not figure.can_act:
        if character in {now, GM}:
            return combat.EndTurn(character=now) if now else combat.EndCombat()
    elif character == now:
        return play_turn(state, rules, character, figure)
    return _pass(state, character, rng)


def _pass(state: State, character: str, rng: Random) -> Command:
    """Roll some skill the character has, where there is no fight to think about."""
    figure = state.characters.get(character)
    able = figure is not None and figure.can_act and state.combat is None and not list_pending(state)
    skills = sorted(figure.skills) if figure is not None and able else []
    if not skills:
        raise RuleViolation("ukiyozoshi.nothing_to_choose", words=load_words(), character=character)
    return checks.RollSkill(character=character, skill=rng.choice(skills))


# ---- the end ----


def find_next(state: State) -> Turn | None:
    """Return whose turn (行動手番) it is in the fight, the GM where nobody has it; None outside one."""
    fight = state.combat
    return None if fight is None else Turn(whose_turn(fight) or GM, fight.round)


def find_outcome(state: State) -> Outcome | None:
    """
    Return which side is left standing, None while both are or there is no fight.

    What has begun is seen to its end: a counter that is still to land may change who stands. A wish for a
    lucky turn holds nothing up.
    """
    fight = state.combat
    if fight is None or state.check is not None or (state.exchange is not None and state.exchange.choices):
        return None
    ours = theirs = False
    for one in fight.order:
        figure = state.characters.get(one)
        if figure is not None and figure.can_act:
            ours, theirs = ours or is_of_players(figure), theirs or not is_of_players(figure)
            if ours and theirs:
                return None
    result = "players_win" if ours else "foes_win" if theirs else "nobody_wins"
    return _tell_end(state, fight, result)


def _tell_end(state: State, fight: Combat, result: str) -> Outcome:
    figures: dict[str, Figure] = {
        one: figure for one in fight.order if (figure := state.characters.get(one)) is not None
    }
    values: dict[str, int] = {}
    for one, figure in figures.items():
        values |= {f"{one}.endurance": figure.endurance, f"{one}.katsugeki": figure.katsugeki}
    return Outcome(
        result=result,
        values=values,
        standing=tuple(one for one, figure in figures.items() if figure.can_act),
        alive=tuple(one for one, figure in figures.items() if not figure.dead or _may_rise(figure)),
    )


def _may_rise(figure: Figure) -> bool:
    """
    Return whether one of the players' side could still be not dead after all (実は生きていた).

    Its price is that of the built-in figures, since a state holds none of a table's own.
    """
    return is_of_players(figure) and figure.katsugeki >= load(RULES_VERSION).katsugeki.survive

"""
A player that fights sensibly, whose turn it is, and how a melee ends: what auto-play needs.

It reckons with the exact chances of the rules (`policy_odds`), in shares of a fighter, and reads state and
rules alone.
"""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.commands.checks import RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.rounds import CloseIntents, EndMelee
from tenmatsu.systems.runequest.decide.rounding import list_undeclared
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import CHARACTERISTICS
from tenmatsu.systems.runequest.legal import GM
from tenmatsu.systems.runequest.melee import Melee
from tenmatsu.systems.runequest.pending import list_pending
from tenmatsu.systems.runequest.policy_answers import answer
from tenmatsu.systems.runequest.policy_intents import declare
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    choices = list_pending(state)
    chosen: Command | None = None
    if choices:
        chosen = answer(state, rules, character) if choices[0].whom == character else None
    elif state.melee is not None:
        chosen = _fight(state, rules, state.melee, character)
    else:
        chosen = _roll_something(state, rules, character, rng)
    if chosen is None:
        raise RuleViolation("runequest.nothing_to_choose", words=load_words(), character=character)
    return chosen


def _fight(state: State, rules: Rulebook, melee: Melee, character: str) -> Command | None:
    if character == GM:
        return CloseIntents() if melee.stage == "intents" and melee.fighters else EndMelee()
    waiting = melee.stage == "intents" and character in list_undeclared(state)
    return declare(state, rules, character) if waiting else None


def _roll_something(state: State, rules: Rulebook, character: str, rng: Random) -> Command | None:
    """Return some roll of a player's character outside a melee."""
    figure = state.characters.get(character)
    if figure is None or figure.npc or figure.dead:
        return None
    if not figure.is_awake:
        return RollCharacteristic(character=character, name=rng.choice(CHARACTERISTICS))
    return RollSkill(character=character, ability=rng.choice(tuple(rules.tables.skills)))


# ---- the end ----


def find_next(state: State) -> Turn | None:
    """Return who declares next in a melee, the GM where nobody is to; None outside one."""
    melee = state.melee
    if melee is None:
        return None
    waiting = list_undeclared(state) if melee.stage == "intents" else ()
    return Turn(waiting[0] if waiting else GM, melee.round)


def find_outcome(state: State) -> Outcome | None:
    """Return which side won the last melee, from its end until time passes or another begins."""
    fought = state.fought
    if state.melee is not None or fought is None or fought.result == "undecided" or fought.now != state.now:
        return None
    figures = {one: figure for one in fought.fighters if (figure := state.characters.get(one)) is not None}
    values = {f"{one}.hp": figure.hp for one, figure in figures.items() if figure.embodied}
    values |= {f"{one}.mp": figure.mp for one, figure in figures.items()}
    return Outcome(
        result=fought.result,
        values=values,
        standing=tuple(one for one, figure in figures.items() if figure.is_awake),
        alive=tuple(one for one, figure in figures.items() if not figure.dead),
    )

"""
A player that fights sensibly, whose turn it is, and how a battle ends: what auto-play needs.

It reads state and rules alone. Mobs are the NM's: their hands are `@gm`'s turn, so that a fight can be run
alone. A turn's end is the NM's too.
"""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import Battle
from tenmatsu.systems.ninjaslayer.commands.battle import EndTurnPhase
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
from tenmatsu.systems.ninjaslayer.decide.phases import is_hand
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Ability
from tenmatsu.systems.ninjaslayer.legal import GM
from tenmatsu.systems.ninjaslayer.pending import list_pending
from tenmatsu.systems.ninjaslayer.policy_answers import answer
from tenmatsu.systems.ninjaslayer.policy_hands import play_hand
from tenmatsu.systems.ninjaslayer.policy_mobs import list_acting, play_mobs
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.wording import load_words

ABILITIES: tuple[Ability, ...] = ("karate", "neuron", "wazamae")


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    choices = list_pending(state)
    chosen: Command | None = None
    if choices:
        if choices[0].whom == character:
            chosen = answer(state, rules, choices[0])
    elif state.battle is not None:
        chosen = _fight(state, rules, state.battle, character)
    else:
        figure = state.characters.get(character)
        if figure is not None and figure.able and figure.kind != "mob":
            chosen = Judge(character=character, value=rng.choice(ABILITIES))
    if chosen is None:
        raise RuleViolation("ninjaslayer.nothing_to_choose", words=load_words(), character=character)
    return chosen


def _fight(state: State, rules: Rulebook, battle: Battle, character: str) -> Command | None:
    if character == GM:
        return EndTurnPhase() if battle.stage == "turn_end" else play_mobs(state, rules, battle)
    figure = state.characters.get(character)
    if figure is None or not figure.able or not is_hand(state, character):
        return None
    if figure.kind == "mob":
        return play_mobs(state, rules, battle)
    return play_hand(state, rules, battle, character, figure)


def find_next(state: State) -> Turn | None:
    """Return whose turn it is in the battle, the NM for mobs and between turns; None outside one."""
    battle = state.battle
    if battle is None:
        return None
    turn = max(battle.turn, 1)
    slot = battle.slot
    if slot is None or list_acting(state):
        return Turn(GM, turn)
    able = (
        one
        for one in slot.characters
        if one not in battle.ended and one in state.characters and state.characters[one].able
    )
    return Turn(next(able, GM), turn)


def find_outcome(state: State) -> Outcome | None:
    """Return which side won the last battle, who stands, and what it cost; None where neither did."""
    fought = state.fought
    if fought is None or state.battle is not None or fought.result == "undecided":
        return None
    figures = {one: figure for one in fought.fighters if (figure := state.characters.get(one)) is not None}
    values: dict[str, int] = {}
    for one, figure in figures.items():
        values |= {f"{one}.vitality": figure.vitality, f"{one}.spirit": figure.spirit}
        if figure.kind == "pc":
            values[f"{one}.dkk"] = figure.dkk
    return Outcome(
        result=fought.result,
        values=values,
        standing=tuple(one for one, figure in figures.items() if figure.able),
        alive=tuple(one for one, figure in figures.items() if not (figure.exploded or figure.removed)),
    )

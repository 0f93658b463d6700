"""A player that fights sensibly, and how a melee ends: what auto-play needs."""

from random import Random

from tenmatsu.engine.contract import Command, Outcome
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.pending import list_pending
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    choices = list_pending(state)
    if choices and choices[0].whom == character:
        return Choose(character=character, use=rng.choice(choices[0].options))
    raise RuleViolation("runequest.nothing_to_choose", words=load_words(), character=character)


def find_outcome(state: State) -> Outcome | None:
    """Return which side won the last melee, from its end until time passes."""
    fought = state.fought
    if fought is None or fought.result == "undecided" or fought.now != state.now:
        return None
    figures = {one: figure for one in fought.fighters if (figure := state.characters.get(one)) is not None}
    return Outcome(
        result=fought.result,
        values={f"{one}.hp": figure.hp for one, figure in figures.items()},
        standing=tuple(one for one, figure in figures.items() if figure.is_awake),
        alive=tuple(one for one, figure in figures.items() if not figure.dead),
    )

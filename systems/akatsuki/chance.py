"""The exact chances of checks, before the roll."""

from collections import Counter
from functools import cache
from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.combat import Defend, Strike
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival, Treat
from tenmatsu.systems.akatsuki.decide.attacks import specify_defence, specify_hit
from tenmatsu.systems.akatsuki.decide.checking import (
    CheckSpec,
    is_fitting_double,
    may_gain,
    measure_level,
    measure_target,
)
from tenmatsu.systems.akatsuki.decide.checks import specify_check
from tenmatsu.systems.akatsuki.decide.damage import specify_survival, specify_treatment
from tenmatsu.systems.akatsuki.decide.dying import rises
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.state import Figure, State
from tenmatsu.systems.akatsuki.tables import RANKS
from tenmatsu.systems.akatsuki.wording import load_words

SIX = range(1, 7)
"""The faces of a die."""


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a check, a blow, a defence, a survival check or a treatment."""
    match command:
        case RollCheck():
            return _tell(state, rules, specify_check(command), command.plus)
        case RollSurvival():
            return _survive(state, rules, command)
        case Treat():
            return _tell(state, rules, specify_treatment(rules, command), command.plus)
        case Strike() if not state.characters.get(command.character, Figure()).npc:
            return _tell(state, rules, specify_hit(state, rules, command), command.plus)
        case Defend() if state.attack is not None and command.choice != "none":
            spec = specify_defence(state, rules, command, state.attack)
            return _tell(state, rules, spec, command.plus)
        case _:
            return _no_roll()


def _no_roll() -> NoReturn:
    raise RuleViolation("akatsuki.no_roll", words=load_words())


def _survive(state: State, rules: Rulebook, command: RollSurvival) -> Chance:
    figure = state.characters.get(command.character)
    if figure is None or figure.wound is None:
        _no_roll()
    spec = specify_survival(state, rules, command)
    return _tell(state, rules, spec, command.plus, "survives", _find_failure(state, rules, command.character))


def _find_failure(state: State, rules: Rulebook, character: str) -> str:
    """Return what a failed survival check means, as a key of `[labels]`."""
    figure = state.characters.get(character, Figure())
    if figure.doomed or figure.wound is None:
        return "fails"
    if figure.wound.harm == "nonlethal":
        return "dies" if figure.wound.rank >= RANKS else "faints"
    return "is_doomed" if rises(state, rules, character) else "dies"


def _tell(
    state: State,
    rules: Rulebook,
    spec: CheckSpec,
    plus: int,
    success: str = "succeeds",
    failure: str = "fails",
) -> Chance:
    target, circumstances = measure_target(state, rules, spec, plus)
    favourable, possible = count_successes(rules.tables.checks.dice, target)
    odds = [Odds(success, favourable, possible), Odds(failure, possible - favourable, possible)]
    if may_gain(state, rules, spec):
        odds.append(Odds("gains_card", count_doubles(state, rules, spec), possible))
    return Chance(roll=spec.purpose, needed=target, odds=tuple(odds), circumstances=circumstances, under=True)


@cache
def count_sums(dice: int) -> dict[int, int]:
    """Return in how many ways so many dice of six come to each sum."""
    ways = {0: 1}
    for _ in range(dice):
        further = Counter[int]()
        for total, count in ways.items():
            for face in SIX:
                further[total + face] += count
        ways = dict(further)
    return ways


def count_successes(dice: int, target: int) -> tuple[int, int]:
    """Return in how many ways the dice come to the target at most, and all ways."""
    sums = count_sums(dice)
    return sum(ways for total, ways in sums.items() if total <= target), sum(sums.values())


def count_doubles(state: State, rules: Rulebook, spec: CheckSpec) -> int:
    """Return in how many ways a fitting double falls: once for each face that will do."""
    level = measure_level(state.characters.get(spec.character, Figure()), spec.ability)
    dice = rules.tables.checks.dice
    return sum(1 for face in SIX if is_fitting_double(rules, (face,) * dice, level))

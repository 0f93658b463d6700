"""The exact chances of rolls, with their degrees, before the roll."""

from collections import Counter
from itertools import product
from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.decide.blowing import specify_attack
from tenmatsu.systems.runequest.decide.checking import (
    CheckSpec,
    find_limits,
    find_winner,
    measure_chance,
    set_against,
)
from tenmatsu.systems.runequest.decide.checks import (
    specify_resist,
    specify_sides,
    specify_skill,
    specify_times,
)
from tenmatsu.systems.runequest.decide.missiles import specify_shot
from tenmatsu.systems.runequest.decide.shooting import aim_shot, hinder_aim
from tenmatsu.systems.runequest.decide.skills import is_known
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.degrees import DEGREES, Degree, Limits, Winner, read_degree
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import D100
from tenmatsu.systems.runequest.wording import load_words

WINNERS: tuple[Winner, ...] = ("one", "tie", "other", "nobody")


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of what a command rolls; `RuleViolation` where it rolls nothing."""
    match command:
        case RollSkill() if is_known(state, rules, command.character, command.ability):
            return tell(state, rules, specify_skill(state, rules, command))
        case RollCharacteristic() if command.character in state.characters:
            return tell(state, rules, specify_times(state, rules, command))
        case Resist() if command.character in state.characters:
            return tell(state, rules, specify_resist(state, rules, command))
        case Oppose() if {command.character, command.against} <= set(state.characters):
            return _tell_sides(state, rules, *specify_sides(state, rules, command))
        case Shoot() if not hinder_aim(state, rules, specify_shot(command)):
            return _tell_blow(state, rules, specify_shot(command))
        case _:
            return _no_roll()


def _no_roll() -> NoReturn:
    raise RuleViolation("runequest.no_roll", words=load_words())


def _tell_blow(state: State, rules: Rulebook, blow: Blow) -> Chance:
    """Tell the attacker's roll, before a defence is known."""
    return tell(state, rules, specify_attack(state, rules, aim_shot(state, rules, blow)))


def tell(state: State, rules: Rulebook, spec: CheckSpec) -> Chance:
    """Return the chance of a percentile roll: how many of 100 faces have each degree."""
    limits = find_limits(state, rules, spec)
    faces = count_degrees(limits)
    return Chance(
        roll=spec.purpose,
        needed=limits.success,
        odds=tuple(Odds(degree, faces[degree], D100) for degree in DEGREES),
        circumstances=measure_chance(rules, spec)[1],
        under=True,
    )


def count_degrees(limits: Limits) -> dict[Degree, int]:
    """Return how many faces of D100 have each degree."""
    counted = Counter(read_degree(limits, face) for face in range(1, D100 + 1))
    return {degree: counted[degree] for degree in DEGREES}


def _tell_sides(state: State, rules: Rulebook, one: CheckSpec, other: CheckSpec) -> Chance:
    """Tell who wins an opposed roll: of 10,000 pairs of faces."""
    one, other = set_against(one, other, rules)
    limits = find_limits(state, rules, one)
    mine, theirs = count_degrees(limits), count_degrees(find_limits(state, rules, other))
    pairs = Counter[Winner]()
    for degree, other_degree in product(DEGREES, DEGREES):
        pairs[find_winner(degree, other_degree)] += mine[degree] * theirs[other_degree]
    return Chance(
        roll=one.purpose,
        needed=limits.success,
        odds=tuple(Odds(winner, pairs[winner], D100 * D100) for winner in WINNERS),
        circumstances=measure_chance(rules, one)[1],
        under=True,
    )

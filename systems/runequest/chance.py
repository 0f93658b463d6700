"""The exact chances of rolls, with their degrees, before the roll."""

from collections import Counter
from itertools import product
from typing import NoReturn

import msgspec

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import Stuck
from tenmatsu.systems.runequest.commands.attacks import Strike
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.commands.magic import Cast
from tenmatsu.systems.runequest.commands.missiles import Shoot
from tenmatsu.systems.runequest.commands.rounds import ActNow
from tenmatsu.systems.runequest.commands.wounds import FirstAid, PullWeapon
from tenmatsu.systems.runequest.decide.attacks import specify_strike
from tenmatsu.systems.runequest.decide.blowing import read_defence, specify_attack, specify_defence
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
from tenmatsu.systems.runequest.decide.conjuring import specify_cast
from tenmatsu.systems.runequest.decide.haunting import needs_concentration, specify_concentration
from tenmatsu.systems.runequest.decide.magic import specify_casting
from tenmatsu.systems.runequest.decide.missiles import specify_shot
from tenmatsu.systems.runequest.decide.performing import SPECIFIERS
from tenmatsu.systems.runequest.decide.queueing import find_action
from tenmatsu.systems.runequest.decide.shooting import aim_shot, hinder_aim
from tenmatsu.systems.runequest.decide.skills import is_known
from tenmatsu.systems.runequest.decide.sticking import (
    PULL,
    find_pull,
    find_step_pull,
    specify_endurance,
    specify_pull,
)
from tenmatsu.systems.runequest.decide.treating import specify_first_aid
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.degrees import DEGREES, Degree, Limits, Winner, read_degree
from tenmatsu.systems.runequest.state import Choice, State
from tenmatsu.systems.runequest.tables import D100
from tenmatsu.systems.runequest.wording import load_words

DO = "do"
"""The answer to `act` that rolls."""
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
        case Shoot() if not hinder_aim(state, rules, specify_shot(rules, command)):
            return _tell_blow(state, rules, specify_shot(rules, command))
        case Strike() if {command.character, command.target} <= set(state.characters):
            figure = state.characters[command.character]
            return _tell_blow(state, rules, specify_strike(rules.tables, figure, command))
        case Cast() if command.character in state.characters and command.spell in rules.tables.spells:
            return tell(state, rules, specify_cast(state, rules, specify_casting(state, rules, command)))
        case FirstAid() if command.character in state.characters:
            return tell(state, rules, specify_first_aid(state, rules, command.character))
        case PullWeapon() if command.character in state.characters:
            stuck = find_pull(state, command.character, command.arm, command.location)
            return _tell_pull(state, rules, command.character, stuck)
        case ActNow():
            return _tell_action(state, rules, command.action, command.target)
        case Choose() if state.choices and not state.windows:
            return _tell_choice(state, rules, state.choices[0], command)
        case _:
            return _no_roll()


def _no_roll() -> NoReturn:
    raise RuleViolation("runequest.no_roll", words=load_words())


def _tell_choice(state: State, rules: Rulebook, choice: Choice, command: Choose) -> Chance:
    """Tell what an answer rolls: the parry or dodge chosen."""
    if choice.kind == "defend" and state.blow is not None and command.use in choice.options:
        return _tell_defence(state, rules, state.blow, command.use)
    if choice.kind == "pull_out" and command.use == PULL:
        divisors = {"pulled_at_once": rules.tables.wounds.pull_divisor}
        arm = str(choice.data.get("arm", ""))
        return tell(state, rules, specify_pull(state, rules, choice.whom, arm, divisors))
    if choice.kind in ("accept_spell", "boost") and state.casting is not None:
        return tell(state, rules, specify_cast(state, rules, state.casting))
    what, _, target = command.use.partition(":")
    if choice.kind == "act" and command.use in choice.options and what == DO:
        return _tell_action(state, rules, int(choice.data.get("action", 0)), target)
    return _no_roll()


def _tell_action(state: State, rules: Rulebook, number: int, target: str) -> Chance:
    """Tell what an action of the queue rolls first."""
    action = find_action(state, number)
    if action is None or action.character not in state.characters:
        return _no_roll()
    if needs_concentration(state, action.character, action.step.kind):
        return tell(state, rules, specify_concentration(state, rules, action.character))
    if action.step.kind == "pull_weapon":
        stuck = find_step_pull(state, action.character, action.step)
        return _tell_pull(state, rules, action.character, stuck)
    specify = SPECIFIERS.get(action.step.kind)
    if specify is None:
        return _no_roll()
    return tell(state, rules, specify(state, rules, action, action.step.target or target))


def _tell_pull(state: State, rules: Rulebook, character: str, stuck: Stuck | None) -> Chance:
    """Tell the roll that pulls something out of a body, by skill or by pain; of a shield none."""
    if stuck is None or stuck.at not in state.characters[stuck.target].locations:
        return _no_roll()
    if stuck.owner == character and stuck.target != character:
        return tell(state, rules, specify_pull(state, rules, character, stuck.arm))
    return tell(state, rules, specify_endurance(state, rules, character))


def _tell_defence(state: State, rules: Rulebook, blow: Blow, use: str) -> Chance:
    """Tell the defender's roll, what either side has over 100 % set against the other."""
    defence = read_defence(use)
    if defence.kind == "none":
        return _no_roll()
    blow = msgspec.structs.replace(aim_shot(state, rules, blow), defence=defence)
    attack = specify_attack(state, rules, blow)
    return tell(state, rules, set_against(attack, specify_defence(state, rules, blow), rules)[1])


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

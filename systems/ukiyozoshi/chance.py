"""The exact chances of checks and blows, before the roll."""

from functools import cache
from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi.commands.blows import (
    AnswerAttack,
    AnswerBlow,
    AnswerHold,
    Attack,
    Choke,
    Grapple,
    Throw,
)
from tenmatsu.systems.ukiyozoshi.commands.checks import (
    AnswerFailure,
    AnswerRoll,
    Chase,
    CheckCommand,
    Oppose,
    Sneak,
)
from tenmatsu.systems.ukiyozoshi.commands.health import Recover, Treat
from tenmatsu.systems.ukiyozoshi.commands.missiles import Shoot
from tenmatsu.systems.ukiyozoshi.decide.aiming import specify_hit, specify_riding
from tenmatsu.systems.ukiyozoshi.decide.attack import read_answer, read_blow
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, prepare_check
from tenmatsu.systems.ukiyozoshi.decide.defence import list_parries, specify_defence
from tenmatsu.systems.ukiyozoshi.decide.health import specify_recovery, specify_treatment
from tenmatsu.systems.ukiyozoshi.decide.holds import specify_resistance
from tenmatsu.systems.ukiyozoshi.decide.missiles import read_shot
from tenmatsu.systems.ukiyozoshi.decide.skills import spec_of, specify_contest
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.state import Check, State
from tenmatsu.systems.ukiyozoshi.wording import load_words

Faces = dict[int, int]
"""How many ways lead to each sum of the dice that count."""


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a check, a blow, a defence or an opposed roll."""
    match command:
        case Attack() | Grapple() | Throw() | Choke():
            return _hit(state, rules, read_blow(state, rules, command))
        case Shoot():
            return _shot(state, rules, command)
        case AnswerAttack() | AnswerBlow() | AnswerHold():
            return _answer(state, rules, command)
        case AnswerFailure() | AnswerRoll():
            return _reroll(state, rules, command)
        case Oppose() | Chase() | Sneak():
            active, resisting = specify_contest(state, command)
            return _oppose(rules, prepare_check(state, rules, active), prepare_check(state, rules, resisting))
        case Treat():
            return _check(state, rules, specify_treatment(state, rules, command))
        case Recover():
            return _check(state, rules, specify_recovery(state, rules, command.character))
        case CheckCommand():
            spec = spec_of(command, rules)
            return _no_roll() if spec is None else _check(state, rules, spec)
        case _:
            return _no_roll()


def _no_roll() -> NoReturn:
    raise RuleViolation("ukiyozoshi.no_roll", words=load_words())


@cache
def count_sums(dice: int, kept: int) -> Faces:
    """Return in how many ways the best of so many dice come to each sum."""
    import icepool  # takes a moment to load, and play never needs it

    best = icepool.d6.highest(dice, min(dice, kept))
    return {total: best.quantity(total) for total in best.outcomes()}


def count_successes(rules: Rulebook, check: Check) -> tuple[int, int]:
    """Return the ways in which a check succeeds, and all ways."""
    sums = count_sums(check.dice, rules.tables.checks.kept)
    least = 0 if check.difficulty is None else check.difficulty - check.effective
    return sum(ways for total, ways in sums.items() if total >= least), sum(sums.values())


def _tell(check: Check, favourable: int, possible: int) -> Chance:
    return Chance(
        roll=check.roll,
        needed=None if check.difficulty is None else check.difficulty - check.effective,
        odds=(
            Odds("succeeds", favourable, possible),
            Odds("fails", possible - favourable, possible),
        ),
        circumstances=check.changes,
    )


def _check(state: State, rules: Rulebook, spec: CheckSpec) -> Chance:
    check = prepare_check(state, rules, spec)
    return _tell(check, 1, 1) if spec.bought else _tell(check, *count_successes(rules, check))


def _hit(state: State, rules: Rulebook, blow: Blow, which: str = "attack") -> Chance:
    """Return the chance to hit; a rider must stay in the saddle as well."""
    check = prepare_check(state, rules, specify_hit(state, rules, which, blow))
    favourable, possible = (1, 1) if blow.bought else count_successes(rules, check)
    riding = specify_riding(state, rules, which, blow)
    if riding is not None:
        ways, all_ways = count_successes(rules, prepare_check(state, rules, riding))
        favourable, possible = favourable * ways, possible * all_ways
    return _tell(check, favourable, possible)


def _shot(state: State, rules: Rulebook, command: Shoot) -> Chance:
    row = rules.tables.missiles.get(command.weapon)
    return _no_roll() if row is None else _hit(state, rules, read_shot(state, rules, command, row))


def _answer(state: State, rules: Rulebook, command: AnswerAttack | AnswerBlow | AnswerHold) -> Chance:
    exchange = state.exchange
    figure = state.characters.get(command.character)
    if exchange is None or figure is None or command.choice == "none":
        _no_roll()
    if isinstance(command, AnswerAttack):
        return _hit(state, rules, read_answer(state, rules, command, exchange.attack), "counter")
    blow = exchange.blow(exchange.now)
    if blow is None:
        _no_roll()
    if isinstance(command, AnswerHold):
        return _check(state, rules, specify_resistance(state, rules, exchange.now, blow, command))
    kind = "parry" if command.choice.endswith("parry") else "sidestep"
    weapons = list_parries(figure, rules, blow)
    weapon = command.weapon or (weapons[0] if weapons and kind == "parry" else "")
    spec = specify_defence(state, rules, exchange.now, blow, kind, weapon)
    return _tell(prepare_check(state, rules, spec), 1, 1) if command.bought else _check(state, rules, spec)


def _reroll(state: State, rules: Rulebook, command: AnswerFailure | AnswerRoll) -> Chance:
    check = state.check
    if check is None or command.choice == "stand":
        _no_roll()
    if command.choice in {"success", "buy"}:
        return _tell(check, 1, 1)
    return _tell(check, *count_successes(rules, check))


def _oppose(rules: Rulebook, active: Check, resisting: Check) -> Chance:
    """Return the chance to win an opposed roll, and with a difficulty to reach it too."""
    win = tie = possible = 0
    kept = rules.tables.checks.kept
    for own, ways in count_sums(active.dice, kept).items():
        for other, other_ways in count_sums(resisting.dice, kept).items():
            lead = _measure(active, own) - _measure(resisting, other)
            possible += ways * other_ways
            reached = active.difficulty is None or _measure(active, own) >= 0
            win += ways * other_ways if lead > 0 and reached else 0
            tie += ways * other_ways if lead == 0 else 0
    again = tie if rules.options.opposed_tie == "again" else 0
    odds = [Odds("win", win, possible), Odds("lose", possible - win - again, possible)]
    if again:
        odds.append(Odds("tie", again, possible))
    return Chance(roll=active.roll, needed=None, odds=tuple(odds), circumstances=active.changes)


def _measure(check: Check, dice: int) -> int:
    return check.effective + dice - (check.difficulty or 0)

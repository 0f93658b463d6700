"""The exact chances of pools, before the roll."""

from collections.abc import Sequence
from math import prod
from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.commands.judging import Judge, Oppose, Resist
from tenmatsu.systems.ninjaslayer.decide.contests import specify_opposed
from tenmatsu.systems.ninjaslayer.decide.judgements import specify_judgement
from tenmatsu.systems.ninjaslayer.decide.judging import Spec, find_place, measure
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.evolve.judging import OPPOSED
from tenmatsu.systems.ninjaslayer.odds import Throw, count_successes_of, count_throw
from tenmatsu.systems.ninjaslayer.state import Contest, State
from tenmatsu.systems.ninjaslayer.wording import load_words


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a judgement."""
    match command:
        case Judge() | Resist():
            _check(state, rules, command.difficulty, command.character)
            spec = specify_judgement(state, rules, command)
            return tell([foresee(state, rules, spec, command.quick)])
        case Oppose():
            return _oppose(state, rules, command)
        case _:
            return _refuse("no_roll")


def _refuse(reason: str, **details: object) -> NoReturn:
    raise RuleViolation(f"ninjaslayer.{reason}", words=load_words(), **details)


def _check(state: State, rules: Rulebook, difficulty: str, *characters: str) -> None:
    """Refuse whom the game does not know, and a difficulty that is none."""
    for character in characters:
        if character not in state.characters:
            _refuse("unknown_character", character=character)
    if find_place(rules, difficulty) < 0:
        known = [row.name for row in rules.tables.difficulties]
        _refuse("no_such_difficulty", difficulty=difficulty, known=known)


def foresee(state: State, rules: Rulebook, spec: Spec, quick: int = 0) -> Throw:
    """Return the pool that a judgement would be."""
    dice, place, circumstances = measure(state, rules, spec)
    return Throw(
        roll=spec.purpose,
        dice=dice + quick,
        row=rules.tables.difficulty(place),
        circumstances=circumstances,
        patterns={"with_pattern": spec.pattern} if spec.pattern else {},
    )


def tell(throws: Sequence[Throw]) -> Chance:
    """Return the chances of one pool, or of each part of an attack: `hits:2` is the second."""
    odds = list[Odds]()
    for number, throw in enumerate(throws, 1):
        found, possible = count_throw(throw)
        part = f":{number}" if len(throws) > 1 else ""
        odds += [Odds(f"{outcome}{part}", ways, possible) for outcome, ways in found.items()]
    first = throws[0]
    alike = all(throw.row == first.row for throw in throws)
    return Chance(
        roll=first.roll,
        needed=first.row.count if alike else None,
        odds=tuple(odds),
        circumstances=first.circumstances,
        hits_from=first.row.face if alike else None,
    )


def _oppose(state: State, rules: Rulebook, command: Oppose) -> Chance:
    """Return how likely each is to have the most successes, and nobody to have them alone."""
    _check(state, rules, command.difficulty, *command.characters)
    contest = Contest(
        characters=command.characters,
        value=command.value,
        place=find_place(rules, command.difficulty),
        harder=command.harder,
        dice=command.dice,
    )
    falls = {
        one: count_successes_of(throw.dice, throw.row)
        for one in command.characters
        for throw in (foresee(state, rules, specify_opposed(contest, one), command.quick.get(one, 0)),)
    }
    possible = prod(sum(ways.values()) for ways in falls.values())
    wins = {one: _count_wins(one, falls) for one in falls}
    told = [Odds(f"wins:{one}", ways, possible) for one, ways in wins.items()]
    nobody = Odds("nobody_wins", possible - sum(wins.values()), possible)
    return Chance(roll=OPPOSED, needed=None, odds=(*told, nobody))


def _count_wins(winner: str, falls: dict[str, dict[int, int]]) -> int:
    """Return in how many ways one of them has more successes than every other."""
    return sum(
        ways
        * prod(
            sum(count for less, count in other.items() if less < most)
            for one, other in falls.items()
            if one != winner
        )
        for most, ways in falls[winner].items()
    )

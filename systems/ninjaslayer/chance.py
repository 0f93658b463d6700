"""The exact chances of pools, before the roll."""

from collections.abc import Sequence
from math import prod
from typing import NoReturn

from tenmatsu.engine.contract import Chance, Command, Odds
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.commands.judging import Judge, Oppose, Resist, UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel, Leap
from tenmatsu.systems.ninjaslayer.commands.scenario import Pursue
from tenmatsu.systems.ninjaslayer.commands.wasshoi import JudgeWasshoi
from tenmatsu.systems.ninjaslayer.decide.contests import specify_opposed
from tenmatsu.systems.ninjaslayer.decide.judgements import specify_judgement
from tenmatsu.systems.ninjaslayer.decide.judging import find_place
from tenmatsu.systems.ninjaslayer.decide.leisure import specify_activity
from tenmatsu.systems.ninjaslayer.decide.wasshoi import find_needed
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.entries import list_wanted
from tenmatsu.systems.ninjaslayer.evolve.judging import OPPOSED
from tenmatsu.systems.ninjaslayer.foreseeing import (
    count_volleys,
    foresee,
    foresee_again,
    foresee_attack,
    foresee_cartwheel,
    foresee_dodge,
)
from tenmatsu.systems.ninjaslayer.odds import Throw, count_successes_of, count_throw
from tenmatsu.systems.ninjaslayer.state import Contest, State
from tenmatsu.systems.ninjaslayer.tables import SIX
from tenmatsu.systems.ninjaslayer.wording import load_words


def find_chance(state: State, rules: Rulebook, command: Command) -> Chance:
    """Return the chance of a judgement, of each part of an attack, of a cartwheel or a dodge."""
    match command:
        case Judge() | Resist():
            _know(state, command.character)
            _check(rules, command.difficulty)
            spec = specify_judgement(state, rules, command)
            return tell([foresee(state, rules, spec, command.quick)])
        case Oppose():
            return _oppose(state, rules, command)
        case UseSixthSense(choice="reroll") if state.judging is not None:
            return tell([foresee_again(rules, state.judging)])
        case Attack():
            return tell(foresee_attack(state, rules, command))
        case MobAttack():
            return _shower(state, rules, command)
        case Cartwheel() | Leap():
            _know(state, command.character)
            return tell([foresee_cartwheel(state, rules, command)])
        case Dodge():
            throw = foresee_dodge(state, rules, command)
            return _refuse("no_roll") if throw is None else tell([throw])
        case Pursue() if command.value is not None:
            _know(state, command.character)
            _check(rules, command.difficulty)
            return tell([foresee(state, rules, specify_activity(rules, command, command.value))])
        case JudgeWasshoi():
            return _wait_for_slayer(state, command)
        case _:
            return _refuse("no_roll")


def _refuse(reason: str, **details: object) -> NoReturn:
    raise RuleViolation(f"ninjaslayer.{reason}", words=load_words(), **details)


def _know(state: State, *characters: str) -> None:
    """Refuse whom the game does not know."""
    for character in characters:
        if character not in state.characters:
            _refuse("unknown_character", character=character)


def _check(rules: Rulebook, difficulty: str) -> None:
    """Refuse a difficulty that is none."""
    if find_place(rules, difficulty) < 0:
        known = [row.name for row in rules.tables.difficulties]
        _refuse("no_such_difficulty", difficulty=difficulty, known=known)


def tell(throws: Sequence[Throw]) -> Chance:
    """Return the chances of one pool, or of each part of an attack: `part_hits:2` is of the second."""
    odds = list[Odds]()
    for number, throw in enumerate(throws, 1):
        found, possible = count_throw(throw)
        for outcome, ways in found.items():
            name = f"part_{outcome}:{number}" if len(throws) > 1 else outcome
            odds.append(Odds(name, ways, possible))
    first = throws[0]
    alike = all(throw.row == first.row for throw in throws)
    return Chance(
        roll=first.roll,
        needed=first.row.count if alike else None,
        odds=tuple(odds),
        circumstances=first.circumstances,
        hits_from=first.row.face if alike else None,
    )


def _wait_for_slayer(state: State, command: JudgeWasshoi) -> Chance:
    """Return how likely two dice come to the highest DKK at most."""
    wanted = list_wanted(state)
    if not wanted:
        _refuse("nobody_wanted")
    needed = find_needed(state, wanted[0], command.modifier)
    possible = SIX * SIX
    ways = sum(one + other <= needed for one in range(1, SIX + 1) for other in range(1, SIX + 1))
    odds = (Odds("succeeds", ways, possible), Odds("fails", possible - ways, possible))
    return Chance(roll="wasshoi", needed=needed, odds=odds, under=True)


def _shower(state: State, rules: Rulebook, command: MobAttack) -> Chance:
    """Return how likely mobs together come to each number of hits."""
    _know(state, *command.characters, *command.targets)
    throw, hits = count_volleys(state, rules, command)
    possible = sum(hits.values())
    return Chance(
        roll=throw.roll,
        needed=None,
        odds=tuple(Odds(f"hits:{count}", ways, possible) for count, ways in sorted(hits.items()) if ways),
        circumstances=throw.circumstances,
    )


def _oppose(state: State, rules: Rulebook, command: Oppose) -> Chance:
    """Return how likely each is to have the most successes, and nobody to have them alone."""
    _know(state, *command.characters)
    _check(rules, command.difficulty)
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

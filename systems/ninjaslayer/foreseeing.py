"""The pools that attacks, cartwheels and dodges would be, measured as they are when they are rolled."""

from math import comb

import msgspec

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel, Leap
from tenmatsu.systems.ninjaslayer.decide.blows import is_sure, may_be_critical, needs_roll
from tenmatsu.systems.ninjaslayer.decide.countering import list_counters
from tenmatsu.systems.ninjaslayer.decide.groups import find_hardest
from tenmatsu.systems.ninjaslayer.decide.judging import Spec, find_place, measure
from tenmatsu.systems.ninjaslayer.decide.mobs import Volley, plan_volleys
from tenmatsu.systems.ninjaslayer.decide.moving import measure_cartwheel
from tenmatsu.systems.ninjaslayer.decide.parts import Part, plan_attack
from tenmatsu.systems.ninjaslayer.decide.weapons import PLAIN
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.odds import Throw, count_throw
from tenmatsu.systems.ninjaslayer.pools import Pattern
from tenmatsu.systems.ninjaslayer.state import Judging, State
from tenmatsu.systems.ninjaslayer.tables import NORMAL, SIX

_replace = msgspec.structs.replace
MANY = 10**6
"""More successes than any dodge has."""


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


def foresee_again(rules: Rulebook, judging: Judging) -> Throw:
    """Return the pool of a judgement that is rolled again by a sixth sense."""
    return Throw(
        roll=judging.purpose,
        dice=judging.dice,
        row=rules.tables.difficulty(judging.difficulty),
        circumstances=judging.circumstances,
        patterns={"with_pattern": judging.pattern} if judging.pattern else {},
    )


def foresee_cartwheel(state: State, rules: Rulebook, command: Cartwheel | Leap) -> Throw:
    """Return the pool of a cartwheel; three 6s pass blocked windows and doors, two the doors alone."""
    place = NORMAL
    if isinstance(command, Leap):
        due = next((one for one in state.choices if one.kind == "leap"), None)
        place = NORMAL if due is None else find_place(rules, str(due.about["difficulty"]))
    figure = state.characters[command.character]
    spec = measure_cartwheel(figure, rules, command.character, difficulty=place)
    sixes = {"passes_windows": rules.tables.rules.window_sixes, "passes_doors": rules.tables.rules.door_sixes}
    throw = foresee(state, rules, spec, command.quick)
    if isinstance(command, Leap):
        return throw
    return _replace(throw, patterns={label: (SIX,) * count for label, count in sixes.items()})


def foresee_attack(state: State, rules: Rulebook, command: Attack) -> tuple[Throw, ...]:
    """Return the pool of each part of an attack."""
    attack = plan_attack(state, rules, command)
    return tuple(_foresee_part(state, rules, attack.action, part) for part in attack.parts)


def _foresee_part(state: State, rules: Rulebook, action: str, part: Part | Volley) -> Throw:
    first = part.blows[0]
    rolled = needs_roll(state, rules, first)
    return Throw(
        roll=action,
        dice=first.dice if rolled else 0,
        row=rules.tables.difficulty(first.needed),
        circumstances=part.circumstances,
        patterns=find_criticals(rules, first) if rolled and may_be_critical(state, first) else {},
        success="hits",
        failure="misses",
        sure=is_sure(rules, first),
    )


def find_criticals(rules: Rulebook, blow: Blow) -> dict[str, Pattern]:
    """Return the faces of ナムアミダブツ! and サツバツ! in an attack, the rarer first."""
    style, row = rules.tables.styles.get(blow.style, PLAIN), rules.tables.rules
    return {
        "namu_amida_butsu": style.namu or (SIX,) * row.namu_sixes,
        "satsubatsu": style.satsubatsu or (SIX,) * row.satsubatsu_sixes,
    }


def count_volleys(state: State, rules: Rulebook, command: MobAttack) -> tuple[Throw, dict[int, int]]:
    """Return what one mob rolls, and in how many ways all of them come to each number of hits."""
    volleys = plan_volleys(state, rules, command)
    throws = [_foresee_part(state, rules, "melee", volley) for volley in volleys]
    hits = {0: 1}
    for volley, throw in zip(volleys, throws, strict=True):
        found, _ = count_throw(throw)
        mobs = len(volley.blows)
        alone = {
            n: comb(mobs, n) * found["hits"] ** n * found["misses"] ** (mobs - n) for n in range(mobs + 1)
        }
        hits = _add(hits, alone)
    return throws[0], hits


def _add(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """Return in how many ways two counts come to each sum."""
    ways: dict[int, int] = {}
    for first, many in one.items():
        for second, more in other.items():
            ways[first + second] = ways.get(first + second, 0) + many * more
    return ways


def foresee_dodge(state: State, rules: Rulebook, command: Dodge) -> Throw | None:
    """Return the pool of a dodge that is asked for, and what a counter has to exceed; None where none is."""
    assault = state.assaults[-1] if state.assaults else None
    if assault is None or assault.asked != "dodge" or assault.whom != command.character:
        return None
    if command.choice != "dodge":
        return None
    if command.boost:
        figure = state.characters.get(command.character, Figure())
        figures = {**state.characters, command.character: _replace(figure, eased=True)}
        state = _replace(state, characters=figures)
    place, circumstances, _ = find_hardest(state, rules, command.character, assault.front)
    strikes = sum(blow.successes for blow in assault.front if blow.source == "melee")
    counters = list_counters(state, _replace(assault, successes=MANY))
    return Throw(
        roll="dodge",
        dice=command.with_dice + command.emergency,
        row=rules.tables.difficulty(place),
        circumstances=circumstances,
        above=strikes if counters else None,
    )

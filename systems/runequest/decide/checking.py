"""Percentile rolls: chances, limits, degrees; what every part rolls with."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.skills import find_skill, list_burdens
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import (
    Degree,
    Limits,
    Winner,
    is_success,
    levels_above,
    read_degree,
)
from tenmatsu.systems.runequest.derived import find_characteristic
from tenmatsu.systems.runequest.events.checks import Checked
from tenmatsu.systems.runequest.figures import Characteristic, Figure
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import D100

__all__ = [
    "CheckSpec",
    "Winner",
    "divide",
    "find_chance",
    "find_limits",
    "find_skill",
    "list_burdens",
    "measure_chance",
    "roll_check",
    "roll_opposed",
    "set_against",
    "specify_characteristic",
    "specify_resistance",
]
_NOBODY = Figure()


class CheckSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A percentile roll that is to be made."""

    character: str
    purpose: str
    """A key of `[rolls]`."""
    ability: str
    """A key of `[labels]`: what is rolled against."""
    skill: int
    """In percent, before circumstances."""
    circumstances: tuple[Circumstance, ...] = ()
    """Signed percent."""
    divisors: dict[str, int] = {}
    """What divides the skill (2, 4), by a key of `[labels]`."""
    contested: int = 0
    """Signed percent that the other side's skill over 100 % takes off, behind everything else."""
    degrees_from: int | None = None
    """The chance that critical and special come from, where not the one rolled against."""
    degrees_without: tuple[str, ...] = ()
    """Circumstances that critical and special do not count."""
    degrees_divisor: int = 1
    """What divides the chance that critical and special come from."""
    degrees_most: int | None = None
    """The most that critical and special come from."""
    fumble_from: int | None = None
    """The chance that the fumble comes from, where not the one rolled against."""
    floor: bool = True
    """Whether 05 % always remain at 0 % or less."""


def find_chance(rules: Rulebook, spec: CheckSpec) -> int:
    """Return what is rolled against: the skill divided and changed, in the order of the option."""
    return measure_chance(rules, spec)[0]


def measure_chance(rules: Rulebook, spec: CheckSpec) -> tuple[int, tuple[Circumstance, ...]]:
    """Return what is rolled against, and all that changed the skill, as signed percent in order."""
    told = list[Circumstance]()
    if rules.options.modifier_order == "halve_first":
        _divide(spec, spec.skill, told)
        told += spec.circumstances
    else:
        told += spec.circumstances
        _divide(spec, spec.skill + sum(one.amount for one in told), told)
    if spec.contested:
        told.append(Circumstance("over_hundred", spec.contested))
    changes = tuple(one for one in told if one.amount)
    return spec.skill + sum(one.amount for one in changes), changes


def _divide(spec: CheckSpec, value: int, told: list[Circumstance]) -> None:
    """Add what each divisor takes off a value; of one below 0 none takes anything."""
    for key, divisor in spec.divisors.items():
        less = value // divisor - value if value > 0 else 0
        told.append(Circumstance(key, less))
        value += less


def divide(options: Options, value: int, divisor: int, *, npc: bool) -> int:
    """Return a fraction of a skill, rounded as the option says."""
    if options.rounding == "nearest":
        return (2 * value + divisor) // (2 * divisor)
    if options.rounding == "players" and not npc:
        return -(-value // divisor)
    return value // divisor


def find_limits(state: State, rules: Rulebook, spec: CheckSpec) -> Limits:
    """Return where each degree ends (options `rounding`, `fumble_range`, `low_skill_degrees`)."""
    rolls, options = rules.tables.rolls, rules.options
    chance = find_chance(rules, spec)
    success = min(max(chance, rolls.always), rolls.never - 1)
    if chance <= 0 and not spec.floor:
        success = 0
    base = max(0, _find_degrees_base(rules, spec))
    npc = state.characters.get(spec.character, _NOBODY).npc
    least = 1 if options.low_skill_degrees == "one" else 0
    critical = min(max(least, divide(options, base, rolls.critical, npc=npc)), success)
    special = min(max(critical, divide(options, base, rolls.special, npc=npc)), success)
    return Limits(
        chance=chance,
        critical=critical,
        special=special,
        success=success,
        fumble=_find_fumble(rules, chance if spec.fumble_from is None else spec.fumble_from),
    )


def _find_degrees_base(rules: Rulebook, spec: CheckSpec) -> int:
    """Return the chance that critical and special come from."""
    base = spec.degrees_from
    if base is None:
        counted = tuple(one for one in spec.circumstances if one.key not in spec.degrees_without)
        base = find_chance(rules, msgspec.structs.replace(spec, circumstances=counted))
    if spec.degrees_most is not None:
        base = min(base, spec.degrees_most)
    return base // spec.degrees_divisor


def _find_fumble(rules: Rulebook, chance: int) -> int:
    """Return the lowest roll that is a fumble."""
    rolls = rules.tables.rolls
    if rules.options.fumble_range == "steps":
        steps = rolls.fumble_steps
        return steps[max((one for one in steps if one <= chance), default=min(steps))]
    lacking = max(0, rolls.hundred - chance)
    range_ = (2 * lacking + rolls.fumble) // (2 * rolls.fumble)
    return min(D100, max(rolls.never, D100 + 1 - range_))


def set_against(one: CheckSpec, other: CheckSpec, rules: Rulebook) -> tuple[CheckSpec, CheckSpec]:
    """
    Return both sides of a contest after what is over 100 % came off.

    Where one side alone is over, its excess comes off the other (its own degrees: option
    `excess_degrees`); where both are, the larger excess comes off both.
    """
    hundred = rules.tables.rolls.hundred
    over = max(0, find_chance(rules, one) - hundred), max(0, find_chance(rules, other) - hundred)
    if all(over):
        return _lower(one, max(over)), _lower(other, max(over))
    sides = [_lower(one, over[1]), _lower(other, over[0])]
    if rules.options.excess_degrees == "hundred":
        sides = [
            msgspec.structs.replace(side, degrees_most=hundred) if excess else side
            for side, excess in zip(sides, over, strict=True)
        ]
    return sides[0], sides[1]


def _lower(spec: CheckSpec, excess: int) -> CheckSpec:
    return msgspec.structs.replace(spec, contested=spec.contested - excess) if excess else spec


def roll_check(work: Work, spec: CheckSpec) -> Degree:
    """Roll D100, record `Checked`, return the degree."""
    return roll_told(work, spec).degree


def roll_told(work: Work, spec: CheckSpec) -> Checked:
    """Roll D100, record `Checked`, return it: with face and limits."""
    limits = find_limits(work.state, work.rules, spec)
    (face,) = work.roll((D100,), by=spec.character, for_=spec.purpose)
    checked = Checked(
        character=spec.character,
        purpose=spec.purpose,
        ability=spec.ability,
        skill=spec.skill,
        circumstances=measure_chance(work.rules, spec)[1],
        limits=limits,
        face=face,
        degree=read_degree(limits, face),
    )
    work.record(checked)
    return checked


def roll_opposed(work: Work, one: CheckSpec, other: CheckSpec) -> tuple[Winner, Degree, Degree]:
    """Roll both sides of an opposed roll, over 100 % set against each other; the better degree wins."""
    one, other = set_against(one, other, work.rules)
    degree, other_degree = roll_check(work, one), roll_check(work, other)
    return find_winner(degree, other_degree), degree, other_degree


def find_winner(one: Degree, other: Degree) -> Winner:
    """Return who wins an opposed roll: the better degree, nobody where both failed."""
    if not (is_success(one) or is_success(other)):
        return "nobody"
    levels = levels_above(one, other)
    if levels == 0:
        return "tie"
    return "one" if levels > 0 else "other"


def specify_resistance(
    state: State, rules: Rulebook, character: str, purpose: str, active: int, passive: int
) -> CheckSpec:
    """Return a resistance roll: 50 + 5 for each point of difference, never below 0."""
    row = rules.tables.resistance
    return CheckSpec(
        character=character,
        purpose=purpose,
        ability="resistance",
        skill=max(0, row.base + row.each * (active - passive)),
    )


def specify_characteristic(
    state: State,
    rules: Rulebook,
    character: str,
    purpose: str,
    name: Characteristic,
    times: int | None = None,
) -> CheckSpec:
    """Return a roll of a characteristic times 5, or so many times."""
    figure = state.characters.get(character, _NOBODY)
    times = rules.tables.rolls.characteristic if times is None else times
    points = find_characteristic(rules.tables, figure, name)
    return CheckSpec(character=character, purpose=purpose, ability=name, skill=points * times)

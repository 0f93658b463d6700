"""Percentile rolls: chances, limits, degrees; what every part rolls with."""

from typing import Literal

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import Degree, Limits
from tenmatsu.systems.runequest.figures import Characteristic
from tenmatsu.systems.runequest.state import State

Winner = Literal["one", "other", "tie", "nobody"]
"""Of an opposed roll: `tie` where both succeeded alike, `nobody` where both failed."""


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
    degrees_from: int | None = None
    """The chance that critical and special come from, where not the one rolled against."""
    fumble_from: int | None = None
    """The chance that the fumble comes from, where not the one rolled against."""
    floor: bool = True
    """Whether 05 % always remain."""


def find_skill(state: State, rules: Rulebook, character: str, ability: str) -> int:
    """Return the percent of a skill, weapon, rune, passion; half of a like weapon's where it has none."""
    raise NotImplementedError


def find_chance(rules: Rulebook, spec: CheckSpec) -> int:
    """Return what is rolled against: the skill divided and changed, in the order of the option."""
    raise NotImplementedError


def find_limits(state: State, rules: Rulebook, spec: CheckSpec) -> Limits:
    """Return where each degree ends (options `rounding`, `fumble_range`, `low_skill_degrees`)."""
    raise NotImplementedError


def set_against(one: CheckSpec, other: CheckSpec, rules: Rulebook) -> tuple[CheckSpec, CheckSpec]:
    """Return both sides of a contest after what is over 100 % came off (option `excess_degrees`)."""
    raise NotImplementedError


def roll_check(work: Work, spec: CheckSpec) -> Degree:
    """Roll D100, record `Checked`, return the degree."""
    raise NotImplementedError


def roll_opposed(work: Work, one: CheckSpec, other: CheckSpec) -> tuple[Winner, Degree, Degree]:
    """Roll both sides of an opposed roll, over 100 % set against each other; the better degree wins."""
    raise NotImplementedError


def specify_resistance(
    state: State, rules: Rulebook, character: str, purpose: str, active: int, passive: int
) -> CheckSpec:
    """Return a resistance roll: 50 + 5 for each point of difference."""
    raise NotImplementedError


def specify_characteristic(
    state: State,
    rules: Rulebook,
    character: str,
    purpose: str,
    name: Characteristic,
    times: int | None = None,
) -> CheckSpec:
    """Return a roll of a characteristic times 5, or so many times."""
    raise NotImplementedError

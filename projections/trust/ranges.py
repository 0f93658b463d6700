"""What fair dice do: exact ranges of sums and successes, and whether faces lean."""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Literal

import msgspec

Place = Literal["below", "within", "above"]
Leaning = Literal["none", "some", "strong"]
"""Whether faces lean: fair dice give `some` four times in a hundred, `strong` once."""

EXACT_STEPS = 2_000_000
"""Up to this many additions (some 800 d6) a range is exact, beyond it follows the normal curve."""
FEW_DICE = 10
"""With fewer dice than this a range says nothing."""
FEW_FOR_CURVE = 30
"""With fewer dice than this the normal curve says nothing, and there is no range."""
LEAST_DICE = 100
LEAST_PER_FACE = 5
"""The chi-square test needs this many dice of a kind, and this many for each face on average."""
_TAIL = Fraction(1, 40)
_WIDTH = 1.96
"""Standard deviations on either side that hold 95 of 100."""


class Range(msgspec.Struct, frozen=True, kw_only=True):
    """What a sum or count is on average, and between which values it falls in 95 of 100 evenings."""

    low: int
    high: int
    expected: Fraction
    exact: bool
    """Whether it was counted out; else it follows the normal curve."""

    def place(self, value: int) -> Place:
        """Return where a value lies."""
        if value < self.low:
            return "below"
        return "above" if value > self.high else "within"


class Bias(msgspec.Struct, frozen=True, kw_only=True):
    """The chi-square test of all faces of one kind of die."""

    sides: int
    dice: int
    statistic: Fraction
    chance: float
    """How often fair dice are at least this uneven."""
    leaning: Leaning


def sum_range(dice: Mapping[int, int]) -> Range | None:
    """Return the range of the sum of dice (how many, by sides); None for too few."""
    kinds = [(sides, count) for sides, count in sorted(dice.items()) if count]
    number = sum(count for _, count in kinds)
    if number < FEW_DICE:
        return None
    expected = sum((Fraction(count * (sides + 1), 2) for sides, count in kinds), Fraction())
    largest = sum(sides * count for sides, count in kinds)
    if number * largest // 2 <= EXACT_STEPS:
        return _cut(_sum_ways(kinds), number, expected)
    variance = sum((Fraction(count * (sides * sides - 1), 12) for sides, count in kinds), Fraction())
    return _by_curve(expected, variance, number, largest) if number >= FEW_FOR_CURVE else None


def success_range(chances: Sequence[Fraction]) -> Range | None:
    """Return the range of the number of successes of checks with these chances."""
    if not chances:
        return None
    expected = sum(chances, Fraction())
    if len(chances) ** 2 // 2 <= EXACT_STEPS // 20:
        ways = [1]
        for chance in chances:
            hit, miss = chance.numerator, chance.denominator - chance.numerator
            ways = [miss * stay + hit * come for stay, come in zip([*ways, 0], [0, *ways], strict=True)]
        return _cut(ways, 0, expected)
    variance = sum((chance * (1 - chance) for chance in chances), Fraction())
    return _by_curve(expected, variance, 0, len(chances))


def find_bias(sides: int, counts: Mapping[int, int]) -> Bias | None:
    """Return the test of how often each face fell; None where there are too few dice to say."""
    dice = sum(counts.values())
    if sides < 2 or dice < max(LEAST_DICE, LEAST_PER_FACE * sides):
        return None
    fair = Fraction(dice, sides)
    statistic = sum(((counts.get(face, 0) - fair) ** 2 / fair for face in range(1, sides + 1)), Fraction())
    chance = chi_square_tail(float(statistic), sides - 1)
    leaning: Leaning = "none" if chance >= 0.05 else "some" if chance >= 0.01 else "strong"
    return Bias(sides=sides, dice=dice, statistic=statistic, chance=chance, leaning=leaning)


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the chance that a chi-square of so many degrees of freedom is at least `value`."""
    half = value / 2
    if half <= 0:
        return 1.0
    if freedom % 2:
        tail = math.erfc(math.sqrt(half))
        powers = [place + 0.5 for place in range((freedom - 1) // 2)]
    else:
        tail = 0.0
        powers = [float(place) for place in range(freedom // 2)]
    terms = (math.exp(power * math.log(half) - half - math.lgamma(power + 1)) for power in powers)
    return min(1.0, tail + sum(terms))


def _sum_ways(kinds: Iterable[tuple[int, int]]) -> list[int]:
    """Return in how many ways each sum falls, from the smallest on."""
    ways = [1]
    for sides, count in kinds:
        for _ in range(count):
            upto = list(accumulate(ways))
            upto += [upto[-1]] * (sides - 1)
            ways = [
                total - (upto[place - sides] if place >= sides else 0) for place, total in enumerate(upto)
            ]
    return ways


def _cut(ways: Sequence[int], smallest: int, expected: Fraction) -> Range:
    """Return the range that leaves at most one in forty out at either end."""
    most = sum(ways) * _TAIL
    low = next(place for place, upto in enumerate(accumulate(ways)) if upto > most)
    beyond = next(place for place, upto in enumerate(accumulate(reversed(ways))) if upto > most)
    return Range(low=smallest + low, high=smallest + len(ways) - 1 - beyond, expected=expected, exact=True)


def _by_curve(expected: Fraction, variance: Fraction, smallest: int, largest: int) -> Range:
    reach = _WIDTH * math.sqrt(variance)
    low, high = math.ceil(float(expected) - reach), math.floor(float(expected) + reach)
    return Range(low=max(low, smallest), high=min(high, largest), expected=expected, exact=False)

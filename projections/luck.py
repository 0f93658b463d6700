"""Luck in exact numbers: what the dice gave against what they give on average."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import icepool
import msgspec

from tenmatsu.projections.rolls import CheckRow, Proof, Roll

Luck = Literal["few", "much_less", "less", "as_expected", "more", "much_more"]
"""How a count or sum compares with its expectation; `few` where there is too little to say."""
FEW_DICE = 20
FEW_CHECKS = 8
_LITTLE, _MUCH = Fraction(1), Fraction(4)
"""Squares of one and two standard deviations."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """What one person's dice did; exact, so the fractions are `Fraction`s."""

    id: str
    rolls: int
    dice: int
    faces: int
    """The sum of all faces."""
    expected_faces: Fraction
    face_luck: Luck
    sixes: int
    """Sixes on six-sided dice."""
    six_sided: int
    counts: dict[int, dict[int, int]]
    """How often each face fell, by sides and face."""
    checks: int
    """Checks with a known number to reach."""
    successes: int
    expected_successes: Fraction
    check_luck: Luck
    retries: int
    """Rolls that stand for one left behind by an undo."""
    set_aside: int
    """Checks that a rule let them roll again or buy; their dice fell and count as luck all the same."""
    proofs: dict[Proof, int]

    @property
    def entered(self) -> int:
        """How many of the rolls are physical dice."""
        return self.proofs.get("entered", 0)

    @property
    def mean(self) -> Fraction | None:
        """The mean of the faces."""
        return Fraction(self.faces, self.dice) if self.dice else None

    @property
    def expected_mean(self) -> Fraction | None:
        """The mean that fair dice of these sides have."""
        return self.expected_faces / self.dice if self.dice else None


@lru_cache(maxsize=4096)
def success_chance(
    needed: int, sides: int, dice: int, keep: int, *, under: bool = False, hits_from: int | None = None
) -> Fraction:
    """
    Return the exact chance that the highest `keep` of `dice` dice reach `needed`, or do not pass it.

    With `hits_from` each die of that face or more counts one; else the faces add up.
    """
    if dice < 1 or sides < 1 or keep < 1:
        return Fraction(int(needed >= 0 if under else needed <= 0))
    die = icepool.d(sides)
    counted = die if hits_from is None else die.map(lambda face: int(face >= hits_from))
    total = counted.highest(dice, min(keep, dice))
    return Fraction(total.quantity("<=" if under else ">=", needed), total.denominator())


def _judge(difference: Fraction, variance: Fraction, *, few: bool) -> Luck:
    if few or not variance:
        return "few"
    square = difference * difference / variance
    if square < _LITTLE:
        return "as_expected"
    if difference > 0:
        return "much_more" if square >= _MUCH else "more"
    return "much_less" if square >= _MUCH else "less"


def _face_luck(dice: Sequence[tuple[int, int]]) -> Luck:
    """Judge faces of any sides together, each die scaled to run from -1 to 1."""
    tossed = [(sides, face) for sides, face in dice if sides > 1]
    scaled = sum((Fraction(2 * face - sides - 1, sides - 1) for sides, face in tossed), Fraction())
    variance = sum((Fraction(sides + 1, 3 * (sides - 1)) for sides, _ in tossed), Fraction())
    return _judge(scaled, variance, few=len(tossed) < FEW_DICE)


def chances_of(checks: Iterable[CheckRow]) -> list[Fraction]:
    """Return the chances of the checks whose number to reach and outcome are known."""
    found: list[Fraction] = []
    for check in checks:
        verdict = check.verdict
        if verdict.needed is not None and verdict.success is not None:
            figures = verdict.needed, verdict.sides, verdict.dice, verdict.keep
            found.append(success_chance(*figures, under=verdict.under, hits_from=verdict.hits_from))
    return found


def measure(person: str, rolls: Sequence[Roll], checks: Sequence[CheckRow]) -> Person:
    """Return what these rolls and checks say, all taken as one person's."""
    dice = [die for roll in rolls for die in roll.dice]
    counts: dict[int, dict[int, int]] = {}
    for (sides, face), count in sorted(Counter(dice).items()):
        counts.setdefault(sides, {})[face] = count
    measured = [c for c in checks if c.verdict.needed is not None and c.verdict.success is not None]
    chances = chances_of(measured)
    successes = sum(1 for check in measured if check.verdict.success)
    expected = sum(chances, Fraction())
    variance = sum((chance * (1 - chance) for chance in chances), Fraction())
    proofs: Counter[Proof] = Counter(roll.proof for roll in rolls)
    return Person(
        id=person,
        rolls=len(rolls),
        dice=len(dice),
        faces=sum(face for _, face in dice),
        expected_faces=sum((Fraction(sides + 1, 2) for sides, _ in dice), Fraction()),
        face_luck=_face_luck(dice),
        sixes=counts.get(6, {}).get(6, 0),
        six_sided=sum(counts.get(6, {}).values()),
        counts=counts,
        checks=len(measured),
        successes=successes,
        expected_successes=expected,
        check_luck=_judge(successes - expected, variance, few=len(measured) < FEW_CHECKS),
        retries=sum(1 for roll in rolls if roll.retry_of is not None),
        set_aside=sum(1 for check in checks if not check.kept),
        proofs=dict(proofs),
    )


def measure_each(
    rolls: Sequence[Roll], checks: Sequence[CheckRow], *, whose: Literal["figure", "player"] = "figure"
) -> list[Person]:
    """Return the statistics of each figure, or of each participant over all figures, as they appear."""

    def of_roll(roll: Roll) -> str:
        return roll.by if whose == "figure" else roll.player or roll.by

    def of_check(check: CheckRow) -> str:
        return check.verdict.by if whose == "figure" else check.player or check.verdict.by

    people = dict.fromkeys([*(of_roll(roll) for roll in rolls), *(of_check(check) for check in checks)])
    return [
        measure(
            person,
            [roll for roll in rolls if of_roll(roll) == person],
            [check for check in checks if of_check(check) == person],
        )
        for person in people
    ]

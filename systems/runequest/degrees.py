"""Degrees of success: data that tables, events and folds name."""

from typing import Literal

import msgspec

Degree = Literal["critical", "special", "success", "failure", "fumble"]
"""How well a percentile roll came out, the best first."""
DEGREES: tuple[Degree, ...] = ("critical", "special", "success", "failure", "fumble")
"""In order, the best first."""
Winner = Literal["one", "other", "tie", "nobody"]
"""Of an opposed roll: `tie` where both succeeded alike, `nobody` where both failed."""


class Limits(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The rolls of D100 (00 is 100) at which each degree ends, after every modifier."""

    chance: int
    """The chance in percent after modifiers; may be over 100 or below 0."""
    critical: int
    """The highest roll that is a critical; 0 where none is."""
    special: int
    success: int
    """The highest roll that succeeds at all."""
    fumble: int
    """The lowest roll that is a fumble; 101 where none is."""


def rank_degree(degree: Degree) -> int:
    """Return 4 for a critical down to 0 for a fumble: more is better."""
    return len(DEGREES) - 1 - DEGREES.index(degree)


def is_success(degree: Degree) -> bool:
    """Return whether a roll succeeded."""
    return rank_degree(degree) >= rank_degree("success")


def levels_above(one: Degree, other: Degree) -> int:
    """Return by how many levels one degree is above another; a fumble counts as a failure."""
    failure = rank_degree("failure")
    return max(rank_degree(one), failure) - max(rank_degree(other), failure)


def read_degree(limits: Limits, face: int) -> Degree:
    """Return the degree of a roll (1–100)."""
    if face >= limits.fumble:
        return "fumble"
    if face > limits.success:
        return "failure"
    if face <= limits.critical:
        return "critical"
    return "special" if face <= limits.special else "success"

"""Pools of dice (判定): how many successes the faces are, and whether they hold a pattern (出目の指定)."""

from collections.abc import Iterable, Sequence

from tenmatsu.systems.ninjaslayer.rows import DifficultyRow

Pattern = tuple[int, ...]
"""Faces that must all lie there, each on a die of its own: 6 for exactly 6, −5 for 5 or more."""
FACES = range(6, 0, -1)
"""From the highest, the way in which patterns are met."""


def count_hits(faces: Iterable[int], row: DifficultyRow) -> int:
    """Return how many dice show the face of a difficulty or more."""
    return sum(face >= row.face for face in faces)


def count_sets(hits: int, row: DifficultyRow) -> int:
    """Return how many successes so many dice are: a full set is one, every further die one more (2-1)."""
    return max(hits - row.count + 1, 0)


def count_successes(faces: Iterable[int], row: DifficultyRow) -> int:
    """Return how many successes faces are at a difficulty; 0 is a failure."""
    return count_sets(count_hits(faces, row), row)


def meet(pattern: Pattern, spare: int, face: int, count: int) -> int:
    """
    Return how many dice are spare behind `count` dice of `face`, or −1 where the pattern is missed.

    To be asked for each face from 6 to 1: what exactly this face needs is taken, what is left over meets
    what this face or more may meet.
    """
    if spare < 0:
        return -1
    over = count - sum(one == face for one in pattern)
    if over < 0:
        return -1
    return max(spare + over - sum(one == -face for one in pattern), -1)


def matches(faces: Sequence[int], pattern: Pattern) -> bool:
    """Return whether faces hold a pattern, at whatever difficulty; an empty one is held by none."""
    spare = 0
    for face in FACES:
        spare = meet(pattern, spare, face, sum(one == face for one in faces))
    return bool(pattern) and spare >= 0

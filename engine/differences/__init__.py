"""Where two lines part, what was done differently, and how their ends differ."""

from tenmatsu.engine.differences.difference import (
    Difference,
    LineEnd,
    compare_versions,
    find_difference,
    pair_commits,
)
from tenmatsu.engine.differences.pairing import CommitPair, PairKind
from tenmatsu.engine.differences.sides import CommitSide, RollShown
from tenmatsu.engine.differences.values import SheetChange, ValueChange

__all__ = [
    "CommitPair",
    "CommitSide",
    "Difference",
    "LineEnd",
    "PairKind",
    "RollShown",
    "SheetChange",
    "ValueChange",
    "compare_versions",
    "find_difference",
    "pair_commits",
]

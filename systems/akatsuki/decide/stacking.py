"""What a blow makes of the damage card that is held (ダメージカードのランクアップ)."""

from typing import Literal, NamedTuple

from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.state import Harm, Wound
from tenmatsu.systems.akatsuki.tables import RANKS


class Stacked(NamedTuple):
    """The card after a blow, and what became of it."""

    harm: Harm
    rank: int
    how: Literal["first", "newer", "raised", "same"]


def stack(options: Options, held: Wound | None, harm: Harm, rank: int) -> Stacked:
    """Return the damage card after a blow of some kind and rank; no rank rises above the last."""
    if held is None:
        return Stacked(harm, rank, "first")
    if rank > held.rank:
        turns_gentle = held.harm == "lethal" and harm == "nonlethal"
        keeps = turns_gentle and options.stronger_nonlethal_on_lethal == "lethal"
        return Stacked("lethal" if keeps else harm, rank, "newer")
    turns_lethal = held.harm == "nonlethal" and harm == "lethal"
    if rank < held.rank and not turns_lethal:
        return Stacked(held.harm, held.rank, "same")
    raised: Harm = "lethal"
    if held.harm == harm == "nonlethal":
        raised = options.same_kind_equal_nonlethal
    if raised == held.harm and held.rank == RANKS:
        return Stacked(raised, RANKS, "same")
    return Stacked(raised, min(held.rank + 1, RANKS), "raised")

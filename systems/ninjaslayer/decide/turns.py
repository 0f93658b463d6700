"""The turns of a battle: what goes on by itself between the hands."""

from collections.abc import Sequence

from tenmatsu.systems.ninjaslayer.decide.work import Work


def resume_turn(work: Work) -> bool:
    """Take the next step of the turn that nobody has to ask for; False where somebody has to act."""
    return False


def join_order(work: Work, characters: Sequence[str]) -> None:
    """Let characters join the battle; they act from the next turn."""
    raise NotImplementedError

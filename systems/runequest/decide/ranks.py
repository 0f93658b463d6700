"""Strike ranks: of each step of an intent, with what they are made of."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Magic
from tenmatsu.systems.runequest.melee import Action, Step
from tenmatsu.systems.runequest.state import State


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """A strike rank and what it is made of."""

    sr: int
    """Of the round in which it is reached; below 1 counts as 1. Over 12 it cannot be done, spells apart."""
    parts: tuple[Circumstance, ...]
    """`sr_dex`, `sr_siz`, `sr_length`, `sr_mp`, `sr_surprise`, `sr_ready`, `sr_move`: keys of `[labels]`."""
    rounds: int = 0
    """Of a spell: whole rounds before that one."""


def find_rank(
    state: State, rules: Rulebook, character: str, step: Step, before: Sequence[Action] = ()
) -> Rank:
    """Return the strike rank of a step behind those planned before it."""
    raise NotImplementedError


def plan_steps(
    state: State, rules: Rulebook, character: str, steps: Sequence[Step]
) -> tuple[Action, ...] | str:
    """Return the actions that steps come to (a split is several), or the refusal that says why not."""
    raise NotImplementedError


def find_spell_rank(state: State, rules: Rulebook, character: str, magic: Magic, step: Step) -> Rank:
    """Return the strike rank of a spell alone: preparation, DEX, magic points (magic part)."""
    raise NotImplementedError

"""Kinds of steps of an intent, as the rules group them."""

from collections.abc import Sequence

from tenmatsu.systems.runequest.melee import Step, StepKind

STRIKES: frozenset[StepKind] = frozenset({"attack", "knockback", "aimed_blow"})
"""Melee attacks."""
TIMELESS: frozenset[StepKind] = frozenset({"guard", "spirit_leave", "flee"})
"""They take no strike ranks."""
LAST: frozenset[StepKind] = frozenset(
    {"knockback", "aimed_blow", "first_aid", "pull_weapon", "spirit_dance", "appear", "dodge_missiles"}
)
"""They are decided at the last strike rank, and take the whole round."""
DISTANT: frozenset[StepKind] = frozenset({"shoot", "spell"})
"""Whoever does such a thing counts the movement of a foe who closes in."""


_ALONGSIDE: frozenset[StepKind] = TIMELESS | {"dodge_missiles"}


def takes_time(step: Step) -> bool:
    """Return whether a step moves what comes behind it back."""
    return step.kind not in _ALONGSIDE and not (step.kind == "move" and not step.units)


def list_leading(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the movement that stands first: it happens in the phase of movement."""
    leading: list[Step] = []
    for step in steps:
        if step.kind == "move":
            leading.append(step)
        elif step.kind not in _ALONGSIDE:
            break
    return tuple(leading)


def count_units(steps: Sequence[Step]) -> int:
    """Return the units of movement of steps together."""
    return sum(abs(step.units) for step in steps if step.kind == "move")

"""The course of a spell: announced, accepted or resisted, rolled, at work."""

from collections.abc import Callable, Mapping

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.checking import CheckSpec
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.rows_magic import EffectKey
from tenmatsu.systems.runequest.state import State

Effect = Callable[[Work, Casting], None]
EFFECTS: dict[EffectKey, Effect] = {}
"""What a spell does by itself, by its key; `decide/spelleffects.py` registers them."""


def work_as(key: EffectKey) -> Callable[[Effect], Effect]:
    """Register what a spell of this effect does."""

    def register(effect: Effect) -> Effect:
        EFFECTS[key] = effect
        return effect

    return register


def start_casting(work: Work, casting: Casting) -> None:
    """Announce a spell: everything about it was checked."""
    raise NotImplementedError


def resume_casting(work: Work) -> bool:
    """Take the next step of the spell under way; return whether there was one."""
    return False


def specify_cast(state: State, rules: Rulebook, casting: Casting) -> CheckSpec:
    """Return the casting roll: POW × 5, a rune affinity, the spell's skill."""
    raise NotImplementedError


def find_cost(state: State, rules: Rulebook, casting: Casting) -> dict[str, int]:
    """Return what it costs where it succeeds: `mp`, `rune_points`."""
    raise NotImplementedError


def spend_mp(work: Work, character: str, points: int) -> None:
    """Take magic points, never below 0; at 0 the embodied lose consciousness."""
    raise NotImplementedError


def list_last_heals(state: State, rules: Rulebook) -> Mapping[str, tuple[str, ...]]:
    """Return who can still heal one who dies at this round's end, within 12 SR: `heal:<spell>:<whom>`."""
    return {}

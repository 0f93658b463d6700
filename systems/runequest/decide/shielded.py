"""Defensive magic against a spell: whether it gets through, and what a boost would take."""

import msgspec

from tenmatsu.systems.runequest.castings import Casting
from tenmatsu.systems.runequest.decide.conjuring import find_cost
from tenmatsu.systems.runequest.decide.queueing import find_action
from tenmatsu.systems.runequest.decide.spellranks import count_mp_ranks
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Spell
from tenmatsu.systems.runequest.rows_magic import EffectKey
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables

SHIELDS: tuple[EffectKey, ...] = ("countermagic", "ward")


def weigh(tables: Tables, spell: Casting | Spell) -> int:
    """Return what a spell's own points count for against other magic."""
    return spell.points * (tables.magic.rune_weight if spell.magic == "rune" else 1)


def find_power(tables: Tables, casting: Casting) -> int:
    """Return what a spell being cast counts for against defensive magic, its boost with it."""
    return weigh(tables, casting) + casting.boost


def find_shield(state: State, rules: Rulebook, casting: Casting) -> int:
    """Return the defensive magic that a spell has to get through; none on its own caster."""
    target = state.characters.get(casting.target)
    if target is None or casting.target == casting.caster:
        return 0
    return sum_working(rules.tables, target, *SHIELDS)


def find_lacking(state: State, rules: Rulebook, casting: Casting) -> int:
    """Return the magic points that it would take to get through; 0 where it does already."""
    shield = find_shield(state, rules, casting)
    return max(0, shield + 1 - find_power(rules.tables, casting)) if shield else 0


def find_most_boost(state: State, rules: Rulebook, casting: Casting) -> int:
    """Return the magic points that can be added still: those left, and within the round's strike ranks."""
    figure, action = state.characters[casting.caster], find_action(state, casting.action)
    most = figure.mp - find_cost(state, rules, casting)["mp"]
    if action is None:
        return max(0, most)
    room = rules.tables.round.last_sr - action.sr
    fitting = (points for points in range(1, most + 1) if find_delay(state, rules, casting, points) <= room)
    return max(fitting, default=0)


def find_delay(state: State, rules: Rulebook, casting: Casting, points: int) -> int:
    """Return the strike ranks that more magic points put a spell back."""
    figure, more = (
        state.characters[casting.caster],
        msgspec.structs.replace(casting, boost=casting.boost + points),
    )
    return count_mp_ranks(rules, figure, more) - count_mp_ranks(rules, figure, casting)

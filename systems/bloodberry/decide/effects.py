"""
Sublimation effects (昇華の効果): announced first, answered by 忘却 where others can, then they work.

What an effect changes on a side of the judge is registered by its kind:

    @changes("own_dice")
    def _add_own_dice(state: State, judge: Judge, effect: Effect, row: TraitRow) -> Change | None: ...
"""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tenmatsu.engine.windows import open_window
from tenmatsu.systems.bloodberry.decide.judging import add_dice
from tenmatsu.systems.bloodberry.decide.losing import heal
from tenmatsu.systems.bloodberry.decide.relations import deepen_relation, find_relation, set_strength
from tenmatsu.systems.bloodberry.decide.windows import ANSWER, count_effect, list_forgetters, list_targets
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work
from tenmatsu.systems.bloodberry.events.judging import (
    EffectCancelled,
    EffectUsed,
    EffectWorked,
    Place,
    WindowOpened,
)
from tenmatsu.systems.bloodberry.judges import Effect, Judge, Side
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import TraitRow


class Change(NamedTuple):
    """What an effect makes of one side of a judge, and by how much."""

    of: Place
    side: Side
    amount: int = 0


Changing = Callable[[State, Judge, Effect, TraitRow], Change | None]
CHANGES: dict[str, Changing] = {}
"""By the kind of effect; the others change no side."""
_replace = msgspec.structs.replace


def changes(kind: str) -> Callable[[Changing], Changing]:
    """Register what an effect of a kind changes."""

    def register(changing: Changing) -> Changing:
        CHANGES[kind] = changing
        return changing

    return register


def announce_effect(work: Work, character: str, trait: str, target: str = "") -> None:
    """Use an effect: it is announced, and those who hold 忘却 are asked before it works."""
    effect = Effect(character=character, trait=trait, target=target)
    if work.state.judge is not None:
        effect = aim_effect(work.rules, work.state.judge, effect)
    work.record(EffectUsed(character=character, trait=trait, target=effect.target))
    window = open_window(ANSWER, list_forgetters(work.state, work.rules, character))
    if window is not None:
        work.record(WindowOpened(window=window))


def aim_effect(rules: Rulebook, judge: Judge, effect: Effect) -> Effect:
    """Return the effect with whom it is for: whoever was named, else whom it can be for, the active first."""
    row = rules.tables.traits.get(effect.trait)
    if effect.target or row is None or row.effect != "other_dice":
        return effect
    able = list_targets(rules, judge, effect.character)
    return _replace(effect, target=able[0]) if able else effect


def cancel_effect(work: Work, character: str, trait: str) -> None:
    """Cancel the newest announced effect by 忘却, which nobody can answer."""
    effect = work.state.effects[-1]
    used = work.rules.options.cancelled_effect == "used"
    work.record(
        EffectCancelled(character=effect.character, trait=effect.trait, by=character, spent=trait, used=used)
    )


def find_change(state: State, rules: Rulebook, judge: Judge | None, effect: Effect) -> Change | None:
    """Return what an effect would change on a side of the judge, if it is of that kind."""
    row = rules.tables.traits.get(effect.trait)
    changing = None if row is None else CHANGES.get(row.effect)
    if row is None or judge is None or changing is None:
        return None
    return changing(state, judge, effect, row)


def work_effect(work: Work) -> None:
    """Let the newest announced effect do what it does."""
    effect = work.state.effects[-1]
    row = work.rules.tables.traits.get(effect.trait)
    change = find_change(work.state, work.rules, work.state.judge, effect)
    work.record(
        EffectWorked(
            character=effect.character,
            trait=effect.trait,
            effect="" if row is None else row.effect,
            target=effect.target,
            amount=0 if change is None else change.amount,
            of="" if change is None else change.of,
            side=None if change is None else change.side,
            cancelled=row is not None and row.effect == "cancel_result",
        )
    )
    if row is not None and row.effect == "heal" and row.heals is not None:
        heal(work, effect.character, row.heals, row.amount)
    elif row is not None and row.effect == "raise_relation":
        _raise_relation(work, effect, row)


def _raise_relation(work: Work, effect: Effect, row: TraitRow) -> None:
    """Raise a relation by one from the strength that the effect names (頑張り屋: 1 becomes 2)."""
    one, other = effect.character, effect.target
    if find_relation(work.state, one, other).strength != row.amount:
        return  # another effect came between
    if work.rules.options.ganbari_sublimates == "yes":
        deepen_relation(work, one, other)
    else:
        set_strength(work, one, other, row.amount + 1)


def _add(judge: Judge, character: str, trait: str, dice: int) -> Change | None:
    of = judge.place_of(character)
    side = judge.side(of)
    return Change(of, add_dice(side, trait, dice), dice) if of and side is not None else None


@changes("own_dice")
@changes("plain_dice")
def _add_own_dice(state: State, judge: Judge, effect: Effect, row: TraitRow) -> Change | None:
    person = state.people.get(effect.character) or Person()
    return _add(judge, effect.character, effect.trait, count_effect(row, person))


@changes("other_dice")
def _add_other_dice(state: State, judge: Judge, effect: Effect, row: TraitRow) -> Change | None:
    return _add(judge, effect.target, effect.trait, row.amount)


@changes("own_standards")
@changes("passive_standards")
def _set_standards(state: State, judge: Judge, effect: Effect, row: TraitRow) -> Change | None:
    of = "passive" if row.effect == "passive_standards" else judge.place_of(effect.character)
    side = judge.side(of)
    if not of or side is None or row.standards is None:
        return None
    return Change(of, _replace(side, first=row.standards[0], second=row.standards[1]))


@changes("lower_active")
def _lower_active(state: State, judge: Judge, effect: Effect, row: TraitRow) -> Change | None:
    side = judge.active
    return None if side is None else Change("active", _replace(side, plus=side.plus - row.amount), row.amount)

"""
Sublimation effects (昇華の効果): announced first, answered by 忘却 where others can, then they work.

What an effect does is registered by its kind:

    @works("own_dice")
    def _add_own_dice(work: Work, effect: Effect, row: TraitRow) -> EffectWorked: ...
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from tenmatsu.engine.windows import open_window
from tenmatsu.systems.bloodberry.decide.judging import add_dice
from tenmatsu.systems.bloodberry.decide.losing import heal
from tenmatsu.systems.bloodberry.decide.relations import deepen_relation, find_relation, set_strength
from tenmatsu.systems.bloodberry.decide.windows import ANSWER, count_effect, list_forgetters
from tenmatsu.systems.bloodberry.decide.work import Work
from tenmatsu.systems.bloodberry.events.judging import (
    EffectCancelled,
    EffectUsed,
    EffectWorked,
    Place,
    WindowOpened,
)
from tenmatsu.systems.bloodberry.state import Effect, Judge, Person, Side
from tenmatsu.systems.bloodberry.tables import TraitRow

Working = Callable[[Work, Effect, TraitRow], EffectWorked]
"""What an effect does, as the event that says so."""
WORKINGS: dict[str, Working] = {}
"""By the kind of effect."""
_replace = msgspec.structs.replace


def works(kind: str) -> Callable[[Working], Working]:
    """Register what an effect of a kind does."""

    def register(working: Working) -> Working:
        WORKINGS[kind] = working
        return working

    return register


def announce_effect(work: Work, character: str, trait: str, target: str = "") -> None:
    """Use an effect: it is announced, and those who hold 忘却 are asked before it works."""
    work.record(EffectUsed(character=character, trait=trait, target=target))
    window = open_window(ANSWER, list_forgetters(work.state, work.rules, character))
    if window is not None:
        work.record(WindowOpened(window=window))


def cancel_effect(work: Work, character: str, trait: str) -> None:
    """Cancel the newest announced effect by 忘却, which nobody can answer."""
    effect = work.state.effects[-1]
    used = work.rules.options.cancelled_effect == "used"
    work.record(
        EffectCancelled(character=effect.character, trait=effect.trait, by=character, spent=trait, used=used)
    )


def work_effect(work: Work) -> None:
    """Let the newest announced effect do what it does."""
    effect = work.state.effects[-1]
    row = work.rules.tables.traits.get(effect.trait)
    working = None if row is None else WORKINGS.get(row.effect)
    if row is None or working is None:
        kind = "" if row is None else row.effect
        work.record(EffectWorked(character=effect.character, trait=effect.trait, effect=kind))
        return
    work.record(working(work, effect, row))
    if row.effect == "heal" and row.heals is not None:
        heal(work, effect.character, row.heals, row.amount)
    elif row.effect == "raise_relation":
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


def _told(
    effect: Effect, row: TraitRow, amount: int = 0, of: Place | Literal[""] = "", side: Side | None = None
) -> EffectWorked:
    return EffectWorked(
        character=effect.character,
        trait=effect.trait,
        effect=row.effect,
        target=effect.target,
        amount=amount,
        of="" if side is None else of,
        side=side,
    )


def _judge(work: Work) -> Judge:
    return work.state.judge or Judge(kind="basic")


def _add_dice(work: Work, effect: Effect, row: TraitRow, character: str, dice: int) -> EffectWorked:
    of = _judge(work).place_of(character)
    side = _judge(work).side(of)
    return _told(effect, row, dice, of, None if side is None else add_dice(side, effect.trait, dice))


@works("own_dice")
@works("plain_dice")
def _add_own_dice(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    person = work.state.people.get(effect.character) or Person()
    return _add_dice(work, effect, row, effect.character, count_effect(row, person))


@works("other_dice")
def _add_other_dice(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    return _add_dice(work, effect, row, effect.target, row.amount)


def _set_standards(work: Work, effect: Effect, row: TraitRow, of: Place | Literal[""]) -> EffectWorked:
    side = _judge(work).side(of)
    if side is None or row.standards is None:
        return _told(effect, row)
    first, second = row.standards
    return _told(effect, row, 0, of, _replace(side, first=first, second=second))


@works("passive_standards")
def _set_passive_standards(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    return _set_standards(work, effect, row, "passive")


@works("own_standards")
def _set_own_standards(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    return _set_standards(work, effect, row, _judge(work).place_of(effect.character))


@works("lower_active")
def _lower_active(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    side = _judge(work).active
    lowered = None if side is None else _replace(side, plus=side.plus - row.amount)
    return _told(effect, row, row.amount, "active", lowered)


@works("cancel_result")
def _cancel_result(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    return _replace(_told(effect, row), cancelled=True)


@works("heal")
@works("raise_relation")
def _announce_only(work: Work, effect: Effect, row: TraitRow) -> EffectWorked:
    return _told(effect, row, row.amount)

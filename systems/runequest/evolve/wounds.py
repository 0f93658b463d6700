"""Fold what happens to bodies and arms."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events import clock, healing
from tenmatsu.systems.runequest.events import wounds as told
from tenmatsu.systems.runequest.evolve.figures import with_action, with_arm, with_figure, with_location
from tenmatsu.systems.runequest.figures import Figure, Hindrance
from tenmatsu.systems.runequest.state import State

_replace = msgspec.structs.replace


def _same(state: State, event: Event) -> State:
    return state


def _wounded(state: State, event: told.Wounded) -> State:
    state = with_location(state, event.character, event.location, hp=event.left, wounds=event.wounds)
    return with_figure(state, event.character, hp=event.hp)


def _location(state: State, event: told.LocationChanged) -> State:
    return with_location(
        state, event.character, event.location, state=event.state, mend_until=event.mend_until
    )


def _lost(state: State, event: told.LimbLost) -> State:
    state = with_location(
        state, event.character, event.location, state="lost", mend_until=None, cost=event.cost
    )
    return with_figure(state, event.character, hp=event.hp, max_hp=event.max_hp)


def _regrown(state: State, event: told.LimbRegrown) -> State:
    figure = state.characters.get(event.character)
    place = None if figure is None else figure.locations.get(event.location)
    if place is None:
        return state
    state = with_location(
        state,
        event.character,
        event.location,
        hp=place.max_hp,
        wounds=0,
        state="whole",
        mend_until=None,
        cost=0,
    )
    return with_figure(state, event.character, hp=event.hp, max_hp=event.max_hp)


def _bleeds(state: State, event: told.BleedingBegun) -> State:
    figure = state.characters.get(event.character)
    place = None if figure is None else figure.locations.get(event.location)
    if place is None:
        return state
    dies_at = place.dies_at if event.dies_at is None else event.dies_at
    state = with_location(
        state,
        event.character,
        event.location,
        bleeding=place.bleeding or event.bleeding,
        dies_at=dies_at,
    )
    return _sum_bleeding(state, event.character)


def _sum_bleeding(state: State, character: str) -> State:
    """Return the state with what the whole body loses, from what its locations lose."""
    figure = state.characters.get(character)
    if figure is None:
        return state
    clocks = [one.dies_at for one in figure.locations.values() if one.dies_at is not None]
    return with_figure(
        state,
        character,
        bleeding=any(one.bleeding for one in figure.locations.values()),
        dies_at=min(clocks, default=None),
    )


def _shocked(state: State, event: told.Shocked) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    shock = Hindrance(kind="shocked", until=event.until, at=event.location)
    rest = tuple(one for one in figure.hindrances if one != shock)
    return with_figure(state, event.character, hindrances=(*rest, shock))


def _broken_concentration(state: State, event: told.ConcentrationBroken) -> State:
    for number in event.actions:
        state = with_action(state, number, spoiled=True)
    return state


def _fell(state: State, event: told.Fell) -> State:
    return with_figure(state, event.character, prone=True, mounted=False)


def _fainted(state: State, event: told.Fainted) -> State:
    return with_figure(state, event.character, unconscious=True, wakes=event.wakes, prone=True, mounted=False)


def _awoke(state: State, event: told.Awoke) -> State:
    return with_figure(state, event.character, unconscious=False, wakes=None)


def _died(state: State, event: told.Died) -> State:
    return with_figure(
        state,
        event.character,
        dead=True,
        prone=True,
        mounted=False,
        bleeding=False,
        dies_at=None,
        wakes=None,
        heals_at=None,
    )


def _bled(state: State, event: told.Bled) -> State:
    return with_figure(state, event.character, hp=event.hp)


def _healed(state: State, event: healing.Healed) -> State:
    state = with_location(state, event.character, event.location, hp=event.left, wounds=event.wounds)
    return with_figure(state, event.character, hp=event.hp)


def _treated(state: State, event: healing.Treated) -> State:
    changes: dict[str, Any] = {"bleeding": False, **({"dies_at": None} if event.clock else {})}
    state = with_location(state, event.character, event.location, **changes)
    figure = state.characters.get(event.character)
    if figure is not None and event.eased:
        left = tuple(one for one in figure.hindrances if not _is_shock(one, event.location))
        state = with_figure(state, event.character, hindrances=left)
    return _sum_bleeding(state, event.character)


def _is_shock(one: Hindrance, location: str) -> bool:
    return one.kind == "shocked" and one.until is None and one.at == location


def _begun(state: State, event: healing.TreatmentBegun) -> State:
    return _replace(state, treatments=(*state.treatments, event.treatment))


def _ended(state: State, event: healing.TreatmentEnded) -> State:
    left = tuple(one for one in state.treatments if one != event.treatment)
    return _replace(state, treatments=left)


def _spent(state: State, event: healing.WoundSpent) -> State:
    return with_location(state, event.character, event.location, wounds=event.wounds)


def _stuck(state: State, event: told.WeaponStuck) -> State:
    if not event.missile:
        return with_arm(state, event.character, event.arm, stuck_in=event.target, stuck_at=event.at)
    return _with_missiles(state, event.target, event.at, (*_get_missiles(state, event), event.weapon))


def _get_missiles(state: State, event: told.WeaponStuck | told.WeaponPulled) -> tuple[str, ...]:
    """Return what sticks in a location or shield and is nobody's arm."""
    figure = state.characters.get(event.target)
    if figure is None:
        return ()
    found = figure.locations.get(event.at) or figure.arms.get(event.at)
    return () if found is None else found.missiles


def _with_missiles(state: State, character: str, at: str, missiles: tuple[str, ...]) -> State:
    return with_arm(with_location(state, character, at, missiles=missiles), character, at, missiles=missiles)


def _pulled(state: State, event: told.WeaponPulled) -> State:
    if event.owner:
        return with_arm(state, event.owner, event.arm, stuck_in="", stuck_at="", hand=event.hand)
    missiles = _get_missiles(state, event)
    if event.weapon not in missiles:
        return state
    first = missiles.index(event.weapon)
    return _with_missiles(state, event.target, event.at, (*missiles[:first], *missiles[first + 1 :]))


def _damaged(state: State, event: told.ArmDamaged) -> State:
    changes: dict[str, Any] = {"hp": event.hp}
    if event.broken:
        changes |= {"broken": True, "hand": "", "stuck_in": "", "stuck_at": ""}
    return with_arm(state, event.character, event.arm, **changes)


def _dropped(state: State, event: told.ArmDropped) -> State:
    return with_arm(state, event.character, event.arm, hand="", loaded=False)


def _repaired(state: State, event: told.ArmRepaired) -> State:
    state = with_arm(state, event.character, event.arm, hp=event.hp, max_hp=event.max_hp)
    figure = state.characters.get(event.character)
    if figure is None or not event.plain:
        return state
    spells = tuple(one for one in figure.spells if one.at != event.arm)
    return with_figure(
        with_arm(state, event.character, event.arm, iron=False), event.character, spells=spells
    )


def _take_out(figure: Figure, name: str, ended: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is left of spells or hindrances: each that ended falls out once."""
    left = list(getattr(figure, name))
    for one in ended:
        if one in left:
            left.remove(one)
    return tuple(left)


def _spells_ended(state: State, event: clock.SpellsEnded) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, spells=_take_out(figure, "spells", event.spells))


def _hindrances_ended(state: State, event: clock.HindrancesEnded) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    left = _take_out(figure, "hindrances", event.hindrances)
    return with_figure(state, event.character, hindrances=left)


def _clock(state: State, event: clock.ClockSet) -> State:
    for character, heals_at in event.heals.items():
        state = with_figure(state, character, heals_at=heals_at)
    return _replace(state, until=event.until)


def _passed(state: State, event: clock.TimePassed) -> State:
    arrived = state.until is None or event.now >= state.until
    return _replace(state, now=event.now, until=None if arrived else state.until)


def _week(state: State, event: clock.WeekHealed) -> State:
    return with_figure(state, event.character, heals_at=event.heals_at)


WOUND_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    told.HitHeld: _same,
    told.Wounded: _wounded,
    told.LocationChanged: _location,
    told.LimbLost: _lost,
    told.LimbRegrown: _regrown,
    told.BleedingBegun: _bleeds,
    told.Shocked: _shocked,
    told.ConcentrationBroken: _broken_concentration,
    told.Fell: _fell,
    told.Fainted: _fainted,
    told.Awoke: _awoke,
    told.Died: _died,
    told.Bled: _bled,
    healing.Healed: _healed,
    healing.Treated: _treated,
    healing.TreatmentBegun: _begun,
    healing.TreatmentEnded: _ended,
    healing.WoundSpent: _spent,
    told.WeaponStuck: _stuck,
    told.WeaponPulled: _pulled,
    told.PullFailed: _same,
    told.ArmDamaged: _damaged,
    told.ArmDropped: _dropped,
    told.ArmRepaired: _repaired,
    clock.SpellsEnded: _spells_ended,
    clock.HindrancesEnded: _hindrances_ended,
    clock.ClockSet: _clock,
    clock.TimePassed: _passed,
    clock.WeekHealed: _week,
}
"""By event class."""

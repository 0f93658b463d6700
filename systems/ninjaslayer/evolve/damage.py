"""Fold the events of the part `damage`."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.events import damage as d
from tenmatsu.systems.ninjaslayer.evolve.people import with_figure
from tenmatsu.systems.ninjaslayer.state import Choice, State

_replace = msgspec.structs.replace


def without_choice(state: State, kind: str, whom: str) -> State:
    """Return the state without the next choice of a kind that somebody is asked."""
    for place, choice in enumerate(state.choices):
        if (choice.kind, choice.whom) == (kind, whom):
            return _replace(state, choices=(*state.choices[:place], *state.choices[place + 1 :]))
    return state


def _passes(state: State, event: Event) -> State:
    return state


def _offered(state: State, event: d.CrushingOffered) -> State:
    landing = event.landing
    choice = Choice(
        kind="crushing_pick",
        whom=event.character,
        options=tuple(map(str, landing.crushing)),
        about={"target": landing.blow.target, "damage": landing.blow.damage},
    )
    return _replace(state, choices=(*state.choices, choice), landings=(*state.landings, landing))


def _picked(state: State, event: d.CrushingPicked) -> State:
    state = without_choice(state, "crushing_pick", event.character)
    for place, landing in enumerate(state.landings):
        if landing.blow.attacker == event.character:
            return _replace(state, landings=(*state.landings[:place], *state.landings[place + 1 :]))
    return state


def _damage(state: State, event: d.DamageTaken) -> State:
    return with_figure(state, event.character, vitality=event.vitality, spirit=event.spirit)


def _spirit(state: State, event: d.SpiritLost | d.SpiritPaid) -> State:
    return with_figure(state, event.character, spirit=event.now)


def _ability(state: State, event: d.AbilityLost) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, lost={**figure.lost, event.ability: event.total})


def _injured(state: State, event: d.Injured) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, injuries={**figure.injuries, event.place: event.count})


def _unconscious(state: State, event: d.FellUnconscious) -> State:
    return with_figure(
        state, event.character, unconscious=True, focused=False, vitality=event.vitality, spirit=event.spirit
    )


def _exploded(state: State, event: d.Exploded) -> State:
    return with_figure(_without_person(state, event.character), event.character, exploded=True, vitality=0)


def _taken_off(state: State, event: d.TakenOff) -> State:
    return with_figure(_without_person(state, event.character), event.character, removed=True)


def _without_person(state: State, character: str) -> State:
    """Return the state without the square that somebody was still to choose."""
    return without_choice(state, "settle_square", character)


def _flung(state: State, event: d.Flung) -> State:
    return with_figure(state, event.character, square=event.square)


def _square_offered(state: State, event: d.SquareOffered) -> State:
    choice = Choice(kind="settle_square", whom=event.character, options=event.squares)
    return _replace(state, choices=(*state.choices, choice))


def _square_settled(state: State, event: d.SquareSettled) -> State:
    state = without_choice(state, "settle_square", event.character)
    return with_figure(state, event.character, square=event.square)


def _revived(state: State, event: d.Revived) -> State:
    return with_figure(
        state, event.character, unconscious=False, vitality=event.vitality, spirit=event.spirit
    )


def _healed(state: State, event: d.Healed) -> State:
    return with_figure(state, event.character, vitality=event.vitality, spirit=event.spirit)


def _spared(state: State, event: d.DeathSpared) -> State:
    return with_figure(state, event.character, spared=event.spared)


DAMAGE_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    d.CriticalSettled: _passes,
    d.DeathResisted: _passes,
    d.CrushingOffered: _offered,
    d.CrushingPicked: _picked,
    d.DamageTaken: _damage,
    d.SpiritLost: _spirit,
    d.SpiritPaid: _spirit,
    d.AbilityLost: _ability,
    d.Injured: _injured,
    d.FellUnconscious: _unconscious,
    d.Exploded: _exploded,
    d.TakenOff: _taken_off,
    d.Flung: _flung,
    d.SquareOffered: _square_offered,
    d.SquareSettled: _square_settled,
    d.Revived: _revived,
    d.Healed: _healed,
    d.DeathSpared: _spared,
}

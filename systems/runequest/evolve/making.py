"""Fold the characters made, what they have and what they know."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.runequest.events.making import (
    ArmGained,
    ArmGivenAway,
    ArmHeld,
    ArmorWorn,
    CharacteristicChanged,
    FigureMade,
    Learned,
    LoadChanged,
    SheetChosen,
)
from tenmatsu.systems.runequest.evolve.figures import with_arm, with_figure, with_location
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import Draft, State

_replace = msgspec.structs.replace


def _sheet(state: State, event: SheetChosen) -> State:
    draft = state.drafts.get(event.character, Draft())
    draft = _replace(draft, sheets={**draft.sheets, event.sheet: event.choice})
    if event.sheet == "templates":
        draft = _replace(draft, characteristics=event.characteristics)
    return _replace(state, drafts={**state.drafts, event.character: draft})


def _made(state: State, event: FigureMade) -> State:
    drafts = {name: draft for name, draft in state.drafts.items() if name != event.character}
    return _replace(state, characters={**state.characters, event.character: event.figure}, drafts=drafts)


def _changed(state: State, event: CharacteristicChanged) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    for place, (hp, most) in event.locations.items():
        state = with_location(state, event.character, place, hp=hp, max_hp=most)
    return with_figure(
        state,
        event.character,
        characteristics={**figure.characteristics, event.name: event.now},
        hp=event.hp,
        max_hp=event.max_hp,
        mp=event.mp,
        max_mp=event.max_mp,
        skills={**figure.skills, **event.skills},
    )


def _learned(state: State, event: Learned) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, **_find_learned(figure, event))


def _find_learned(figure: Figure, event: Learned) -> dict[str, Any]:
    """Return the fields that change."""
    name, now = event.name, event.now
    match event.lesson:
        case "techniques" | "mastered":
            known: tuple[str, ...] = getattr(figure, event.lesson)
            rest = tuple(one for one in known if one != name)
            return {event.lesson: (*rest, name) if now else rest}
        case "rune_points":
            more = max(0, now - figure.max_rune_points)
            return {"max_rune_points": now, "rune_points": min(now, figure.rune_points + more)}
        case "spells":
            return {"known": _with(figure.known, name, now)}
        case _:
            return {event.lesson: _with(getattr(figure, event.lesson), name, now)}


def _with(known: dict[str, int], name: str, now: int) -> dict[str, int]:
    return {
        **{one: value for one, value in known.items() if now or one != name},
        **({name: now} if now else {}),
    }


def _put_away(state: State, character: str, arms: tuple[str, ...]) -> State:
    for arm in arms:
        state = with_arm(state, character, arm, hand="")
    return state


def _gained(state: State, event: ArmGained) -> State:
    state = _put_away(state, event.character, event.away)
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    return with_figure(state, event.character, arms={**figure.arms, event.arm: event.gained})


def _given_away(state: State, event: ArmGivenAway) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    arms = {name: arm for name, arm in figure.arms.items() if name != event.arm}
    return with_figure(state, event.character, arms=arms)


def _held(state: State, event: ArmHeld) -> State:
    state = _put_away(state, event.character, event.away)
    return with_arm(state, event.character, event.arm, hand=event.hand, weapon=event.weapon)


def _worn(state: State, event: ArmorWorn) -> State:
    for place in event.locations:
        state = with_location(state, event.character, place, armor=event.points, worn=event.armor)
    return state


def _loaded(state: State, event: LoadChanged) -> State:
    return with_figure(state, event.character, enc=event.now)


MAKING_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    SheetChosen: _sheet,
    FigureMade: _made,
    CharacteristicChanged: _changed,
    Learned: _learned,
    ArmGained: _gained,
    ArmGivenAway: _given_away,
    ArmHeld: _held,
    ArmorWorn: _worn,
    LoadChanged: _loaded,
}
"""By event class."""

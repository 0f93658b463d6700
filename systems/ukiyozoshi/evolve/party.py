"""Fold the party's build points and the making of characters."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import party as p
from tenmatsu.systems.ukiyozoshi.evolve.figures import change
from tenmatsu.systems.ukiyozoshi.state import Figure, Ledger, State

_replace = msgspec.structs.replace


def _opened(state: State, event: p.PartyOpened) -> State:
    return _replace(state, players=event.players, party_points=event.points)


def _points_set(state: State, event: p.PartyPointsSet) -> State:
    return _replace(state, party_points=event.points)


def _book(state: State, character: str, **values: int) -> State:
    ledger = _replace(state.ledgers.get(character, Ledger()), **values)
    return _replace(state, ledgers={**state.ledgers, character: ledger})


def _allotted(state: State, event: p.PointsAllotted) -> State:
    return _book(state, event.character, granted=event.points)


def _made(state: State, event: p.CharacterMade) -> State:
    figure = Figure(
        npc=event.npc,
        companion=event.companion,
        rank=event.rank,
        katsugeki=event.katsugeki,
        katsugeki_start=event.katsugeki_start,
        katsugeki_limit=event.katsugeki_limit,
    )
    state = _replace(state, characters={**state.characters, event.character: figure})
    return state if event.npc else _book(state, event.character, spent=event.spent)


def _npc_points(state: State, event: p.NpcPointsRolled) -> State:
    return change(state, event.character, katsugeki=event.now, katsugeki_start=event.now)


def _companion(state: State, event: p.CompanionSet) -> State:
    return change(state, event.character, companion=event.companion)


def _pay(state: State, event: Any) -> State:
    figure = state.characters.get(event.character)
    return state if figure is None or figure.npc else _book(state, event.character, spent=event.spent)


def _abilities(state: State, event: p.AbilitiesSet) -> State:
    values = {"shin": event.shin, "gi": event.gi, "tai": event.tai, "endurance": event.endurance}
    return change(_pay(state, event), event.character, **values)


def _raised(state: State, event: p.AbilityRaised) -> State:
    values = {event.ability: event.to, "endurance": event.endurance}
    return change(_pay(state, event), event.character, **values)


def _skill(state: State, event: p.SkillLearned) -> State:
    figure = state.characters.get(event.character)
    if figure is None:
        return state
    bases = {**figure.skill_bases, event.skill: event.base} if event.base_agreed else figure.skill_bases
    skills = {**figure.skills, event.skill: event.level}
    return change(_pay(state, event), event.character, skills=skills, skill_bases=bases)


def _school(state: State, event: p.SchoolLearned) -> State:
    figure = state.characters.get(event.character)
    if figure is None or event.school in figure.schools:
        return state
    return change(_pay(state, event), event.character, schools=(*figure.schools, event.school))


def _perk(state: State, event: p.PerkTaken) -> State:
    figure = state.characters.get(event.character)
    if figure is None or event.perk in figure.perks:
        return state
    if not figure.npc:
        state = _book(state, event.character, spent=event.spent, drawback=event.drawback)
    return change(state, event.character, perks=(*figure.perks, event.perk))


def _endurance(state: State, event: p.EnduranceBought) -> State:
    values = {"extra_endurance": event.extra, "endurance": event.endurance}
    return change(_pay(state, event), event.character, **values)


def _things(state: State, event: p.ThingsNoted) -> State:
    return change(state, event.character, things=event.things)


PARTY_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    p.PartyOpened: _opened,
    p.PartyPointsSet: _points_set,
    p.PointsAllotted: _allotted,
    p.CharacterMade: _made,
    p.NpcPointsRolled: _npc_points,
    p.CompanionSet: _companion,
    p.AbilitiesSet: _abilities,
    p.AbilityRaised: _raised,
    p.SkillLearned: _skill,
    p.SchoolLearned: _school,
    p.PerkTaken: _perk,
    p.EnduranceBought: _endurance,
    p.ThingsNoted: _things,
}
"""By event class."""

"""Fold the table's events into its state: total, never refuses, reads no rule."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.dice.keyring import ZERO_MIX, stir
from tenmatsu.engine.table.state import Character, LastLink, Ring, Seat, TableState
from tenmatsu.events import table as t
from tenmatsu.events.base import Event

_replace = msgspec.structs.replace


def _opened(state: TableState, event: t.SessionOpened) -> TableState:
    return _replace(
        state,
        system=event.system,
        rules_version=event.rules_version,
        options=event.options,
        table_options=event.table_options,
        tables=event.tables,
        tables_sha256=event.tables_sha256,
        is_open=True,
        sitting=1,
    )


def _titled(state: TableState, event: t.SessionTitled) -> TableState:
    return _replace(state, title=event.title)


def _closed(state: TableState, event: t.SessionClosed) -> TableState:
    return _replace(state, is_open=False)


def _resumed(state: TableState, event: t.SessionResumed) -> TableState:
    return _replace(state, is_open=True, sitting=event.sitting, scenario_goes_on=event.scenario_goes_on)


def _options(state: TableState, event: t.OptionsChanged) -> TableState:
    return _replace(state, options=event.options, table_options=event.table_options)


def _rules(state: TableState, event: t.RulesMoved) -> TableState:
    return _replace(
        state, rules_version=event.rules_version, tables_sha256=event.tables_sha256, tables=event.tables
    )


def _joined(state: TableState, event: t.ParticipantJoined) -> TableState:
    return _replace(state, seats={**state.seats, event.participant: Seat(event.role)})


def _left(state: TableState, event: t.ParticipantLeft) -> TableState:
    seat = state.seats.get(event.participant)
    if seat is None:
        return state
    return _replace(state, seats={**state.seats, event.participant: Seat(seat.role, present=False)})


def _taken(state: TableState, event: t.CharacterTaken) -> TableState:
    before = state.characters.get(event.character)
    figure = Character(event.participant, before.name if before else "")
    return _replace(state, characters={**state.characters, event.character: figure})


def _named(state: TableState, event: t.CharacterNamed) -> TableState:
    before = state.characters.get(event.character)
    figure = Character(before.participant if before else "", event.name)
    return _replace(state, characters={**state.characters, event.character: figure})


def _scene_opened(state: TableState, event: t.SceneOpened) -> TableState:
    return _replace(state, scene=event.scene, scene_title=event.title, in_scene=True)


def _scene_closed(state: TableState, event: t.SceneClosed) -> TableState:
    return _replace(state, in_scene=False)


def _dice_committed(state: TableState, event: t.DiceCommitted) -> TableState:
    rings = dict(state.rings)
    if event.why in ("renewed", "moved", "lost"):
        same = [name for name in rings if name[:1] == event.ring[:1]]
        rings.update((name, _replace(rings[name], ended=True)) for name in same)
    rings[event.ring] = Ring(event.count, event.keeper, event.fixed)
    return _replace(state, rings=rings)


def _nonces(state: TableState, event: t.NoncesCommitted) -> TableState:
    rings = {name: _replace(ring, witnesses=()) for name, ring in state.rings.items()}
    link = LastLink(event.chain, event.length, 0, event.anchor)
    return _replace(state, rings=rings, links={**state.links, event.by: link})


def _stirred(state: TableState, event: t.EntropyAdded) -> TableState:
    try:
        mix = stir(bytes.fromhex(state.mix) or ZERO_MIX, event.by, bytes.fromhex(event.value)).hex()
    except ValueError:
        return state
    rings = {name: _witness(ring, event) for name, ring in state.rings.items()}
    links = state.links
    if event.chain is not None and event.link is not None:
        length = links[event.by].length if event.by in links else 0
        links = {**links, event.by: LastLink(event.chain, length, event.link, event.value)}
    return _replace(state, mix=mix, rings=rings, links=links)


def _witness(ring: Ring, event: t.EntropyAdded) -> Ring:
    if event.word:
        return _replace(ring, worded=True, witnesses=())
    if event.by == ring.keeper or event.by in ring.witnesses:
        return ring
    return _replace(ring, witnesses=(*ring.witnesses, event.by))


def _rolled(state: TableState, event: t.Rolled) -> TableState:
    if event.source != "ring" or event.ring is None or event.index is None:
        return state
    ring = state.rings.get(event.ring)
    if ring is None:
        return state
    spent = max(ring.spent, event.index + 1)
    return _replace(state, rings={**state.rings, event.ring: _replace(ring, spent=spent)})


def _forked(state: TableState, event: t.BranchForked) -> TableState:
    return _replace(state, forked=event.why, whatif_dice=event.dice, adopted=False)


def _adopted(state: TableState, event: t.TimelineAdopted) -> TableState:
    return _replace(state, adoptions=event.number, adopted=True)


_FOLDS: dict[type[Event], Callable[[TableState, Any], TableState]] = {
    t.SessionOpened: _opened,
    t.SessionTitled: _titled,
    t.SessionClosed: _closed,
    t.SessionResumed: _resumed,
    t.OptionsChanged: _options,
    t.RulesMoved: _rules,
    t.ParticipantJoined: _joined,
    t.ParticipantLeft: _left,
    t.CharacterTaken: _taken,
    t.CharacterNamed: _named,
    t.SceneOpened: _scene_opened,
    t.SceneClosed: _scene_closed,
    t.DiceCommitted: _dice_committed,
    t.NoncesCommitted: _nonces,
    t.EntropyAdded: _stirred,
    t.Rolled: _rolled,
    t.BranchForked: _forked,
    t.TimelineAdopted: _adopted,
}


def evolve_table(state: TableState, event: Event) -> TableState:
    """Return the table's state after `event`; the game's own events pass over it."""
    fold = _FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)

"""Fold the table's events into its state: total, never refuses, reads no rule."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from tenmatsu.engine.dice.keyring import ZERO_MIX, stir
from tenmatsu.engine.table.state import (
    Character,
    Dispute,
    LastLink,
    Marking,
    Plot,
    Ring,
    Seat,
    TableState,
)
from tenmatsu.events import table as t
from tenmatsu.events.base import Event, event_type

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
    leaves = sha256(event.leaves.encode()).hexdigest()
    rings[event.ring] = Ring(event.count, event.keeper, event.fixed, leaves)
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
    return _replace(
        state,
        forked=event.why,
        fork_of=event.parent,
        whatif_dice=event.dice,
        adopted=False,
        closed=event.audience,
    )


def _adopted(state: TableState, event: t.TimelineAdopted) -> TableState:
    return _replace(state, adoptions=event.number, adopted=True)


def _disputed(state: TableState, event: t.DisputeOpened) -> TableState:
    others = tuple(one for one in state.disputes if one.number != event.dispute)
    opened = Dispute(event.dispute, event.by, event.about, event.commit, event.audience)
    return _replace(state, disputes=(*others, opened))


def _ruled(state: TableState, event: t.DisputeRuled) -> TableState:
    disputes = tuple(
        _replace(one, answer=event.answer, ruled_by=event.by) if one.number == event.dispute else one
        for one in state.disputes
    )
    return _replace(state, disputes=disputes)


def _corrected(state: TableState, event: t.SpeechEdited | t.SpeechRetracted) -> TableState:
    return _replace(state, corrections=state.corrections + 1)


def _aliased(state: TableState, event: t.Aliased) -> TableState:
    others = {who: alias for who, alias in state.aliases.items() if who != event.who}
    return _replace(state, aliases={**others, event.who: event.alias} if event.alias else others)


def _marked(state: TableState, event: t.Marked) -> TableState:
    thing = (event.by, event.commit, event.line)
    others = tuple(one for one in state.marks if (one.by, one.commit, one.line) != thing)
    new = (Marking(*thing, event.mark, event.text),) if event.mark or event.text else ()
    return _replace(state, marks=(*others, *new))


def _sealed(state: TableState, event: t.ChoiceSealed) -> TableState:
    plot = state.plots.get(event.plot) or Plot(among=event.among)
    plot = _replace(plot, sealed={**plot.sealed, event.by: event.participant})
    return _replace(state, plots={**state.plots, event.plot: plot})


def _plot_opened(state: TableState, event: t.PlotOpened) -> TableState:
    plot = _replace(state.plots.get(event.plot) or Plot(among=()), is_open=True)
    return _replace(state, plots={**state.plots, event.plot: plot})


def _aside_opened(state: TableState, event: t.AsideOpened) -> TableState:
    return _replace(state, aside=event.audience)


def _aside_closed(state: TableState, event: t.AsideClosed) -> TableState:
    return _replace(state, aside="")


def pass_over(state: TableState, _event: Event) -> TableState:
    """Return the state as it is: what is said changes nothing."""
    return state


Step = Callable[[TableState, Any], TableState]
FOLDS: dict[type[Event], Step] = {
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
    t.SpeechEdited: _corrected,
    t.SpeechRetracted: _corrected,
    t.Aliased: _aliased,
    t.Marked: _marked,
    t.DisputeOpened: _disputed,
    t.DisputeRuled: _ruled,
    t.ChoiceSealed: _sealed,
    t.PlotOpened: _plot_opened,
    t.AsideOpened: _aside_opened,
    t.AsideClosed: _aside_closed,
}


def evolve_table(state: TableState, event: Event) -> TableState:
    """Return the table's state after `event`; the game's own events pass over it."""
    fold = FOLDS.get(event.__class__)
    return state if fold is None else fold(state, event)


_SCENE_OPENED = event_type(t.SceneOpened)


def evolve_gap(state: TableState, tag: str) -> TableState:
    """Return the table's state after a redacted event of this stored name: a scene opens."""
    if tag.partition("@")[0] != _SCENE_OPENED:
        return state
    return _replace(state, scene=state.scene + 1, scene_title="", in_scene=True)

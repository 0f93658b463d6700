"""Movement on one line, all at once, metre by metre: whoever comes within reach of a foe stops there."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from tenmatsu.systems.runequest.decide.queueing import engage, list_actions, settle_action
from tenmatsu.systems.runequest.decide.ranks import rank_steps
from tenmatsu.systems.runequest.decide.steps import list_leading
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.engaging import are_foes, list_threats
from tenmatsu.systems.runequest.events.rounds import Moved, RanksSettled
from tenmatsu.systems.runequest.melee import Action, Melee, Step, pair
from tenmatsu.systems.runequest.state import State

Pair = tuple[str, str]


class Walk(msgspec.Struct, frozen=True, kw_only=True):
    """How a movement went."""

    places: dict[str, int]
    """Where each stands at its end."""
    metres: dict[str, int]
    """How far each went."""
    met: tuple[tuple[Pair, bool], ...]
    """Who came within reach of each other, and whether these two close with each other alone."""


def walk(state: State, rules: Rulebook, movers: Mapping[str, Sequence[Step]]) -> Walk:
    """Return how these move at once, each by steps `move`."""
    row, melee = rules.tables.round, state.melee
    places: dict[str, int] = {} if melee is None else dict(melee.places)
    left = {one: [step for step in steps if step.units] for one, steps in movers.items()}
    gone = dict.fromkeys(movers, 0)
    metres = dict.fromkeys(movers, 0)
    met: dict[Pair, bool] = {}
    busy = {one for one in places if list_threats(state, one)}
    while any(left.values()):
        before, arrived = dict(places), set[Pair]()
        for one in [name for name, legs in left.items() if legs]:
            step = left[one][0]
            go = _find_direction(state, before, one, step)
            if go:
                places[one] = before.get(one, 0) + go
                metres[one] += 1
                gone[one] += 1
            elif step.toward:
                arrived.add(pair(one, step.toward))
            if not go or gone[one] == abs(step.units) * row.unit:
                left[one].pop(0)
                gone[one] = 0
        new = [two for two in _list_meetings(state, row.reach, before, places, arrived) if two not in met]
        met |= {two: not busy & set(two) for two in new}
        for two in new:
            for one in two:
                busy.add(one)
                left.pop(one, None)
    return Walk(places=places, metres=metres, met=tuple(met.items()))


def _find_direction(state: State, places: Mapping[str, int], character: str, step: Step) -> int:
    """Return which way somebody goes, 1 or −1; 0 where they have arrived."""
    side = 1 if state.characters[character].friendly else -1
    here = places.get(character, 0)
    away = -1 if step.units < 0 else 1
    if not step.toward:
        return side * away
    gap = places.get(step.toward, here) - here
    if step.units > 0 and abs(gap) <= 1:
        return 0
    return (side if not gap else gap // abs(gap)) * away


def _list_meetings(
    state: State, reach: int, before: Mapping[str, int], places: Mapping[str, int], arrived: Collection[Pair]
) -> list[Pair]:
    """
    Return the foes within reach of each other, not engaged so far, who came closer.

    `arrived`: who goes to whom and stands there already, as when one of them just came round.
    """
    melee = state.melee
    if melee is None:
        return []
    able = [one for one in melee.fighters if one in places and _can_engage(state, one)]
    found: list[Pair] = []
    for at, one in enumerate(able):
        for other in able[at + 1 :]:
            gap, was = abs(places[one] - places[other]), abs(before[one] - before[other])
            near = gap <= reach and (gap < was or pair(one, other) in arrived)
            if near and are_foes(state, one, other) and _is_free(melee, one, other):
                found.append(pair(one, other))
    return found


def _is_free(melee: Melee, one: str, other: str) -> bool:
    return pair(one, other) not in melee.engaged


def _can_engage(state: State, character: str) -> bool:
    """Return whether somebody holds others up: awake, not bound, with a body."""
    figure = state.characters.get(character)
    return figure is not None and figure.is_awake and figure.embodied and not figure.bound


def list_movers(state: State) -> dict[str, tuple[Action, ...]]:
    """Return the movement that stands first in the intents of those who can still move."""
    melee = state.melee
    movers: dict[str, tuple[Action, ...]] = {}
    for character in () if melee is None else melee.fighters:
        figure = state.characters[character]
        actions = [one for one in list_actions(state, character, "declared") if not _is_carried(state, one)]
        leading = list_leading([one.step for one in actions])
        moves = tuple(one for one in actions if one.step.kind == "move")[: len(leading)]
        if moves and figure.is_awake and not figure.prone and not list_threats(state, character):
            movers[character] = moves
    return movers


def _is_carried(state: State, action: Action) -> bool:
    return state.melee is not None and action.id in state.melee.carried


def move(work: Work, movers: Mapping[str, Sequence[Action]]) -> None:
    """Let these move at once; who meets a foe is engaged."""
    steps = {one: [action.step for action in actions] for one, actions in movers.items()}
    went = walk(work.state, work.rules, steps)
    stopped = {one for two, _ in went.met for one in two}
    unit = work.rules.tables.round.unit
    for character, actions in movers.items():
        units = -(-went.metres[character] // unit)
        melee = work.state.melee
        total = units + (0 if melee is None else melee.moved.get(character, 0))
        place = went.places.get(character, 0)
        if units:
            work.record(
                Moved(
                    character=character,
                    place=place,
                    units=units,
                    total=total,
                    stopped=character in stopped,
                )
            )
        for action in actions:
            settle_action(work, action.id, "done")
    for (one, other), closing in went.met:
        engage(work, one, other, closing=closing)


def settle_ranks(work: Work) -> None:
    """Reckon strike ranks anew, as the movement really went; what is too late now is lost."""
    melee = work.state.melee
    if melee is None:
        return
    last, changed = work.rules.tables.round.last_sr, list[tuple[int, int]]()
    late: list[int] = []
    for character, intent in melee.intents.items():
        if character not in work.state.characters:
            continue
        mine = [one for one in melee.queue if one.character == character and one.id not in melee.carried]
        steps = _shorten(intent.steps, melee.moved.get(character, 0))
        ranked = rank_steps(work.state, work.rules, character, steps)
        for old, new in zip(mine, ranked, strict=False):
            if old.state != "declared" or old.rounds_left:
                continue
            if new.sr > last:
                late.append(old.id)
            elif new.sr != old.sr and not new.rounds_left:
                changed.append((old.id, new.sr))
    if changed:
        work.record(RanksSettled(ranks=tuple(changed)))
    for number in late:
        settle_action(work, number, "lost", "too_late")


def _shorten(steps: Sequence[Step], moved: int) -> tuple[Step, ...]:
    """Return the steps with the first movement as far as it went."""
    leading, left, found = len(list_leading(steps)), moved, list[Step]()
    for step in steps:
        if step.kind == "move" and leading:
            units = min(abs(step.units), left)
            left, leading = left - units, leading - 1
            found.append(msgspec.structs.replace(step, units=units))
        else:
            found.append(step)
    return tuple(found)

"""What may legally be done outside battle: judgements, ways, doors, loot, leisure, and the NM's steps."""

from collections.abc import Iterator
from typing import get_args

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Ability, Figure, Value
from tenmatsu.systems.ninjaslayer.grid import (
    DOORS,
    STOOD_ON,
    WINDOWS,
    are_squares_adjacent,
    is_free,
    kind_at,
    list_squares,
    who_is_on,
)
from tenmatsu.systems.ninjaslayer.legal_hands import list_loot, open_quick
from tenmatsu.systems.ninjaslayer.preparing import list_next_steps
from tenmatsu.systems.ninjaslayer.reach import find_reach, is_blocked
from tenmatsu.systems.ninjaslayer.state import State

TAG = "ninjaslayer."
JUDGED: tuple[str, ...] = (*get_args(Ability), *get_args(Value))
"""What a judgement may be rolled by."""
ENDED = ("evaluation", "leisure")
"""Stages of a scenario in which nothing is looted any more."""


def list_outside(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what a character does outside battle; mobs do as the NM tells."""
    figure = state.characters.get(character)
    if figure is None or not figure.able or figure.kind == "mob":
        return
    who = {"character": character}
    names = tuple(row.name for row in rules.tables.difficulties)
    difficulty = OpenField("difficulty", choices=names, required=False)
    value = OpenField("value", choices=JUDGED)
    yield Move(command=f"{TAG}judge", fields=who, open=(value, difficulty, *open_quick(figure)))
    for weapon in ("unarmed", *dict.fromkeys(figure.base.weapons)):
        if weapon != figure.wielded:
            yield Move(command=f"{TAG}wield", fields={**who, "weapon": weapon})
    squares = tuple(find_reach(state, rules, character))
    if squares:
        yield Move(command=f"{TAG}move", fields=who, open=(OpenField("to", choices=squares),))
    yield from _list_openings(state, character, figure)
    if state.scenario.stage not in ENDED:
        for target in list_loot(state, figure, near=False):
            yield Move(command=f"{TAG}loot", fields={**who, "target": target})
    if state.scenario.stage == "leisure":
        yield from _list_leisure(rules, character, figure)


def _list_openings(state: State, character: str, figure: Figure) -> Iterator[Move]:
    """Yield the doors and windows beside somebody that can be opened, closed or broken."""
    if not figure.on_map:
        return
    who = {"character": character}
    for name in list_squares(state.map, DOORS | WINDOWS):
        if not are_squares_adjacent(state, figure.square, name):
            continue
        kind, blocked = kind_at(state.map, name), is_blocked(state, figure, name)
        if kind == "door_closed" and not blocked:
            yield Move(command=f"{TAG}open_door", fields={**who, "door": name})
        elif kind == "door_open" and not who_is_on(state, name):
            yield Move(command=f"{TAG}close_door", fields={**who, "door": name})
        elif kind == "window" and not blocked:
            yield Move(command=f"{TAG}break_window", fields={**who, "window": name})


def _list_leisure(rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    """Yield what is done in leisure, as far as the cash goes."""
    who, making, costs = {"character": character}, rules.tables.making, rules.tables.leisure
    if figure.cash >= costs.treatment:
        for place in figure.untreated:
            yield Move(command=f"{TAG}treat", fields={**who, "place": place})
    if figure.cash >= costs.raise_ability:
        for ability in get_args(Ability):
            if int(getattr(figure.base, ability)) < making.figure_most:
                yield Move(command=f"{TAG}raise_ability", fields={**who, "ability": ability})
    what, value = OpenField("what", required=False), OpenField("value", choices=JUDGED, required=False)
    yield Move(command=f"{TAG}pursue", fields=who, open=(what, value))


def list_nm_outside(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the NM does outside battle, once anybody is there: what comes next, who stands where."""
    if not state.characters:
        return
    yield from list_next_steps(state, rules)
    if state.scenario.stage in ENDED and state.scenario.pool:
        yield Move(command=f"{TAG}divide_pool", open=(OpenField("rest", required=False),))
    free = tuple(one for one in list_squares(state.map, STOOD_ON) if is_free(state, one))
    for one, figure in state.characters.items():
        if free and not (figure.square or figure.exploded or figure.removed):
            square = OpenField("square", choices=free)
            yield Move(command=f"{TAG}place", fields={"character": one}, open=(square,))

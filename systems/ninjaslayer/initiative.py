"""イニシアチブ: who acts when in a turn, and who is deployed first."""

from collections.abc import Iterable, Sequence

from tenmatsu.systems.ninjaslayer.battle import Battle, Slot
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.values import find_value

LEAST = 1
"""Nobody acts later than at 1, however slow."""


def find_place(figure: Figure) -> int:
    """Return at which initiative somebody acts: their own, 1 where it is less."""
    return max(find_value(figure, "initiative"), LEAST)


def is_in(figure: Figure | None) -> bool:
    """Return whether somebody still has a place in a battle, be it unconscious."""
    return figure is not None and not (figure.exploded or figure.removed)


def list_slots(state: State, rules: Rulebook, battle: Battle) -> tuple[Slot, ...]:
    """Return the hands of a turn in order, by initiative as it is now; a duel has two for each."""
    figures = state.characters
    present = [one for one in battle.fighters if is_in(figures.get(one))]
    slots = list(_group(state, present))
    if battle.duel:
        slots += [Slot(slot.characters, _halve(slot.initiative, rules), again=True) for slot in slots]
    return tuple(sorted(slots, key=lambda slot: _rank(figures[slot.characters[0]], slot, battle.ties)))


def order_deployment(state: State, characters: Iterable[str], ties: Sequence[str]) -> tuple[str, ...]:
    """Return those to be placed on the map, the slowest first: the order of a turn, reversed."""
    figures = state.characters
    slots = [Slot((one,), find_place(figures[one])) for one in characters]
    slots.sort(key=lambda slot: _rank(figures[slot.characters[0]], slot, ties))
    return tuple(slot.characters[0] for slot in reversed(slots))


def _group(state: State, characters: Iterable[str]) -> Iterable[Slot]:
    """Return a slot for each, and one for all mobs of one side and initiative."""
    mobs: dict[tuple[str, int], list[str]] = {}
    for one in characters:
        figure = state.characters[one]
        place = find_place(figure)
        if figure.kind == "mob":
            mobs.setdefault((figure.side, place), []).append(one)
        else:
            yield Slot((one,), place)
    for (_, place), names in mobs.items():
        yield Slot(tuple(names), place)


def _halve(initiative: int, rules: Rulebook) -> int:
    rounding = 1 if rules.options.duel_half == "up" else 0
    return max((initiative + rounding) // 2, LEAST)


def _rank(figure: Figure, slot: Slot, ties: Sequence[str]) -> tuple[int, bool, bool, int, bool]:
    """Return what hands are sorted by: initiative, players before foes, mobs last, then the fixed order."""
    first = slot.characters[0]
    fixed = ties.index(first) if first in ties else len(ties)
    return (-slot.initiative, figure.side != "players", figure.kind == "mob", fixed, slot.again)

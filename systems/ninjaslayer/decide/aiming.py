"""At whom an attack may be aimed: neighbours for blows, those in sight but no neighbours for shots."""

from collections.abc import Iterator, Sequence

from tenmatsu.systems.ninjaslayer.decide.weapons import find_action
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, forbid
from tenmatsu.systems.ninjaslayer.grid import are_adjacent, distance
from tenmatsu.systems.ninjaslayer.rows import StyleRow
from tenmatsu.systems.ninjaslayer.sight import sees
from tenmatsu.systems.ninjaslayer.state import State


def find_bar(state: State, rules: Rulebook, character: str, target: str, weapon: str) -> str:
    """Return the reason for which one may not attack another with a weapon; empty where one may."""
    figure, other = state.characters.get(character), state.characters.get(target)
    if figure is None or other is None:
        return "unknown_character"
    if other.side == figure.side:
        return "not_a_foe"
    if other.exploded or other.removed:
        return "target_gone"
    if not state.map.rows:
        gone = state.battle is not None and target not in state.battle.fighters
        return "target_gone" if gone else ""  # without a map the NM decides
    if not (figure.on_map and other.on_map):
        return "aim_off_map"
    row = rules.tables.weapons[weapon]
    near = are_adjacent(state, character, target)
    if find_action(row) == "melee":
        return "" if near else "aim_not_adjacent"
    if near:
        return "too_near"
    if row.reach and distance(figure.square, other.square) > row.reach:
        return "out_of_range"
    return "" if sees(state, rules, character, target) else "out_of_sight"


def list_targets(state: State, rules: Rulebook, character: str, weapon: str) -> Iterator[str]:
    """Yield those whom one may attack with a weapon."""
    for target in state.characters:
        if target != character and not find_bar(state, rules, character, target, weapon):
            yield target


def check_targets(state: State, rules: Rulebook, character: str, targets: Sequence[str], weapon: str) -> None:
    """Refuse targets that cannot be attacked."""
    if not targets:
        forbid("no_targets", character=character)
    for target in dict.fromkeys(targets):
        reason = find_bar(state, rules, character, target, weapon)
        if reason == "unknown_character":
            forbid(reason, character=target if target not in state.characters else character)
        if reason:
            forbid(reason, character=character, target=target, weapon=weapon)


def find_area(
    state: State, rules: Rulebook, character: str, targets: Sequence[str], style: StyleRow
) -> tuple[str, ...]:
    """
    Return everybody whom an attack on an area hits: on the map all within the squares around, friend and foe.

    Without a map the NM says who is there.
    """
    figure = state.characters[character]
    if not state.map.rows:
        for target in targets:
            other = state.characters.get(target)
            if other is None:
                forbid("unknown_character", character=target)
            if other.exploded or other.removed or target == character:
                forbid("target_gone", character=character, target=target)
        found = tuple(dict.fromkeys(targets))
    elif targets:
        forbid("area_names_nobody", character=character)
    elif not figure.on_map:
        forbid("aim_off_map", character=character, target=character)
    else:
        found = tuple(
            name
            for name, other in state.characters.items()
            if name != character and other.on_map and distance(figure.square, other.square) <= style.area
        )
    if not found:
        forbid("no_targets", character=character)
    return found

"""The attacks that somebody could make, and what each is worth: what the auto-player chooses between."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tenmatsu.systems.ninjaslayer.decide.aiming import list_targets
from tenmatsu.systems.ninjaslayer.decide.groups import set_dodge
from tenmatsu.systems.ninjaslayer.decide.parts import count_pool, make_part
from tenmatsu.systems.ninjaslayer.decide.weapons import (
    PLAIN,
    count_parts,
    find_action,
    is_staggered,
    list_styles,
    list_weapons,
    may_split_targets,
)
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.legal_hands import is_style_open
from tenmatsu.systems.ninjaslayer.policy_odds import (
    EVADED,
    SIX,
    find_chance,
    find_evasion,
    find_success,
    weigh_damage,
)
from tenmatsu.systems.ninjaslayer.rows import StyleRow
from tenmatsu.systems.ninjaslayer.state import State

MOST_FOES = 5
"""So many foes, those who are worth most, are weighed as targets."""
SATSUBATSU = 1.0
"""Damage that a critical is worth besides its own."""
PRICE_OF_SPIRIT = 0.15


class Plan(NamedTuple):
    """An attack that could be made."""

    worth: float
    weapon: str
    style: str
    targets: tuple[str, ...]


def find_best(state: State, rules: Rulebook, character: str, *, focused: bool = False) -> Plan | None:
    """Return the attack that is worth most from where somebody stands; None where there is none."""
    figure = state.characters[character]
    if focused and not figure.focused:
        figure = msgspec.structs.replace(figure, focused=True)
        state = with_person(state, character, figure)
    plans = list_plans(state, rules, character, figure)
    return max(plans, key=lambda plan: plan.worth, default=None)


def with_person(state: State, character: str, figure: Figure) -> State:
    """Return the state with somebody as they would be."""
    return msgspec.structs.replace(state, characters={**state.characters, character: figure})


def list_plans(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Plan]:
    """Yield attacks with every weapon at hand and every style, on the foes that are worth most."""
    for weapon in list_weapons(figure, rules):
        targets = [
            one for one in list_targets(state, rules, character, weapon) if is_worth_it(state.characters[one])
        ]
        for name in ("", *list_styles(figure, rules, weapon)):
            style = rules.tables.styles[name] if name else PLAIN
            if style.area or not is_style_open(state, rules, character, figure, name, style):
                continue
            yield from _list_shares(state, rules, character, weapon, name, targets)


def is_worth_it(figure: Figure) -> bool:
    """Return whether somebody is a foe to be fought: standing."""
    return figure.able


def _list_shares(
    state: State, rules: Rulebook, character: str, weapon: str, name: str, targets: Sequence[str]
) -> Iterator[Plan]:
    """Yield an attack in one part, in two and so on, each part on the foe on whom it does most."""
    figure = state.characters[character]
    style = rules.tables.styles[name] if name else PLAIN
    pool = count_pool(state, rules, character, weapon, style)
    most = min(count_parts(figure, rules, weapon, style), pool)
    costs = style.spirit * PRICE_OF_SPIRIT
    for count in range(1, most + 1):
        dice = max(pool // count, 1)
        ranked = _rank(state, rules, character, dice, weapon, name, targets)
        if not ranked:
            return
        chosen = _choose(rules, figure, weapon, ranked, count)
        yield Plan(sum(worth for worth, _ in chosen) - costs, weapon, name, tuple(one for _, one in chosen))


def _rank(
    state: State,
    rules: Rulebook,
    character: str,
    dice: int,
    weapon: str,
    name: str,
    targets: Iterable[str],
) -> list[tuple[float, str]]:
    """Return what one part is worth on each foe, the highest first."""
    found = [(weigh_part(state, rules, character, dice, weapon, name, one), one) for one in targets]
    found.sort(key=lambda pair: -pair[0])
    return found[:MOST_FOES]


def _choose(
    rules: Rulebook, figure: Figure, weapon: str, ranked: Sequence[tuple[float, str]], count: int
) -> list[tuple[float, str]]:
    """Return whom each part is aimed at: each further part on the same foe is worth less."""
    if not may_split_targets(figure, rules, weapon):
        worth, one = ranked[0]
        return [(worth * 0.8**place, one) for place in range(count)]
    left = {one: worth for worth, one in ranked}
    chosen: list[tuple[float, str]] = []
    for _ in range(count):
        one = max(left, key=lambda name: left[name])
        chosen.append((left[one], one))
        left[one] *= 0.6
    return chosen


def weigh_part(
    state: State, rules: Rulebook, character: str, dice: int, weapon: str, name: str, target: str
) -> float:
    """Return what one part of an attack is expected to do to a foe, in shares of a mob."""
    figure, foe = state.characters[character], state.characters[target]
    style = rules.tables.styles[name] if name else PLAIN
    staggered = is_staggered(figure, rules, weapon, style)
    part = make_part(state, rules, character, (target,), dice, weapon=weapon, style=name, staggered=staggered)
    blow = set_dodge(state, rules, part.blows[0])
    hit = find_success(dice, rules.tables.difficulty(blow.needed))
    evaded = find_evasion(foe, rules.tables.difficulty(blow.dodge + style.dodge))
    damage = _find_damage(rules, figure, blow.damage, dice, weapon, style)
    worth = weigh_damage(foe, damage) * (1 - evaded) + (EVADED if foe.dodge_dice > 0 else 0.0) * evaded
    return hit * worth


def _find_damage(
    rules: Rulebook, figure: Figure, base: int, dice: int, weapon: str, style: StyleRow
) -> float:
    """Return the damage of a hit, with what a critical adds on the average."""
    damage = (style.damage_die + 1) / 2 if style.damage_die else float(base + style.crushing)
    if not figure.ninja or find_action(rules.tables.weapons[weapon]) != "melee":
        return damage
    sixes = len(style.satsubatsu) or rules.tables.rules.satsubatsu_sixes
    return damage + SATSUBATSU * find_chance(dice, SIX, sixes)

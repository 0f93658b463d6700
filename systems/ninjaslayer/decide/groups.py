"""Which blows are dodged by one judgement (まとめて全弾回避), and how hard that is."""

import msgspec

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.assaults import Assault, Blow
from tenmatsu.systems.ninjaslayer.decide.judging import find_injuries
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.tables import NORMAL
from tenmatsu.systems.ninjaslayer.values import has_skill

_replace = msgspec.structs.replace


def set_dodge(state: State, rules: Rulebook, blow: Blow) -> Blow:
    """
    Return a blow just made with what makes it harder to dodge added to what it has by weapon and style.

    That is ナムアミダブツ! and, unless a mob or nobody does it, the atmosphere of the battle.
    """
    harder = rules.tables.rules.namu_dodge if blow.critical == "namu_amida_butsu" else 0
    if state.battle is not None and blow.attacker and not blow.mob:
        source = "melee" if blow.moving or blow.counter else blow.source
        harder += rules.tables.harder(source, state.battle.atmosphere)
    return _replace(blow, dodge=blow.dodge + harder)


def dodge_difficulty(
    state: State, rules: Rulebook, character: str, blow: Blow
) -> tuple[int, tuple[Circumstance, ...]]:
    """Return the place in the ladder at which somebody dodges a blow, and what makes it so."""
    figure = state.characters[character]
    row = rules.tables.rules
    changes = [Circumstance("of_blow", blow.dodge - NORMAL)]
    if blow.source in ("melee", "shuriken") and has_skill(figure, rules, "evasive"):
        changes.append(Circumstance("evasive", rules.tables.skills["evasive"].dodge))
    if figure.eased:
        changes.append(Circumstance("adrenaline_boost", row.boost_ease))
    changes.append(Circumstance("injuries", find_injuries(figure, rules)))
    changes = [one for one in changes if one.amount]
    place = NORMAL + sum(one.amount for one in changes)
    return min(max(place, 0), len(rules.tables.difficulties) - 1), tuple(changes)


def arrange(state: State, rules: Rulebook, blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """Return blows so that those that are evaded together stand together, the hardest to dodge first."""
    left, ordered = list(blows), list[Blow]()
    while left:
        group = _gather(state, left)
        left = [blow for blow in left if not any(blow is one for one in group)]
        group.sort(key=lambda blow: -_place(state, rules, blow))
        ordered += group
    return tuple(ordered)


def count_together(state: State, rules: Rulebook, assault: Assault) -> int:
    """Return how many blows at the front are dodged by one judgement."""
    blows = list(assault.blows)
    group = _gather(state, blows)
    together = 0
    for blow, one in zip(blows, group, strict=False):
        if blow is not one:
            break
        if assault.apart == blow.target and _place(state, rules, blow) != _place(state, rules, blows[0]):
            break
        together += 1
    return together


def find_hardest(
    state: State, rules: Rulebook, character: str, blows: tuple[Blow, ...]
) -> tuple[int, tuple[Circumstance, ...], bool]:
    """Return the highest difficulty of these blows, what makes it so, and whether they differ in it."""
    found = [dodge_difficulty(state, rules, character, blow) for blow in blows]
    place, changes = max(found, key=lambda one: one[0])
    return place, changes, any(one[0] != place for one in found)


def _place(state: State, rules: Rulebook, blow: Blow) -> int:
    return dodge_difficulty(state, rules, blow.target, blow)[0] if blow.target in state.characters else 0


def _gather(state: State, blows: list[Blow]) -> list[Blow]:
    """Return the first blow and all that its target can evade with it."""
    first = blows[0]
    figure = state.characters.get(first.target)
    if figure is None or not figure.ninja or first.undodgeable:
        return [first]
    group = [first]
    for blow in blows[1:]:
        if blow.target == first.target and not blow.undodgeable and _go_together(group, blow):
            group.append(blow)
    return group


def _go_together(group: list[Blow], blow: Blow) -> bool:
    """Return whether a blow is evaded with these: none staggered, or one blow of each mob of a kind."""
    first = group[0]
    if not first.staggered and not blow.staggered:
        return True
    return (
        first.staggered
        and blow.staggered
        and first.mob
        and blow.mob
        and first.model == blow.model
        and all(one.attacker != blow.attacker for one in group)
    )

"""What somebody may declare in a melee round: each step alone, and the usual ones together."""

from collections.abc import Iterator

import msgspec

from tenmatsu.systems.runequest.bodies import list_stuck
from tenmatsu.systems.runequest.decide.arming import find_bare_skill
from tenmatsu.systems.runequest.decide.hands import find_default_arm, find_row
from tenmatsu.systems.runequest.decide.planning import find_allowance
from tenmatsu.systems.runequest.decide.ranks import plan_steps
from tenmatsu.systems.runequest.decide.shooting import Misplaced, find_guarded, list_specials
from tenmatsu.systems.runequest.decide.treating import find_treatment
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import are_foes, find_distance, list_engaged, list_threats
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.legal_spells import list_castings
from tenmatsu.systems.runequest.melee import Plan, Step
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables
from tenmatsu.systems.runequest.wielding import is_at_hand

MOST_PARTS = 3
_replace = msgspec.structs.replace


def list_intents(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield what somebody may declare now, no intent twice."""
    known: set[str] = set()
    for plan in _list_plans(state, rules, character):
        key = repr(plan)
        if key not in known and is_possible(state, rules, character, plan):
            known.add(key)
            yield plan


def is_possible(state: State, rules: Rulebook, character: str, plan: Plan) -> bool:
    """Return whether steps may be declared: by their ranks, and shields held up as they can be."""
    for step in plan:
        if step.kind == "guard":
            found = find_guarded(state, rules, character, step.arm, step.locations)
            if isinstance(found, Misplaced):
                return False
    return not isinstance(plan_steps(state, rules, character, plan), str)


def _list_plans(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    yield ()
    yield from list_strikes(state, rules, character)
    yield from list_charges(state, rules, character)
    yield from list_special_strikes(state, rules, character)
    yield from list_shots(state, rules, character)
    yield from list_castings(state, rules, character)
    yield from list_partings(state, character)
    yield from list_movements(state, rules, character)
    yield from _list_readying(state, character)
    yield from _list_at_once(state, rules, character)
    yield from _list_guards(state, rules, character)
    yield from list_treatments(state, rules, character)
    yield from _list_pulls(state, character)
    yield from _list_others(state, character)


def list_fighters(state: State, character: str, *, foes: bool = True) -> tuple[str, ...]:
    """Return the others of the melee that one can aim at: foes, or else those of one's own side."""
    fighters = () if state.melee is None else state.melee.fighters
    there = [one for one in fighters if one in state.characters and one != character]
    return tuple(
        one for one in there if are_foes(state, character, one) == foes and not state.characters[one].dead
    )


def list_near(state: State, character: str) -> tuple[str, ...]:
    """Return the foes in reach who are not dead; spirits are wherever they like."""
    near = list_engaged(state, character)
    return tuple(
        one
        for one in list_fighters(state, character)
        if one in near or (not state.characters[one].embodied and state.characters[one].visible)
    )


def list_blades(tables: Tables, figure: Figure) -> tuple[str, ...]:
    """Return what somebody can strike with at once: weapons and shields in hand, and the body they have."""
    if not figure.embodied:
        return ()
    bodily = (name for name, row in tables.weapons.items() if row.natural and name not in figure.arms)
    arms = (*figure.arms, *(name for name in bodily if tables.weapons[name].inborn))
    return tuple(arm for arm in arms if is_at_hand(tables, figure, arm) and _is_blade(tables, figure, arm))


def _is_blade(tables: Tables, figure: Figure, arm: str) -> bool:
    row = find_row(tables, figure, arm)
    return row is not None and not row.range


def list_stowed(tables: Tables, figure: Figure) -> tuple[str, ...]:
    """Return the weapons that somebody carries and could draw."""
    return tuple(
        name
        for name, arm in figure.arms.items()
        if not (arm.hand or arm.broken or arm.stuck_in) and not tables.weapons[arm.weapon].natural
    )


def list_strikes(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield melee attacks on foes in reach: whole, split, with two weapons, behind rising or drawing."""
    figure, tables = state.characters[character], rules.tables
    first: Plan = (Step(kind="rise"),) if figure.prone else ()
    near = list_near(state, character)
    targets = ("", *near) if near else ()
    blades = list_blades(tables, figure)
    for arm in blades:
        for target in targets:
            strike = Step(kind="attack", arm=arm, target=target)
            yield from _vary(state, rules, character, strike)
            if first:
                yield (*first, strike)
            for other in blades:
                if other != arm:
                    yield (*first, strike, Step(kind="attack", arm=other, target=target))
    for arm in list_stowed(tables, figure) if near else ():
        if _is_blade(tables, figure, arm):
            yield (*first, Step(kind="ready", arm=arm), Step(kind="attack", arm=arm))
            yield from _swap(figure, arm, first)


def _swap(figure: Figure, arm: str, first: Plan) -> Iterator[Plan]:
    """Yield drawing a weapon while dropping another for it, and striking with it."""
    for held in figure.arms:
        if figure.arms[held].hand:
            yield (*first, Step(kind="ready", arm=arm, at=held), Step(kind="attack", arm=arm))


def _vary(state: State, rules: Rulebook, character: str, strike: Step) -> Iterator[Plan]:
    """Yield an attack whole, with each kind of special damage, and split into equal parts."""
    yield (strike,)
    figure = state.characters[character]
    row = find_row(rules.tables, figure, strike.arm)
    for special in () if row is None else list_specials(rules, row)[1:]:
        yield (_replace(strike, special=special),)
    skill = find_bare_skill(state, rules, character, strike.arm)
    if skill < rules.tables.round.split_least:
        return
    for count in range(2, MOST_PARTS + 1):
        if skill // count >= rules.tables.round.split_part:
            yield (_replace(strike, parts=(skill // count,) * count),)


def list_charges(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield closing with a foe and striking at them, with what is in hand."""
    if list_threats(state, character):
        return
    figure = state.characters[character]
    first: Plan = (Step(kind="rise"),) if figure.prone else ()
    for target in list_fighters(state, character):
        units = count_units_to(state, rules, character, target)
        for arm in list_blades(rules.tables, figure) if units else ():
            strike = Step(kind="attack", arm=arm, target=target)
            yield (*first, Step(kind="move", units=units, toward=target), strike)
        if not units and target not in list_engaged(state, character):
            strike = Step(kind="attack", arm=find_default_arm(rules.tables, figure), target=target)
            yield (Step(kind="move", units=1, toward=target), strike)


def count_units_to(state: State, rules: Rulebook, character: str, target: str) -> int:
    """Return the units until somebody is in reach, as far as leaves an attack; 0 where they are."""
    metres, row = find_distance(state, character, target), rules.tables.round
    left = 0 if metres is None else max(0, metres - row.reach)
    return min(-(-left // row.unit), find_allowance(state, rules, character) // 2)


def list_special_strikes(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield pushes, and blows aimed at each location."""
    figure = state.characters[character]
    arm = find_default_arm(rules.tables, figure)
    shields = [one for one in list_blades(rules.tables, figure) if one != arm]
    for target in list_near(state, character) if arm else ():
        for one in (arm, *shields):
            yield (Step(kind="knockback", arm=one, target=target),)
        for location in state.characters[target].locations:
            yield (Step(kind="aimed_blow", arm=arm, target=target, locations=(location,)),)


def list_shots(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield shots and throws at each foe, twice where it goes, at whoever of a group, behind drawing."""
    figure, tables = state.characters[character], rules.tables
    packed = () if state.melee is None else state.melee.packed
    for arm in figure.arms:
        row = find_row(tables, figure, arm)
        if row is None or not row.range:
            continue
        first: Plan = () if figure.arms[arm].hand else (Step(kind="ready", arm=arm),)
        for target in list_fighters(state, character):
            shot = Step(kind="shoot", arm=arm, target=target)
            yield (*first, shot)
            yield (*first, shot, shot)
            if any(target in group for group in packed):
                yield (*first, _replace(shot, anyone=True))


def list_partings(state: State, character: str) -> Iterator[Plan]:
    """Yield the ways out of reach."""
    if list_threats(state, character):
        yield (Step(kind="retreat"),)
        yield (Step(kind="flee"),)


def list_movements(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield movement to and from each other, half as far as one can and all of it."""
    allowance = find_allowance(state, rules, character)
    others = (*list_fighters(state, character), *list_fighters(state, character, foes=False))
    for other in others:
        for units in (allowance // 2, allowance, -(allowance // 2), -allowance):
            yield (Step(kind="move", units=units, toward=other),)


def _list_readying(state: State, character: str) -> Iterator[Plan]:
    figure = state.characters[character]
    if figure.prone:
        yield (Step(kind="rise"),)
    for arm in figure.arms:
        yield (Step(kind="ready", arm=arm),)
        for held in figure.arms:
            if figure.arms[held].hand and not figure.arms[arm].hand:
                yield (Step(kind="ready", arm=arm, at=held),)


def _list_at_once(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield what may be made ready beside another step, by leave of the GM: on the move, or two things."""
    if state.melee is None or character not in state.melee.at_once:
        return
    half = find_allowance(state, rules, character) // 2
    stowed = list_stowed(rules.tables, state.characters[character])
    for arm in stowed:
        beside = Step(kind="ready", arm=arm, at_once=True)
        for other in list_fighters(state, character):
            yield (Step(kind="move", units=half, toward=other), beside)
        for first in stowed:
            if first != arm:
                yield (Step(kind="ready", arm=first), beside)


def _list_guards(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    figure = state.characters[character]
    for arm, held in figure.arms.items():
        if not (held.hand and rules.tables.weapons[held.weapon].shield):
            continue
        yield (Step(kind="guard", arm=arm),)
        for one in figure.locations:
            yield (Step(kind="guard", arm=arm, locations=(one,)),)
            beside = rules.tables.locations[one].adjacent if one in rules.tables.locations else ()
            for other in beside:
                yield (Step(kind="guard", arm=arm, locations=(one, other)),)
    yield (Step(kind="dodge_missiles"),)


def list_treatments(state: State, rules: Rulebook, character: str) -> Iterator[Plan]:
    """Yield first aid for oneself and for those of one's own side."""
    for patient in (character, *list_fighters(state, character, foes=False)):
        if not isinstance(find_treatment(state, rules, character, patient), str):
            yield (Step(kind="first_aid", target=patient),)


def _list_pulls(state: State, character: str) -> Iterator[Plan]:
    figure = state.characters[character]
    for name, arm in figure.arms.items():
        if arm.stuck_in:
            yield (Step(kind="pull_weapon", arm=name),)
    for one in list_stuck(state, character):
        yield (Step(kind="pull_weapon", locations=(one.at,)),)


def _list_others(state: State, character: str) -> Iterator[Plan]:
    if any(character in (one.one, one.other) for one in state.spirit_fights):
        yield (Step(kind="spirit_leave"),)
        yield (Step(kind="spirit_dance"),)
    figure = state.characters[character]
    if not (figure.embodied or figure.visible):
        yield (Step(kind="appear"),)
    yield (Step(kind="other"),)

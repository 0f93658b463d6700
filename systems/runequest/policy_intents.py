"""What the auto-player declares: the plan that is expected to do most, healing before that, or a way out."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import bleeds
from tenmatsu.systems.runequest.commands.rounds import DeclareIntent, LeaveMelee
from tenmatsu.systems.runequest.commands.spirits import BeginSpiritCombat
from tenmatsu.systems.runequest.decide.arming import is_off_hand
from tenmatsu.systems.runequest.decide.missiles import make_shot
from tenmatsu.systems.runequest.decide.planning import find_allowance
from tenmatsu.systems.runequest.decide.shooting import aim_shot, hinder_aim
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import are_foes, find_distance, list_threats
from tenmatsu.systems.runequest.evolve.figures import with_figure
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.legal_intents import (
    is_possible,
    list_blades,
    list_charges,
    list_fighters,
    list_near,
    list_partings,
    list_shots,
    list_strikes,
    list_treatments,
)
from tenmatsu.systems.runequest.legal_melee import list_haunted
from tenmatsu.systems.runequest.legal_spells import list_castings
from tenmatsu.systems.runequest.melee import Action, Plan, Step
from tenmatsu.systems.runequest.policy_odds import weigh_blow
from tenmatsu.systems.runequest.policy_spells import weigh_casting
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.wielding import get_row

ON_THE_WAY = 0.8
"""What is left of a blow that one has to run for: the foe may be elsewhere."""
OUT_OF_REACH = 0.2
SECOND = 0.9
"""What a further blow is worth beside the first: it may come to nothing by then."""
NO_WEAPON = 0.7
"""What is left of a blow behind drawing something: what was in hand parries no more."""
FIRST_AID = 0.3
LEAST = 0.002
"""Whatever does less is left alone."""
_replace = msgspec.structs.replace


class Weighed(NamedTuple):
    """A plan, and what it is expected to do in shares of a fighter."""

    worth: float
    plan: Plan


def declare(state: State, rules: Rulebook, character: str) -> Command:
    """Choose what to declare."""
    figure = state.characters[character]
    if not figure.embodied:
        return _haunt(state, rules, character)
    if is_out_of_it(figure):
        return _get_away(state, rules, character)
    found = _find_best(state, rules, character, _list_weighed(state, rules, character, figure))
    return DeclareIntent(
        character=character, steps=_approach(state, rules, character) if found is None else found
    )


def _haunt(state: State, rules: Rulebook, character: str) -> Command:
    """Return what a spirit does: become visible, begin spirit combat with the weakest, fight on."""
    appear: Plan = (Step(kind="appear"),)
    if not state.characters[character].visible and is_possible(state, rules, character, appear):
        return DeclareIntent(character=character, steps=appear)
    foes = [one for one in list_haunted(state, character) if are_foes(state, character, one)]
    busy = any(character in (fight.one, fight.other) for fight in state.spirit_fights)
    if foes and not busy:
        weakest = min(foes, key=lambda one: state.characters[one].mp)
        return BeginSpiritCombat(character=character, target=weakest)
    return DeclareIntent(character=character)


def is_out_of_it(figure: Figure) -> bool:
    """Return whether a wound takes every attack away until it is treated."""
    return figure.is_hindered("shocked") or any(
        one.kind == "no_attack" and one.times is None and one.until is None for one in figure.hindrances
    )


def _find_best(state: State, rules: Rulebook, character: str, weighed: Iterable[Weighed]) -> Plan | None:
    """Return the plan that does most of those that may be declared."""
    worthwhile = [one for one in weighed if one.worth > LEAST]
    for one in sorted(worthwhile, key=lambda one: -one.worth):
        if is_possible(state, rules, character, one.plan):
            return one.plan
    return None


def _get_away(state: State, rules: Rulebook, character: str) -> Command:
    """Return how somebody who cannot fight any more leaves; else they do nothing but defend."""
    if not list_threats(state, character):
        return LeaveMelee(character=character)
    for plan in list_partings(state, character):
        if is_possible(state, rules, character, plan):
            return DeclareIntent(character=character, steps=plan)
    return DeclareIntent(character=character)


def _list_weighed(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Weighed]:
    """Yield what somebody could do, with what it does."""
    standing = with_figure(state, character, prone=False) if figure.prone else state
    weigh = _Strikes(standing, rules, character)
    for plan in list_strikes(state, rules, character):
        if weigh.is_worth_it(plan):
            yield Weighed(weigh.measure(plan), plan)
    for plan in list_charges(state, rules, character):
        if weigh.is_worth_it(plan):
            yield Weighed(weigh.measure(plan) * _measure_way(state, rules, character, plan), plan)
    for plan in list_castings(state, rules, character):
        yield Weighed(weigh_casting(state, rules, character, plan[0]), plan)
    if not list_threats(state, character):
        for plan in list_shots(state, rules, character):
            yield Weighed(_weigh_shots(state, rules, character, plan), plan)
        for plan in list_treatments(state, rules, character):
            yield Weighed(_weigh_treatment(state, plan[0].target), plan)


class _Strikes:
    """What the attacks of plans do; alike attacks are reckoned once."""

    def __init__(self, state: State, rules: Rulebook, character: str) -> None:
        self._state, self._rules, self._character = state, rules, character
        self._near = tuple(one for one in list_near(state, character) if state.characters[one].is_awake)
        self._known: dict[tuple[str, str, int | None, str], float] = {}
        figure = state.characters[character]
        blades = list_blades(rules.tables, figure)
        rows = [get_row(rules.tables, figure, arm) for arm in blades]
        self._armed = any(not (row.natural or row.shield) for row in rows)

    def is_worth_it(self, plan: Plan) -> bool:
        """Return whether a plan goes by the weapons at hand; by others, or the body, where there is none."""
        weapons = self._rules.tables.weapons
        if not self._armed:
            return True
        strikes = [step.arm for step in plan if step.kind == "attack"]
        inborn = any(arm in weapons and weapons[arm].inborn for arm in strikes)
        return not inborn and all(step.kind != "ready" for step in plan)

    def measure(self, plan: Plan) -> float:
        """Return what all attacks of a plan do together."""
        found, times = 0.0, NO_WEAPON if any(step.kind == "ready" for step in plan) else 1.0
        for step in plan:
            if step.kind == "attack":
                for part in step.parts or (None,):
                    found += times * self._measure_step(step, part)
                    times *= SECOND
        return found

    def _measure_step(self, step: Step, part: int | None) -> float:
        targets = (step.target,) if step.target else self._near
        return max((self._weigh(step, one, part) for one in targets), default=0.0)

    def _weigh(self, step: Step, target: str, part: int | None) -> float:
        if not self._state.characters[target].is_awake:
            return 0.0
        key = (step.arm, target, part, step.special)
        if key not in self._known:
            figure = self._state.characters[self._character]
            blow = Blow(
                attacker=self._character,
                target=target,
                arm=step.arm,
                part=part,
                off_hand=is_off_hand(self._rules.tables, figure, step.arm),
                special=step.special or None,
            )
            self._known[key] = weigh_blow(self._state, self._rules, blow)
        return self._known[key]


def _measure_way(state: State, rules: Rulebook, character: str, plan: Plan) -> float:
    """Return how likely the run of a plan ends in reach of its foe."""
    move = next(step for step in plan if step.kind == "move")
    metres = find_distance(state, character, move.toward)
    left = 0 if metres is None else metres - move.units * rules.tables.round.unit
    return ON_THE_WAY if left <= rules.tables.round.reach else OUT_OF_REACH


def _weigh_shots(state: State, rules: Rulebook, character: str, plan: Plan) -> float:
    """Return what the shots of a plan do, less what they do to friends in the crowd."""
    found, times = 0.0, 1.0
    for step in plan:
        if step.kind != "shoot":
            continue
        shot = make_shot(Action(id=0, character=character, step=step, sr=1), step.target)
        drawn = state.characters[character].arms[step.arm].hand or len(plan) > 1
        why = hinder_aim(state, rules, shot)
        if not drawn or why not in ("", "not_in_hand") or not state.characters[step.target].is_awake:
            return 0.0
        crowd = aim_shot(state, rules, shot).crowd
        friends = sum(not are_foes(state, character, one) for one in crowd)
        fair = 1 - 2 * friends / len(crowd) if crowd else 1.0
        found += times * fair * weigh_blow(state, rules, shot)
        times *= SECOND
    return found


def _weigh_treatment(state: State, patient: str) -> float:
    """Return what first aid is worth: it is for those who bleed."""
    places = state.characters[patient].locations.values()
    return FIRST_AID if any(bleeds(place) for place in places) else 0.0


def _approach(state: State, rules: Rulebook, character: str) -> Plan:
    """Return going to the nearest foe; drawing what there is where that is not possible."""
    awake = [one for one in list_fighters(state, character) if state.characters[one].is_awake]

    def measure(one: str) -> int:
        return find_distance(state, character, one) or 0

    for foe in sorted(awake, key=measure):
        plan: Plan = (Step(kind="move", units=find_allowance(state, rules, character), toward=foe),)
        if measure(foe) > rules.tables.round.reach and is_possible(state, rules, character, plan):
            return plan
    figure = state.characters[character]
    if figure.prone and is_possible(state, rules, character, (Step(kind="rise"),)):
        return (Step(kind="rise"),)
    for name, arm in figure.arms.items():
        pull: Plan = (Step(kind="pull_weapon", arm=name),)
        if arm.stuck_in and is_possible(state, rules, character, pull):
            return pull
    return ()

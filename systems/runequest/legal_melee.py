"""What may be done in a melee: intents, what was held back, coming and going, what the GM sets down."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.runequest.decide.acting import hinder_action, list_targets, needs_target
from tenmatsu.systems.runequest.decide.queueing import list_actions
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.legal_intents import list_intents
from tenmatsu.systems.runequest.melee import Action, Melee, Plan, pair
from tenmatsu.systems.runequest.state import State

TAG = "runequest."
METRES = 9999
WAYS = ("straight", "crossing", "evading")
RESULTS = ("players_win", "foes_win", "nobody_wins", "undecided")


def list_melee_moves(state: State, rules: Rulebook, melee: Melee, character: str) -> Iterator[Move]:
    """Yield what somebody may do in the melee where no choice is open."""
    figure = state.characters.get(character)
    if figure is None or not figure.is_awake:
        return
    if character not in melee.fighters:
        yield Move(command=f"{TAG}join_melee", fields={"character": character})
        return
    yield from list_held_moves(state, rules, character)
    if not list_threats(state, character):
        yield Move(command=f"{TAG}leave_melee", fields={"character": character})
    if melee.stage == "intents" and not figure.controlled_by:
        for target in list_haunted(state, character):
            fields: dict[str, object] = {"character": character, "target": target}
            yield Move(command=f"{TAG}begin_spirit_combat", fields=fields)
        yield from _list_declarations(state, rules, character)
    yield from list_truces(state, character)


def list_haunted(state: State, character: str) -> tuple[str, ...]:
    """Return whom a spirit can begin spirit combat with."""
    figure, melee = state.characters[character], state.melee
    if melee is None or figure.embodied or figure.mp <= 0:
        return ()
    fought = {pair(fight.one, fight.other) for fight in state.spirit_fights}
    there = [one for one in melee.fighters if one != character and one in state.characters]
    return tuple(
        one
        for one in there
        if state.characters[one].is_awake
        and (figure.visible or not state.characters[one].embodied)
        and pair(one, character) not in fought
    )


def list_truces(state: State, character: str) -> Iterator[Move]:
    """Yield ending the spirit combats of somebody, as both sides agree."""
    for fight in state.spirit_fights:
        if character in (fight.one, fight.other):
            other = fight.other if fight.one == character else fight.one
            fields: dict[str, object] = {"character": character, "target": other}
            yield Move(command=f"{TAG}end_spirit_combat", fields=fields)


def _list_declarations(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield intents; while a spell goes on from the round before, defences alone, or giving it up."""
    going_on = has_spell_going_on(state, character)
    text = OpenField("text", required=False)
    for plan in list_intents(state, rules, character):
        fields: dict[str, object] = {"character": character, "steps": write_plan(plan)}
        if not going_on:
            yield Move(command=f"{TAG}declare_intent", fields=fields, open=(text,))
            continue
        if all(step.kind in ("guard", "spirit_leave") for step in plan):
            yield Move(command=f"{TAG}declare_intent", fields={**fields, "give_up": False}, open=(text,))
        yield Move(command=f"{TAG}declare_intent", fields={**fields, "give_up": True}, open=(text,))


def write_plan(plan: Plan) -> list[dict[str, object]]:
    """Return the steps of an intent as plain fields."""
    return [msgspec.to_builtins(step) for step in plan]


def has_spell_going_on(state: State, character: str) -> bool:
    """Return whether a spell of somebody's goes on from the round before."""
    carried = () if state.melee is None else state.melee.carried
    return any(one.id in carried for one in list_actions(state, character, "carried", "declared"))


# ---- what was held back ----


def list_held_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what somebody held back and may do now: the first of it, with what is due still to come."""
    held = list_actions(state, character, "held")
    if not held or not _may_interrupt(state) or not state.characters[character].is_awake:
        return
    action = held[0]
    fields: dict[str, object] = {"character": character, "action": action.id}
    if action.step.target or not needs_target(rules, action):
        if not _hinder(state, rules, action, action.step.target):
            yield Move(command=f"{TAG}act_now", fields=fields)
        return
    for target in list_targets(state, action):
        if not _hinder(state, rules, action, target):
            yield Move(command=f"{TAG}act_now", fields={**fields, "target": target})


def _may_interrupt(state: State) -> bool:
    under_way = state.blow is not None or state.blows or state.casting is not None or state.windows
    return not under_way and all(one.kind == "act" for one in state.choices)


def _hinder(state: State, rules: Rulebook, action: Action, target: str) -> str:
    """Return why what was held back would be refused now; a shot never is, it is lost then."""
    return "" if action.step.kind == "shoot" else hinder_action(state, rules, action, target)


# ---- the GM ----


def list_gm_moves(state: State, melee: Melee) -> Iterator[Move]:
    """Yield what the GM may set down in a melee."""
    fighters = tuple(one for one in melee.fighters if one in state.characters)
    who = OpenField("character", choices=fighters)
    results = OpenField("result", choices=RESULTS, required=False)
    yield Move(command=f"{TAG}end_melee", open=(results,))
    if melee.stage == "intents":
        yield Move(command=f"{TAG}close_intents")
        able = tuple(one for one in fighters if state.characters[one].is_awake and one not in melee.at_once)
        if able:
            leave = OpenField("character", choices=able)
            yield Move(command=f"{TAG}let_prepare_at_once", open=(leave,))
    if not fighters:
        return
    place = OpenField("place", low=-METRES, high=METRES)
    yield Move(command=f"{TAG}place_fighter", open=(who, place))
    yield Move(command=f"{TAG}set_way", open=(who, OpenField("way", choices=WAYS)))
    for one in fighters:
        fields: dict[str, object] = {"character": one}
        if melee.cover.get(one):
            yield Move(command=f"{TAG}set_cover", fields={**fields, "locations": []})
        for location in state.characters[one].locations:
            yield Move(command=f"{TAG}set_cover", fields={**fields, "locations": [location]})
    yield from _list_groups(state, melee, fighters)


def _list_groups(state: State, melee: Melee, fighters: tuple[str, ...]) -> Iterator[Move]:
    """Yield packing each side together, and taking one out of the group they stand in."""
    for friendly in (True, False):
        side = [one for one in fighters if state.characters[one].friendly == friendly]
        if len(side) > 1:
            yield Move(command=f"{TAG}set_group", fields={"members": side})
    for one in fighters:
        if any(one in group for group in melee.packed):
            yield Move(command=f"{TAG}set_group", fields={"members": [one]})

"""What may legally be done in a hand: by whoever's it is, and by the NM for mobs of one initiative."""

from collections.abc import Iterator

import msgspec

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.ninjaslayer.battle import PHASES, Battle
from tenmatsu.systems.ninjaslayer.decide.aiming import list_targets
from tenmatsu.systems.ninjaslayer.decide.boosting import may_boost
from tenmatsu.systems.ninjaslayer.decide.looting import is_in_reach
from tenmatsu.systems.ninjaslayer.decide.parts import count_pool
from tenmatsu.systems.ninjaslayer.decide.phases import find_clock, is_hand
from tenmatsu.systems.ninjaslayer.decide.weapons import PLAIN, count_parts, list_styles, list_weapons
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import are_adjacent
from tenmatsu.systems.ninjaslayer.reach import count_squares, find_reach
from tenmatsu.systems.ninjaslayer.rows import StyleRow
from tenmatsu.systems.ninjaslayer.state import Body, State

TAG = "ninjaslayer."
UNARMED = "unarmed"


def list_hand(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what somebody may do in their own hand."""
    battle, figure = state.battle, state.characters.get(character)
    if battle is None or figure is None or not figure.able or not is_hand(state, character):
        return
    phase = battle.phase(character)
    if phase == "start":
        yield from _list_start(battle, rules, character, figure)
    if may_move(battle, character, figure):
        yield from _list_ways(state, rules, character, figure)
    if battle.extra.get(character) and phase == "attack":
        reach = find_reach(state, rules, character, squares=battle.extra[character])
        for square in reach:
            yield Move(command=f"{TAG}move", fields={"character": character, "to": square})
    if may_act(battle, character):
        if figure.kind != "mob":
            yield from list_attacks(state, rules, character, figure)
        yield from _list_other_actions(state, rules, character, figure)
    if figure.carrying:
        yield Move(command=f"{TAG}put_down", fields={"character": character})
    if battle.instants.get(character) != phase:
        yield Move(command=f"{TAG}take_instant", fields={"character": character})
    for later in PHASES[PHASES.index(phase) + 1 :]:
        if later != "move" or not figure.focused:
            yield Move(command=f"{TAG}begin_phase", fields={"character": character, "phase": later})
    yield Move(command=f"{TAG}end_turn", fields={"character": character})


def may_move(battle: Battle, character: str, figure: Figure) -> bool:
    """Return whether somebody's movement is still to come."""
    early = PHASES.index(battle.phase(character)) <= PHASES.index("move")
    return early and not figure.focused and character not in battle.moved


def may_act(battle: Battle, character: str) -> bool:
    """Return whether somebody's action of the attack phase is still to come."""
    return battle.phase(character) != "end" and character not in battle.acted


def _list_start(battle: Battle, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    if character not in battle.switched:
        for weapon in (UNARMED, *dict.fromkeys(figure.base.weapons)):
            if weapon != figure.wielded:
                yield Move(command=f"{TAG}wield", fields={"character": character, "weapon": weapon})
    if not figure.focused and (figure.kind != "mob" or rules.options.mob_focus == "unmoved"):
        yield Move(command=f"{TAG}focus", fields={"character": character})


def _list_ways(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    if not state.map.rows:
        yield Move(command=f"{TAG}move", fields={"character": character})
    for square in find_reach(state, rules, character, squares=count_squares(figure, rules)):
        yield Move(command=f"{TAG}move", fields={"character": character, "to": square})
    if figure.ninja:
        yield Move(
            command=f"{TAG}cartwheel",
            fields={"character": character},
            open=(OpenField("to", required=False), *open_quick(figure)),
        )


def open_quick(figure: Figure) -> tuple[OpenField, ...]:
    """Return the field of quick dice; nothing of whoever has none."""
    if not figure.quick_dice:
        return ()
    return (OpenField("quick", low=0, high=figure.quick_dice, required=False),)


def list_attacks(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    """Yield the attacks on foes who can be struck or shot at from here, by weapon and style."""
    battle = state.battle
    for weapon in list_weapons(figure, rules):
        targets = tuple(list_targets(state, rules, character, weapon))
        for name in ("", *list_styles(figure, rules, weapon)):
            style = rules.tables.styles[name] if name else PLAIN
            if battle is None or not is_style_open(state, rules, character, figure, name, style):
                continue
            most = min(
                count_parts(figure, rules, weapon, style), count_pool(state, rules, character, weapon, style)
            )
            fields = {"character": character, "weapon": weapon, "style": name}
            extra = _open_attack(state, rules, character, figure)
            if style.area:
                yield Move(command=f"{TAG}attack", fields=fields, open=extra)
                continue
            for target in targets:
                for count in range(1, most + 1):
                    aimed = {**fields, "targets": (target,) * count}
                    yield Move(command=f"{TAG}attack", fields=aimed, open=extra)
            if most > 1 and len(targets) > 1:
                yield Move(command=f"{TAG}attack", fields=fields, open=(OpenField("targets"), *extra))


def _open_attack(state: State, rules: Rulebook, character: str, figure: Figure) -> tuple[OpenField, ...]:
    boost = (OpenField("boost", required=False),) if may_boost(state, rules, character, "own") else ()
    return (OpenField("split", required=False), *open_quick(figure), *boost)


def is_style_open(
    state: State, rules: Rulebook, character: str, figure: Figure, name: str, style: StyleRow
) -> bool:
    """Return whether the demands of a style are met: focus, standing still, rest, spirit."""
    battle = state.battle
    if style.focused and not figure.focused:
        return False
    if style.unmoved and battle is not None and character in battle.moved:
        return False
    if style.spirit > figure.spirit and rules.options.spirit_cost_at_zero == "refused":
        return False
    last = figure.used.get(name, 0)
    return not (style.resting and last and find_clock(state) <= last + 1)


def _list_other_actions(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Move]:
    who = {"character": character}
    for other, person in state.characters.items():
        near = other != character and not (person.exploded or person.removed)
        if not near or not are_adjacent(state, character, other):
            continue
        if person.side == figure.side and person.able and person.dodges:
            yield Move(command=f"{TAG}guard", fields={**who, "target": other})
        if person.side == figure.side and person.unconscious and not person.returns:
            yield Move(command=f"{TAG}revive", fields={**who, "target": other})
            if not figure.carrying:
                yield Move(command=f"{TAG}carry_ally", fields={**who, "target": other})
        if person.side != figure.side and person.unconscious and figure.ninja and not person.returns:
            yield Move(command=f"{TAG}kaishaku", fields={**who, "target": other})
    for target in list_loot(state, figure):
        yield Move(command=f"{TAG}loot", fields={**who, "target": target})
    yield Move(command=f"{TAG}full_move", fields=who)
    if may_boost(state, rules, character, "own"):
        yield Move(command=f"{TAG}adrenaline_boost", fields=who)


def list_loot(state: State, looter: Figure, *, near: bool = True) -> Iterator[str]:
    """
    Yield the boxes and the fallen that hold something; of the living the unconscious foes.

    `near` is whether they must be in reach, as in a battle.
    """
    for target in dict.fromkeys((*state.bodies, *state.characters)):
        body, figure = state.bodies.get(target, Body(square="")), state.characters.get(target)
        if figure is not None and (figure.able or figure.side == looter.side):
            continue
        if figure is not None and not (figure.exploded or figure.removed):
            body = msgspec.structs.replace(
                body, square=figure.square, cash=body.cash + figure.cash, carried=False
            )
        held = body.cash or body.items or body.emergency or body.quick
        if held and not body.carried and (not near or is_in_reach(state, looter, target, body)):
            yield target


def is_foes_part(state: State) -> bool:
    """Return whether it is the hand of somebody who is no player's."""
    slot = None if state.battle is None else state.battle.slot
    return slot is not None and any(
        state.characters[one].kind != "pc" for one in slot.characters if is_hand(state, one)
    )


def list_mobs(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the NM may do with the mobs whose hand it is: each by itself, or all in one attack."""
    battle = state.battle
    slot = None if battle is None else battle.slot
    if battle is None or slot is None:
        return
    figures = state.characters
    mobs = [
        one
        for one in slot.characters
        if is_hand(state, one) and figures[one].able and figures[one].kind == "mob"
    ]
    for mob in mobs:
        yield from list_hand(state, rules, mob)
    ready = [one for one in mobs if may_act(battle, one)]
    aims = {
        one: tuple(list_targets(state, rules, one, figures[one].wielded))
        for one in ready
        if _is_armed(figures[one], rules)
    }
    for mob, targets in aims.items():
        for target in targets:
            yield Move(command=f"{TAG}mob_attack", fields={"characters": (mob,), "targets": (target,)})
    if any(aims.values()):
        yield Move(command=f"{TAG}mob_attack", open=(OpenField("characters"), OpenField("targets")))
    for mob in mobs[:1]:
        yield Move(command=f"{TAG}end_turn", fields={"character": mob, "together": True})


def _is_armed(figure: Figure, rules: Rulebook) -> bool:
    return figure.wielded in tuple(list_weapons(figure, rules))

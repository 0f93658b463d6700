"""The automatic NM: mobs of one initiative go where they can strike, strike all at once, and end."""

from collections.abc import Sequence

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Battle
from tenmatsu.systems.ninjaslayer.commands.attacking import MobAttack
from tenmatsu.systems.ninjaslayer.commands.battle import EndTurn, Wield
from tenmatsu.systems.ninjaslayer.commands.moving import Move
from tenmatsu.systems.ninjaslayer.decide.aiming import list_targets
from tenmatsu.systems.ninjaslayer.decide.weapons import find_action, list_weapons
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import distance
from tenmatsu.systems.ninjaslayer.legal_hands import UNARMED, may_act, may_move
from tenmatsu.systems.ninjaslayer.policy_hands import find_step
from tenmatsu.systems.ninjaslayer.policy_odds import count_endurance
from tenmatsu.systems.ninjaslayer.policy_plans import with_person
from tenmatsu.systems.ninjaslayer.reach import count_squares, find_reach
from tenmatsu.systems.ninjaslayer.state import State


def list_acting(state: State) -> tuple[str, ...]:
    """Return the mobs whose hand it is and who can act."""
    battle = state.battle
    slot = None if battle is None else battle.slot
    if battle is None or slot is None:
        return ()
    figures = state.characters
    acting = (one for one in slot.characters if one not in battle.ended and one in figures)
    return tuple(one for one in acting if figures[one].kind == "mob" and figures[one].able)


def play_mobs(state: State, rules: Rulebook, battle: Battle) -> Command | None:
    """Choose what the NM does next with the mobs whose hand it is; None where there are none."""
    mobs = list_acting(state)
    if not mobs:
        return None
    for mob in mobs:
        step = _prepare(state, rules, battle, mob, state.characters[mob])
        if step is not None:
            return step
    striking: dict[str, str] = {}
    for mob in mobs:
        targets = _list_targets(state, rules, mob) if may_act(battle, mob) else ()
        if targets:
            striking[mob] = _pick(state, mob, targets)
    if striking:
        return MobAttack(characters=tuple(striking), targets=tuple(striking.values()))
    return EndTurn(character=mobs[0], together=True)


def _prepare(state: State, rules: Rulebook, battle: Battle, mob: str, figure: Figure) -> Command | None:
    """Return how a mob gets at somebody: by a step, or with another weapon; None where it stays."""
    if not may_act(battle, mob) or _list_targets(state, rules, mob) or not state.map.rows:
        return None
    if battle.phase(mob) == "start" and mob not in battle.switched:
        for weapon in (*figure.base.weapons, UNARMED):
            armed = with_person(state, mob, msgspec.structs.replace(figure, wielded=weapon))
            if weapon != figure.wielded and _list_targets(armed, rules, mob):
                return Wield(character=mob, weapon=weapon)
    if not may_move(battle, mob, figure):
        return None
    to = _find_stand(state, rules, mob, figure) or find_step(state, rules, mob, count_squares(figure, rules))
    return Move(character=mob, to=to) if to else None


def _find_stand(state: State, rules: Rulebook, mob: str, figure: Figure) -> str:
    """Return the nearest square from which somebody can be attacked; empty for none."""
    ways = find_reach(state, rules, mob, squares=count_squares(figure, rules))
    for square in sorted(ways, key=lambda one: (len(ways[one]), one)):
        moved = with_person(state, mob, msgspec.structs.replace(figure, square=square))
        if _list_targets(moved, rules, mob):
            return square
    return ""


def _list_targets(state: State, rules: Rulebook, mob: str) -> tuple[str, ...]:
    """Return the foes standing whom a mob can attack with what it holds."""
    figure = state.characters[mob]
    if figure.wielded not in tuple(list_weapons(figure, rules)):
        return ()
    if find_action(rules.tables.weapons[figure.wielded]) is None:
        return ()
    targets = list_targets(state, rules, mob, figure.wielded)
    return tuple(one for one in targets if state.characters[one].able)


def _pick(state: State, mob: str, targets: Sequence[str]) -> str:
    """Return whom a mob attacks: the nearest, the weakest of those."""
    here = state.characters[mob].square

    def rank(one: str) -> tuple[int, int]:
        figure = state.characters[one]
        far = distance(here, figure.square) if here and figure.square else 0
        return far, count_endurance(figure)

    return min(targets, key=rank)

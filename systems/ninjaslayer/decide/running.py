"""The automatic NM: foes act and answer by themselves, so that a battle can be run alone."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.systems.ninjaslayer.commands.battle import (
    EndTurn,
    Focus,
    FullMove,
    RunFoes,
    Wield,
)
from tenmatsu.systems.ninjaslayer.commands.moving import Move
from tenmatsu.systems.ninjaslayer.decide import actions
from tenmatsu.systems.ninjaslayer.decide.attacking import ATTACKING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.dodging import DODGING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.harming import DAMAGE_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.judgements import JUDGING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.mapping import MAPPING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.moving import MOVING_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.wasshoi import WASSHOI_HANDLERS
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_battle, refuse
from tenmatsu.systems.ninjaslayer.pending import list_pending
from tenmatsu.systems.ninjaslayer.policy_answers import answer
from tenmatsu.systems.ninjaslayer.policy_hands import play_hand
from tenmatsu.systems.ninjaslayer.policy_mobs import play_mobs

HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    **ATTACKING_HANDLERS,
    **DODGING_HANDLERS,
    **DAMAGE_HANDLERS,
    **JUDGING_HANDLERS,
    **MAPPING_HANDLERS,
    **MOVING_HANDLERS,
    **WASSHOI_HANDLERS,
    EndTurn: actions.end_turn,
    Focus: actions.focus,
    FullMove: actions.move_fully,
    Wield: actions.wield,
}
"""What decides the steps that foes take."""
GOING_ON = (Focus, Move, Wield)
"""Steps without dice: the next follows at once."""


def run_foes(work: Work, command: RunFoes) -> None:
    """Let a foe answer what it is asked, or act in its hand up to an attack, a roll or its end."""
    choices = list_pending(work.state)
    if choices:
        _answer(work, choices[0])
        return
    find_battle(work)
    step = _choose_step(work)
    HANDLERS[step.__class__](work, step)
    while isinstance(step, GOING_ON):
        step = _choose_step(work)
        HANDLERS[step.__class__](work, step)


def _answer(work: Work, choice: Pending) -> None:
    figure = work.state.characters.get(choice.whom)
    if figure is not None and figure.kind == "pc":
        refuse(work, "players_part", character=choice.whom)
    step = answer(work.state, work.rules, choice)
    if step is None:
        refuse(work, "nothing_to_choose", character=choice.whom)
    HANDLERS[step.__class__](work, step)


def _choose_step(work: Work) -> Command:
    """Return the next step of whoever's hand it is, or refuse a player's hand and a turn's end."""
    battle = find_battle(work)
    slot = battle.slot
    if slot is None:
        refuse(work, "no_foes_hand")
    step = play_mobs(work.state, work.rules, battle)
    if step is not None:
        return step
    acting = next(one for one in slot.characters if one not in battle.ended)
    figure = work.state.characters[acting]
    if figure.kind == "pc":
        refuse(work, "players_part", character=acting)
    return play_hand(work.state, work.rules, battle, acting, figure)

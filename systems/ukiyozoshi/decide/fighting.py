"""What decides each command of a fight."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands import blows as b
from tenmatsu.systems.ukiyozoshi.commands import combat as c
from tenmatsu.systems.ukiyozoshi.commands import missiles as m
from tenmatsu.systems.ukiyozoshi.decide import arms, attack, defence, hits, holds, missiles, places, rounds
from tenmatsu.systems.ukiyozoshi.decide.exchange import HIT_ROLLS
from tenmatsu.systems.ukiyozoshi.decide.work import Work

COMBAT_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    c.BeginCombat: rounds.begin_combat,
    c.EndCombat: rounds.end_combat,
    c.JoinCombat: rounds.join_combat,
    c.LeaveCombat: rounds.leave_combat,
    c.EndTurn: rounds.end_turn,
    c.BuyAction: rounds.buy_action,
    c.Place: places.place,
    c.SetDistance: places.set_distance,
    c.Move: places.move,
    c.DrawWeapon: arms.draw_weapon,
    c.SheatheWeapon: arms.sheathe_weapon,
    c.DropWeapon: arms.drop_weapon,
    c.TakePosture: arms.take_posture,
    c.Mount: arms.mount,
    c.Dismount: arms.dismount,
    c.SpendAction: arms.spend_action,
    b.Attack: attack.attack,
    b.Grapple: attack.attack,
    b.Throw: attack.attack,
    b.Choke: attack.attack,
    b.ReleaseHold: holds.release_hold,
    b.AnswerAttack: attack.answer_attack,
    b.AnswerBlow: defence.answer_blow,
    b.AnswerHold: holds.answer_hold,
    m.Shoot: missiles.shoot,
    m.ReadyMissile: missiles.ready_missile,
    m.ReloadGun: missiles.reload_gun,
}
"""By the class of the command."""
HIT_ROLLS[""] = hits.roll_hit

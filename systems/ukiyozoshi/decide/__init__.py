"""Decide commands: one file a chapter of the rulebook, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.ukiyozoshi.commands import checks as c
from tenmatsu.systems.ukiyozoshi.commands import health as h
from tenmatsu.systems.ukiyozoshi.commands import katsugeki as k
from tenmatsu.systems.ukiyozoshi.commands import learning as l
from tenmatsu.systems.ukiyozoshi.commands import party as p
from tenmatsu.systems.ukiyozoshi.commands import purse as u
from tenmatsu.systems.ukiyozoshi.commands import time as t
from tenmatsu.systems.ukiyozoshi.decide import (
    choices,
    deceit,
    health,
    katsugeki,
    learning,
    making,
    pool,
    purchases,
    purse,
    skills,
    time,
)
from tenmatsu.systems.ukiyozoshi.decide.fighting import COMBAT_HANDLERS
from tenmatsu.systems.ukiyozoshi.decide.work import Work
from tenmatsu.systems.ukiyozoshi.pending import list_pending

Handler = Callable[[Work, Any], None]

HANDLERS: dict[type[Command], Handler] = {
    **COMBAT_HANDLERS,
    c.RollSkill: skills.roll_skill,
    c.RollAbility: skills.roll_ability,
    c.Oppose: skills.oppose,
    c.Chase: skills.chase,
    c.Sneak: skills.sneak,
    c.PickPocket: deceit.pick_pocket,
    c.TellLie: deceit.tell_lie,
    c.SensePresence: skills.sense_presence,
    c.ThrowObject: skills.throw_object,
    c.AnswerRoll: choices.answer_roll,
    c.AnswerFailure: choices.answer_failure,
    k.AskCoincidence: katsugeki.ask_coincidence,
    k.PriceCoincidence: katsugeki.price_coincidence,
    k.AnswerPrice: katsugeki.answer_price,
    k.CheatDeath: katsugeki.cheat_death,
    k.ComeRound: katsugeki.come_round,
    k.RefillKatsugeki: katsugeki.refill_katsugeki,
    p.OpenParty: pool.open_party,
    p.SetPartyPoints: pool.set_points,
    p.AllotPoints: pool.allot_points,
    p.MakeCharacter: making.make_character,
    p.MakeNpc: making.make_npc,
    p.SetCompanion: making.set_companion,
    p.RaiseAbility: purchases.raise_ability,
    p.BuySkill: purchases.buy_skill,
    p.BuyEndurance: purchases.buy_endurance,
    p.LearnSchool: purchases.learn_school,
    p.TakePerk: purchases.take_perk,
    u.PayMoney: purse.pay_money,
    u.DrawMoney: purse.draw_money,
    u.ReceiveMoney: purse.receive_money,
    u.GainItem: purse.gain_item,
    u.GiveItem: purse.give_item,
    u.WearArmour: purse.wear_armour,
    u.NoteThings: purse.note_things,
    l.ReadText: learning.read_text,
    l.Converse: learning.converse,
    l.MakeAmmunition: learning.make_ammunition,
    t.SetCalendar: time.set_calendar,
    t.PassTime: time.pass_time,
    h.Treat: health.treat,
    h.Tend: health.tend,
    h.Recover: health.recover,
    h.Sleep: time.sleep,
    h.Wake: time.wake,
    h.Eat: health.eat,
    h.Tire: health.tire,
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows from it, or refuse; then whatever falls due by the clock."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, command)
    if work.state.combat is None and not list_pending(work.state):
        time.run_time(work)

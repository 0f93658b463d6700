"""Decide commands: one file a chapter of the rulebook, wired together here."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.engine.errors import Fault
from tenmatsu.systems.ukiyozoshi.commands import checks as c
from tenmatsu.systems.ukiyozoshi.commands import katsugeki as k
from tenmatsu.systems.ukiyozoshi.decide import choices, katsugeki, skills
from tenmatsu.systems.ukiyozoshi.decide.work import Work

Handler = Callable[[Work, Any], None]

HANDLERS: dict[type[Command], Handler] = {
    c.RollSkill: skills.roll_skill,
    c.RollAbility: skills.roll_ability,
    c.Oppose: skills.oppose,
    c.Chase: skills.chase,
    c.Sneak: skills.sneak,
    c.PickPocket: skills.pick_pocket,
    c.TellLie: skills.tell_lie,
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
}
"""What decides each command."""


def decide(work: Work, command: Command) -> None:
    """Decide a command: record what follows from it, or refuse."""
    handler = HANDLERS.get(command.__class__)
    if handler is None:
        raise Fault(f"no handler for {command!r}")
    handler(work, command)

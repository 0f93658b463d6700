"""The answers before and after a roll: buy or roll; stand, reroll (1) or success (3)."""

from typing import NoReturn

import msgspec

from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll
from tenmatsu.systems.ukiyozoshi.decide.checks import buy_check, conclude_check, roll_check, turn_check
from tenmatsu.systems.ukiyozoshi.decide.points import drop_gain, spend_points, verify_points
from tenmatsu.systems.ukiyozoshi.decide.work import Work, refuse
from tenmatsu.systems.ukiyozoshi.events.checks import FailureAccepted
from tenmatsu.systems.ukiyozoshi.state import Check


def answer_roll(work: Work, command: AnswerRoll) -> None:
    """Roll or buy a check that somebody else's action asked for."""
    check = _find_open(work, command.character, command.choice)
    check = msgspec.structs.replace(check, choices=(), stand=command.stand)
    if command.choice == "roll":
        roll_check(work, check)
        return
    cost = work.rules.tables.katsugeki.automatic
    verify_points(work, command.character, cost, selfish=command.selfish, forced=command.forced)
    buy_check(work, check, selfish=command.selfish, forced=command.forced)


def answer_failure(work: Work, command: AnswerFailure) -> None:
    """Let a failed check stand, reroll it, or turn it into a success (活劇点の効果)."""
    check = _find_open(work, command.character, command.choice)
    if command.choice == "stand":
        work.record(FailureAccepted(character=check.character, roll=check.roll))
        conclude_check(work, msgspec.structs.replace(check, choices=(), stand=True))
        return
    row = work.rules.tables.katsugeki
    cost = row.reroll if command.choice == "reroll" else row.turn
    verify_points(work, command.character, cost, selfish=command.selfish, forced=command.forced)
    if command.choice == "success":
        turn_check(work, check, selfish=command.selfish, forced=command.forced)
        return
    drop_gain(work, check)
    spend_points(work, check.character, "reroll", cost, selfish=command.selfish, forced=command.forced)
    roll_check(work, msgspec.structs.replace(check, tries=check.tries + 1, gained=False, choices=()))


def _find_open(work: Work, character: str, choice: str) -> Check:
    check = work.state.check
    if check is None or check.character != character:
        _refuse_nothing_open(work, character)
    if choice not in check.choices:
        refuse(work, "not_offered", choice=choice, choices=check.choices)
    return check


def _refuse_nothing_open(work: Work, character: str) -> NoReturn:
    refuse(work, "nothing_open", character=character)

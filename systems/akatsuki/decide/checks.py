"""Checks that somebody asks for (行為判定)."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.decide.checking import CheckSpec, list_modifiers, roll_check, verify_check
from tenmatsu.systems.akatsuki.decide.paying import check_payment, pay
from tenmatsu.systems.akatsuki.decide.work import Work, find_awake, refuse


def specify_check(command: RollCheck) -> CheckSpec:
    """Return the check that a command asks for."""
    return CheckSpec(
        character=command.character,
        purpose="check",
        ability=command.ability,
        field=command.field,
        modifiers=list_modifiers(gear=command.gear, difficulty=command.difficulty, effect=command.effect),
        against=command.against,
        against_ability=command.against_ability,
    )


def ask_check(work: Work, command: RollCheck) -> None:
    """Roll a check of an ability."""
    find_awake(work, command.character)
    known = [field for fields in work.rules.tables.fields.values() for field in fields]
    if command.field and command.field not in known:
        refuse(work, "no_such_field", field=command.field, known=known)
    if command.against_ability and not command.against:
        refuse(work, "against_nobody", ability=command.against_ability)
    spec = specify_check(command)
    verify_check(work, spec)
    roll_check(work, spec, pay(work, check_payment(work, command)))


CHECK_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {RollCheck: ask_check}
"""By command class."""

"""Decide commands: of skills, characteristics and resistance."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.engine.contract import Circumstance, Command
from tenmatsu.systems.runequest.commands.checks import Oppose, Resist, RollCharacteristic, RollSkill
from tenmatsu.systems.runequest.decide.checking import (
    CheckSpec,
    roll_check,
    roll_opposed,
    specify_characteristic,
    specify_resistance,
)
from tenmatsu.systems.runequest.decide.defending import find_dodge_burden
from tenmatsu.systems.runequest.decide.given import check_given
from tenmatsu.systems.runequest.decide.skills import find_skill, is_known, list_burdens
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_awake, find_figure, refuse
from tenmatsu.systems.runequest.derived import find_characteristic
from tenmatsu.systems.runequest.events.checks import OpposedSettled
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import State

_NOBODY = Figure()


def specify_skill(state: State, rules: Rulebook, command: RollSkill) -> CheckSpec:
    """Return the roll of a skill, with what the table adds by hand."""
    spec = specify_ability(state, rules, command.character, command.ability, "skill", command.plus)
    divisors = {"divided": command.divisor} if command.divisor > 1 else {}
    return msgspec.structs.replace(spec, divisors=divisors)


def specify_ability(
    state: State, rules: Rulebook, character: str, ability: str, purpose: str, plus: int = 0
) -> CheckSpec:
    """Return the roll of anything that somebody has in percent, burdens counted."""
    burdens = list_burdens(state, rules, character, ability)
    if ability == "dodge" and character in state.characters:
        burden = find_dodge_burden(rules, state.characters[character])
        burdens = (Circumstance("dodge_enc", burden),) if burden else ()
    return CheckSpec(
        character=character,
        purpose=purpose,
        ability=ability,
        skill=find_skill(state, rules, character, ability),
        circumstances=_add(burdens, plus),
    )


def specify_times(state: State, rules: Rulebook, command: RollCharacteristic) -> CheckSpec:
    """Return the roll of a characteristic times 5, or so many times."""
    spec = specify_characteristic(
        state, rules, command.character, "characteristic", command.name, command.times
    )
    return msgspec.structs.replace(spec, circumstances=_add((), command.plus))


def specify_resist(state: State, rules: Rulebook, command: Resist) -> CheckSpec:
    """Return the resistance roll of the active side."""
    figure = state.characters.get(command.character, _NOBODY)
    active = sum(find_characteristic(rules.tables, figure, name) for name in command.using)
    passive = command.value
    if passive is None:
        opponent = state.characters.get(command.against, _NOBODY)
        using = command.against_using or command.using
        passive = sum(find_characteristic(rules.tables, opponent, name) for name in using)
    spec = specify_resistance(state, rules, command.character, "resistance", active, passive)
    return msgspec.structs.replace(spec, circumstances=_add((), command.plus))


def specify_sides(state: State, rules: Rulebook, command: Oppose) -> tuple[CheckSpec, CheckSpec]:
    """Return both sides of an opposed roll, before what is over 100 % is set against the other."""
    other = command.against_ability or command.ability
    return (
        specify_ability(state, rules, command.character, command.ability, "opposed", command.plus),
        specify_ability(state, rules, command.against, other, "opposed", command.against_plus),
    )


def _add(circumstances: tuple[Circumstance, ...], plus: int) -> tuple[Circumstance, ...]:
    return (*circumstances, Circumstance("plus", plus)) if plus else circumstances


def roll_skill(work: Work, command: RollSkill) -> None:
    """Roll a skill, weapon, passion or rune."""
    find_awake(work, command.character)
    _check_known(work, command.character, command.ability)
    check_given(work, plus=command.plus > 0)
    roll_check(work, specify_skill(work.state, work.rules, command))


def roll_characteristic(work: Work, command: RollCharacteristic) -> None:
    """Roll a characteristic; the unconscious roll too (CON against a poison)."""
    find_figure(work, command.character)
    usual = work.rules.tables.rolls.characteristic
    check_given(work, plus=command.plus > 0, times=(command.times or usual) > usual)
    roll_check(work, specify_times(work.state, work.rules, command))


def resist(work: Work, command: Resist) -> None:
    """Make a resistance roll; the unconscious resist too."""
    find_figure(work, command.character)
    if bool(command.against) == (command.value is not None):
        refuse(work, "resist_what")
    if command.against:
        find_figure(work, command.against)
    if command.against == command.character:
        refuse(work, "against_oneself", character=command.character)
    opposed = command.against_using not in (None, command.using)
    check_given(work, plus=command.plus > 0, value=command.value is not None, against_using=opposed)
    roll_check(work, specify_resist(work.state, work.rules, command))


def oppose(work: Work, command: Oppose) -> None:
    """Make an opposed roll and say who won."""
    find_awake(work, command.character)
    find_awake(work, command.against)
    if command.against == command.character:
        refuse(work, "against_oneself", character=command.character)
    _check_known(work, command.character, command.ability)
    _check_known(work, command.against, command.against_ability or command.ability)
    check_given(work, plus=command.plus > 0, against_plus=command.against_plus < 0)
    one, other = specify_sides(work.state, work.rules, command)
    winner, degree, other_degree = roll_opposed(work, one, other)
    work.record(
        OpposedSettled(
            one=command.character,
            other=command.against,
            winner=winner,
            degree=degree,
            other_degree=other_degree,
        )
    )


def _check_known(work: Work, character: str, ability: str) -> None:
    """Refuse what neither the figures nor the character know."""
    if not is_known(work.state, work.rules, character, ability):
        refuse(work, "unknown_ability", ability=ability)


CHECK_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    RollSkill: roll_skill,
    RollCharacteristic: roll_characteristic,
    Resist: resist,
    Oppose: oppose,
}
"""By command class."""

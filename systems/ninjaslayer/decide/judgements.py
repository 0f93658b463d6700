"""Judgements that somebody asks for: the NM's own, resistances, a sixth sense."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.judging import (
    Asked,
    Judge,
    Oppose,
    PassJudgement,
    Resist,
    UseSixthSense,
)
from tenmatsu.systems.ninjaslayer.decide.contests import oppose
from tenmatsu.systems.ninjaslayer.decide.judging import (
    Spec,
    check_difficulty,
    find_place,
    go_on,
    judge,
    list_changes,
    roll_again,
)
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.judging import JudgementKept, JudgementPassed
from tenmatsu.systems.ninjaslayer.state import State


def specify_judgement(state: State, rules: Rulebook, command: Asked) -> Spec:
    """Return the judgement that the NM's words make; the difficulty must be known."""
    battle = state.battle
    slot = None if battle is None else battle.slot
    acting = battle is not None and slot is not None and command.character in slot.characters
    own = isinstance(command, Judge)
    return Spec(
        character=command.character,
        purpose="judgement" if own else "resistance",
        value=command.value,
        dice=command.dice,
        fixed=(command.fixed or None) if isinstance(command, Judge) else None,
        difficulty=find_place(rules, command.difficulty),
        circumstances=list_changes(harder=command.harder),
        phase=battle.phase(command.character) if own and acting and battle is not None else "",
        pattern=command.pattern if isinstance(command, Judge) else (),
    )


def ask_judgement(work: Work, command: Judge) -> None:
    """Roll a judgement of the NM's own."""
    find_able(work, command.character)
    _check_eased(work, command)
    if command.fixed and not work.is_gm:
        refuse(work, "nm_eases")
    check_difficulty(work, command.difficulty)
    judge(work, specify_judgement(work.state, work.rules, command), quick=command.quick)


def ask_resistance(work: Work, command: Resist) -> None:
    """Roll a resistance, whoever can act or not."""
    figure = find_figure(work, command.character)
    if figure.exploded or figure.removed:
        refuse(work, "is_gone", character=command.character)
    _check_eased(work, command)
    check_difficulty(work, command.difficulty)
    judge(work, specify_judgement(work.state, work.rules, command), quick=command.quick)


def _check_eased(work: Work, command: Asked) -> None:
    """Refuse what only the NM may give: more dice, an easier judgement than the difficulty named."""
    if (command.dice > 0 or command.harder < 0) and not work.is_gm:
        refuse(work, "nm_eases")


def pass_judgement(work: Work, command: PassJudgement) -> None:
    """Let a judgement succeed without dice."""
    find_able(work, command.character)
    work.record(JudgementPassed(character=command.character, value=command.value))


def answer_sense(work: Work, command: UseSixthSense) -> None:
    """Roll the judgement just made once more, or keep it; what it held up goes on."""
    judging = work.state.judging
    if judging is None or judging.character != command.character:
        refuse(work, "no_sense_due", character=command.character)
    if command.choice == "reroll":
        roll_again(work, judging)
    else:
        work.record(JudgementKept(character=command.character))
        go_on(work, judging)


JUDGING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    Judge: ask_judgement,
    Resist: ask_resistance,
    Oppose: oppose,
    PassJudgement: pass_judgement,
    UseSixthSense: answer_sense,
}
"""By command class."""

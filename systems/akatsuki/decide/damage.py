"""Harm outside of attacks, survival checks (生死チェック), treatment, and coming round."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.damage import Awaken, InflictHarm, RollSurvival, Treat
from tenmatsu.systems.akatsuki.decide.attacks import offer_hit
from tenmatsu.systems.akatsuki.decide.checking import CheckSpec, list_modifiers, roll_check, verify_check
from tenmatsu.systems.akatsuki.decide.dying import die, doom
from tenmatsu.systems.akatsuki.decide.harming import is_beyond_check, needs_check
from tenmatsu.systems.akatsuki.decide.paying import check_payment, pay
from tenmatsu.systems.akatsuki.decide.turns import are_near, pay_major
from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work, find_awake, find_figure, refuse
from tenmatsu.systems.akatsuki.events.damage import (
    CameRound,
    FellUnconscious,
    SurvivalSettled,
    WoundChanged,
    WoundTreated,
)
from tenmatsu.systems.akatsuki.state import Figure, State, Wound
from tenmatsu.systems.akatsuki.tables import RANKS

_UNHURT = Wound(harm="nonlethal", rank=1)


def inflict_harm(work: Work, command: InflictHarm) -> None:
    """Let harm befall somebody, who may negate it like any other hit."""
    figure = find_figure(work, command.character)
    if figure.dead:
        refuse(work, "is_dead", character=command.character)
    if not 1 <= command.rank <= RANKS:
        refuse(work, "unknown_rank", rank=command.rank, most=RANKS)
    offer_hit(work, attacker="", target=command.character, harm=command.harm, rank=command.rank)


def specify_survival(state: State, rules: Rulebook, command: RollSurvival) -> CheckSpec:
    """Return the survival check of the damage card that somebody holds."""
    figure = state.characters.get(command.character, Figure())
    wound = figure.wound or _UNHURT
    ability = "taiku"
    if wound.harm == "lethal":
        ability = "fate_points" if rules.options.survival_target == "points" else "fate_cards"
    return CheckSpec(
        character=command.character,
        purpose="survival",
        ability=ability,
        field=rules.tables.survival.field,
        modifiers=list_modifiers(
            damage_card=rules.tables.wound(wound.harm, wound.rank).modifier, effect=command.effect
        ),
    )


def roll_survival(work: Work, command: RollSurvival) -> None:
    """Roll the survival check that is due first; in zombie time it changes nothing."""
    who, due = command.character, work.state.due
    if not due or due[0].character != who:
        refuse(work, "nothing_due", character=who)
    figure = find_figure(work, who)
    if not needs_check(work, who):  # the GM changed something by hand meanwhile
        work.record(SurvivalSettled(character=who, survived=not figure.dead))
        return
    payment = check_payment(work, command)
    spec = specify_survival(work.state, work.rules, command)
    checked = roll_check(work, spec, pay(work, payment))
    work.record(SurvivalSettled(character=who, survived=checked.success))
    if not checked.success and not figure.doomed and figure.wound is not None:
        _fail(work, who, figure, figure.wound)


def _fail(work: Work, who: str, figure: Figure, wound: Wound) -> None:
    if wound.harm == "lethal":
        doom(work, who)
        return
    if wound.rank >= RANKS:
        die(work, who, "nonlethal")
        return
    if not figure.unconscious:
        work.record(FellUnconscious(character=who))
    raised = Wound(harm=wound.harm, rank=wound.rank + 1, since=work.state.clock.now)
    work.record(WoundChanged(character=who, wound=raised, how="failed"))


def specify_treatment(rules: Rulebook, command: Treat) -> CheckSpec:
    """Return the check of whoever cares for a wound."""
    row = rules.tables.treatment[command.way]
    return CheckSpec(
        character=command.character,
        purpose="treat",
        ability=row.ability,
        field=row.field,
        modifiers=list_modifiers(
            gear=command.gear, difficulty=row.difficulty + command.difficulty, effect=command.effect
        ),
    )


def treat(work: Work, command: Treat) -> None:
    """Care for a wound: success turns the damage card over. In a fight it is a major action."""
    find_awake(work, command.character)
    wound = _find_wound(work, command)
    spec = specify_treatment(work.rules, command)
    verify_check(work, spec)
    payment = check_payment(work, command)
    pay_major(work, command.character)
    if roll_check(work, spec, pay(work, payment)).success:
        turned = Wound(harm=wound.harm, rank=wound.rank, treated=True, since=wound.since)
        work.record(WoundTreated(character=command.character, patient=command.patient, wound=turned))


def _find_wound(work: Work, command: Treat) -> Wound:
    patient, figure = command.patient, find_figure(work, command.patient)
    if figure.dead:
        refuse(work, "is_dead", character=patient)
    if figure.wound is None:
        refuse(work, "no_wound", character=patient)
    if figure.doomed or is_beyond_check(work.state, patient):
        refuse(work, "beyond_help", character=patient)
    if figure.wound.treated:
        refuse(work, "treated_already", character=patient)
    if not are_near(work.state, command.character, patient):
        refuse(work, "patient_too_far", character=command.character, patient=patient)
    return figure.wound


def awaken(work: Work, command: Awaken) -> None:
    """Let somebody come round, by the GM's word."""
    figure = find_figure(work, command.character)
    if figure.dead:
        refuse(work, "is_dead", character=command.character)
    if not figure.unconscious:
        refuse(work, "not_unconscious", character=command.character)
    work.record(CameRound(character=command.character))


DAMAGE_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    InflictHarm: inflict_harm,
    RollSurvival: roll_survival,
    Treat: treat,
    Awaken: awaken,
}
"""By command class."""

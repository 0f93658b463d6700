"""Wounds and their care, sleep, food and fatigue, as commands ask (負傷, 睡眠 食事 疲労)."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.health import Eat, Recover, Tend, Tire, Treat
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.skills import specify_skill
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.health import (
    Ate,
    ItemUsed,
    Recovered,
    Tired,
    WoundsTended,
    WoundsTreated,
)
from tenmatsu.systems.ukiyozoshi.state import Check, Figure, State

MEDICINE = "医術"


def measure_recovery(figure: Figure, rules: Rulebook) -> tuple[int, tuple[Circumstance, ...]]:
    """Return the difficulty of recovery and what changes it (10 and the wounds)."""
    row = rules.tables.health
    health = figure.health
    medicine = rules.tables.medicines.get(health.medicine)
    changes = (
        ("medic", -health.medic),
        ("medicine", -medicine.ease if medicine else 0),
        ("ill_treated", row.untreated if health.treatment_failed else 0),
        ("untreated", row.untreated if not health.treated else 0),
    )
    circumstances = tuple(Circumstance(key, amount) for key, amount in changes if amount)
    return row.recovery + health.wounds, circumstances


def specify_recovery(state: State, rules: Rulebook, character: str) -> CheckSpec:
    """Return the recovery roll: the unreduced endurance, three dice (回復判定)."""
    difficulty, circumstances = measure_recovery(state.characters.get(character, Figure()), rules)
    return CheckSpec(
        character=character,
        roll="recovery",
        ability="endurance_full",
        difficulty=difficulty,
        circumstances=circumstances,
        then="recovered",
        ask=True,
    )


def recover(work: Work, command: Recover) -> None:
    """Roll a recovery by hand, as the clock would in the morning."""
    figure = find_figure(work, command.character)
    if figure.dead or figure.seeming_dead or not figure.health.wounds:
        refuse(work, "no_wounds", character=command.character)
    if not figure.health.treated and work.rules.options.untreated == "none":
        refuse(work, "untreated", character=command.character)
    start_check(work, specify_recovery(work.state, work.rules, command.character))


@continue_with("recovered")
def _finish_recovery(work: Work, check: Check) -> None:
    """Record what a settled recovery roll did: a point back, nothing, or another one lost."""
    figure = work.state.characters[check.character]
    row = work.rules.tables.health
    change = min(row.recovery_gain, figure.health.wounds) if check.success else 0
    if not check.success and check.margin is not None and check.margin <= -row.worse_by:
        change = -row.recovery_loss
    endurance = figure.endurance + change
    work.record(
        Recovered(
            character=check.character,
            change=change,
            endurance=endurance,
            wounds=figure.health.wounds - change,
            dies=change < 0 and endurance <= 0,
        )
    )


def treat(work: Work, command: Treat) -> None:
    """Treat fresh wounds with a roll of 医術 (手当て)."""
    find_able(work, command.character)
    patient = _find_wounded(work, command.patient)
    if patient.health.first_treated and not patient.health.serious:
        refuse(work, "treated_before", character=command.patient)
    _verify_medicine(work, command.character, command.patient, command.medicine)
    spec = specify_treatment(work.state, work.rules, command)
    verify_check(work, spec)
    start_check(work, spec)


def specify_treatment(state: State, rules: Rulebook, command: Treat) -> CheckSpec:
    """Return the roll of 医術 against 10 and the patient's wounds."""
    patient = state.characters.get(command.patient, Figure())
    return specify_skill(
        command,
        MEDICINE,
        rules.tables.health.recovery + patient.health.wounds,
        roll="treatment",
        then="treated",
        data={"patient": command.patient, "medicine": command.medicine},
    )


@continue_with("treated")
def _finish_treatment(work: Work, check: Check) -> None:
    patient, medicine = str(check.data["patient"]), str(check.data["medicine"])
    _use_medicine(work, check.character, patient, medicine)
    work.record(
        WoundsTreated(
            character=check.character,
            patient=patient,
            success=bool(check.success),
            medic=check.level,
            medicine=medicine,
        )
    )


def tend(work: Work, command: Tend) -> None:
    """Care for treated wounds today, without a roll."""
    healer = find_able(work, command.character)
    patient = _find_wounded(work, command.patient)
    if not patient.health.first_treated:
        refuse(work, "needs_treatment", character=command.patient)
    if patient.health.treated:
        refuse(work, "tended_today", character=command.patient)
    _verify_medicine(work, command.character, command.patient, command.medicine)
    _use_medicine(work, command.character, command.patient, command.medicine)
    work.record(
        WoundsTended(
            character=command.character,
            patient=command.patient,
            medic=healer.skills.get(MEDICINE, 0),
            medicine=command.medicine,
        )
    )


def _find_wounded(work: Work, character: str) -> Figure:
    figure = find_figure(work, character)
    if figure.dead or not figure.health.wounds:
        refuse(work, "no_wounds", character=character)
    return figure


def _verify_medicine(work: Work, healer: str, patient: str, medicine: str) -> None:
    if not medicine:
        return
    known = work.rules.tables.medicines
    if medicine not in known:
        refuse(work, "unknown_medicine", medicine=medicine, known=tuple(known))
    if not any(find_figure(work, who).belongings.get(medicine) for who in (healer, patient)):
        refuse(work, "not_owned", character=healer, item=medicine)


def _use_medicine(work: Work, healer: str, patient: str, medicine: str) -> None:
    """Use up one portion, the healer's first."""
    for who in (healer, patient):
        count = work.state.characters[who].belongings.get(medicine, 0) if medicine else 0
        if count:
            work.record(ItemUsed(character=who, item=medicine, now=count - 1))
            return


def eat(work: Work, command: Eat) -> None:
    """Take meals and water (食事); the helpless are fed by others."""
    figure = find_figure(work, command.character)
    if figure.dead or figure.seeming_dead or figure.unconscious or figure.health.asleep:
        refuse(work, "cannot_act", character=command.character)
    if not command.meals and not command.water:
        refuse(work, "nothing_to_eat")
    health = figure.health
    work.record(
        Ate(
            character=command.character,
            meals=health.meals + command.meals,
            water=health.drank or command.water,
            ate=command.meals > 0,
        )
    )


def tire(work: Work, command: Tire) -> None:
    """Say that somebody is tired out or rested (疲労)."""
    figure = find_figure(work, command.character)
    if figure.health.fatigued == command.fatigued:
        refuse(work, "fatigue_as_is", character=command.character)
    work.record(Tired(character=command.character, fatigued=command.fatigued))

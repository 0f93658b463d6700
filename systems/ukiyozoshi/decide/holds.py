"""Holds (組みつき), throws (投げ) and chokes (絞め): resisted with 柔術, without an action."""

from typing import Literal

from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerHold, ReleaseHold
from tenmatsu.systems.ukiyozoshi.decide.aiming import JUJUTSU
from tenmatsu.systems.ukiyozoshi.decide.budget import SIDESTEP
from tenmatsu.systems.ukiyozoshi.decide.checks import CheckSpec, continue_with, start_check, verify_check
from tenmatsu.systems.ukiyozoshi.decide.damage import faint, strike
from tenmatsu.systems.ukiyozoshi.decide.defence import gather_styles
from tenmatsu.systems.ukiyozoshi.decide.exchange import find_blow, finish_blow, land_with
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.blows import (
    ChokeTightened,
    DefenceDeclared,
    DefenceDeclined,
    DefenceOffered,
    Defended,
    Died,
    Grappled,
    HoldReleased,
    Thrown,
    Which,
)
from tenmatsu.systems.ukiyozoshi.fight import Blow
from tenmatsu.systems.ukiyozoshi.state import Check, Figure, State


@land_with("grapple", "throw")
def offer_resistance(work: Work, which: Which, blow: Blow) -> None:
    """Offer to resist to those who have 柔術, or let it succeed."""
    choices = list_resistance(work.state, work.rules, blow)
    if choices:
        work.record(DefenceOffered(which=which, character=blow.target, stage="resist", choices=choices))
    else:
        _succeed(work, which, blow)


def list_resistance(state: State, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return how a hold or throw may be resisted: 柔術, against a hold 体さばき too; none without 柔術."""
    figure = state.characters.get(blow.target)
    if figure is None or not figure.can_act or not figure.skills.get(JUJUTSU):
        return ()
    if blow.style == "throw":
        return ("jujutsu", "none")
    if rules.options.grapple == "opposed":
        return ()  # 体さばき was rolled against the hold already
    dodges = figure.skills.get(SIDESTEP) and figure.rank != "extra"
    return ("jujutsu", "sidestep", "none") if dodges else ("jujutsu", "none")


def answer_hold(work: Work, command: AnswerHold) -> None:
    """Resist, or let it happen."""
    exchange = work.state.exchange
    blow = None if exchange is None else exchange.blow(exchange.now)
    if exchange is None or blow is None or exchange.stage != "resist" or blow.target != command.character:
        refuse(work, "nothing_open", character=command.character)
    if command.choice not in exchange.choices:
        refuse(work, "not_offered", choice=command.choice, choices=exchange.choices)
    if command.choice == "none":
        work.record(DefenceDeclined(character=command.character))
        _succeed(work, exchange.now, blow)
        return
    kind: Literal["jujutsu", "sidestep"] = command.choice
    spec = specify_resistance(work.state, work.rules, exchange.now, blow, command)
    verify_check(work, spec)
    work.record(DefenceDeclared(character=command.character, kind=kind))
    start_check(work, spec)


def specify_resistance(
    state: State, rules: Rulebook, which: Which, blow: Blow, command: AnswerHold
) -> CheckSpec:
    """Return the roll against a hold or throw: the total of the one who grapples."""
    figure = state.characters.get(command.character, Figure())
    sidesteps = command.choice == "sidestep"
    return CheckSpec(
        character=command.character,
        roll="resist",
        skill=SIDESTEP if sidesteps else JUJUTSU,
        difficulty=blow.total,
        circumstances=gather_styles(state, rules, blow, figure, "sidestep") if sidesteps else (),
        then="resisted",
        data={"which": which, "kind": command.choice},
        bought=command.bought,
        stand=command.stand,
        selfish=command.selfish,
        forced=command.forced,
    )


@continue_with("resisted")
def _finish_resistance(work: Work, check: Check) -> None:
    which, blow = find_blow(work, check.data.get("which"))
    if blow is None:
        return
    if not check.success:
        _succeed(work, which, blow)
        return
    kind: Literal["jujutsu", "sidestep"] = "sidestep" if check.data.get("kind") == "sidestep" else "jujutsu"
    work.record(Defended(which=which, character=blow.target, striker=blow.striker, kind=kind))
    finish_blow(work, which, "defended")


def _succeed(work: Work, which: Which, blow: Blow) -> None:
    if blow.style == "throw":
        work.record(Thrown(character=blow.striker, target=blow.target))
        strike(work, which, blow)
        return
    work.record(Grappled(character=blow.striker, target=blow.target))
    finish_blow(work, which, "landed")


@land_with("choke")
def tighten(work: Work, which: Which, blow: Blow) -> None:
    """Tighten a choke: a few in a row faint, more kill, or the neck breaks (絞め、関節技)."""
    target = work.state.characters.get(blow.target, Figure())
    chokes = target.chokes + 1
    row = work.rules.tables.combat
    aim: Literal["faint", "kill"] = "kill" if blow.aim == "kill" else "faint"
    work.record(ChokeTightened(character=blow.striker, target=blow.target, aim=aim, chokes=chokes))
    if aim == "kill" and _breaks(work, blow):
        work.record(Died(character=blow.target, cause="neck", by=blow.striker))
    elif aim == "kill" and chokes >= row.choke_kill:
        work.record(Died(character=blow.target, cause="choke", by=blow.striker))
    elif aim == "faint" and chokes >= row.choke_faint:
        faint(work, blow.target)
    finish_blow(work, which, "landed")


def _breaks(work: Work, blow: Blow) -> bool:
    value = blow.margin if work.rules.options.choke_break == "margin" else blow.total
    return value is not None and value >= work.rules.tables.combat.choke_break


def release_hold(work: Work, command: ReleaseHold) -> None:
    """Let go of somebody, which is no action."""
    find_able(work, command.character)
    target = find_figure(work, command.target)
    if target.held_by != command.character:
        refuse(work, "not_holding", character=command.character, target=command.target)
    work.record(HoldReleased(character=command.character, target=command.target))

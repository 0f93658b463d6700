"""Decide commands: of wounds, healing and time."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.runequest.blows import Blow, Hit
from tenmatsu.systems.runequest.bodies import list_stuck
from tenmatsu.systems.runequest.commands.wounds import FirstAid, Hurt, Mend, PassTime, PullWeapon, RepairArm
from tenmatsu.systems.runequest.decide.clock import A_WEEK, set_clock
from tenmatsu.systems.runequest.decide.harming import harm_spirits_with, wound
from tenmatsu.systems.runequest.decide.haunting import find_spirit_damage_of, hurt_spirit
from tenmatsu.systems.runequest.decide.locations import roll_location
from tenmatsu.systems.runequest.decide.performing import perform_with
from tenmatsu.systems.runequest.decide.queueing import settle_action
from tenmatsu.systems.runequest.decide.repairing import repair_arm
from tenmatsu.systems.runequest.decide.sticking import find_pull, find_step_pull, pull_out
from tenmatsu.systems.runequest.decide.treating import find_treatment, heal
from tenmatsu.systems.runequest.decide.work import Rulebook, Work, find_awake, find_figure, refuse
from tenmatsu.systems.runequest.events.healing import TreatmentBegun, TreatmentEnded
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Action
from tenmatsu.systems.runequest.state import (
    ROUNDS_A_DAY,
    ROUNDS_A_MINUTE,
    ROUNDS_AN_HOUR,
    State,
    Treatment,
)


def _find_body(work: Work, character: str, location: str) -> Figure:
    """Return who has a body, alive, with this location, or refuse."""
    figure = find_figure(work, character)
    if not figure.embodied:
        refuse(work, "no_body", character=character)
    if figure.dead:
        refuse(work, "is_dead", character=character)
    if location and location not in figure.locations:
        refuse(work, "no_such_location", character=character, location=location)
    return figure


def _outside(work: Work) -> None:
    if work.state.melee is not None:
        refuse(work, "time_in_melee")


def give_first_aid(work: Work, command: FirstAid) -> None:
    """Begin first aid outside a melee; the clock goes on to its end."""
    find_awake(work, command.character)
    _outside(work)
    _find_body(work, command.target, command.location)
    found = find_treatment(
        work.state, work.rules, command.character, command.target, command.location, command.purpose
    )
    if isinstance(found, str):
        refuse(work, found, character=command.target, location=command.location)
    work.record(TreatmentBegun(treatment=found))
    set_clock(work, found.until + 1 - work.state.now)


def pull_weapon(work: Work, command: PullWeapon) -> None:
    """Pull out what sticks, outside a melee; a round passes."""
    find_awake(work, command.character)
    _outside(work)
    found = find_pull(work.state, command.character, command.arm, command.location)
    if found is None:
        refuse(work, "nothing_sticks", character=command.character)
    pull_out(work, command.character, found)
    set_clock(work, 1)


def pass_time(work: Work, command: PassTime) -> None:
    """Let the clock go on."""
    _outside(work)
    rounds = (
        command.rounds
        + command.minutes * ROUNDS_A_MINUTE
        + command.hours * ROUNDS_AN_HOUR
        + command.days * ROUNDS_A_DAY
        + command.weeks * A_WEEK
    )
    if not rounds:
        refuse(work, "no_time")
    set_clock(work, rounds)


def hurt(work: Work, command: Hurt) -> None:
    """Hurt somebody, where the dice say unless a location is named."""
    _find_body(work, command.character, command.location)
    location = command.location or roll_location(work, command.character)
    wound(
        work,
        Hit(
            target=command.character,
            points=command.points,
            location=location,
            ignores_armor=command.ignores_armor,
            cuts=command.cuts,
        ),
    )


def mend(work: Work, command: Mend) -> None:
    """Give hit points back and treat a wound."""
    character, location = command.character, command.location
    _find_body(work, character, location)
    if location and list_stuck(work.state, character, location):
        refuse(work, "weapon_sticks", character=character, location=location)
    before = len(work.recorded)
    heal(work, character, location, command.points, magic=False)
    if len(work.recorded) == before:
        refuse(work, "nothing_to_treat", character=character)


def _find_step_treatment(state: State, rules: Rulebook, action: Action, target: str) -> Treatment | str:
    step = action.step
    location = step.locations[0] if step.locations else step.at
    return find_treatment(state, rules, action.character, target or action.character, location)


def _is_kept_up(state: State, action: Action, target: str) -> bool:
    """Return whether first aid is under way that this action goes on with."""
    whom = target or action.character
    return any((one.healer, one.patient) == (action.character, whom) for one in state.treatments)


def _hinder_first_aid(state: State, rules: Rulebook, action: Action, target: str) -> str:
    if _is_kept_up(state, action, target):
        return ""
    return "nothing_to_treat" if isinstance(_find_step_treatment(state, rules, action, target), str) else ""


@perform_with("first_aid", hinder=_hinder_first_aid)
def perform_first_aid(work: Work, action: Action, target: str) -> None:
    """Begin first aid, or keep it up; it is rolled at the end of its last round."""
    found = _find_step_treatment(work.state, work.rules, action, target)
    if not _is_kept_up(work.state, action, target) and not isinstance(found, str):
        for one in work.state.treatments:
            if one.healer == action.character:
                work.record(TreatmentEnded(treatment=one))
        work.record(TreatmentBegun(treatment=found))
    settle_action(work, action.id, "done")


def _hinder_pull(state: State, rules: Rulebook, action: Action, target: str) -> str:
    return "nothing_sticks" if find_step_pull(state, action.character, action.step) is None else ""


@perform_with("pull_weapon", hinder=_hinder_pull)
def perform_pull(work: Work, action: Action, target: str) -> None:
    """Pull out what sticks, with the whole round to it."""
    found = find_step_pull(work.state, action.character, action.step)
    if found is not None:
        pull_out(work, action.character, found)
    settle_action(work, action.id, "done")


@harm_spirits_with
def strike_spirit(work: Work, hit: Hit) -> int:
    """Let what harms a spirit of a hit take its magic points: all of a spell's, of a weapon what counts."""
    blow = work.state.blow
    if blow is None or (blow.attacker, blow.arm) != (hit.by, hit.arm):
        blow = Blow(attacker=hit.by, target=hit.target, arm=hit.arm)
    points = hit.points if hit.magic else find_spirit_damage_of(work, blow, hit.points)
    if points > 0:
        hurt_spirit(work, hit.target, points, hit.by)
    return max(0, points)


WOUND_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    FirstAid: give_first_aid,
    PullWeapon: pull_weapon,
    RepairArm: repair_arm,
    PassTime: pass_time,
    Hurt: hurt,
    Mend: mend,
}
"""By command class."""

"""Knockback (ノックバック): the push behind an attack that struck."""

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.decide.checking import (
    roll_check,
    specify_characteristic,
    specify_resistance,
)
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.queueing import disengage
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import drop_arm, fall
from tenmatsu.systems.runequest.degrees import is_success, rank_degree
from tenmatsu.systems.runequest.derived import find_characteristic
from tenmatsu.systems.runequest.engaging import are_engaged, find_distance
from tenmatsu.systems.runequest.events.attacks import Shoved


def shove(work: Work, blow: Blow) -> None:
    """
    Set STR + SIZ against DEX + SIZ: pushed back; by a special fallen too; by a critical disarmed too.

    Whoever fails must keep their feet by DEX × 5, and is pushed back themselves where they do.
    """
    pusher, pushed = work.state.characters[blow.attacker], work.state.characters[blow.target]
    tables = work.rules.tables
    active = find_characteristic(tables, pusher, "STR") + pusher.of("SIZ")
    passive = find_characteristic(tables, pushed, "DEX") + pushed.of("SIZ")
    spec = specify_resistance(work.state, work.rules, blow.attacker, "knockback", active, passive)
    degree = roll_check(work, spec)
    if not is_success(degree):
        _stagger(work, blow)
        return
    _push(work, blow.target, blow.attacker)
    thrown = rank_degree(degree) >= rank_degree("special")
    if thrown:
        fall(work, blow.target)
    if degree == "critical":
        _disarm(work, blow.target)
    _part(work, blow, thrown=thrown)


def _part(work: Work, blow: Blow, *, thrown: bool = False) -> None:
    """Part two of whom one lies on the ground, or who are out of each other's reach."""
    distance = find_distance(work.state, blow.attacker, blow.target)
    apart = distance is not None and distance > work.rules.tables.round.reach
    if (apart or thrown) and are_engaged(work.state, blow.attacker, blow.target):
        disengage(work, blow.attacker, blow.target)


def _stagger(work: Work, blow: Blow) -> None:
    spec = specify_characteristic(work.state, work.rules, blow.attacker, "keep_feet", "DEX")
    if is_success(roll_check(work, spec)):
        _push(work, blow.attacker, blow.target)
        _part(work, blow)
    else:
        fall(work, blow.attacker)


def _push(work: Work, character: str, by: str) -> None:
    metres = roll_dice(work, work.rules.tables.melee.knockback, by, "knockback")
    places = {} if work.state.melee is None else work.state.melee.places
    place: int | None = None
    if character in places and by in places:
        place = places[character] + (metres if places[character] >= places[by] else -metres)
    work.record(Shoved(character=character, by=by, metres=metres, place=place))


def _disarm(work: Work, character: str) -> None:
    tables = work.rules.tables
    for arm, held in work.state.characters[character].arms.items():
        if held.hand and not tables.weapons[held.weapon].natural:
            drop_arm(work, character, arm)

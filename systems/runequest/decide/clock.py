"""The clock: what a round's end brings, in a melee and while time passes outside one."""

from collections.abc import Iterator

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.bodies import list_stuck_in_body
from tenmatsu.systems.runequest.decide.dice import roll_dice
from tenmatsu.systems.runequest.decide.felling import awaken, die, faint
from tenmatsu.systems.runequest.decide.harming import wound
from tenmatsu.systems.runequest.decide.hindering import clear_sight, is_blurred
from tenmatsu.systems.runequest.decide.restoring import find_return, return_mp
from tenmatsu.systems.runequest.decide.treating import end_treatments, heal
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.derived import find_healing_rate
from tenmatsu.systems.runequest.events.clock import (
    ClockSet,
    HindrancesEnded,
    SpellsEnded,
    TimePassed,
    WeekHealed,
)
from tenmatsu.systems.runequest.events.wounds import Bled, LimbLost
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import ROUNDS_A_DAY, State

A_WEEK = 7 * ROUNDS_A_DAY
HALF = 2
"""What divides the damage of a weapon that sticks in somebody who moves."""


def end_wounds_of_round(work: Work) -> None:
    """Do a round's bookkeeping, for `resume_round`: bleeding, spells that end, clocks, death at 0 or less."""
    end_round(work, work.state.now)


def end_round(work: Work, ending: int) -> None:
    """Do what the end of a round of the clock brings."""
    for character in work.state.characters:
        _bleed(work, character)
        _tear(work, character)
    end_treatments(work, ending)
    for character in work.state.characters:
        if not work.state.characters[character].dead:
            _run_out(work, character, ending + 1)
    clear_sight(work)
    for character, figure in work.state.characters.items():
        if figure.dies_at is not None and figure.dies_at <= ending + 1:
            die(work, character, "bleeding")
        elif figure.embodied and figure.max_hp and figure.hp <= 0:
            drained = figure.bleeding and figure.hp == 0
            die(work, character, "bleeding" if drained else "hp")


def _bleed(work: Work, character: str) -> None:
    figure = work.state.characters[character]
    if not figure.bleeding or figure.dead:
        return
    work.record(Bled(character=character, hp=figure.hp - 1))
    if figure.hp - 1 <= work.rules.tables.wounds.faint_at:
        faint(work, character)


def _tear(work: Work, character: str) -> None:
    """Let what sticks in one who moved do half its damage."""
    moved = {} if work.state.melee is None else work.state.melee.moved
    if not moved.get(character) or work.state.characters[character].dead:
        return
    for one in list_stuck_in_body(work.state, character):
        dice = work.rules.tables.weapons[one.weapon].damage
        points = roll_dice(work, dice, character, "stuck") // HALF
        wound(work, Hit(target=character, points=points, location=one.at, ignores_armor=True))


def _run_out(work: Work, character: str, now: int) -> None:
    """Do what is due by now: spells, hindrances, limbs lost, magic points and a week of rest, waking up."""
    figure = work.state.characters[character]
    spells = tuple(one for one in figure.spells if one.until is not None and one.until <= now)
    if spells:
        work.record(SpellsEnded(character=character, spells=spells))
    over = tuple(one for one in figure.hindrances if one.until is not None and one.until <= now)
    if over:
        work.record(HindrancesEnded(character=character, hindrances=over))
    for location, place in figure.locations.items():
        if place.mend_until is not None and place.mend_until <= now:
            _lose_limb(work, character, location)
    return_mp(work, character, now)
    if figure.heals_at is not None and figure.heals_at <= now:
        _heal_week(work, character, now)
    if figure.wakes is not None and figure.wakes <= now:
        awaken(work, character, now)


def _lose_limb(work: Work, character: str, location: str) -> None:
    """Let a limb be lost for good; a severed one takes 1 point of the total with it."""
    figure = work.state.characters[character]
    cost = 1 if figure.locations[location].state == "severed" else 0
    max_hp = max(1, figure.max_hp - cost)
    work.record(
        LimbLost(
            character=character,
            location=location,
            cost=figure.max_hp - max_hp,
            hp=min(figure.hp, max_hp),
            max_hp=max_hp,
        )
    )


def _heal_week(work: Work, character: str, now: int) -> None:
    """Heal each location by the healing rate; a limb cut off or maimed heals by no rest."""
    figure = work.state.characters[character]
    rate = find_healing_rate(work.rules.tables, figure)
    healing = [name for name, place in figure.locations.items() if place.state in ("whole", "useless")]
    hurt = [name for name in healing if figure.locations[name].hp < figure.locations[name].max_hp]
    for location in hurt:
        heal(work, character, location, rate, magic=False)
    if not hurt:
        heal(work, character, "", rate, magic=False)
    left = is_hurt(work.state.characters[character])
    work.record(WeekHealed(character=character, heals_at=now + A_WEEK if left else None))


def is_hurt(figure: Figure) -> bool:
    """Return whether rest has anything to heal."""
    if figure.dead or not figure.embodied:
        return False
    usable = (one for one in figure.locations.values() if one.state in ("whole", "useless"))
    return figure.hp < figure.max_hp or any(one.hp < one.max_hp for one in usable)


def set_clock(work: Work, rounds: int) -> None:
    """Let the clock go on by so many rounds; natural healing counts from here where it did not yet."""
    now = work.state.now
    heals = {
        character: now + A_WEEK
        for character, figure in work.state.characters.items()
        if is_hurt(figure) and figure.heals_at is None
    }
    work.record(ClockSet(until=now + rounds, heals=heals))


def run_time(work: Work) -> bool:
    """Let the clock go on to `State.until` outside a melee; return whether it moved."""
    state = work.state
    if state.until is None or state.melee is not None:
        return False
    ending = min((one for one in _list_endings(state) if one < state.until), default=state.until - 1)
    ending = max(ending, state.now)
    work.record(TimePassed(rounds=ending + 1 - state.now, now=ending + 1))
    end_round(work, ending)
    return True


def _list_endings(state: State) -> Iterator[int]:
    """Yield the rounds at whose end something falls due."""
    yield from (one.until for one in state.treatments)
    for figure in state.characters.values():
        if figure.dead:
            continue
        if figure.bleeding or (figure.embodied and figure.max_hp and figure.hp <= 0):
            yield state.now
        if is_blurred(figure):
            yield state.now
        moments = (
            figure.dies_at,
            figure.heals_at,
            find_return(figure),
            figure.wakes if figure.wakes is not None and figure.wakes > state.now else None,
            *(one.until for one in figure.spells),
            *(one.until for one in figure.hindrances),
            *(one.mend_until for one in figure.locations.values()),
        )
        yield from (one - 1 for one in moments if one is not None)

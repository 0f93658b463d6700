"""Camps (陣営) of a confrontation: their relations to the curses, how far these rise, who has won or lost."""

from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work
from tenmatsu.systems.bloodberry.events.confronting import CampStrengthChanged
from tenmatsu.systems.bloodberry.staging import Camp
from tenmatsu.systems.bloodberry.state import State


def camp_of(state: State, character: str) -> str:
    """Return the camp of somebody in the confrontation; empty where they are in none."""
    return next((name for name, camp in state.confronting.items() if character in camp.members), "")


def list_pcs(state: State, camp: Camp) -> tuple[str, ...]:
    """Return the player characters of a camp."""
    people = state.people
    return tuple(one for one in camp.members if one in people and people[one].kind == "pc")


def is_lost(state: State, camp: Camp) -> bool:
    """Return whether every player character of a camp has an ability at 0, or is gone."""
    return not any(state.people[one].can_act for one in list_pcs(state, camp))


def find_most(state: State, rules: Rulebook, camp: Camp) -> int:
    """Return the most that a camp's relations rise to (option `camp_size`)."""
    if rules.options.camp_size == "stays":
        return camp.size
    return sum(state.people[one].can_act for one in list_pcs(state, camp))


def find_strength(state: State, camp: str, curse: str) -> int:
    """Return the strength of the relation of a camp and a curse."""
    found = state.confronting.get(camp)
    return 0 if found is None else found.strengths.get(curse, 0)


def has_won(state: State, rules: Rulebook, camp: Camp) -> bool:
    """Return whether a camp's relation is at its most, to a curse or to each (option `confrontation_won`)."""
    most = find_most(state, rules, camp)
    reached = [camp.strengths.get(curse, 0) >= most for curse in state.confrontation]
    won = all(reached) if rules.options.confrontation_won == "all" else any(reached)
    return won and not is_lost(state, camp)


def set_camp_strength(work: Work, camp: str, curse: str, strength: int) -> int:
    """Set the relation of a camp and a curse, at most to its most, and return it."""
    found = work.state.confronting.get(camp)
    if found is None:
        return 0
    before, most = found.strengths.get(curse, 0), find_most(work.state, work.rules, found)
    now = max(0, min(strength, most))
    if now != before:
        work.record(CampStrengthChanged(camp=camp, curse=curse, change=now - before, now=now, most=most))
    return now

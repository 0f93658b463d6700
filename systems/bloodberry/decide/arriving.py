"""Decide where a camp goes on a flag map: barriers, flags, sub-events, and the time that it takes."""

from typing import Literal

from tenmatsu.systems.bloodberry.commands.mapping import GoTo
from tenmatsu.systems.bloodberry.decide.dealing import hand_of, value_of
from tenmatsu.systems.bloodberry.decide.judging import continue_with, foresee, make_side, start_judge
from tenmatsu.systems.bloodberry.decide.mapcamps import find_map, find_place, find_turn
from tenmatsu.systems.bloodberry.decide.placing import is_established
from tenmatsu.systems.bloodberry.decide.work import Rulebook, Work, refuse
from tenmatsu.systems.bloodberry.events.mapping import (
    BarrierMet,
    FlagRaised,
    MapEnded,
    MapTurnPassed,
    PlaceOpened,
    PlaceReached,
    SubEventDue,
    TurnedAway,
)
from tenmatsu.systems.bloodberry.events.scenes import InterludeBegun
from tenmatsu.systems.bloodberry.judges import Judge
from tenmatsu.systems.bloodberry.staging import FlagMap, Place
from tenmatsu.systems.bloodberry.state import State


def go_to(work: Work, command: GoTo) -> None:
    """Go to an established place; a barrier takes a judge against its highest card."""
    flags, camp = find_turn(work, command.character)
    place = find_place(work, flags, command.place)
    if not is_established(place.pieces.get(camp, ()), place.needs):
        refuse(work, "place_not_established", place=command.place)
    if not place.barrier or camp in place.entered:
        if command.use:
            refuse(work, "no_barrier", place=command.place)
        _arrive(work, camp, command.place)
        return
    number = _highest(place, camp)
    judge = _make_judge(work.rules, place, camp, command)
    work.record(BarrierMet(camp=camp, place=command.place, character=command.character, number=number))
    start_judge(work, judge, command.use)


def _highest(place: Place, camp: str) -> int:
    """Return the highest number among the pieces that a camp established a place with."""
    return max((value_of(card) for card in place.pieces.get(camp, ())), default=0)


def _make_judge(rules: Rulebook, place: Place, camp: str, command: GoTo) -> Judge:
    """Return the judge of a barrier: the number is the place's dice or its achievement (option `barrier`)."""
    first, second = place.barrier[0], place.barrier[-1]
    number = _highest(place, camp)
    if rules.options.barrier == "dice":
        against = make_side("", first, second, {"place_card": number})
    else:
        against = make_side("", first, second, fixed=number)
    return Judge(
        kind="opposed",
        active=make_side(command.character, first, second),
        passive=against,
        purpose="barrier",
        then="barrier",
        data={"camp": camp, "place": command.place},
    )


@foresee(GoTo)
def specify_barrier(state: State, rules: Rulebook, command: GoTo) -> Judge:
    """Return the judge of a barrier as it would start; without one, an empty one."""
    flags = state.map or FlagMap()
    camp, place = flags.camp_of(command.character), flags.places.get(command.place) or Place()
    if not place.barrier or camp in place.entered:
        return Judge(kind="opposed", purpose="barrier")
    return _make_judge(rules, place, camp, command)


@continue_with("barrier")
def _finish_barrier(work: Work, judge: Judge) -> None:
    """Let the camp in, or not; either took its time."""
    camp, place = str(judge.data["camp"]), str(judge.data["place"])
    if work.state.map is None or place not in work.state.map.places:
        return
    if judge.winner == "active":
        work.record(PlaceOpened(place=place, camps=(camp,)))
        _arrive(work, camp, place)
    else:
        work.record(TurnedAway(camp=camp, place=place))
        pass_turn(work, camp)


def _arrive(work: Work, camp: str, name: str) -> None:
    """
    Let a camp come to a place: its next flag is raised, its sub-event comes, its 20 minutes pass.

    An interlude follows only where a flag was raised, and the last flag of an end place ends the map.
    """
    work.record(PlaceReached(camp=camp, place=name))
    place = find_map(work).places[name]
    raised = place.raised < place.flags
    end = raised and place.end and place.raised + 1 == place.flags
    if raised:
        work.record(FlagRaised(place=name, flag=place.raised + 1, camp=camp, end=end))
    extras = place.extras.get(camp, ())
    if extras:
        work.record(SubEventDue(camp=camp, place=name, cards=extras))
    pass_turn(work, camp, last=end)
    if end:
        end_map(work, "flag")
    if raised:
        work.record(InterludeBegun())


def end_map(work: Work, why: Literal["flag", "gm"]) -> None:
    """End the map; what is left in the hands is shown and discarded."""
    flags = find_map(work)
    cards = {camp: hand_of(work.state, camp) for camp in flags.camps}
    work.record(MapEnded(why=why, minutes=flags.minutes, cards=cards))


def pass_turn(work: Work, camp: str, *, last: bool = False) -> None:
    """
    Let a camp's 20 minutes be over.

    The camps spend them at the same time: the clock goes on when the last had its turn, or the map ends.
    Camps of which nobody can act are passed over.
    """
    flags, state = find_map(work), work.state
    count = len(flags.order)
    ahead = [at % count for at in range(flags.at + 1, flags.at + count)]
    at = next((at for at in ahead if _can_act(state, flags.camps[flags.order[at]])), flags.at)
    passed = work.rules.tables.map.minutes if last or at <= flags.at else 0
    work.record(
        MapTurnPassed(
            camp=camp, at=at, passed=passed, minutes=flags.minutes + passed, clock=state.clock + passed
        )
    )


def _can_act(state: State, members: tuple[str, ...]) -> bool:
    return any(state.people[one].can_act for one in members if one in state.people)

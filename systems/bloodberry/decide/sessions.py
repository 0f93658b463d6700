"""Decide where a session of the game begins, comes to its ending, and ends."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.scenes import BeginEnding, BeginSession, EndSession
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES, miss_sessions
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.scenes import EndingBegun, SessionBegun, SessionEnded
from tenmatsu.systems.bloodberry.people import Person


def _begin_ending(work: Work, command: BeginEnding) -> None:
    if work.state.ended:
        refuse(work, "session_over")
    if work.state.ending:
        refuse(work, "ending_begun")
    work.record(EndingBegun())


def _end_session(work: Work, command: EndSession) -> None:
    """
    Roll for those still at 0, and count down the absence of those who missed this session.

    What was rolled just now counts from the next session on.
    """
    state = work.state
    if state.ended:
        refuse(work, "session_over")
    if state.judge is not None:
        refuse(work, "judge_under_way")
    missed = {name: person.absent - 1 for name, person in state.people.items() if person.absent}
    miss_sessions(work)
    work.record(SessionEnded(session=state.session, absent=missed))


def _begin_session(work: Work, command: BeginSession) -> None:
    """Begin the next session: vigour and effects as at the start, losses by option `between_sessions`."""
    state = work.state
    if not state.ended:
        refuse(work, "session_goes_on", session=state.session)
    restored = work.rules.options.between_sessions == "restored"
    whole = {name: _restore(person) for name, person in state.people.items() if restored and person.lost}
    work.record(
        SessionBegun(
            session=state.session + 1,
            vigour=work.rules.tables.making.vigour,
            abilities={name: values for name, values in whole.items() if values},
            absent=tuple(name for name, person in state.people.items() if person.absent),
        )
    )


def _restore(person: Person) -> dict[str, int]:
    """Return the abilities as they were before they lost anything."""
    lost = {ability: person.lost.get(ability, 0) for ability in ABILITIES}
    return {ability: person.ability(ability) + lost[ability] for ability in ABILITIES if lost[ability]}


SESSION_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginEnding: _begin_ending,
    EndSession: _end_session,
    BeginSession: _begin_session,
}

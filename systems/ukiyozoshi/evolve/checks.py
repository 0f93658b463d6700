"""Fold checks (行為判定) and opposed rolls (対抗ロール)."""

from collections.abc import Callable
from typing import Any

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.systems.ukiyozoshi.events import checks as c
from tenmatsu.systems.ukiyozoshi.state import Check, Contest, State

_replace = msgspec.structs.replace


def _side(contest: Contest, check: Check) -> Contest:
    return (
        _replace(contest, active=check) if check.contest == "active" else _replace(contest, resisting=check)
    )


def _asked(state: State, event: c.CheckAsked) -> State:
    return _replace(state, check=event.check)


def _checked(state: State, event: c.Checked) -> State:
    check = event.check
    contest = state.contest
    if contest is not None and check.contest:
        contest = _side(contest, check)
    return _replace(state, check=check if check.choices else None, contest=contest)


def _accepted(state: State, event: c.FailureAccepted) -> State:
    contest, check = state.contest, state.check
    if contest is not None and check is not None and check.contest:
        contest = _side(contest, _replace(check, stand=True, choices=()))
    return _replace(state, check=None, contest=contest)


def _begun(state: State, event: c.ContestBegun | c.ContestTied) -> State:
    return _replace(state, contest=event.contest, check=None)


def _hung(state: State, event: c.ContestHung) -> State:
    return _replace(state, check=event.check)


def _decided(state: State, event: c.ContestDecided) -> State:
    return _replace(state, contest=None, check=None)


CHECK_FOLDS: dict[type[Event], Callable[[State, Any], State]] = {
    c.CheckAsked: _asked,
    c.Checked: _checked,
    c.FailureAccepted: _accepted,
    c.ContestBegun: _begun,
    c.ContestTied: _begun,
    c.ContestHung: _hung,
    c.ContestDecided: _decided,
}

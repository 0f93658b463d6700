"""Decide a recorded command again on the state before it, with the recorded dice."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import command_audience, header_audience
from tenmatsu.engine.deciding import decide
from tenmatsu.engine.decision import Decision, MoreDice, Recorded
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import (
    BranchForked,
    BranchNamed,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    Noted,
    Rolled,
    TimelineAdopted,
)

_OF_THE_ENGINE = (DiceCommitted, NoncesCommitted, EntropyAdded)


class DoesNotFit(Exception):
    """The recorded dice are not those that the command rolls."""


class RecordedDice:
    """Dice of the log: each roll of the decision takes the next recorded one, which must fit."""

    def __init__(self, rolls: Sequence[Rolled]) -> None:
        self._rolls = list(rolls)

    @property
    def left(self) -> int:
        """How many recorded rolls the decision did not ask for."""
        return len(self._rolls)

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Return the next recorded roll."""
        if not self._rolls:
            raise DoesNotFit
        event = self._rolls.pop(0)
        faces = event.faces
        asked = list(sides)
        while more is not None and len(asked) <= len(faces) and (size := more(faces[: len(asked)])):
            asked.append(size)
        if (event.by, event.for_) != (by, for_) or asked != [size for size, _ in event.dice]:
            raise DoesNotFit
        return event


def decide_again(
    folder: Folder,
    state: LineState,
    rules: Rules[Any, Any] | None,
    command: Command,
    commit: Commit,
    recorded: Sequence[Event],
) -> tuple[str | None, Decision[Any, Any, Any] | None]:
    """
    Decide a command of the log again.

    Return the code of what differs (None where nothing does), and the decision where its state can
    be gone on with.
    """
    if isinstance(command, (Fork, Undo, Adopt)):
        return (None if _moves_line(command, recorded) else "audit_outcome_differs"), None
    dice = RecordedDice([event for event in recorded if isinstance(event, Rolled)])
    try:
        decision = decide(folder, state, command, dice, rules)
    except DoesNotFit:
        return "audit_dice_differ", None
    except TenmatsuError:
        return "audit_now_refused", None
    except Exception:  # noqa: BLE001  # a state that somebody bent may break a system in any way
        return "audit_not_decidable", None
    if dice.left:
        return "audit_dice_differ", None
    if not _agrees(decision.recorded, commit, recorded):
        return "audit_outcome_differs", None
    return None, decision


def _agrees(decided: Sequence[Recorded], commit: Commit, recorded: Sequence[Event]) -> bool:
    audiences = [item.audience for item in commit.events]
    ours = [
        (event, audience)
        for event, audience in zip(recorded, audiences, strict=True)
        if not isinstance(event, _OF_THE_ENGINE)
    ]
    if [(one.event, one.audience) for one in decided] != ours:
        return False
    return (commit.header.audience, commit.command.audience) == (
        header_audience(audiences),
        command_audience(audiences),
    )


def _moves_line(command: Fork | Undo | Adopt, recorded: Sequence[Event]) -> bool:
    """Return whether a fork, undo or adoption recorded just what it does."""
    events = [event for event in recorded if not isinstance(event, _OF_THE_ENGINE)]
    kinds = [type(event) for event in events]
    match command:
        case Fork():
            forked, named = (events[0], events[1]) if kinds == [BranchForked, BranchNamed] else (None, None)
            if not isinstance(forked, BranchForked) or not isinstance(named, BranchNamed):
                return False
            said = (forked.at, forked.why, forked.dice, named.name)
            return said == (command.at, "whatif", command.dice, command.name)
        case Undo():
            notes = [Noted] if command.reason else []
            if kinds != [BranchForked, TimelineAdopted, *notes]:
                return False
            noted = Noted(by=command.as_, text=command.reason)
            forked = events[0]
            fits = isinstance(forked, BranchForked) and (forked.at, forked.why) == (command.at, "undo")
            return fits and (not notes or events[2] == noted)
        case Adopt():
            return kinds == [TimelineAdopted]


def read_rules(folder: Folder, state: LineState) -> Rules[Any, Any] | None:
    """Return what a state is decided under, None before the session opens."""
    return folder.rules(state.table) if state.game is not None else None


class RulesCache:
    """Keeps the rules of the last state: they seldom change, and figures take long to read."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._key: tuple[Any, ...] | None = None
        self._rules: Rules[Any, Any] | None = None

    def find(self, state: LineState) -> Rules[Any, Any] | None:
        """Return what a state is decided under."""
        table = state.table
        key = (table.rules_version, table.options, table.tables, state.game is None)
        if key != self._key:
            self._rules = read_rules(self._folder, state)
            self._key = key
        return self._rules


def restate(state: LineState, decision: Decision[Any, Any, Any], commit: Commit) -> LineState:
    """Return the state behind a commit that was decided again: nothing needs to be folded."""
    return msgspec.structs.replace(
        state,
        version=commit.last_version,
        number=commit.number,
        hash=commit.hash,
        table=decision.table,
        game=decision.state,
    )

"""Check that a commit which moves lines recorded just what its command does."""

from collections.abc import Sequence
from typing import TypeGuard

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import command_audience, header_audience
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import EVERYBODY, GM_ONLY, Commit
from tenmatsu.events.table import (
    BranchForked,
    BranchNamed,
    DiceCommitted,
    DisputeOpened,
    DisputeRuled,
    NoncesCommitted,
    Noted,
    TimelineAdopted,
)

Move = Fork | Undo | Adopt | Rule
_MOVES: frozenset[type] = frozenset({Fork, Undo, Adopt})
_DICE = (DiceCommitted, NoncesCommitted)


def moves_line(command: Command) -> TypeGuard[Move]:
    """Return whether a command opens or adopts a line; only rulings that wind back do."""
    return command.__class__ in _MOVES or (isinstance(command, Rule) and command.answer == "wound_back")


def carried_in(commit: Commit, recorded: Sequence[Event]) -> list[Recorded]:
    """Return the disputes and rulings that a commit carried over, each with its audience."""
    pairs = zip(recorded, commit.events, strict=True)
    return [Recorded(event, item.audience) for event, item in pairs if _is_carried(event)]


def _is_carried(event: Event) -> bool:
    return isinstance(event, (DisputeOpened, DisputeRuled)) and event.carried


def fits_move(command: Move, commit: Commit, recorded: Sequence[Event]) -> bool:
    """
    Return whether a fork, undo, adoption or ruling recorded just what it does, for those to see who may.

    Which disputes it had to carry, and who may see a ruling, hangs on the line that it leaves (`Moves`).
    """
    audiences = [item.audience for item in commit.events]
    said = (commit.header.audience, commit.command.audience)
    if said != (header_audience(audiences), command_audience(audiences)):
        return False
    pairs = [
        (event, audience)
        for event, audience in zip(recorded, audiences, strict=True)
        if not isinstance(event, _DICE) and not _is_carried(event)
    ]
    if isinstance(command, Rule):
        return _fits_ruling(command, pairs)
    closed = isinstance(command, Fork) and command.secret
    if any(audience != (GM_ONLY if closed else EVERYBODY) for _, audience in pairs):
        return False
    return _fits(command, commit, [event for event, _ in pairs])


def _fits(command: Fork | Undo | Adopt, commit: Commit, events: Sequence[Event]) -> bool:
    match command, events:
        case Fork(), [BranchForked() as forked, BranchNamed() as named]:
            said = (forked.at, forked.why, forked.dice, forked.audience, named.name)
            closed = GM_ONLY if command.secret else EVERYBODY
            return said == (command.at, "whatif", command.dice, closed, command.name)
        case Undo(), [BranchForked() as forked, TimelineAdopted(), *notes]:
            noted = [Noted(by=command.as_, text=command.reason)] if command.reason else []
            return (forked.at, forked.why) == (command.at, "undo") and notes == noted
        case Adopt(), [TimelineAdopted()]:
            return command.branch == commit.branch
        case _:
            return False


def _fits_ruling(command: Rule, pairs: Sequence[tuple[Event, str]]) -> bool:
    match [event for event, _ in pairs]:
        case [BranchForked() as forked, TimelineAdopted(), DisputeRuled() as ruled, *notes]:
            said = DisputeRuled(dispute=command.dispute, by=command.as_, answer="wound_back")
            noted = [Noted(by=command.as_, text=command.reason)] if command.reason else []
            seen = [audience for _, audience in pairs]
            fits = seen[:2] == [EVERYBODY, EVERYBODY] and len(set(seen[2:])) == 1
            return fits and forked.why == "ruling" and ruled == said and notes == noted
        case _:
            return False

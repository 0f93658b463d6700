"""Decide a recorded command again on the state before it, with the recorded dice."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from tenmatsu.engine.audit.moving import fits_move, moves_line
from tenmatsu.engine.audit.reveals import RecordedVault
from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import command_audience, header_audience
from tenmatsu.engine.deciding import decide
from tenmatsu.engine.decision import Decision, MoreDice, Recorded
from tenmatsu.engine.dice.verify import ENDING
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.rules import Rules
from tenmatsu.engine.table.commands import Adopt, CommitDice, Fork, OpenSession, RenewDice, TableOptions, Undo
from tenmatsu.engine.table.decide import read_options
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import EVERYBODY, Commit
from tenmatsu.events.table import (
    DecidedAgain,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    OptionsChanged,
    Revealed,
    Rolled,
    SessionOpened,
)

_OF_THE_ENGINE: frozenset[type] = frozenset({DiceCommitted, NoncesCommitted, EntropyAdded})
_DEFAULTS = read_options({}, TableOptions, "table")
_HASH = re.compile("[0-9a-f]{64}")
_MAKES_RINGS: frozenset[type] = frozenset({OpenSession, RenewDice})
_BRINGS_NO_LINK = (OpenSession, CommitDice, Fork, Undo, Adopt)


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
        asked = list(sides)
        if more is not None:
            faces = event.faces
            while len(asked) <= len(faces) and (size := more(faces[: len(asked)])):
                asked.append(size)
        if (event.by, event.for_) != (by, for_) or asked != [size for size, _ in event.dice]:
            raise DoesNotFit
        return event


_NO_DICE = RecordedDice(())
_NOTHING_OPENED = RecordedVault(())


def decide_again(
    folder: Folder,
    state: LineState,
    rules: Rules[Any, Any] | None,
    command: Command,
    commit: Commit,
    recorded: Sequence[Event],
    kinds: set[type],
) -> tuple[str | None, Decision[Any, Any, Any] | None]:
    """
    Decide a command of the log again.

    `kinds` are the classes of what was recorded. Return the code of what differs (None where nothing
    does), and the decision where its state can be gone on with.
    """
    if kinds.isdisjoint(_OF_THE_ENGINE):
        if command.__class__ in _MAKES_RINGS:
            return "audit_outcome_differs", None
    elif not _engine_events_fit(command, commit, recorded):
        return "audit_outcome_differs", None
    if moves_line(command):
        return (None if fits_move(command, commit, recorded) else "audit_outcome_differs"), None
    dice = _NO_DICE
    if Rolled in kinds:
        dice = RecordedDice([event for event in recorded if isinstance(event, Rolled)])
    link = find_link(recorded) if EntropyAdded in kinds else None
    vault = RecordedVault(recorded) if Revealed in kinds else _NOTHING_OPENED
    try:
        decision = decide(folder, state, command, dice, rules, link, vault)
    except DoesNotFit:
        return "audit_dice_differ", None
    except TenmatsuError:
        return "audit_now_refused", None
    except Exception:  # noqa: BLE001  # a state that somebody bent may break a system in any way
        return "audit_not_decidable", None
    if dice.left:
        return "audit_dice_differ", None
    if DecidedAgain in kinds and isinstance(recorded[-1], DecidedAgain):
        if not _names_commit(recorded[-1], state.table):
            return "audit_outcome_differs", None
        decision.record(recorded[-1], audience=header_audience([one.audience for one in decision.recorded]))
    if DiceCommitted not in kinds and _is_open_and_same(decision.recorded, commit, recorded):
        return None, decision
    same, exact = _agrees(decision.recorded, commit, recorded)
    if not same:
        return "audit_outcome_differs", None
    return None, decision if exact else None


def _agrees(decided: Sequence[Recorded], commit: Commit, recorded: Sequence[Event]) -> tuple[bool, bool]:
    """Return whether a decision gives what was recorded, and whether it does so to the last option."""
    audiences = [item.audience for item in commit.events]
    if (commit.header.audience, commit.command.audience) != (
        header_audience(audiences),
        command_audience(audiences),
    ):
        return False, False
    ours = [
        (event, audience)
        for event, audience in zip(recorded, audiences, strict=True)
        if not isinstance(event, DiceCommitted)
    ]
    again = [(one.event, one.audience) for one in decided]
    if again == ours:
        return True, True
    if len(again) != len(ours):
        return False, False
    told = [(_as_of_then(ours[at][0], event), audience) for at, (event, audience) in enumerate(again)]
    return told == ours, False


def _is_open_and_same(decided: Sequence[Recorded], commit: Commit, recorded: Sequence[Event]) -> bool:
    """Return whether all is for everybody to see and just as decided; most commits need no more."""
    if commit.header.audience or commit.command.audience or len(decided) != len(recorded):
        return False
    for one, item, event in zip(decided, commit.events, recorded, strict=True):
        if one.audience or item.audience:
            return False
        if one.event is not event and one.event != event:  # a roll is the recorded one itself
            return False
    return True


def _as_of_then(recorded: Event, decided: Event) -> Event:
    """Leave out of table options what the release that recorded them did not have."""
    if not isinstance(recorded, (SessionOpened, OptionsChanged)) or type(decided) is not type(recorded):
        return decided
    known = recorded.table_options
    kept = {
        key: value
        for key, value in decided.table_options.items()
        if key in known or value != _DEFAULTS.get(key)
    }
    return msgspec.structs.replace(decided, table_options=kept)


def _names_commit(again: DecidedAgain, table: TableState) -> bool:
    """Return whether a commit says rightly that it stands for another: on a what-if line, by a hash."""
    return table.forked == "whatif" and not table.adopted and _HASH.fullmatch(again.of) is not None


def _engine_events_fit(command: Command, commit: Commit, recorded: Sequence[Event]) -> bool:
    """Return whether rings, chains and contributions are such as this command brings, for all to see."""
    own = [
        (event, item.audience)
        for event, item in zip(recorded, commit.events, strict=True)
        if event.__class__ in _OF_THE_ENGINE
    ]
    if any(audience != EVERYBODY for _, audience in own):
        return False
    link = find_link(recorded)
    if link is not None and not _brings(command, link, commit):
        return False
    rings = [event for event, _ in own if isinstance(event, DiceCommitted)]
    names = [ring.ring[:1] for ring in rings]
    match command:
        case OpenSession():
            return names == ["o", "h"] and all(ring.why == "opened" for ring in rings)
        case RenewDice():
            given = {(ring.why, ring.keeper) for ring in rings}
            return names == ["o", "h"] and given == {(command.why, command.as_)}
        case Undo() | Adopt() | Rule(answer="wound_back"):
            chains = [event for event, _ in own if isinstance(event, NoncesCommitted)]
            kept = all(ring.why == "carried" or ring.why in ENDING for ring in rings)
            return kept and all(chain.carried for chain in chains)
        case Fork():
            return not own
        case _:
            return all(ring.why == "ahead" for ring in rings)


def find_link(recorded: Sequence[Event]) -> EntropyAdded | None:
    """Return the link that a command brought: it stands in front of all else."""
    first = recorded[0] if recorded else None
    return first if isinstance(first, EntropyAdded) and not first.word else None


def _brings(command: Command, link: EntropyAdded, commit: Commit) -> bool:
    """Return whether a command may bring a link: its own actor's, and everybody sees all of it."""
    hidden = any(item.audience != EVERYBODY for item in commit.events)
    return not hidden and link.by == command.as_ and not isinstance(command, _BRINGS_NO_LINK)


class RulesCache:
    """Keeps the rules of the last state: they seldom change, and figures take long to read."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._key: tuple[Any, ...] | None = None
        self._rules: Rules[Any, Any] | None = None

    def find(self, state: LineState) -> Rules[Any, Any] | None:
        """Return what a state is decided under, None before the session opens."""
        table = state.table
        key = (table.rules_version, table.options, table.tables, state.game is None)
        if key != self._key:
            self._rules = self._folder.rules(table) if state.game is not None else None
            self._key = key
        return self._rules


def restate(state: LineState, decision: Decision[Any, Any, Any], commit: Commit) -> LineState:
    """Return the state behind a commit that was decided again: nothing needs to be folded."""
    return LineState(
        commit.last_version, commit.number, commit.hash, decision.table, decision.state, state.unknown
    )

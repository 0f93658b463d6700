"""What a commit asked, rolled and brought about, as one viewer sees it."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tenmatsu.engine.contract import AnySystem, Verdict
from tenmatsu.engine.differences.parting import Told
from tenmatsu.engine.history import Entry
from tenmatsu.engine.sight import Sight
from tenmatsu.engine.unreadable import UNREADABLE, log_unreadable
from tenmatsu.events.base import Event
from tenmatsu.events.table import (
    BranchForked,
    BranchNamed,
    DecidedAgain,
    DiceCommitted,
    DiceSourceName,
    EntropyAdded,
    Marked,
    Narrated,
    NoncesCommitted,
    Noted,
    Rolled,
    Said,
    SpeechEdited,
    SpeechRetracted,
    TimelineAdopted,
)

_BOOKS = (
    BranchForked,
    BranchNamed,
    DecidedAgain,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    TimelineAdopted,
)
"""Book-keeping: what no two lines have in common, and what changes nothing in the story."""
_TALK = (Marked, Narrated, Noted, Said, SpeechEdited, SpeechRetracted, *_BOOKS)


class RollShown(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that fell, and what a check made of them, where one did."""

    by: str
    for_: str = msgspec.field(name="for")
    """A key of the system's `[rolls]`."""
    dice: tuple[tuple[int, int], ...]
    """(sides, face) in order."""
    source: DiceSourceName
    total: int | None = None
    """What the check came to, the figure's own strength with it."""
    needed: int | None = None
    """The last sum of the dice that succeeds, the least or the most."""
    under: bool = False
    """Whether low sums succeed: the dice may come to `needed` at most."""
    hits_from: int | None = None
    """In a pool, the face from which each die counts one."""
    success: bool | None = None

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces alone."""
        return tuple(face for _, face in self.dice)


class CommitSide(msgspec.Struct, frozen=True, kw_only=True):
    """One commit of a pair."""

    commit: str
    """Its hash, in hex."""
    branch: str
    version: int
    """The viewer's own number of its first entry."""
    actor: str
    command: str
    """The tag of what was asked, empty where the viewer may not see that."""
    fields: dict[str, Any] | None
    """What was asked, by its fields; None where the viewer may not see it, or it was redacted."""
    rolls: tuple[RollShown, ...]
    entries: tuple[Entry, ...]
    of: str = ""
    """The hash of the commit that it stands for, in hex; empty where it stands for itself."""

    @property
    def is_books(self) -> bool:
        """Whether it moves lines (a fork, an undo, an adoption), or only keeps the books of the dice."""
        events = [entry.event for entry in self.entries]
        if any(isinstance(event, BranchForked | TimelineAdopted) for event in events):
            return True
        return all(isinstance(event, _BOOKS) for event in events)

    @property
    def is_talk(self) -> bool:
        """Whether nothing but speech, narration, notes and marks came of it, and changes of these."""
        return all(isinstance(entry.event, _TALK) for entry in self.entries)


def side_of(system: AnySystem, sight: Sight, told: Told) -> CommitSide:
    """Return a commit as a viewer sees it."""
    head = next((entry for entry in told.entries if not entry.sealed), told.entries[0])
    fields = _fields(sight, told) if head.command else None
    return CommitSide(
        commit=told.commit.hash.hex(),
        branch=told.commit.branch,
        version=told.entries[0].version,
        actor=head.actor,
        command=head.command,
        fields=fields,
        rolls=tuple(_rolls(system, told.entries)),
        entries=told.entries,
        of=_stands_for(told.entries),
    )


def outcome_of(side: CommitSide) -> list[object]:
    """Return what came of a commit, book-keeping and the faces of its dice left out."""
    return [_told(entry) for entry in side.entries if not isinstance(entry.event, _BOOKS)]


def _told(entry: Entry) -> object:
    if isinstance(entry.event, Rolled):
        return entry.event.by, entry.event.for_, len(entry.event.dice)
    return entry.sealed, entry.tag, entry.event


def _stands_for(entries: Iterable[Entry]) -> str:
    return next((entry.event.of for entry in entries if isinstance(entry.event, DecidedAgain)), "")


def _fields(sight: Sight, told: Told) -> dict[str, Any] | None:
    item = told.commit.command
    if item.data is None or not sight.sees(item):
        return None
    try:
        fields: dict[str, Any] = msgspec.json.decode(item.data, type=dict[str, Any])
    except UNREADABLE as error:
        raise log_unreadable(told.commit.hash) from error
    return {key: value for key, value in fields.items() if key not in ("type", "as")}


def _rolls(system: AnySystem, entries: Iterable[Entry]) -> Iterator[RollShown]:
    found: list[RollShown] = []
    waiting: list[int] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, Rolled):
            waiting.append(len(found))
            found.append(RollShown(by=event.by, for_=event.for_, dice=event.dice, source=event.source))
        elif isinstance(event, Event) and (verdict := system.verdict(event)) is not None:
            place = _counted(found, waiting, verdict)
            if place is not None:
                waiting.remove(place)
                found[place] = replace(
                    found[place],
                    total=verdict.total,
                    needed=verdict.needed,
                    under=verdict.under,
                    hits_from=verdict.hits_from,
                    success=verdict.success,
                )
    return iter(found)


def _counted(rolls: list[RollShown], waiting: list[int], verdict: Verdict) -> int | None:
    """Return the place of the roll whose faces a check counts: by whom it names, with just these faces."""
    fitting = [place for place in waiting if sorted(rolls[place].faces) == sorted(verdict.faces)]
    own = [place for place in fitting if rolls[place].by == verdict.by]
    return next(iter(own or fitting), None)

"""Write what a viewer may see of a session without hashes: not even hidden commits can be counted."""

from collections.abc import Iterator
from typing import Any, BinaryIO

import msgspec

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries
from tenmatsu.engine.portable.lines import VIEW_FORMAT, Line, write_line
from tenmatsu.engine.seen import state_seen
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import sight_of, visible_branches
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    Revealed,
    Rolled,
    TimelineAdopted,
)

_OF_PROOFS = (DiceCommitted, NoncesCommitted, EntropyAdded)
"""Events that serve proofs alone; when rings are renewed hints at how many hidden rolls there were."""


def export_plain(session: Session, file: BinaryIO, viewer: Viewer = EVERYTHING) -> int:
    """
    Write the lines of a session as a viewer sees them, entry by entry; return the number of lines written.

    It holds no hash, salt, digest or key, so it proves nothing, and cannot be imported.
    """
    if session.view is not None:
        raise UsageError("export_view", viewer=session.view)
    count = 0
    for line in _lines(session, viewer):
        file.write(write_line(line))
        count += 1
    file.write(write_line({"end": {"lines": count}}))
    return count + 1


def _lines(session: Session, viewer: Viewer) -> Iterator[Line]:
    yield {"tenmatsu": VIEW_FORMAT, "session": session.id, "system": session.system.id, "view": viewer.id}
    names = session.store.names(session.id)
    for participant, seat in state_seen(session, viewer).table.seats.items():
        yield {"participant": participant, "role": seat.role, "name": names.get(participant, participant)}
    sight = sight_of(session.store, session.id, viewer)
    shown = visible_branches(session.store, session.id, sight, session.branches)
    for row in shown.values():
        current = row.id == session.current_branch
        line = session.on(row.id)
        yield {
            "branch": row.id,
            "parent": row.parent,
            "name": row.name,
            "current": current,
            "whatif": line.is_whatif,
        }
        for entry in read_entries(line, viewer):
            if entry.branch == row.id and not isinstance(entry.event, _OF_PROOFS):
                yield _entry(entry)


def _entry(entry: Entry) -> Line:
    line: dict[str, Any] = {"entry": entry.version, "branch": entry.branch}
    if entry.sealed:
        return {**line, "sealed": True}
    said = {"at": entry.at, "actor": entry.actor, "type": entry.tag, "event": _event(entry.event)}
    marks = {name: True for name in ("redacted", "edited", "retracted", "revealed") if getattr(entry, name)}
    return {**line, **{key: value for key, value in said.items() if value}, **marks}


def _event(event: Event | Unknown | None) -> Any:
    """Return an event for JSON without what only a proof needs."""
    match event:
        case None:
            return None
        case Unknown():
            return {"type": event.tag}
        case Rolled():
            bare = {"ring": None, "index": None, "key": None, "mix": None, "retry_of": None, "of": None}
            event = msgspec.structs.replace(event, **bare)
        case BranchForked():
            event = msgspec.structs.replace(event, at="")
        case TimelineAdopted():
            event = msgspec.structs.replace(event, head="")
        case Revealed():
            event = msgspec.structs.replace(event, items=())
        case _:
            pass
    return {key: value for key, value in msgspec.to_builtins(event).items() if value not in ("", [], None)}

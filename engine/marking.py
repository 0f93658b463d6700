"""Marks: find what somebody means to mark, and read the marks of a session as a viewer may see them."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tenmatsu.engine.corrections import as_version
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.naming import find_named
from tenmatsu.engine.redacting import as_start
from tenmatsu.engine.seen import state_seen
from tenmatsu.engine.sight import EVERYTHING, Viewer, sight_of, visible_branches
from tenmatsu.engine.store.finding import FoundEvent, find_by_digest, find_on_branches
from tenmatsu.engine.table.annotations import Mark
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import Marking, TableState
from tenmatsu.events.base import Event, event_type
from tenmatsu.events.envelope import EVERYBODY, Commit, Item
from tenmatsu.events.table import Marked

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session
    from tenmatsu.engine.sight import Sight


def name_marked(session: "Session", command: Mark) -> Mark:
    """
    Return the command with the commit or line that it marks written in full, and who may see that.

    A version is one of the asker's own numbers on the line meant; the start of a hash or digest may be
    of any line. Raises `UsageError` where nothing that the asker sees, or more than one thing, is meant.
    """
    gm = session.table.is_gm(command.as_)
    viewer = Viewer(command.as_, is_gm=gm)
    sight = sight_of(session.store, session.id, viewer)
    line = _line_meant(session, command.line, sight) if command.line else session.branch
    if command.what == "":
        return replace(command, line=line, audience=_audience_of_line(session, line))
    version = as_version(command.what)
    if version is None:
        commit = _commit_meant(session, str(command.what), sight)
    else:
        place = session if line == session.branch else session.on(line)
        commit = _commit_at(place, version, EVERYTHING if gm else viewer)
    audience = commit.header.audience if sight.sees(commit.header) else EVERYBODY
    return replace(command, what=commit.hash.hex(), line="", audience=audience)


def _line_meant(session: "Session", text: str, sight: "Sight") -> str:
    return find_named(visible_branches(session.store, session.id, sight, session.branches).values(), text)


def _audience_of_line(session: "Session", line: str) -> str:
    """Return who knows of a line: whoever may see the commit by which it was forked."""
    row = session.branches[line]
    if row.parent is None or row.why != "whatif":
        return EVERYBODY
    return session.store.commit_at(session.id, line, row.fork_number + 1).header.audience


def _commit_at(session: "Session", version: int, viewer: Viewer) -> Commit:
    from tenmatsu.engine.history import read_entries

    entry = next(read_entries(session, viewer, version, version), None) if version else None
    place = session.store.find_commit(session.id, bytes.fromhex(entry.commit)) if entry else None
    if place is None:
        raise UsageError("version_unknown", version=version, last=state_seen(session, viewer).version)
    return session.store.commit_at(session.id, *place)


def _commit_meant(session: "Session", text: str, sight: "Sight") -> Commit:
    """Return the commit with this start of its hash, or of the digest of one of its events."""
    from tenmatsu.engine.history import entries_of

    start = as_start(text)
    known = visible_branches(session.store, session.id, sight, session.branches)
    events = find_by_digest(session.store.database, session.id, start)
    places = {(one.branch, one.number) for one in events if _sees(sight, one)}
    hashes = [digest for digest in session.store.hashes(session.id) if digest.hex().startswith(start)]
    found = [session.store.find_commit(session.id, digest) for digest in hashes]
    places |= {place for place in found if place is not None}
    commits = [session.store.commit_at(session.id, *place) for place in places if place[0] in known]
    commits = [one for one in commits if next(entries_of(session, one, sight), None) is not None]
    if len(commits) != 1:
        raise UsageError("words_ambiguous" if commits else "words_unknown", what=text[:40])
    return commits[0]


def _sees(sight: "Sight", event: FoundEvent) -> bool:
    return sight.sees(Item("event", event.digest, None, event.data, event.audience))


def read_markings(session: "Session", viewer: Viewer = EVERYTHING) -> tuple[Marking, ...]:
    """Return the marks that hold on the session's line; on one left behind, those made at the table too."""
    found = state_seen(session, viewer).table.marks
    if not session.branches[session.branch].is_left:
        return found
    current = session.on(session.current_branch)
    return (*found, *(one for one in state_seen(current, viewer).table.marks if one not in found))


def read_line_marks(session: "Session", viewer: Viewer = EVERYTHING) -> dict[str, list[Marking]]:
    """
    Return the marks on whole lines by line, on whatever line they were made.

    The table's own line is at hand folded, and of two by one person on one line the mark made there stands;
    of the other lines only what they do not share with it is read.
    """
    current = session if session.is_current else session.on(session.current_branch)
    shared = {segment.branch: segment.last_version for segment in current.segments()}
    rests = [
        (row.id, shared.get(row.id, row.fork_version) + 1, row.head_version)
        for row in session.branches.values()
        if row.head_version > shared.get(row.id, row.fork_version)
    ]
    sight = sight_of(session.store, session.id, viewer)
    table = TableState()
    for one in find_on_branches(session.store.database, session.id, rests, event_type(Marked)):
        event = session.folder.decode(one.data) if _sees(sight, one) else None
        if isinstance(event, Event):
            table = evolve_table(table, event)
    stands = {(one.line, one.by): one for one in (*table.marks, *state_seen(current, viewer).table.marks)}
    found: dict[str, list[Marking]] = {}
    for marking in stands.values():
        if marking.line:
            found.setdefault(marking.line, []).append(marking)
    return found

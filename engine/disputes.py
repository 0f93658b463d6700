"""Disputes: find what somebody questions, and wind the table back where the GM rules so."""

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.table.disputes import OpenDispute
from tenmatsu.events.envelope import EVERYBODY, Commit

if TYPE_CHECKING:
    from tenmatsu.engine.history import Entry, Viewer
    from tenmatsu.engine.session import Session

_START = re.compile("[0-9a-f]{8,64}")
"""The start of a digest or hash: eight digits or more."""


def name_disputed(session: "Session", command: OpenDispute) -> OpenDispute:
    """
    Return the command with what it questions written in full, as whoever asks sees it.

    A version is one of their own numbers. Of a sealed entry only its commit can be named. Raises
    `UsageError` where nothing, or more than one thing, is meant.
    """
    from tenmatsu.engine.history import EVERYTHING, Viewer, read_entries

    gm = session.table.is_gm(command.as_)
    viewer = Viewer(command.as_, gm)
    numbers = EVERYTHING if gm else viewer
    text = command.about.strip().lower()
    if text.isdecimal() and len(text) < 8:
        version = int(text)
        entry = next(read_entries(session, numbers, version, version), None) if version else None
        if entry is None:
            raise UsageError("version_unknown", version=version, last=session.version)
        return _about_entry(session, command, entry, viewer)
    if _START.fullmatch(text) is None:
        raise UsageError("dispute_about_unknown", about=command.about[:40])
    found: dict[str, OpenDispute] = {}
    for entry in read_entries(session, numbers):
        if entry.digest.startswith(text):
            named = _about_entry(session, command, entry, viewer)
        elif entry.commit.startswith(text):
            named = _about_commit(session, command, entry.commit, viewer)
        else:
            continue
        found[named.about] = named
    if len(found) != 1:
        code = "dispute_about_ambiguous" if found else "dispute_about_unknown"
        raise UsageError(code, about=command.about[:40])
    return next(iter(found.values()))


def _about_entry(session: "Session", command: OpenDispute, entry: "Entry", viewer: "Viewer") -> OpenDispute:
    from tenmatsu.events.envelope import may_see

    if entry.sealed or not may_see(entry.audience, viewer.id, is_gm=viewer.is_gm):
        return _about_commit(session, command, entry.commit, viewer)
    return replace(command, about=entry.digest, commit=entry.commit, audience=entry.audience)


def _about_commit(session: "Session", command: OpenDispute, commit: str, viewer: "Viewer") -> OpenDispute:
    place = session.store.find_commit(session.id, bytes.fromhex(commit))
    header = session.store.commit_at(session.id, *place).header if place else None
    seen = header is not None and viewer.sees(header)
    audience = header.audience if header is not None and seen else EVERYBODY
    return replace(command, about=commit, commit=commit, audience=audience)


def commit_before(session: "Session", commit: str) -> Commit:
    """
    Return the commit of the session's line behind which a ruling on another one goes on.

    Raises `RuleViolation` where the disputed commit is not on this line, or is the opening.
    """
    place = session.store.find_commit(session.id, bytes.fromhex(commit))
    on_line = place is not None and any(
        segment.branch == place[0] and segment.first_number <= place[1] <= segment.last_number
        for segment in session.segments()
    )
    if place is None or not on_line:
        raise RuleViolation("dispute_left_behind")
    if place[1] == 1:
        raise RuleViolation("nothing_to_undo")
    disputed = session.store.commit_at(session.id, *place)
    before = session.store.find_commit(session.id, disputed.previous)
    if before is None:
        raise RuleViolation("dispute_left_behind")
    return session.store.commit_at(session.id, *before)

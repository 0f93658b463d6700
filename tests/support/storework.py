"""Work for a store, made without a session: commits, lines, what goes with them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tenmatsu.engine.store import Append, BranchRow, SessionRow
from tenmatsu.engine.table.commands import Say
from tenmatsu.events.codec import encode
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit, Header, hash_items, seal
from tenmatsu.events.table import Said

SALT = b"\x07" * 16
PAD = b"\xee" * 16


def first_commit(session: str = "s1") -> Append:
    """Return what opens a session: its row, its first line, its first commit."""
    work = next_commit(None, "open", session=session)
    commit = work.commit
    row = SessionRow(session, "toy", "2026-11-29T20:00:00.000000+09:00", "0", 0)
    line = BranchRow(
        session=session,
        id="0",
        parent=None,
        fork_hash=None,
        fork_number=0,
        fork_version=0,
        why="opened",
        name="",
        head_number=1,
        head_version=commit.last_version,
        head_hash=commit.hash,
    )
    return msgspec.structs.replace(work, session=row, branch=line, names=[("gm", "語り部")])


def next_commit(
    before: Commit | None,
    command_id: str,
    texts: Sequence[str] = ("一",),
    *,
    session: str = "s1",
    branch: str | None = None,
    audience: str = "",
    **more: Any,
) -> Append:
    """Return the commit behind another one, on its line or as the first of a new one."""
    number = before.number + 1 if before else 1
    line = branch or (before.branch if before else "0")
    header = Header(
        session=session,
        branch=line,
        number=number,
        at="2026-11-29T20:00:00.000000+09:00",
        actor="gm",
        command_id=command_id,
    )
    items = [
        seal("header", encode(header), SALT, audience),
        seal("command", encode(Say(as_="gm", text=command_id)), SALT, audience),
        *(seal("event", encode(Said(by="gm", text=text)), SALT, audience) for text in texts),
    ]
    previous = before.hash if before else NO_PREVIOUS
    pad = None if audience else PAD
    commit = Commit(
        session=session,
        branch=line,
        number=number,
        first_version=before.last_version + 1 if before else 1,
        previous=previous,
        hash=hash_items(previous, items, pad),
        pad=pad,
        header=items[0],
        command=items[1],
        events=tuple(items[2:]),
    )
    return Append(commit=commit, header=header, **more)


def forked_line(parent: Commit, commit: Commit, name: str = "x") -> BranchRow:
    """Return the row of a line whose first commit leaves `parent`."""
    return BranchRow(
        session=commit.session,
        id=commit.branch,
        parent=parent.branch,
        fork_hash=parent.hash,
        fork_number=parent.number,
        fork_version=parent.last_version,
        why="whatif",
        name=name,
        head_number=commit.number,
        head_version=commit.last_version,
        head_hash=commit.hash,
    )

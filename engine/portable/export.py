"""Write a session as a portable log."""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import BinaryIO

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import EVERYTHING, Viewer
from tenmatsu.engine.portable.lines import FORMAT, Line, commit_line, write_line
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Sight, sight_of, visible_branches
from tenmatsu.engine.store import BranchRow, Segment
from tenmatsu.events.digests import closed_digest
from tenmatsu.events.envelope import Commit, is_silent


def export_log(
    session: Session,
    file: BinaryIO,
    viewer: Viewer = EVERYTHING,
    progress: Callable[[int], None] | None = None,
    aliases: Mapping[str, str] | None = None,
) -> int:
    """
    Write all lines of a session, whole or as a viewer may see them; return the number of lines written.

    Seeds of dice rings are never in it. With `aliases`, other names by name, it holds none of the names:
    `UsageError` where one stands in the log itself, which cannot be written otherwise. Whoever sees all has
    people's own names in it, a viewer those shown at the table.
    """
    if session.view is not None:
        raise UsageError("export_view", viewer=session.view)
    whole, count, others = sha256(), 0, dict[str, str]()
    heads: dict[str, str] = {}
    for line in _lines(session, viewer, heads, aliases or {}):
        data = write_line(line)
        for name in aliases or {}:
            if name.encode() in data:
                raise UsageError("export_name_inside", name=name, commit=str(line.get("commit", "-"))[:12])
        whole.update(data)
        file.write(data)
        count += 1
        if "commit" not in line:
            others[str(count)] = sha256(data).hexdigest()
        elif progress is not None:
            progress(1)
    end = {
        "lines": count,
        "current": session.current_branch,
        "heads": heads,
        "sha256": whole.hexdigest(),
        "others": others,
    }
    file.write(write_line({"end": end}))
    return count + 1


def _lines(
    session: Session, viewer: Viewer, heads: dict[str, str], aliases: Mapping[str, str]
) -> Iterator[Line]:
    yield {"tenmatsu": FORMAT, "session": session.id, "system": session.system.id, "view": viewer.id}
    names = session.store.names(session.id) | ({} if viewer.id is None else session.table.aliases)
    names = {one: aliases.get(name, name) for one, name in names.items()}
    for participant, seat in session.table.seats.items():
        yield {"participant": participant, "role": seat.role, "name": names.get(participant, participant)}
    sight = sight_of(session.store, session.id, viewer)
    for row in visible_branches(session.store, session.id, sight, session.branches).values():
        yield {
            "branch": row.id,
            "parent": row.parent,
            "fork": row.fork_hash.hex() if row.fork_hash else None,
            "name": row.name,
        }
        for commit in session.store.commits(session.id, _own_segment(row)):
            yield _commit_line(commit, sight)
        heads[row.id] = row.head_hash.hex()


def _own_segment(row: BranchRow) -> list[Segment]:
    first = (row.fork_version + 1, row.head_version, row.fork_number + 1, row.head_number)
    return [Segment(row.id, *first)]


def _commit_line(commit: Commit, sight: Sight) -> Line:
    visible = [sight.sees(item) for item in commit.items()]
    hidden = [item for item, seen in zip(commit.items(), visible, strict=True) if not seen]
    if sight.viewer.id is not None and not hidden and commit.pad is not None:
        # A viewer never learns that nothing is closed: the pad stays behind its digest.
        line = commit_line(commit, visible, sealed=False)
        line.pop("pad")
        line["closed"] = closed_digest([], commit.pad).hex()
        return line
    sealed = any(item.kind == "event" and not is_silent(item.audience) for item in hidden)
    return commit_line(commit, visible, sealed=sealed)

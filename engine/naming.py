"""Names of lines: what can be one, which line a command names, and which line somebody means."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.table.annotations import NameLine

if TYPE_CHECKING:
    from tenmatsu.engine.line import Line
    from tenmatsu.engine.store import BranchRow


def check_name(
    line: "Line", name: str, actor: str, known: Mapping[str, "BranchRow"], branch: str = ""
) -> None:
    """
    Raise `UsageError` where no line can have this name, or another one than `branch` among all has it.

    A line that `actor` does not know of bars no name: the refusal would tell of it.
    """
    unfit = (
        not name.strip()
        or name.isdigit()
        or name.startswith("@")
        or name.splitlines() != [name]
        or "\0" in name
    )
    if not line.table.is_gm(actor):  # the GM knows of all lines: nothing need be read
        sight = sight_of(line.store, line.id, Viewer(actor, is_gm=False))
        known = visible_branches(line.store, line.id, sight, known)
    if unfit or any(row.name == name for row in known.values() if row.id != branch):
        raise UsageError("branch_taken", branch=name)


def name_this(line: "Line", command: NameLine) -> NameLine:
    """Return the command with the line that it names, the one it is asked on; raises as `check_name`."""
    check_name(line, command.name, command.as_, line.store.branches(line.id), line.branch)
    return replace(command, line=line.branch)


def find_named(rows: Iterable["BranchRow"], text: str) -> str:
    """
    Return the id of the line among these that has this id or name.

    Raises `UsageError` listing them where none has, and where several share the name.
    """
    known = list(rows)
    named = [row.id for row in known if row.id == text] or [row.id for row in known if row.name == text]
    if not named:
        names = ", ".join(row.name or row.id for row in known)
        raise UsageError("branch_unknown", branch=text, known=names)
    if len(named) > 1:
        raise UsageError("branch_shared", branch=text, lines=", ".join(named))
    return named[0]

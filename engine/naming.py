"""Names of lines: what can be one, and which line a command names."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.table.annotations import NameLine

if TYPE_CHECKING:
    from tenmatsu.engine.line import Line


def check_name(line: "Line", name: str, branch: str = "") -> None:
    """Raise `UsageError` where no line can have this name, or another one than `branch` has it."""
    unfit = not name.strip() or name.isdigit() or name.startswith("@")
    rows = line.store.branches(line.id).values()
    if unfit or any(row.name == name for row in rows if row.id != branch):
        raise UsageError("branch_taken", branch=name)


def name_this(line: "Line", command: NameLine) -> NameLine:
    """Return the command with the line that it names, the one it is asked on; raises as `check_name`."""
    check_name(line, command.name, line.branch)
    return replace(command, line=line.branch)

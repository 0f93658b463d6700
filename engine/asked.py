"""Read what somebody asks: the command, with what it is about written in full as they see it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.disputes import name_disputed
from tenmatsu.engine.errors import Fault
from tenmatsu.engine.marking import name_marked
from tenmatsu.engine.naming import name_this
from tenmatsu.engine.revealing import name_revealed
from tenmatsu.engine.table.annotations import Mark, NameLine
from tenmatsu.engine.table.disputes import OpenDispute
from tenmatsu.engine.table.secrets import Reveal

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session


def read_asked(session: "Session", command: Command | Mapping[str, Any], actor: str) -> Command:
    """Return a command of plain fields, or a Struct, as asked by `actor`."""
    if isinstance(command, Command):
        if command.__class__ not in session.commands.kinds:
            raise Fault(f"{command.__class__.__name__} is asked by the engine's own calls only")
        fields: dict[str, Any] = {**msgspec.to_builtins(command)}
        fields.pop("as", None)
    else:
        fields = dict(command)
    read = session.commands.read(str(fields.pop("type", "")), fields, actor)
    match read:
        case Reveal():
            return name_revealed(session, read)
        case Mark():
            return name_marked(session, read)
        case NameLine():
            return name_this(session, read)
        case OpenDispute():
            return name_disputed(session, read)
        case _:
            return read

"""Names of squares as people type them: `c4` and full-width letters are `C4`."""

import unicodedata
from typing import Any

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.grid import square
from tenmatsu.systems.ninjaslayer.state import State

FIELDS = ("square", "to", "door", "window")
"""Fields of commands that name a square and nothing else."""
ANYTHING = ("target", "choice")
"""Fields that may name a square."""


def read_squares(state: State, command: Command) -> Command:
    """Return a command whose squares are written as the map has them; what is no square stays as it is."""
    changes: dict[str, Any] = {}
    for name in (*FIELDS, *ANYTHING):
        given = getattr(command, name, None)
        if isinstance(given, str) and not (name in ANYTHING and given in state.characters):
            changes[name] = _read(given)
    path: tuple[str, ...] | None = getattr(command, "path", None)
    if path:
        changes["path"] = tuple(_read(one) for one in path)
    changes = {name: value for name, value in changes.items() if value != getattr(command, name)}
    return msgspec.structs.replace(command, **changes) if changes else command


def _read(given: str) -> str:
    if square(given) is not None:
        return given
    name = unicodedata.normalize("NFKC", given).strip().upper()
    return given if square(name) is None else name

"""What can be asked of the map: laying it, changing it, putting people on it."""

from typing import ClassVar

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.grid import Kind


class LayMap(Command, frozen=True, kw_only=True, tag="ninjaslayer.lay_map"):
    """Lay a map (マップ); nobody stands on it yet."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    rows: tuple[str, ...]
    """From north to south, or one text with line breaks: a letter a square, as `grid.py` says."""
    name: str = ""


class ChangeSquare(Command, frozen=True, kw_only=True, tag="ninjaslayer.change_square"):
    """Change what a square holds."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    square: str
    kind: Kind


class Place(Command, frozen=True, kw_only=True, tag="ninjaslayer.place"):
    """Put somebody on a square, whatever lies between; or take them off the map."""

    gm_only: ClassVar[bool] = True
    character: str
    square: str = ""
    """Left out: off the map."""


class Deploy(Command, frozen=True, kw_only=True, tag="ninjaslayer.deploy"):
    """Take a square when a battle begins (初期配置)."""

    answers: ClassVar[frozenset[str]] = frozenset({"deploy"})
    character: str
    square: str


class OpenDoor(Command, frozen=True, kw_only=True, tag="ninjaslayer.open_door"):
    """Open a neighbouring door; whoever moves through one opens it anyway."""

    character: str
    door: str


class CloseDoor(Command, frozen=True, kw_only=True, tag="ninjaslayer.close_door"):
    """Close a neighbouring door; in a battle doors stay open."""

    character: str
    door: str


class BreakWindow(Command, frozen=True, kw_only=True, tag="ninjaslayer.break_window"):
    """Break a neighbouring window; whoever moves through one breaks it anyway."""

    character: str
    window: str


MAPPING_COMMANDS: tuple[type[Command], ...] = (
    LayMap,
    ChangeSquare,
    Place,
    Deploy,
    OpenDoor,
    CloseDoor,
    BreakWindow,
)

"""What happens to the map."""

from typing import ClassVar

from tenmatsu.events.base import Event
from tenmatsu.systems.ninjaslayer.grid import Kind


class MapLaid(Event, frozen=True, kw_only=True, tag="ninjaslayer.map_laid"):
    """A map was laid; nobody stands on it."""

    rows: tuple[str, ...]
    areas: dict[str, tuple[str, ...]]
    columns: int
    lines: int
    """How many rows."""


class MapNamed(Event, frozen=True, kw_only=True, tag="ninjaslayer.map_named"):
    """The map got a name."""

    redactable: ClassVar[bool] = True
    name: str


class SquareChanged(Event, frozen=True, kw_only=True, tag="ninjaslayer.square_changed"):
    """A square holds something else."""

    square: str
    was: Kind
    kind: Kind


class Placed(Event, frozen=True, kw_only=True, tag="ninjaslayer.placed"):
    """The NM put somebody on a square, or took them off the map."""

    character: str
    square: str
    on: bool


class DeployAsked(Event, frozen=True, kw_only=True, tag="ninjaslayer.deploy_asked"):
    """It is somebody's turn to take a square before the battle."""

    character: str
    squares: tuple[str, ...]


class Deployed(Event, frozen=True, kw_only=True, tag="ninjaslayer.deployed"):
    """Somebody took a square before the battle."""

    character: str
    square: str


class DoorOpened(Event, frozen=True, kw_only=True, tag="ninjaslayer.door_opened"):
    """Somebody opened a door."""

    character: str
    door: str


class DoorClosed(Event, frozen=True, kw_only=True, tag="ninjaslayer.door_closed"):
    """Somebody closed a door."""

    character: str
    door: str


class WindowBroken(Event, frozen=True, kw_only=True, tag="ninjaslayer.window_broken"):
    """Somebody broke a window."""

    character: str
    window: str


MAPPING_EVENTS: tuple[type[Event], ...] = (
    MapLaid,
    MapNamed,
    SquareChanged,
    Placed,
    DeployAsked,
    Deployed,
    DoorOpened,
    DoorClosed,
    WindowBroken,
)

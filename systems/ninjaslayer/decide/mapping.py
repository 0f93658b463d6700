"""Decide the commands of the part `mapping`: the map, its doors and windows, who stands where."""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.mapping import (
    BreakWindow,
    ChangeSquare,
    CloseDoor,
    Deploy,
    LayMap,
    OpenDoor,
    Place,
)
from tenmatsu.systems.ninjaslayer.decide.phases import enter_phase
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ninjaslayer.events.mapping import (
    DeployAsked,
    Deployed,
    DoorClosed,
    DoorOpened,
    MapLaid,
    MapNamed,
    Placed,
    SquareChanged,
    WindowBroken,
)
from tenmatsu.systems.ninjaslayer.grid import (
    STOOD_ON,
    Kind,
    are_squares_adjacent,
    is_free,
    is_on,
    kind_at,
    list_squares,
    who_is_on,
)
from tenmatsu.systems.ninjaslayer.maptext import Fault, read_map
from tenmatsu.systems.ninjaslayer.reach import is_blocked
from tenmatsu.systems.ninjaslayer.state import State


def lay_map(work: Work, command: LayMap) -> None:
    """Lay a map; not in a battle, which stands on the one that lies there."""
    if work.state.battle is not None:
        refuse(work, "map_in_battle")
    read = read_map(command.rows)
    if isinstance(read, Fault):
        refuse(work, read.reason, **read.details)
    work.record(MapLaid(rows=read.rows, areas=read.areas, columns=len(read.rows[0]), lines=len(read.rows)))
    if command.name:
        work.record(MapNamed(name=command.name))


def change_square(work: Work, command: ChangeSquare) -> None:
    """Change a square; nobody may be left standing in a wall."""
    check_square(work, command.square)
    if command.kind not in STOOD_ON:
        check_empty(work, command.square)
    was = kind_at(work.state.map, command.square)
    work.record(SquareChanged(square=command.square, was=was, kind=command.kind))


def place(work: Work, command: Place) -> None:
    """Put somebody on a free square, or take them off the map."""
    figure = find_figure(work, command.character)
    if figure.exploded or figure.removed:
        refuse(work, "place_gone", character=command.character)
    if command.square:
        check_free(work, command.square, command.character)
    work.record(Placed(character=command.character, square=command.square, on=bool(command.square)))


def list_deployable(state: State, character: str) -> tuple[str, ...]:
    """Return the free squares of the own deployment area, else all free floor."""
    figure = state.characters.get(character)
    area = () if figure is None else state.map.areas.get(figure.side, ())
    free = tuple(one for one in area if is_free(state, one))
    return free or tuple(one for one in list_squares(state.map, ("floor",)) if is_free(state, one))


def ask_deployment(work: Work) -> bool:
    """
    Ask the next of `Battle.waiting` for a square; False where nobody waits, or nobody can stand anywhere.

    Those waiting stand in the reverse order of initiative (配置時は逆イニシアチブ).
    """
    battle = work.state.battle
    if battle is None or not battle.waiting:
        return False
    squares = list_deployable(work.state, battle.waiting[0])
    if not squares:
        return False
    work.record(DeployAsked(character=battle.waiting[0], squares=squares))
    return True


def deploy(work: Work, command: Deploy) -> None:
    """Take one of the squares that were offered."""
    choice = work.state.choices[0]
    if command.square not in choice.options:
        refuse(work, "deploy_elsewhere", square=command.square, squares=choice.options)
    check_free(work, command.square, command.character)
    work.record(Deployed(character=command.character, square=command.square))


def open_door(work: Work, command: OpenDoor) -> None:
    """Open a door beside oneself: a locked or blocked one stays closed."""
    kind = reach_out(work, command.character, command.door)
    if kind == "door_locked":
        refuse(work, "way_locked", square=command.door)
    if kind != "door_closed":
        refuse(work, "no_closed_door", square=command.door)
    if is_blocked(work.state, work.state.characters[command.character], command.door):
        refuse(work, "way_blocked", square=command.door)
    work.record(DoorOpened(character=command.character, door=command.door))


def close_door(work: Work, command: CloseDoor) -> None:
    """Close a door beside oneself; not in a battle."""
    if work.state.battle is not None:
        refuse(work, "doors_stay_open")
    kind = reach_out(work, command.character, command.door)
    if kind != "door_open":
        refuse(work, "no_open_door", square=command.door)
    check_empty(work, command.door)
    work.record(DoorClosed(character=command.character, door=command.door))


def break_window(work: Work, command: BreakWindow) -> None:
    """Break a window beside oneself, unless it is blocked."""
    kind = reach_out(work, command.character, command.window)
    if kind != "window":
        refuse(work, "no_window", square=command.window)
    if is_blocked(work.state, work.state.characters[command.character], command.window):
        refuse(work, "way_blocked", square=command.window)
    work.record(WindowBroken(character=command.character, window=command.window))


def reach_out(work: Work, character: str, name: str) -> Kind:
    """Return what a neighbouring square holds, or refuse; in a battle that takes the own movement phase."""
    figure = find_able(work, character)
    check_square(work, name)
    if not figure.on_map:
        refuse(work, "on_no_square", character=character)
    if not are_squares_adjacent(work.state, figure.square, name):
        refuse(work, "square_not_adjacent", character=character, square=name)
    if work.state.battle is not None:
        enter_phase(work, character, "move")
    return kind_at(work.state.map, name)


def check_square(work: Work, name: str) -> None:
    """Refuse what is no square of the map."""
    if not work.state.map.rows:
        refuse(work, "no_map")
    if not is_on(work.state.map, name):
        refuse(work, "no_such_square", square=name)


def check_free(work: Work, name: str, character: str) -> None:
    """Refuse a square where somebody cannot stand."""
    check_square(work, name)
    if kind_at(work.state.map, name) not in STOOD_ON:
        refuse(work, "cannot_stand", square=name, kind=kind_at(work.state.map, name))
    if not is_free(work.state, name, ignoring=character):
        refuse(work, "square_taken", square=name, other=who_is_on(work.state, name))


def check_empty(work: Work, name: str) -> None:
    """Refuse a square where somebody stands."""
    other = who_is_on(work.state, name)
    if other:
        refuse(work, "square_taken", square=name, other=other)


MAPPING_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    LayMap: lay_map,
    ChangeSquare: change_square,
    Place: place,
    Deploy: deploy,
    OpenDoor: open_door,
    CloseDoor: close_door,
    BreakWindow: break_window,
}

"""Where everybody stands: squares of 1 間, or plain distances; reach (間合い) and movement."""

from tenmatsu.systems.ukiyozoshi.commands.combat import Move, Place, SetDistance
from tenmatsu.systems.ukiyozoshi.decide.budget import find_combat, use_move, verify_turn
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.combat import DistanceSet, Moved, Placed
from tenmatsu.systems.ukiyozoshi.state import Figure, State

SQUARE = 2
"""A square in half-ken."""


def name_pair(one: str, other: str) -> str:
    """Return the key of the distance of two characters."""
    return "|".join(sorted((one, other)))


def measure_distance(state: State, one: str, other: str) -> int | None:
    """Return how far two stand from each other, in half-ken; None where nobody has said."""
    here, there = state.characters.get(one), state.characters.get(other)
    if here is None or there is None:
        return None
    squares = _count_squares(here.x, here.y, there.x, there.y)
    if squares is not None:
        return squares * SQUARE
    return None if state.combat is None else state.combat.distances.get(name_pair(one, other))


def _count_squares(x: int | None, y: int | None, to_x: int | None, to_y: int | None) -> int | None:
    """Return the steps between two squares, a diagonal one counting as one."""
    if x is None or y is None or to_x is None or to_y is None:
        return None
    return max(abs(x - to_x), abs(y - to_y))


def is_in_reach(distance: int | None, reach: int, rules: Rulebook) -> bool:
    """Return whether a reach (間合い) covers a distance; an unknown one is left to the table."""
    if distance is None:
        return True
    if distance > reach:
        return False
    return reach < SQUARE or distance >= SQUARE or rules.options.reach == "own"


def place(work: Work, command: Place) -> None:
    """Set somebody on a square."""
    find_figure(work, command.character)
    work.record(Placed(character=command.character, x=command.x, y=command.y))


def set_distance(work: Work, command: SetDistance) -> None:
    """Say how far two stand from each other."""
    find_combat(work)
    find_figure(work, command.character)
    find_figure(work, command.other)
    if command.character == command.other:
        refuse(work, "same_character", character=command.character)
    work.record(
        DistanceSet(
            character=command.character,
            other=command.other,
            pair=name_pair(command.character, command.other),
            half_ken=command.half_ken,
        )
    )


def move(work: Work, command: Move) -> None:
    """Move in one's own turn: to a square, or towards somebody or away (移動)."""
    turn = verify_turn(work, command.character)
    figure = find_able(work, command.character)
    if figure.held_by:
        refuse(work, "held", character=command.character, by=figure.held_by)
    if command.x is not None and command.y is not None:
        way = _find_way(work, command, figure)
        turn = use_move(work, command.character, figure, turn, way)
        work.record(Moved(character=command.character, half_ken=way, x=command.x, y=command.y, turn=turn))
        return
    other = command.toward or command.away_from
    if not other or command.ken is None or (command.toward and command.away_from):
        refuse(work, "where_to")
    find_figure(work, other)
    distance = measure_distance(work.state, command.character, other)
    if distance is None:
        refuse(work, "distance_unknown", character=command.character, other=other)
    if figure.x is not None and find_figure(work, other).x is not None:
        refuse(work, "name_a_square")
    way = command.ken * SQUARE
    turn = use_move(work, command.character, figure, turn, way)
    work.record(
        Moved(
            character=command.character,
            half_ken=way,
            other=other,
            pair=name_pair(command.character, other),
            distance=distance + way if command.away_from else max(0, distance - way),
            turn=turn,
        )
    )


def _find_way(work: Work, command: Move, figure: Figure) -> int:
    squares = _count_squares(figure.x, figure.y, command.x, command.y)
    if squares is None:
        refuse(work, "no_square", character=command.character)
    if squares == 0:
        refuse(work, "where_to")
    return squares * SQUARE

"""Moving: legs, doors on the way, free movement outside battle, the squares of a full move."""

from typing import Any

import pytest
from kit import Play
from ninjas import begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.moving import Move
from tenmatsu.systems.ninjaslayer.events.moving import Moved

ROWS = ("......", ".#D#..", "....F.", "GG....")


def play(*rows: str, square: str = "A1", phase: Any = "start", legs: int = 3, **values: Any) -> Play:
    """Return a ninja in their own hand, a mob at C3."""
    figures: dict[str, Any] = {"rin": make_ninja(square=square, legs=legs), "mob": make_mob(square="C3")}
    return fight(lay_map(begin(**figures), *(rows or ROWS)), "rin", "mob", phase=phase, **values)


def test_a_move_uses_the_action_of_the_movement_phase() -> None:
    table = play().when(Move(character="rin", to="D1"))

    assert table.only(Moved) == Moved(
        character="rin", way="move", path=("B1", "C1", "D1"), square="D1", steps=3
    )
    assert table.state.characters["rin"].square == "D1"
    assert table.state.battle.moved == ("rin",)
    table.when(Move(character="rin", to="C1")).refused("ninjaslayer.moved_already")


def test_doors_on_the_way_are_opened_and_stay_open() -> None:
    table = play("...", "#D#", "...", "...", square="B1").when(Move(character="rin", to="B3"))

    moved = table.only(Moved)
    assert (moved.opened, moved.broken) == (("B2",), ())
    assert table.state.map.rows[1] == "#O#"


def test_a_window_on_the_way_is_broken() -> None:
    table = play("...", "#W#", "..#", square="B1").when(Move(character="rin", to="B3"))

    assert table.only(Moved).broken == ("B2",)
    assert table.state.map.rows[1] == "#B#"


def test_a_way_may_be_said_square_by_square() -> None:
    table = play().when(Move(character="rin", path=("A2", "A3", "B3")))

    assert table.only(Moved).square == "B3"
    play().when(Move(character="rin", path=("A2", "A3"), to="B3")).refused("ninjaslayer.path_ends_elsewhere")


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"to": "B2"}, "way_wall"),
        ({"to": "E3"}, "way_obstacle"),
        ({"to": "A4"}, "way_gap"),
        ({"to": "C3"}, "way_enemy"),
        ({"to": "F1"}, "way_far"),
        ({"to": "A1"}, "way_nowhere"),
        ({"path": ("C1",)}, "way_no_step"),
        ({"path": ("B1", "B2")}, "way_wall"),
        ({"path": ("B1", "C1", "D1", "E1")}, "way_far"),
        ({}, "no_destination"),
        ({"to": "Z9"}, "no_such_square"),
    ],
)
def test_what_cannot_be_reached_is_told(fields: dict[str, Any], code: str) -> None:
    play().when(Move(character="rin", **fields)).refused(f"ninjaslayer.{code}")


def test_a_locked_or_blocked_door_is_told() -> None:
    play(".L.", "...", "...").when(Move(character="rin", to="B1")).refused("ninjaslayer.way_locked")
    figures: dict[str, Any] = {"rin": make_ninja(square="B1"), "boss": make_boss(square="B3")}
    table = fight(lay_map(begin(**figures), "...", "#D#", "..."), "rin", "boss")
    table.when(Move(character="rin", to="B2")).refused("ninjaslayer.way_blocked")


def test_a_door_twice_and_a_square_without_a_way_are_told() -> None:
    table = play(".O.", "...", "...")
    table.when(Move(character="rin", path=("B1", "C1", "B1"))).refused("ninjaslayer.way_door_twice")
    play(".#.", "##.", "...").when(Move(character="rin", to="C1")).refused("ninjaslayer.way_none")


def test_an_ally_is_passed_and_not_ended_on() -> None:
    figures: dict[str, Any] = {"rin": make_ninja(square="A1"), "jin": make_ninja(square="B1")}
    table = fight(lay_map(begin(**figures), "..."), "rin", "jin")

    table.when(Move(character="rin", to="B1")).refused("ninjaslayer.way_taken")
    assert table.when(Move(character="rin", to="C1")).only(Moved).steps == 2


def test_twenty_squares_are_the_most() -> None:
    table = play("." * 30, "." * 30, "." * 30, legs=25)

    table.when(Move(character="rin", to="V1")).refused("ninjaslayer.way_far")
    assert table.when(Move(character="rin", to="U1")).only(Moved).steps == 20


def test_outside_battle_movement_is_free() -> None:
    table = lay_map(begin(rin=make_ninja(square="A1")), "." * 40)

    moved = table.when(Move(character="rin", to="AN1")).only(Moved)
    assert (moved.way, moved.square, moved.steps, len(moved.path)) == ("free", "AN1", 39, 39)


def test_outside_battle_a_gap_still_takes_a_judgement() -> None:
    table = lay_map(begin(rin=make_ninja(square="A1")), ".G.")

    table.when(Move(character="rin", to="C1")).refused("ninjaslayer.way_none")


def test_somebody_unconscious_does_not_move() -> None:
    table = lay_map(begin(rin=make_ninja(square="A1", unconscious=True)), "...")

    table.when(Move(character="rin", to="B1")).refused("ninjaslayer.cannot_act")


def test_the_squares_of_a_full_move_are_gone_once() -> None:
    table = play(phase="attack", extra={"rin": 2}, acted=("rin",))

    table.when(Move(character="rin", to="D1")).refused("ninjaslayer.way_far")
    assert table.when(Move(character="rin", to="C1")).only(Moved).way == "full"
    assert table.state.battle.extra == {}
    table.when(Move(character="rin", to="D1")).refused("ninjaslayer.phase_over")


def test_whoever_is_focused_has_no_movement_phase() -> None:
    table = play()
    figure = make_ninja(square="A1", focused=True)
    table = change(table, characters={**table.state.characters, "rin": figure})

    table.when(Move(character="rin", to="B1")).refused("ninjaslayer.focused_stays")


def test_without_a_map_a_move_names_no_square() -> None:
    table = fight(begin(rin=make_ninja(), mob=make_mob()), "rin", "mob")

    table.when(Move(character="rin", to="B1")).refused("ninjaslayer.no_map")
    assert table.when(Move(character="rin")).only(Moved) == Moved(
        character="rin", way="move", path=(), square="", steps=0
    )


def test_whoever_stands_on_no_square_moves_nowhere() -> None:
    play(square="").when(Move(character="rin", to="B1")).refused("ninjaslayer.on_no_square")

"""Laying a map, changing it, its doors and windows, and who is put where."""

from typing import Any

import pytest
from kit import Play, work_on
from ninjas import alter, begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.language import LANGUAGES
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.battle import BeginBattle
from tenmatsu.systems.ninjaslayer.commands.mapping import (
    BreakWindow,
    ChangeSquare,
    CloseDoor,
    Deploy,
    LayMap,
    OpenDoor,
    Place,
)
from tenmatsu.systems.ninjaslayer.decide.mapping import ask_deployment, list_deployable
from tenmatsu.systems.ninjaslayer.events.battle import PhaseEntered
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
from tenmatsu.systems.ninjaslayer.state import Body, Map


def play(**figures: Any) -> Play:
    """Return a ninja beside a door, a window and a wall."""
    figures.setdefault("rin", make_ninja(square="B2"))
    return lay_map(begin(**figures), "#D#L", "W..O", "##B#")


def test_a_map_is_laid_with_its_areas_and_its_name() -> None:
    table = begin().when(LayMap(rows=("P.E\n#D#",), name="倉庫"))

    table.then(
        MapLaid(rows=("...", "#D#"), areas={"players": ("A1",), "foes": ("C1",)}, columns=3, lines=2),
        MapNamed(name="倉庫"),
    )
    areas: dict[str, tuple[str, ...]] = {"players": ("A1",), "foes": ("C1",)}
    assert table.state.map == Map(name="倉庫", rows=("...", "#D#"), areas=areas)


def test_on_a_new_map_nobody_stands_and_nothing_lies() -> None:
    table = change(play(), bodies={"box": Body(square="B2", cash=3)})
    table.when(LayMap(rows=("...",)))

    assert table.state.characters["rin"].square == ""
    assert table.state.bodies["box"] == Body(square="", cash=3)
    assert table.state.map.name == ""


@pytest.mark.parametrize(
    "rows, code, told",
    [
        ((), "map_empty", "行がありません"),
        (("...", ".?."), "map_letter", "2行2文字目の「?」"),
        (("...", "..."[:2]), "map_uneven", "2行3文字目"),
        (("." * 100,), "map_large", "横100×縦1マス"),
        (("##", "##"), "map_without_floor", "床（.）"),
    ],
)
def test_a_map_that_is_none_is_told_in_one_sentence(rows: tuple[str, ...], code: str, told: str) -> None:
    table = begin().when(LayMap(rows=rows)).refused(f"ninjaslayer.{code}")

    assert table.refusal is not None
    assert told in table.refusal.say("ja")
    assert "{" not in table.refusal.say("en")


def test_no_map_is_laid_in_a_battle() -> None:
    fight(play()).when(LayMap(rows=("...",))).refused("ninjaslayer.map_in_battle")


def test_the_nm_changes_a_square() -> None:
    table = play().when(ChangeSquare(square="A1", kind="gap"))

    table.then(SquareChanged(square="A1", was="wall", kind="gap"))
    assert table.state.map.rows[0] == "GD#L"


def test_nobody_is_walled_in() -> None:
    play().when(ChangeSquare(square="B2", kind="wall")).refused("ninjaslayer.square_taken")
    play().when(ChangeSquare(square="E9", kind="wall")).refused("ninjaslayer.no_such_square")
    begin().when(ChangeSquare(square="A1", kind="wall")).refused("ninjaslayer.no_map")
    assert play().when(ChangeSquare(square="B2", kind="door_open")).refusal is None


def test_the_nm_puts_somebody_on_a_free_square_and_off_the_map() -> None:
    table = play(mob=make_mob()).when(Place(character="mob", square="C2"))

    table.then(Placed(character="mob", square="C2", on=True))
    assert table.state.characters["mob"].square == "C2"
    table.when(Place(character="mob")).then(Placed(character="mob", square="", on=False))
    assert table.state.characters["mob"].square == ""


@pytest.mark.parametrize(
    "square, code",
    [
        ("B2", "square_taken"),
        ("A1", "cannot_stand"),
        ("B1", "cannot_stand"),
        ("A2", "cannot_stand"),
        ("Z9", "no_such_square"),
    ],
)
def test_nobody_is_put_on_a_wall_or_on_another(square: str, code: str) -> None:
    play(mob=make_mob()).when(Place(character="mob", square=square)).refused(f"ninjaslayer.{code}")


def test_whoever_is_out_of_the_game_is_put_nowhere() -> None:
    table = play(mob=make_mob(removed=True))

    table.when(Place(character="mob", square="C2")).refused("ninjaslayer.place_gone")


def test_a_door_is_opened_and_closed_by_a_neighbour() -> None:
    table = play().when(OpenDoor(character="rin", door="B1"))

    table.then(DoorOpened(character="rin", door="B1"))
    assert table.state.map.rows[0] == "#O#L"
    table.when(CloseDoor(character="rin", door="B1")).then(DoorClosed(character="rin", door="B1"))
    assert table.state.map.rows[0] == "#D#L"


def test_a_window_is_broken_by_a_neighbour() -> None:
    table = play().when(BreakWindow(character="rin", window="A2"))

    table.then(WindowBroken(character="rin", window="A2"))
    assert table.state.map.rows[1] == "B..O"
    table.when(BreakWindow(character="rin", window="A2")).refused("ninjaslayer.no_window")


def test_doors_that_cannot_be_opened_or_closed() -> None:
    table = alter(play(), "rin", square="C2")

    table.when(OpenDoor(character="rin", door="D1")).refused("ninjaslayer.way_locked")
    table.when(OpenDoor(character="rin", door="D2")).refused("ninjaslayer.no_closed_door")
    table.when(CloseDoor(character="rin", door="B1")).refused("ninjaslayer.no_open_door")
    table.when(OpenDoor(character="rin", door="A2")).refused("ninjaslayer.square_not_adjacent")
    alter(table, "rin", square="").when(OpenDoor(character="rin", door="B1")).refused(
        "ninjaslayer.on_no_square"
    )


def test_no_door_is_closed_on_somebody() -> None:
    table = play(rin=make_ninja(square="C2"), mob=make_mob(square="D2"))

    table.when(CloseDoor(character="rin", door="D2")).refused("ninjaslayer.square_taken")


def test_in_a_battle_a_door_is_opened_in_the_own_movement_phase_and_stays_open() -> None:
    table = fight(play(rin=make_ninja(square="C2"), mob=make_mob()), "rin", "mob")
    table.when(OpenDoor(character="rin", door="B1"))

    table.then(PhaseEntered(character="rin", phase="move"), DoorOpened(character="rin", door="B1"))
    table.when(CloseDoor(character="rin", door="D2")).refused("ninjaslayer.doors_stay_open")


def test_a_boss_keeps_a_door_and_a_window_shut() -> None:
    table = lay_map(
        begin(rin=make_ninja(square="B2"), boss=make_boss(square="B4")), "...", "...", "#D#", "..."
    )
    table.when(OpenDoor(character="rin", door="B3")).refused("ninjaslayer.way_blocked")
    glass = lay_map(
        begin(rin=make_ninja(square="B2"), boss=make_boss(square="B4")), "...", "...", "#W#", "..."
    )
    glass.when(BreakWindow(character="rin", window="B3")).refused("ninjaslayer.way_blocked")


def deploying() -> Play:
    """Return a battle that begins without positions: the mob is slower than the ninja."""
    table = begin(rin=make_ninja(), mob=make_mob())
    table = change(table, map=Map(rows=("...", "..."), areas={"players": ("A1", "A2"), "foes": ("C1",)}))
    return fight(table, "rin", "mob", turn=0, stage="deploying", waiting=("mob", "rin"))


def ask(table: Play) -> bool:
    """Let the next who waits be asked."""
    work = work_on(table)
    asked = ask_deployment(work)
    table.given_state(work.state)
    return asked


def test_people_are_deployed_one_after_the_other_in_their_area() -> None:
    table = deploying()

    assert ask(table)
    table.asks("deploy", "mob", "C1")
    table.given_state(table.state).when(Deploy(character="mob", square="A1")).refused(
        "ninjaslayer.deploy_elsewhere"
    )
    table.when(Deploy(character="mob", square="C1"))
    assert table.events[0] == Deployed(character="mob", square="C1")
    assert table.state.characters["mob"].square == "C1"
    assert table.state.battle.waiting == ("rin",)


def test_a_battle_without_positions_begins_with_the_slowest() -> None:
    figures: dict[str, Any] = {"rin": make_ninja(), "mob": make_mob(), "jin": make_ninja(square="B1")}
    table = change(begin(**figures), map=deploying().state.map)

    table.when(BeginBattle()).asks("deploy", "mob", "C1")
    table.when(Deploy(character="mob", square="C1")).asks("deploy", "rin", "A1", "A2")
    table.when(Deploy(character="rin", square="A2")).settled()
    assert table.state.battle.stage == "hands"
    assert [figure.square for figure in table.state.characters.values()] == ["A2", "C1", "B1"]


def test_a_full_area_leaves_all_free_floor() -> None:
    table = alter(deploying(), "mob", square="C1")

    assert list_deployable(table.state, "rin") == ("A1", "A2")
    assert list_deployable(table.state, "mob") == ("A1", "B1", "A2", "B2", "C2")


def test_nobody_is_asked_where_nobody_waits_or_there_is_no_map() -> None:
    assert not ask(change(deploying(), map=Map()))
    assert not ask(begin(rin=make_ninja()))
    assert not ask(fight(begin(rin=make_ninja())))


def test_that_somebody_is_asked_is_book_keeping() -> None:
    words = SYSTEM.words()

    assert words.is_hidden("ninjaslayer.deploy_asked")
    for lang in LANGUAGES:
        assert words.event(
            "ninjaslayer.deploy_asked", DeployAsked(character="rin", squares=("A1",)), lang, {}
        )

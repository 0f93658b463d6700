"""Cartwheels (連続側転): the judgement, what it gains and costs, blocked doors, leaps outside battle."""

from typing import Any, Literal

import pytest
from kit import Play, d6
from ninjas import begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.judging import UseSixthSense
from tenmatsu.systems.ninjaslayer.commands.moving import CallLeap, Cartwheel, Land, Leap, Move
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.events.moving import Cartwheeled, LeapAsked, Leapt, Moved

GOOD, BAD = d6(4, 1, 1, 1), d6(3, 1, 1, 1)


def play(*rows: str, others: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a ninja with ワザマエ 4 and 脚力 3 in their own hand, a mob far away."""
    values.setdefault("square", "A1")
    figures: dict[str, Any] = {"rin": make_ninja(**values), **(others or {"mob": make_mob(square="H4")})}
    return fight(lay_map(begin(**figures), *(rows or ["........"] * 4)), "rin", *(others or ("mob",)))


def test_success_gains_dodge_dice_at_once_and_goes_twice_as_far() -> None:
    table = play().when(Cartwheel(character="rin", to="G4"), GOOD)

    assert table.only(Judged).difficulty == "normal"
    assert table.only(Cartwheeled) == Cartwheeled(
        character="rin", success=True, gained=2, dodge_dice=8, hampered=1, squares=6
    )
    moved = table.only(Moved)
    assert (moved.way, moved.square, moved.steps) == ("cartwheel", "G4", 6)
    figure = table.state.characters["rin"]
    assert (figure.square, figure.dodge_dice, figure.hampered) == ("G4", 8, 1)
    assert not figure.off_balance
    table.settled()


def test_failure_leaves_them_there_off_balance_and_hampered() -> None:
    table = play().when(Cartwheel(character="rin", to="G4"), BAD)

    assert table.only(Cartwheeled) == Cartwheeled(
        character="rin", success=False, gained=0, dodge_dice=6, hampered=1, squares=0
    )
    figure = table.state.characters["rin"]
    assert (figure.square, figure.dodge_dice, figure.hampered) == ("A1", 6, 1)
    assert figure.off_balance
    assert table.all(Moved) == []
    table.when(Move(character="rin", to="B1")).refused("ninjaslayer.moved_already")


def test_where_it_ends_may_be_said_when_it_has_succeeded() -> None:
    table = play("...", square="B1", legs=1, others={"mob": make_mob()}).when(
        Cartwheel(character="rin"), GOOD
    )

    table.asks("cartwheel_to", "rin", "C1", "A1")
    table.when(Land(character="rin", to="B1")).refused("ninjaslayer.way_nowhere")
    table.when(Land(character="rin", to="A1"))
    assert table.only(Moved).square == "A1"
    table.settled()


def test_a_way_may_be_said_square_by_square_before_or_after_the_dice() -> None:
    before = play().when(Cartwheel(character="rin", path=("B2", "C1")), GOOD)
    assert before.only(Moved).path == ("B2", "C1")
    after = (
        play().when(Cartwheel(character="rin"), GOOD).when(Land(character="rin", to="C3", path=("B2", "C3")))
    )
    assert after.only(Moved).path == ("B2", "C3")
    play().when(Cartwheel(character="rin", path=("B2", "A1"))).refused("ninjaslayer.way_taken")


def test_what_no_cartwheel_reaches_is_refused_before_the_dice() -> None:
    play().when(Cartwheel(character="rin", to="H1")).refused("ninjaslayer.way_far")
    play("..#", "...").when(Cartwheel(character="rin", to="C1")).refused("ninjaslayer.way_wall")


def test_enemies_obstacles_and_gaps_are_passed() -> None:
    table = play(".F.G.", others={"mob": make_mob(square="C1")}).when(
        Cartwheel(character="rin", to="E1"), GOOD
    )

    assert table.only(Moved).path == ("B1", "C1", "D1", "E1")


def test_with_no_square_to_end_on_nobody_is_asked() -> None:
    table = play(".#.", "###").when(Cartwheel(character="rin"), GOOD)

    assert table.only(Cartwheeled).where == ()
    table.settled()


def test_without_a_map_it_is_rolled_all_the_same() -> None:
    table = fight(begin(rin=make_ninja(), mob=make_mob()), "rin", "mob")
    table.when(Cartwheel(character="rin"), GOOD)

    assert table.only(Cartwheeled).dodge_dice == 8
    table.settled()


@pytest.mark.parametrize(
    "values, place",
    [
        ({}, 2),
        ({"wielded": "katana"}, 3),
        ({"shaken": 1}, 3),
        ({"wielded": "katana", "shaken": 2}, 5),
        ({"untreated": ("arms",)}, 3),
        ({"hampered": 2}, 2),
    ],
)
def test_weapon_fright_and_injuries_make_it_harder(values: dict[str, Any], place: int) -> None:
    table = play(**values).when(Cartwheel(character="rin"), BAD)

    assert table.only(Judged).place == place


def test_quick_dice_and_bonus_dice_are_rolled_with_it() -> None:
    table = play(bonuses={"cartwheel": 1}).when(Cartwheel(character="rin", quick=1), d6(1, 1, 1, 1, 1, 5))

    assert table.only(Cartwheeled).success
    assert table.state.characters["rin"].quick_dice == 4


@pytest.mark.parametrize("choice, faces, success", [("reroll", GOOD, True), ("keep", [], False)])
def test_a_sixth_sense_rolls_it_again_before_anything_follows(
    choice: Literal["reroll", "keep"], faces: list[tuple[int, int]], success: bool
) -> None:
    table = play(neuron=13).when(Cartwheel(character="rin", path=("B2", "C3")), BAD)

    table.asks("sixth_sense", "rin", "reroll", "keep")
    assert table.all(Cartwheeled) == []
    table.when(UseSixthSense(character="rin", choice=choice), faces)
    assert table.only(Cartwheeled).success == success
    assert table.state.characters["rin"].square == ("C3" if success else "A1")
    assert table.state.characters["rin"].hampered == 1


DOOR = ("...", "#D#", "...")
GLASS = ("...", "#W#", "...")


@pytest.mark.parametrize(
    "rows, faces, door, window, passes",
    [
        (DOOR, (6, 6, 1, 1), True, False, True),
        (DOOR, (6, 5, 5, 5), False, False, False),
        (DOOR, (6, 6, 6, 1), True, True, True),
        (GLASS, (6, 6, 5, 5), True, False, False),
        (GLASS, (6, 6, 6, 1), True, True, True),
    ],
)
def test_sixes_pass_what_a_boss_blocks(
    rows: tuple[str, ...], faces: tuple[int, ...], door: bool, window: bool, passes: bool
) -> None:
    table = play(*rows, square="B1", others={"boss": make_boss(square="B3")})
    table.when(Cartwheel(character="rin", to="A3"), d6(*faces))

    wheel = table.only(Cartwheeled)
    assert (wheel.door, wheel.window) == (door, window)
    if passes:
        assert table.only(Moved).square == "A3"
    else:
        table.asks("cartwheel_to", "rin", *wheel.where)
        assert "A3" not in wheel.where
        table.when(Land(character="rin", to="A3")).refused("ninjaslayer.way_none")


def test_a_way_said_through_a_blocked_door_is_asked_again_without_the_sixes() -> None:
    table = play(*DOOR, square="B1", others={"boss": make_boss(square="B3")})
    table.when(Cartwheel(character="rin", path=("B2", "A3")), d6(6, 4, 4, 4))

    assert table.all(Moved) == []
    assert table.pending[0].kind == "cartwheel_to"


def test_a_failure_with_sixes_passes_nothing() -> None:
    table = play(*DOOR, square="B1", wielded="katana", shaken=3, others={"boss": make_boss(square="B3")})
    table.when(Cartwheel(character="rin", to="A3"), d6(6, 6, 1, 1))

    wheel = table.only(Cartwheeled)
    assert (wheel.success, wheel.door, wheel.window) == (False, False, False)


def test_a_ninja_that_is_a_mob_gains_no_dodge_dice() -> None:
    table = play(kind="mob", dodge_dice=0).when(Cartwheel(character="rin", to="B2"), GOOD)

    assert table.only(Cartwheeled).gained == 0


def test_only_ninja_turn_cartwheels_and_only_in_their_hand() -> None:
    play(ninja=False).when(Cartwheel(character="rin")).refused("ninjaslayer.no_ninja_no_cartwheel")
    table = play(others={"boss": make_boss(square="C1")})
    table.when(Cartwheel(character="boss")).refused("ninjaslayer.not_their_hand")
    lay_map(begin(rin=make_ninja(square="A1")), "..").when(Cartwheel(character="rin")).refused(
        "ninjaslayer.cartwheel_outside_battle"
    )


def leaping(**call: Any) -> Play:
    """Return a ninja before a gap whom the NM asks for a leap."""
    table = lay_map(begin(rin=make_ninja(square="A1")), ".GG.....")
    return table.when(CallLeap(character="rin", **{"to": "D1", **call}))


def test_the_nm_asks_for_a_leap_over_a_gap() -> None:
    table = leaping(difficulty="hard")

    table.then(LeapAsked(character="rin", to="D1", difficulty="hard")).asks("leap", "rin", "leap", "stay")
    table.when(Leap(character="rin", choice="leap"), d6(5, 1, 1, 1))
    assert table.only(Judged).difficulty == "hard"
    assert table.only(Leapt) == Leapt(character="rin", result="success", to="D1")
    assert table.only(Moved) == Moved(
        character="rin", way="leap", path=("B1", "C1", "D1"), square="D1", steps=3
    )
    figure = table.state.characters["rin"]
    assert (figure.dodge_dice, figure.hampered) == (6, 0)
    table.settled()


def test_a_failed_leap_is_the_nms_to_settle() -> None:
    table = leaping().when(Leap(character="rin", choice="leap", quick=1), d6(3, 1, 1, 1, 1))

    assert table.only(Leapt).result == "failure"
    assert table.state.characters["rin"].square == "A1"
    assert not table.state.characters["rin"].off_balance
    table.settled()


def test_a_leap_may_be_left() -> None:
    table = leaping()

    table.when(Leap(character="rin", choice="stay", quick=1)).refused("ninjaslayer.quick_for_nothing")
    table.when(Leap(character="rin", choice="stay")).then(Leapt(character="rin", result="stayed", to="D1"))
    table.settled()


def test_twice_the_legs_are_as_far_as_a_leap_leads() -> None:
    assert leaping(to="G1").refusal is None
    leaping(to="H1").refused("ninjaslayer.way_far")
    leaping(to="B1").refused("ninjaslayer.way_gap")
    leaping(difficulty="simple").refused("ninjaslayer.no_such_difficulty")


def test_a_leap_without_a_map_leads_where_the_nm_says() -> None:
    table = begin(rin=make_ninja()).when(CallLeap(character="rin"))
    table.when(Leap(character="rin", choice="leap"), GOOD)

    assert table.only(Leapt) == Leapt(character="rin", result="success", to="")
    begin(rin=make_ninja()).when(CallLeap(character="rin", to="B1")).refused("ninjaslayer.no_map")
    lay_map(begin(rin=make_ninja()), "..").when(CallLeap(character="rin", to="B1")).refused(
        "ninjaslayer.on_no_square"
    )


def test_in_a_battle_there_are_cartwheels_and_no_leaps() -> None:
    play().when(CallLeap(character="rin", to="B1")).refused("ninjaslayer.leap_in_battle")

"""The table of entries: squares, rerolls, what the NM chooses, the fright."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.battle import EndTurn, EndTurnPhase
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel
from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, JudgeWasshoi, PlaceSlayer
from tenmatsu.systems.ninjaslayer.entries import find_ways
from tenmatsu.systems.ninjaslayer.events.battle import TurnBegun
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.events.wasshoi import (
    EntryAsked,
    EntryChosen,
    EntryRolled,
    EntrySquareAsked,
    SlayerEntered,
)
from tenmatsu.systems.ninjaslayer.grid import kind_at
from tenmatsu.systems.ninjaslayer.reach import is_blocked

CAME = (1, 1)
HALL = ("#######", "#.....#", "#.....#", "#.....#", "#.....#", "#.....#", "#######")
"""One room, B2 to F6: no door, window, box or obstacle."""


def stage(*rows: str, **figures: Any) -> Play:
    """Return a battle on a map; the wanted ninja `a` has DKK 12."""
    people: dict[str, Any] = {"a": make_ninja(dkk=12, square="B2"), **figures}
    play = lay_map(begin(**people), *rows)
    return fight(play, *play.state.characters)


def come(play: Play, *faces: int) -> Play:
    """Let the judgement succeed, and the table of entries fall so."""
    return play.when(JudgeWasshoi(), d6(*CAME, *faces))


def options(play: Play) -> set[str]:
    (asked,) = play.pending
    assert (asked.kind, asked.whom, asked.command) == ("entry_square", "@gm", "ninjaslayer.place_slayer")
    return set(asked.options)


# ---- squares ----


def test_1_is_any_free_square_3_or_4_away() -> None:
    play = come(stage(*HALL, m=make_mob(square="E2")), 1)
    assert options(play) == {"E3", "E4", "E5", "B5", "C5", "D5", *(f"F{n}" for n in range(2, 7))} | {
        "B6",
        "C6",
        "D6",
        "E6",
    }
    play.when(PlaceSlayer(choice="F6"))
    entered = play.only(SlayerEntered)
    assert (entered.square, entered.target, entered.fright) == ("F6", "a", 0)
    assert play.state.characters["slayer"].square == "F6"


def test_2_is_beside_a_door_of_the_room_which_is_kicked_in() -> None:
    play = come(stage(m=make_mob(square="J3")), 2)
    assert play.settled().only(SlayerEntered).square == "F2"
    assert play.only(SlayerEntered).opened == "G2"
    assert kind_at(play.state.map, "G2") == "door_open"


def test_2_does_not_care_for_a_lock_and_a_door_that_is_taken_is_entered_from_a_slant() -> None:
    play = come(stage("#####", "#...#", "#...L", "#...#", "#####", m=make_mob(square="D3")), 2)
    assert options(play) == {"D2", "D4"}
    play.when(PlaceSlayer(choice="D4"))
    assert play.only(SlayerEntered).opened == "E3"


def test_3_is_beside_a_window_which_he_blocks_from_then_on() -> None:
    play = come(stage(m=make_mob(square="J3")), 3)
    assert play.only(SlayerEntered).square == "F4"
    assert play.only(SlayerEntered).broken == "G4"
    assert kind_at(play.state.map, "G4") == "window_broken"
    assert is_blocked(play.state, play.state.characters["a"], "G4")


def test_4_is_any_free_square_2_away_and_frightens() -> None:
    play = come(stage(*HALL, m=make_mob(square="D2")), 4)
    assert options(play) == {"D3", "D4", "B4", "C4"}
    play.when(PlaceSlayer(choice="C4"))
    assert (play.only(SlayerEntered).fright, play.only(SlayerEntered).shaken) == (1, ("a",))


def test_5_is_beside_the_nearest_treasure_box() -> None:
    rows = ("#########", "#..T....#", "#......T#", "#########")
    play = come(stage(*rows, m=make_mob(square="H2")), 5)
    assert options(play) == {"C2", "E2", "C3", "D3", "E3"}


def test_5_is_beside_an_obstacle_where_there_is_no_box() -> None:
    rows = ("#########", "#..F....#", "#......F#", "#########")
    assert options(come(stage(*rows, m=make_mob(square="H2")), 5)) == {"C2", "E2", "C3", "D3", "E3"}


def test_6_takes_the_place_of_the_nearest_npc() -> None:
    play = come(
        stage(
            *HALL,
            far=make_mob(square="F6"),
            near=make_mob(square="D2"),
            down=make_boss(square="C2", unconscious=True),
            b=make_ninja(square="B3", dkk=0),
        ),
        6,
    )
    entered = play.settled().only(SlayerEntered)
    assert (entered.square, entered.replaced, entered.fright) == ("D2", "near", 2)
    assert play.state.characters["near"].removed
    assert play.state.characters["near"].square == ""
    assert play.state.scenario.pool == 0


@pytest.mark.parametrize("laid", [True, False])
def test_6_is_never_the_wanted_ninja_themself(laid: bool) -> None:
    boss, mob = make_boss(dkk=12, square="B2" * laid), make_mob(square="E5" * laid)
    play = begin(a=make_ninja(dkk=0, square="C3" * laid), boss=boss, m=mob)
    play = come(fight(lay_map(play, *HALL) if laid else play, "a", "boss", "m"), 6)
    entered = play.only(SlayerEntered)
    assert (entered.target, entered.replaced) == ("boss", "m")
    assert play.state.characters["boss"].able


def test_6_asks_the_nm_where_two_npcs_are_as_near() -> None:
    play = come(stage(*HALL, m1=make_mob(square="D2"), m2=make_mob(square="B4")), 6)
    assert play.only(EntrySquareAsked) == EntrySquareAsked(
        target="a", entry="in_disguise", squares=("D2", "B4")
    )
    assert options(play) == {"D2", "B4"}
    play.when(PlaceSlayer(choice="B4"))
    assert play.only(SlayerEntered).replaced == "m2"


def test_the_nm_chooses_among_the_squares_offered() -> None:
    play = come(stage(*HALL, m=make_mob(square="D2")), 4)
    play.when(PlaceSlayer(choice="F6")).refused("ninjaslayer.no_such_choice")


# ---- what cannot be ----


@pytest.mark.parametrize("face, entry", [(2, "by_door"), (3, "by_window"), (5, "from_box")])
def test_what_the_map_has_nothing_for_is_rolled_again_once(face: int, entry: str) -> None:
    play = come(stage(*HALL, m=make_mob(square="D2")), face, 6)
    first, second = play.all(EntryRolled)
    assert (first.entry, first.possible, first.again) == (entry, False, False)
    assert (second.entry, second.possible, second.again) == ("in_disguise", True, True)
    assert play.only(SlayerEntered).entry == "in_disguise"


def test_after_a_second_one_the_nm_chooses_a_row_that_can_be() -> None:
    play = come(stage(*HALL, m=make_mob(square="D2")), 2, 3)
    play.asks("entry_choice", "@gm", "from_above", "through_floor", "in_disguise")
    assert play.only(EntryAsked).target == "a"
    play.when(ChooseEntry(choice="by_door")).refused("ninjaslayer.no_such_choice")
    play.when(ChooseEntry(choice="in_disguise"))
    assert play.only(EntryChosen) == EntryChosen(entry="in_disguise", face=6)
    assert play.settled().only(SlayerEntered).replaced == "m"


def test_a_choice_of_the_nm_may_be_followed_by_that_of_a_square() -> None:
    play = come(stage(*HALL, m=make_mob(square="D2")), 5, 5)
    play.given(ChooseEntry(choice="through_floor"))
    assert options(play) == {"D3", "D4", "B4", "C4"}


def test_the_one_row_that_can_be_is_taken_without_asking() -> None:
    play = come(stage("####", "#..#", "####", m=make_mob(square="C2")), 1, 4)
    assert play.only(EntryChosen).entry == "in_disguise"
    assert play.settled().only(SlayerEntered).square == "C2"


def test_where_nothing_can_be_the_nm_puts_him_anywhere() -> None:
    rows = ("####", "#PE#", "####")
    play = lay_map(begin(a=make_ninja(dkk=12, square="B2"), b=make_ninja(square="C2")), *rows)
    come(play, 1, 1)
    play.asks(
        "entry_choice",
        "@gm",
        "from_above",
        "by_door",
        "by_window",
        "through_floor",
        "from_box",
        "in_disguise",
    )
    play.when(ChooseEntry(choice="through_floor"))
    assert play.only(SlayerEntered).square == ""


# ---- without a map ----


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_without_a_map_the_nm_tells_where_he_is(face: int) -> None:
    play = come(begin(a=make_ninja(dkk=12)), face)
    assert play.settled().only(SlayerEntered).square == ""


def test_without_a_map_a_disguise_needs_an_npc_and_the_nm_says_which() -> None:
    alone = come(begin(a=make_ninja(dkk=12)), 6, 6)
    assert not any(rolled.possible for rolled in alone.all(EntryRolled))

    one = come(begin(a=make_ninja(dkk=12), m=make_mob()), 6)
    assert one.only(SlayerEntered).replaced == "m"

    two = come(begin(a=make_ninja(dkk=12), m=make_mob(), n=make_mob(side="players")), 6)
    two.asks("entry_npc", "@gm", "m", "n").when(PlaceSlayer(choice="n"))
    assert (two.only(SlayerEntered).replaced, two.only(SlayerEntered).square) == ("n", "")


def test_off_the_map_a_target_is_found_as_without_one() -> None:
    play = lay_map(begin(a=make_ninja(dkk=12)))
    row = play.rules.tables.entries[1]
    assert find_ways(play.state, row, "a").possible
    assert find_ways(play.state, row, "a").squares == ()


# ---- fright ----


@pytest.mark.parametrize("face, fright", [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_cartwheels_are_harder_for_all_there_with_dkk_by_the_row(face: int, fright: int) -> None:
    play = fight(
        begin(
            a=make_ninja(dkk=12), b=make_ninja(dkk=1), clean=make_ninja(), m=make_mob(), off=make_ninja(dkk=5)
        ),
        "a",
        "b",
        "clean",
        "m",
    )
    come(play, face)
    shaken = {one: figure.shaken for one, figure in play.state.characters.items() if figure.shaken}
    assert shaken == ({"a": fright, "b": fright} if fright else {})


def test_the_fright_lasts_until_the_next_turns_end() -> None:
    play = fight(begin(a=make_ninja(dkk=12), m=make_mob(), n=make_mob()), "a", "m", "n")
    come(play, 4)
    assert play.only(SlayerEntered).until == 2

    rolled = play.when(Cartwheel(character="a"), d6(5, 1, 1, 1)).only(Judged)
    assert (rolled.difficulty, [(one.key, one.amount) for one in rolled.circumstances]) == (
        "hard",
        [("fright", 1)],
    )
    play.given(EndTurn(character="a"), EndTurn(character="m"), EndTurn(character="n"), EndTurnPhase())
    assert play.state.battle.turn == 2
    assert play.state.characters["a"].shaken == 1
    play.given(EndTurn(character="slayer"), EndTurn(character="a"), EndTurn(character="m", together=True))
    assert play.state.characters["a"].shaken == 0


def test_he_acts_from_the_next_turn() -> None:
    play = fight(begin(a=make_ninja(dkk=12), m=make_mob()), "a", "m")
    come(play, 1)
    assert [slot.characters for slot in play.state.battle.slots] == [("a",), ("m",)]
    play.given(EndTurn(character="a"), EndTurn(character="m")).when(EndTurnPhase())
    assert play.only(TurnBegun).order == ("slayer", "a", "m")

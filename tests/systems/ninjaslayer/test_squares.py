"""Squares as people type them."""

import pytest
from ninjas import begin, change, lay_map, make_boss, make_ninja

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.commands.mapping import ChangeSquare, Deploy, OpenDoor, Place
from tenmatsu.systems.ninjaslayer.commands.moving import Move
from tenmatsu.systems.ninjaslayer.commands.scenario import Loot, PutTreasure
from tenmatsu.systems.ninjaslayer.decide.squares import read_squares
from tenmatsu.systems.ninjaslayer.events.mapping import DoorOpened, Placed
from tenmatsu.systems.ninjaslayer.events.moving import Moved
from tenmatsu.systems.ninjaslayer.events.scenario import TreasurePut
from tenmatsu.systems.ninjaslayer.state import Choice


@pytest.mark.parametrize("typed", ["b1", "Ｂ１", "ｂ１", " B1 "])
def test_small_and_full_width_letters_name_a_square(typed: str) -> None:
    play = lay_map(begin(a=make_ninja(square="A1")), "...D")
    assert play.when(Move(character="a", to=typed)).only(Moved).square == "B1"


def test_so_does_every_field_that_names_one() -> None:
    play = lay_map(begin(a=make_ninja(square="C1"), foe=make_boss()), "...DT")
    assert play.when(PutTreasure(target="e1", cash=1)).only(TreasurePut).target == "E1"
    assert play.when(OpenDoor(character="a", door="d1")).only(DoorOpened).door == "D1"
    assert play.when(Place(character="foe", square="a1")).only(Placed).square == "A1"
    assert play.when(Move(character="a", path=("d1",))).only(Moved).path == ("D1",)
    play.when(Loot(character="a", target="e1"))
    assert play.refusal is None
    change(play, choices=(Choice(kind="deploy", whom="a", options=("B1",)),))
    play.when(Deploy(character="a", square="b1"))
    assert play.refusal is None


def test_somebody_who_is_called_like_a_square_is_meant_before_it() -> None:
    state = begin(k1=make_boss()).state
    named: Command = PutTreasure(target="k1", cash=1)
    assert read_squares(state, named) is named


@pytest.mark.parametrize("square", ["A0", "ZZZ9", "٣", "", "🥷", "A1B2", "Ａ０", "-A1"])
def test_what_is_no_square_is_refused_as_it_was_typed(square: str) -> None:
    play = lay_map(begin(a=make_ninja(square="A1")), "..")
    play.when(ChangeSquare(square=square, kind="wall")).refused("ninjaslayer.no_such_square")
    assert play.refusal is not None
    assert play.refusal.details["square"] == square

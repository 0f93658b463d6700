"""Laws of the map, whatever is asked: nobody stands on a wall or on another, and a map keeps its size."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, decide_freely
from ninjas import begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Command
from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.commands.mapping import (
    BreakWindow,
    ChangeSquare,
    CloseDoor,
    LayMap,
    OpenDoor,
    Place,
)
from tenmatsu.systems.ninjaslayer.commands.moving import CallLeap, Cartwheel, Land, Leap, Move
from tenmatsu.systems.ninjaslayer.grid import LETTERS, STOOD_ON, kind_at, name_of
from tenmatsu.systems.ninjaslayer.state import State

WHO = ("rin", "jin", "boss", "mob")
SIZE = 4
SQUARES = st.builds(name_of, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
PEOPLE = st.sampled_from(WHO)
PATHS = st.lists(SQUARES, max_size=3).map(tuple)
ROWS = st.lists(st.text("......#DOWFTGL", min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Move, character=PEOPLE, to=SQUARES),
    st.builds(Move, character=PEOPLE, to=SQUARES),
    st.builds(Move, character=PEOPLE, path=PATHS),
    st.builds(Cartwheel, character=PEOPLE, to=st.just("") | SQUARES),
    st.builds(Cartwheel, character=PEOPLE, path=PATHS),
    st.builds(Place, character=PEOPLE, square=st.just("") | SQUARES),
    st.builds(ChangeSquare, square=SQUARES, kind=st.sampled_from(tuple(LETTERS.values()))),
    st.builds(OpenDoor, character=PEOPLE, door=SQUARES),
    st.builds(CloseDoor, character=PEOPLE, door=SQUARES),
    st.builds(BreakWindow, character=PEOPLE, window=SQUARES),
    st.builds(CallLeap, character=PEOPLE, to=SQUARES),
    st.builds(LayMap, rows=ROWS.map(tuple)),
)


def check(state: State) -> None:
    """Assert that everybody stands alone on a square that bears them."""
    standing = [figure.square for figure in state.characters.values() if figure.on_map]
    assert len(standing) == len(set(standing))
    assert all(kind_at(state.map, one) in STOOD_ON for one in standing)
    assert [len(row) for row in state.map.rows] == [SIZE] * SIZE


def answer(play: Play, pick: int) -> Command | None:
    """Return an answer to what is asked."""
    if not play.pending:
        return None
    choice = play.pending[0]
    option = choice.options[pick % len(choice.options)]
    if choice.kind == "leap":
        return Leap(character=choice.whom, choice="leap" if option == "leap" else "stay")
    return Land(character=choice.whom, to=option)


def try_out(play: Play, command: Command, faces: list[int], *, offered: bool) -> None:
    """Decide a command on these faces; a refusal changes nothing, and nothing that was offered is refused."""
    dice = ScriptedDice([(6, face) for face in faces])
    before = play.state
    try:
        decide_freely(play, command, dice)
    except RuleViolation:
        assert play.state is before
        assert not offered


@settings(max_examples=250, deadline=None)
@given(
    ROWS,
    st.booleans(),
    st.lists(
        st.tuples(COMMANDS, st.lists(st.integers(1, 6), min_size=6, max_size=6), st.integers(0, 30)),
        min_size=12,
        max_size=25,
    ),
)
def test_nobody_stands_on_a_wall_or_on_another(rows: list[str], fought: bool, asked: list[Any]) -> None:
    rows[0] = "." * SIZE
    figures: dict[str, Any] = {
        "rin": make_ninja(square="A1"),
        "jin": make_ninja(square="B1"),
        "boss": make_boss(square="C1"),
        "mob": make_mob(square="D1"),
    }
    play = lay_map(begin(**figures), *rows)
    if fought:
        fight(play, *WHO)
    for command, faces, pick in asked:
        told = answer(play, pick)
        try_out(play, told or command, faces, offered=told is not None)
        check(play.state)

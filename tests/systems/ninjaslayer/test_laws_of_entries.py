"""Laws of entries: wherever Ninja Slayer comes, he stands on free ground, and nobody is asked in vain."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from kit import d6
from ninjas import ROOMS, begin, fight, lay_map, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.wasshoi import ChooseEntry, JudgeWasshoi, PlaceSlayer
from tenmatsu.systems.ninjaslayer.entries import find_ways
from tenmatsu.systems.ninjaslayer.events.wasshoi import EntryRolled, SlayerEntered
from tenmatsu.systems.ninjaslayer.grid import STOOD_ON, is_free, kind_at, list_squares
from tenmatsu.systems.ninjaslayer.maptext import Read, read_map
from tenmatsu.systems.ninjaslayer.state import Map

READ = read_map(ROOMS)
assert isinstance(READ, Read)
FLOOR = tuple(list_squares(Map(rows=READ.rows, areas=READ.areas), ("floor",)))
faces = st.integers(1, 6)


@given(st.permutations(FLOOR), st.integers(0, 4), faces, faces, st.integers(0, 999))
def test_he_stands_alone_on_ground_that_bears_him(
    squares: list[str], mobs: int, first: int, second: int, pick: int
) -> None:
    people: dict[str, Any] = {f"m{number}": make_mob(square=squares[number + 1]) for number in range(mobs)}
    play = lay_map(begin(a=make_ninja(dkk=12, square=squares[0]), **people))
    fight(play, *play.state.characters)
    row = play.rules.tables.entries[first - 1]
    rolls = (first,) if find_ways(play.state, row, "a").possible else (first, second)

    play.when(JudgeWasshoi(), d6(1, 1, *rolls))
    assert len(play.all(EntryRolled)) == len(rolls)
    while play.pending:
        (asked,) = play.pending
        assert len(set(asked.options)) == len(asked.options) > 1
        choice = asked.options[pick % len(asked.options)]
        play.when(ChooseEntry(choice=choice) if asked.kind == "entry_choice" else PlaceSlayer(choice=choice))

    square = play.only(SlayerEntered).square
    assert kind_at(play.state.map, square) in STOOD_ON
    assert is_free(play.state, square, ignoring="slayer")
    assert play.state.characters["slayer"].square == square
    standing = [figure.square for figure in play.state.characters.values() if figure.on_map]
    assert len(set(standing)) == len(standing)

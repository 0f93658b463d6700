"""DKK: what each deed brings, the most that there is, what is counted of a turn."""

from typing import Any

import pytest
from kit import d6
from ninjas import begin, fight, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.battle import (
    EndTurn,
    EndTurnPhase,
)
from tenmatsu.systems.ninjaslayer.commands.wasshoi import GainDkk
from tenmatsu.systems.ninjaslayer.events.wasshoi import (
    DkkGained,
)


def d3(*faces: int) -> list[tuple[int, int]]:
    return [(3, face) for face in faces]


@pytest.mark.parametrize(
    "deed, times, dice, amount",
    [
        ("kills_good", 1, [], 1),
        ("tortures_good", 3, [], 3),
        ("robs_good", 2, [], 2),
        ("kills_good_cruelly", 1, d3(2), 2),
        ("kills_good_cruelly", 2, d3(2, 3), 5),
        ("maims_important", 1, d3(3), 3),
        ("kills_important", 1, d3(1, 3), 4),
        ("slays_important", 1, d6(5, 3), 8),
    ],
)
def test_each_deed_brings_what_the_table_says_for_each_time(
    deed: str, times: int, dice: list[tuple[int, int]], amount: int
) -> None:
    play = begin(a=make_ninja(dkk=1)).when(GainDkk(character="a", deed=deed, times=times), dice)
    assert play.only(DkkGained) == DkkGained(
        character="a", deed=deed, faces=tuple(face for _, face in dice), amount=amount, now=1 + amount
    )
    assert play.state.characters["a"].dkk == 1 + amount


def test_the_nm_may_say_how_much_it_is() -> None:
    play = begin(a=make_ninja()).when(GainDkk(character="a", amount=2))
    play.then(DkkGained(character="a", deed="", faces=(), amount=2, now=2))


def test_nobody_has_more_than_12() -> None:
    play = begin(a=make_ninja(dkk=11)).when(GainDkk(character="a", deed="slays_important"), d6(6, 6))
    assert (play.only(DkkGained).amount, play.only(DkkGained).now) == (12, 12)


def test_what_came_in_a_turn_is_counted_until_the_next_also_beyond_12() -> None:
    play = fight(begin(a=make_ninja(dkk=12), b=make_ninja(), foe=make_mob()), "a", "foe")
    play.given(GainDkk(character="a", amount=1), GainDkk(character="b", deed="kills_good"))
    assert play.state.battle.dkk == 2
    play.given(EndTurn(character="a"), EndTurn(character="foe"), EndTurnPhase())
    assert (play.state.battle.turn, play.state.battle.dkk) == (2, 0)


@pytest.mark.parametrize(
    "fields, code",
    [
        ({}, "deed_or_amount"),
        ({"deed": "kills_good", "amount": 1}, "deed_or_amount"),
        ({"deed": "jaywalks"}, "unknown_deed"),
        ({"deed": "kills_good", "times": 0}, "deed_never_done"),
        ({"character": "mob", "amount": 1}, "no_dkk_for"),
        ({"character": "dead", "amount": 1}, "no_dkk_for"),
        ({"character": "x", "amount": 1}, "unknown_character"),
    ],
)
def test_what_brings_no_dkk(fields: dict[str, Any], code: str) -> None:
    play = begin(a=make_ninja(), mob=make_mob(), dead=make_ninja(exploded=True))
    command: dict[str, Any] = {"character": "a", **fields}
    play.when(GainDkk(**command)).refused(f"ninjaslayer.{code}")

"""What a blow makes of the damage card that is held: all four tables of ダメージカードのランクアップ."""

from collections.abc import Iterator
from typing import Any

import pytest
from akatsukis import begin, make_figure
from kit import Play
from wounds import replace, wounded

from tenmatsu.systems.akatsuki.commands.damage import InflictHarm
from tenmatsu.systems.akatsuki.events.combat import HitTaken
from tenmatsu.systems.akatsuki.events.damage import Died, SurvivalDue, WoundChanged
from tenmatsu.systems.akatsuki.state import Due, Figure, Harm, State, Wound

KINDS: dict[str, Harm] = {"L": "lethal", "N": "nonlethal"}

# Rows: the rank held, from 1; columns: the rank of the blow, from 1.
LETHAL_ON_LETHAL = """
    L2 L2 L3 L4 L5
    L2 L3 L3 L4 L5
    L3 L3 L4 L4 L5
    L4 L4 L4 L5 L5
    L5 L5 L5 L5 L5
"""
NONLETHAL_ON_NONLETHAL = """
    L2 N2 N3 N4 N5
    N2 L3 N3 N4 N5
    N3 N3 L4 N4 N5
    N4 N4 N4 L5 N5
    N5 N5 N5 N5 L5
"""
NONLETHAL_STAYS = """
    N2 N2 N3 N4 N5
    N2 N3 N3 N4 N5
    N3 N3 N4 N4 N5
    N4 N4 N4 N5 N5
    N5 N5 N5 N5 N5
"""
LETHAL_ON_NONLETHAL = """
    L2 L2 L3 L4 L5
    L3 L3 L3 L4 L5
    L4 L4 L4 L4 L5
    L5 L5 L5 L5 L5
    L5 L5 L5 L5 L5
"""
NONLETHAL_ON_LETHAL = """
    L2 N2 N3 N4 N5
    L2 L3 N3 N4 N5
    L3 L3 L4 N4 N5
    L4 L4 L4 L5 N5
    L5 L5 L5 L5 L5
"""
LETHAL_STAYS = NONLETHAL_ON_LETHAL.replace("N", "L")

Case = tuple[Harm, int, Harm, int, str, dict[str, Any]]


def _read(held: Harm, blow: Harm, grid: str, **options: Any) -> Iterator[Case]:
    rows = [line.split() for line in grid.split("\n") if line.strip()]
    for held_rank, row in enumerate(rows, 1):
        for rank, expected in enumerate(row, 1):
            yield held, held_rank, blow, rank, expected, options


CASES = [
    *_read("lethal", "lethal", LETHAL_ON_LETHAL),
    *_read("nonlethal", "nonlethal", NONLETHAL_ON_NONLETHAL),
    *_read("nonlethal", "nonlethal", NONLETHAL_STAYS, same_kind_equal_nonlethal="nonlethal"),
    *_read("nonlethal", "lethal", LETHAL_ON_NONLETHAL),
    *_read("lethal", "nonlethal", NONLETHAL_ON_LETHAL),
    *_read("lethal", "nonlethal", LETHAL_STAYS, stronger_nonlethal_on_lethal="lethal"),
]


def hurt(figure: Figure, harm: Harm, rank: int, options: dict[str, Any] | None = None, now: int = 60) -> Play:
    """Let harm befall kyo at one o'clock, outside a fight."""
    play = begin(options=options, kyo=figure)
    state: State = play.state
    play.given_state(replace(state, clock=replace(state.clock, now=now)))
    return play.when(InflictHarm(character="kyo", harm=harm, rank=rank))


@pytest.mark.parametrize("held, held_rank, blow, rank, expected, options", CASES)
def test_card_after_a_blow_on_a_card(
    held: Harm, held_rank: int, blow: Harm, rank: int, expected: str, options: dict[str, Any]
) -> None:
    play = hurt(wounded(held, held_rank), blow, rank, options)
    wound = play.only(WoundChanged).wound

    assert (wound.harm, wound.rank) == (KINDS[expected[0]], int(expected[1]))
    if expected == "L5":
        assert play.only(Died).why == "rank5"
        play.settled()
    else:
        assert play.only(SurvivalDue).due == (Due(character="kyo", why="damage"),)
        play.asks("survive", "kyo", "roll")


@pytest.mark.parametrize("rank", range(1, 6))
@pytest.mark.parametrize("harm", ["lethal", "nonlethal"])
def test_first_card_is_the_blows_own(harm: Harm, rank: int) -> None:
    play = hurt(make_figure(), harm, rank)

    assert play.only(HitTaken).rank == rank
    assert play.only(WoundChanged).wound == Wound(harm=harm, rank=rank, since=60)
    assert play.only(WoundChanged).how == "first"
    assert bool(play.pending) is ((harm, rank) != ("lethal", 5))


@pytest.mark.parametrize(
    "held, blow, how, since",
    [
        (("lethal", 2), ("lethal", 1), "same", 0),
        (("lethal", 2), ("lethal", 2), "raised", 60),
        (("lethal", 2), ("lethal", 4), "newer", 60),
        (("nonlethal", 3), ("lethal", 2), "raised", 60),
        (("lethal", 3), ("nonlethal", 3), "raised", 60),
        (("nonlethal", 5), ("nonlethal", 4), "same", 0),
    ],
)
def test_times_count_anew_where_the_card_changes(
    held: tuple[Harm, int], blow: tuple[Harm, int], how: str, since: int
) -> None:
    changed = hurt(wounded(*held), *blow).only(WoundChanged)

    assert (changed.how, changed.wound.since) == (how, since)


def test_rise_from_the_last_rank_stays_there() -> None:
    play = hurt(wounded("lethal", 5), "lethal", 5, {"equal_lethal_rank5": "stays"})
    assert play.only(WoundChanged).wound == wounded("lethal", 5).wound
    play = hurt(wounded("nonlethal", 5), "nonlethal", 5, {"same_kind_equal_nonlethal": "nonlethal"})
    assert play.only(WoundChanged).how == "same"
    play.asks("survive", "kyo", "roll")


@pytest.mark.parametrize(
    "option, blow, treated",
    [("always", 1, False), ("changed", 1, True), ("always", 2, False), ("changed", 2, False)],
)
def test_blow_on_a_treated_card(option: str, blow: int, treated: bool) -> None:
    play = hurt(wounded("lethal", 2, treated=True), "lethal", blow, {"treated_hit": option})
    wound = play.only(WoundChanged).wound

    assert wound.treated is treated
    assert wound.rank == (2 if blow == 1 else 3)
    assert wound.since == (0 if treated else 60)
    play.asks("survive", "kyo", "roll")


def test_treated_card_turned_face_up_again_is_said_so() -> None:
    assert hurt(wounded("lethal", 2, treated=True), "lethal", 1).only(WoundChanged).how == "turned"


def test_harm_is_refused_to_the_dead_and_beyond_the_ranks() -> None:
    play = begin(kyo=make_figure(dead=True), ren=make_figure())

    play.when(InflictHarm(character="kyo", harm="lethal", rank=1)).refused("akatsuki.is_dead")
    play.when(InflictHarm(character="ren", harm="lethal", rank=6)).refused("akatsuki.unknown_rank")
    play.when(InflictHarm(character="ren", harm="lethal", rank=0)).refused("akatsuki.unknown_rank")
    play.when(InflictHarm(character="nobody", harm="lethal", rank=1)).refused("akatsuki.unknown_character")

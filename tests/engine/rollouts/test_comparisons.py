"""First moves compared: refused like any command, and told apart on common random numbers."""

from math import sqrt

import pytest
import toy
from playout import open_brawl, set_hp, strike_at

from tenmatsu.engine.api import (
    FirstMove,
    Outcome,
    PairedDifference,
    RuleViolation,
    Store,
    UsageError,
    roll_out,
    roll_out_state,
)
from tenmatsu.engine.rollouts.games import Ending
from tenmatsu.engine.rollouts.tally import PairTally


def test_a_choice_compared_with_itself_differs_in_no_game(store: Store) -> None:
    report = roll_out(open_brawl(store), moves=strike_at("b", "b"), games=100)
    (comparison,) = report.comparisons
    every = [*comparison.results.values(), *comparison.alive.values(), *comparison.values.values()]
    assert len(every) >= 9
    assert {one.difference for one in every} == {0}
    assert not any(one.is_beyond_chance for one in every)
    first, second = report.choices
    assert (first.results, first.values, first.rounds) == (second.results, second.values, second.rounds)


def test_a_difference_is_that_of_the_two_shares(store: Store) -> None:
    report = roll_out(open_brawl(store), moves=strike_at("b", "c"), games=200)
    first, other = report.choices
    for result, gap in report.comparisons[0].results.items():
        assert gap.difference == pytest.approx(other.chance(result) - first.chance(result))
    for name, gap in report.comparisons[0].values.items():
        assert gap.difference == pytest.approx(other.values[name].mean - first.values[name].mean)


def test_whoever_is_struck_first_fares_worse_beyond_chance(store: Store) -> None:
    report = roll_out(open_brawl(store), moves=strike_at("b", "c"), games=400)
    gap = report.comparisons[0].results["b"]
    assert gap.difference > 0
    assert gap.is_beyond_chance


def test_common_random_numbers_make_a_small_difference_show(store: Store) -> None:
    """A single hit point is lost among separate games, and stands out among the same ones."""
    session = open_brawl(store)
    moves, games = [set_hp("a", 10), set_hp("a", 9)], 400
    paired = roll_out_state(toy.SYSTEM, session.state, moves=moves, games=games)
    first = roll_out_state(toy.SYSTEM, session.state, moves=moves[:1], games=games, seed=11)
    other = roll_out_state(toy.SYSTEM, session.state, moves=moves[1:], games=games, seed=12)
    spreads = [one.choices[0].values["a.hp"] for one in (first, other)]
    apart = sqrt(sum(_half(one.low, one.high) ** 2 for one in spreads))
    gap = paired.comparisons[0].values["a.hp"]
    assert gap.difference < 0
    assert gap.is_beyond_chance
    assert _half(gap.low, gap.high) < apart / 3


def _half(low: float | None, high: float | None) -> float:
    assert low is not None
    assert high is not None
    return (high - low) / 2


def test_a_first_move_that_is_illegal_is_refused_before_any_game(store: Store) -> None:
    session = open_brawl(store)
    for move, code in (
        (FirstMove(command=toy.Strike(character="a", at="nobody"), actor="p1"), "not_there"),
        (FirstMove(command=toy.Strike(character="b", at="a"), actor="p1"), "character_not_yours"),
        (FirstMove(command=toy.Answer(character="a", choice="take"), actor="p1"), "nothing_pending"),
        (FirstMove(command={"type": "table.adjust", "name": "a.hp", "value": 3}, actor="p1"), "gm_only"),
    ):
        with pytest.raises(RuleViolation) as refused:
            roll_out(session, moves=[*strike_at("b"), move], games=10**6)
        assert refused.value.code == code


def test_talk_is_no_first_move(store: Store) -> None:
    talk = FirstMove(command={"type": "table.say", "text": "hello"}, actor="p1")
    with pytest.raises(UsageError) as refused:
        roll_out(open_brawl(store), moves=[talk], games=10)
    assert refused.value.code == "rollout_move"


def test_a_first_move_may_decide_it_at_once(store: Store) -> None:
    session = open_brawl(store)
    session.do({"type": "table.adjust", "name": "c.hp", "value": 0}, actor="gm")
    report = roll_out_state(toy.SYSTEM, session.state, moves=[set_hp("b", 0)], games=5)
    assert report.choices[0].results["a"].count == 5
    assert report.choices[0].rounds.most == 1


def test_who_never_survives_is_told_with_none(store: Store) -> None:
    session = open_brawl(store)
    report = roll_out_state(toy.SYSTEM, session.state, moves=[set_hp("b", 0)], games=50)
    alive = report.choices[0].alive
    assert set(alive) == {"a", "b", "c"}
    assert alive["b"].count == 0
    assert alive["b"].low == 0
    assert alive["b"].of == 50


def test_a_game_unfinished_under_one_choice_counts_in_results_alone() -> None:
    pair = PairTally()
    pair.count(Ending(Outcome(result="a", values={"a.hp": 3}, alive=("a",)), 1), Ending(None, 9, "rounds"))
    assert pair.results == {"a": {-1: 1}, "unfinished": {1: 1}}
    assert (pair.games, pair.finished, pair.values, pair.alive) == (1, 0, {}, {})


@pytest.mark.parametrize(
    "low,high,beyond", [(0.1, 0.2, True), (-0.2, -0.1, True), (-0.1, 0.1, False), (None, None, False)]
)
def test_beyond_chance_is_what_leaves_out_zero(low: float | None, high: float | None, beyond: bool) -> None:
    assert PairedDifference(of=9, difference=0.1, low=low, high=high).is_beyond_chance is beyond


@pytest.mark.parametrize("of,beyond", [(2, False), (5, False), (6, True)])
def test_a_few_games_say_nothing_however_alike(of: int, beyond: bool) -> None:
    assert PairedDifference(of=of, difference=1.0, low=1.0, high=1.0).is_beyond_chance is beyond

"""Curves: chances from commit to commit, what moved them, and what is noise."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import tale

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Viewer, viewer_of
from tenmatsu.engine.rollouts.series import Finish
from tenmatsu.engine.session import Session
from tenmatsu.projections.turning import (
    Curve,
    Stake,
    draw_curves,
    find_fights,
    measure_fights,
    turning_points,
)
from tenmatsu.projections.walking import walk

GAMES = 40
A_WINS = Finish("a", ("a",))
B_WINS = Finish("b", ("b",))
ENDLESS = Finish("unfinished", None)
RESULT_A = Stake(result="a")


class _Scripted:
    """Plays so many of the games to the first figure's victory, state after state."""

    def __init__(self, *wins: int, otherwise: Finish = B_WINS) -> None:
        self._wins = list(wins)
        self._otherwise = otherwise
        self.states: list[LineState] = []

    def __call__(self, states: Sequence[LineState]) -> list[list[Finish]]:
        self.states += states
        return [self._games(self._wins.pop(0)) for _ in states]

    def _games(self, wins: int) -> list[Finish]:
        return [A_WINS if game < wins else self._otherwise for game in range(GAMES)]


def _draw(session: Session, play: _Scripted, viewer: Viewer = EVERYTHING) -> Curve:
    [curve] = draw_curves(find_fights(walk(session, viewer)), play, games=GAMES, seed=0)
    return curve


def _fight(folder: Path, blows: int = 2) -> Session:
    """Return a fight with an opening, so many weak blows and their answers."""
    session = tale.begin(folder)
    for _ in range(blows):
        tale.strike(session, faces=(1, 1))
    return session


def test_a_decided_fight_ends_with_certainty(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)
    tale.strike(session, faces=(6, 6))
    curve = _draw(session, _Scripted(20, 20, 20, 30))

    assert [point.certain for point in curve.points] == [False] * 4 + [True]
    assert curve.chances(RESULT_A) == [0.5, 0.5, 0.5, 0.75, 1.0]
    assert curve.points[-1].results["b"].high == 0.0
    assert curve.points[-1].alive["a"].low == 1.0
    assert curve.points[-1].alive["b"].high == 0.0


def test_the_result_that_came_about_is_followed(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.strike(session, faces=(6, 6))

    assert _draw(session, _Scripted(5, 5)).stakes[0] == RESULT_A


def test_without_a_result_the_likeliest_at_the_beginning_is_followed(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)

    assert _draw(session, _Scripted(15, 40, 40)).stakes[0] == Stake(result="b")


def test_games_without_an_end_are_never_followed_while_any_game_ends(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)
    curve = _draw(session, _Scripted(1, 1, 1, otherwise=ENDLESS))

    assert curve.stakes[0] == RESULT_A
    assert curve.points[0].results["unfinished"].value == 39 / GAMES
    assert curve.chances(Stake(character="b"))[0] == 39 / GAMES


def test_talk_moves_nothing_and_is_not_played(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)
    tale.do(session, "p1", "table.say", text="やったか", character="a")
    tale.do(session, "gm", "table.roll", dice="3d6")
    play = _Scripted(10, 20, 30)
    curve = _draw(session, play)

    assert len(play.states) == 3
    assert curve.chances(RESULT_A) == [0.25, 0.5, 0.75, 0.75, 0.75]
    assert {turn.point for turn in curve.turns} <= {1, 2}


def test_the_deciding_blow_is_the_turning_point(tmp_path: Path) -> None:
    session = _fight(tmp_path)
    tale.strike(session, faces=(6, 6))
    curve = _draw(session, _Scripted(20, 20, 21, 20, 22, 22))
    [turn] = turning_points(curve)

    assert turn.point == len(curve.points) - 1
    assert (turn.stake, turn.before, turn.after) == (RESULT_A, 22 / GAMES, 1.0)
    told = curve.points[turn.point].told
    assert [entry.tag for entry, _ in walk(session) if entry.version == told] == ["toy.hurt"]


def test_the_largest_moves_come_first_and_no_more_than_asked_for(tmp_path: Path) -> None:
    session = _fight(tmp_path, 3)
    curve = _draw(session, _Scripted(0, 10, 10, 40, 20, 20, 20))

    assert [turn.point for turn in turning_points(curve)] == [3, 4, 1]
    assert [turn.point for turn in turning_points(curve, 1)] == [3]


def test_a_move_within_noise_is_no_turning_point(tmp_path: Path) -> None:
    session = _fight(tmp_path)

    assert _draw(session, _Scripted(20, 21, 20, 22, 21)).turns == ()


def test_the_largest_of_many_moves_must_be_larger_than_that_of_one(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.adjust", name="a.hp", value=9)
    short = _draw(session, _Scripted(20, 27))
    for place in range(24):
        tale.do(session, "gm", "table.adjust", name="a.hp", value=5 + place % 2)
    still = _draw(session, _Scripted(20, *[27] * 25))
    long = _draw(session, _Scripted(*[20, 27] * 13))

    assert [turn.point for turn in short.turns] == [turn.point for turn in still.turns] == [1]
    assert short.turns[0].gain.low > 0
    assert long.turns == ()


def test_a_result_that_is_turned_into_another_is_a_turning_point(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    for name, value in (("b", 0), ("b", 5), ("a", 0), ("a", 5)):
        tale.do(session, "gm", "table.adjust", name=f"{name}.hp", value=value)
    first, second, _ = draw_curves(find_fights(walk(session)), _Scripted(20, 20, 20), games=GAMES, seed=0)

    assert (first.result, second.result) == ("a", "b")
    assert [turn.after for turn in (*first.turns, *second.turns)] == [1.0, 1.0]


def test_a_life_at_stake_is_followed_beside_the_result(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)
    saved = Finish("a", ("a", "b"))

    def play(states: Sequence[LineState]) -> list[list[Finish]]:
        return [[A_WINS] * GAMES, [A_WINS] * GAMES, [saved] * GAMES]

    [curve] = draw_curves(find_fights(walk(session)), play, games=GAMES, seed=0)

    assert curve.chances(RESULT_A) == [1.0, 1.0, 1.0]
    assert [turn.stake for turn in curve.turns] == [Stake(character="b")]
    assert curve.drawn == (RESULT_A, Stake(character="b"))


def test_all_fights_are_played_in_one_batch(tmp_path: Path) -> None:
    session = _fight(tmp_path, 1)
    tale.strike(session, faces=(6, 6))
    tale.do(session, "gm", "table.adjust", name="b.hp", value=9)
    batches: list[int] = []

    def play(states: Sequence[LineState]) -> list[list[Finish]]:
        batches.append(len(states))
        return [[A_WINS] * GAMES for _ in states]

    curves = draw_curves(find_fights(walk(session)), play, games=GAMES, seed=0)

    assert len(curves) == 2
    assert batches == [5]


def test_nothing_is_played_where_there_is_no_fight(tmp_path: Path) -> None:
    def play(states: Sequence[LineState]) -> list[list[Finish]]:
        raise AssertionError(states)

    assert draw_curves([], play, games=GAMES, seed=0) == ()


def test_the_same_seed_gives_the_same_curve_whatever_the_workers(tmp_path: Path) -> None:
    session = _fight(tmp_path)
    alone = measure_fights(session, games=12, seed=7, workers=1)

    assert measure_fights(session, games=12, seed=7, workers=2) == alone
    assert measure_fights(session, games=12, seed=8, workers=1) != alone


def test_common_random_numbers_keep_a_curve_still_where_nothing_has_changed_that_counts(
    tmp_path: Path,
) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "toy.draw", character="a")
    [curve] = measure_fights(session, games=50, workers=1)
    first, second = curve.points

    assert first.results == second.results


def test_a_viewers_curve_is_that_of_their_own_state(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "toy.enter", character="c", secret=True)
    tale.do(session, "gm", "table.say", text=tale.CANARY, to=["@gm"])
    tale.strike(session, faces=(1, 1))
    [whole] = measure_fights(session, games=10, workers=1)
    [seen] = measure_fights(session, viewer_of(session, "p1"), games=10, workers=1)

    assert any("c" in point.results for point in whole.points)
    assert all("c" not in point.results for point in seen.points)
    assert tale.CANARY not in str(seen)


@pytest.mark.parametrize("games", [0, 100_001])
def test_no_games_and_more_than_can_be_kept_are_refused(games: int, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=str(games)) as refused:
        measure_fights(tale.begin(tmp_path), games=games, workers=1)
    assert refused.value.code == "rollout_number"

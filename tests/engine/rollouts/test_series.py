"""Many states played side by side: on the same random numbers, in one pool."""

from collections import Counter

import msgspec
import pytest
from playout import open_brawl
from toytable import strike

from tenmatsu.engine.api import LineState, RuleViolation, Session, Store, roll_out_state
from tenmatsu.engine.rollouts.series import Finish, play_states


def _states(session: Session) -> list[LineState]:
    before = session.state
    strike(session)
    return [before, session.state]


def test_each_state_is_played_as_it_would_be_alone(store: Store) -> None:
    session = open_brawl(store)
    states = _states(session)
    played = play_states(session.system, states, games=30, seed=5, workers=1)

    for state, finishes in zip(states, played, strict=True):
        [alone] = roll_out_state(session.system, state, games=30, seed=5).choices
        counts = {result: share.count for result, share in alone.results.items() if share.count}
        assert Counter(one.result for one in finishes) == counts


def test_equal_states_end_alike_game_by_game(store: Store) -> None:
    session = open_brawl(store)
    one, other = play_states(session.system, [session.state, session.state], games=20, workers=1)

    assert one == other


def test_the_number_of_workers_does_not_change_the_answer(store: Store) -> None:
    session = open_brawl(store)
    states = _states(session)
    done: list[tuple[int, int]] = []
    shared = play_states(
        session.system, states, games=130, workers=2, progress=lambda count, of: done.append((count, of))
    )

    assert shared == play_states(session.system, states, games=130, workers=1)
    assert done[-1] == (260, 260)


def test_a_game_that_comes_to_no_end_says_so_and_nothing_of_lives(store: Store) -> None:
    session = open_brawl(store)
    [finishes] = play_states(session.system, [session.state], games=3, commands=1, workers=1)

    assert set(finishes) == {Finish("unfinished", None)}


def test_no_states_are_no_games(store: Store) -> None:
    assert play_states(open_brawl(store).system, [], games=5) == []


def test_a_state_with_events_of_a_later_release_is_not_played(store: Store) -> None:
    session = open_brawl(store)
    state = msgspec.structs.replace(session.state, unknown=("toy.later",))

    with pytest.raises(RuleViolation, match=r"toy\.later"):
        play_states(session.system, [state], games=1)

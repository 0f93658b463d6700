"""Where a fight is small enough to be solved exactly, rollouts find what the exact dice say."""

import icepool
import pytest
import toy
from playout import set_hp
from toytable import open_toy

from tenmatsu.engine.api import Store, roll_out_state


@pytest.mark.parametrize("hp", [3, 6, 7, 9, 10])
def test_the_chance_of_one_blow_lies_within_the_interval(store: Store, hp: int) -> None:
    """Nobody dodges and `a` bears no blow: the first one decides, whether it takes all that `b` has."""
    session = open_toy(store, options={"dodge": "never"})
    session.do({"type": "table.adjust", "name": "a.hp", "value": 1}, actor="gm")
    found = roll_out_state(toy.SYSTEM, session.state, moves=[set_hp("b", hp)], games=2_000)
    share = found.choices[0].results["a"]
    exact = float((2 @ icepool.d6 >= hp).probability(True))  # type: ignore[operator, unused-ignore]
    assert share.low <= exact <= share.high
    assert share.high - share.low < 0.05


def test_the_mean_of_what_is_left_lies_within_the_interval(store: Store) -> None:
    """One blow of 2d6 leaves `b` with 30 hit points less what fell; then `a` is struck down."""
    session = open_toy(store, options={"dodge": "never"})
    session.do({"type": "table.adjust", "name": "a.hp", "value": 1}, actor="gm")
    found = roll_out_state(toy.SYSTEM, session.state, moves=[set_hp("b", 30)], games=2_000)
    spread = found.choices[0].values["b.hp"]
    exact = 30 - float((2 @ icepool.d6).mean())
    assert spread.low is not None
    assert spread.high is not None
    assert spread.low <= exact <= spread.high
    assert (spread.least, spread.median, spread.most) == (18, 23, 28)

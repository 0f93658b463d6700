"""What holds of forks, whatever is played on them and in whatever order."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from stores import FreshStores
from toyevenings import EVENINGS, PLAYS, Step, quick
from toytable import SECRET, all_commits, check_chain, dump, fixed_outside, open_toy

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.session import Session

DICE = st.sampled_from(["same", "fresh"])


class _Hand:
    """Plays on one line with a clock and random bytes of its own, which nobody else takes from."""

    def __init__(self, line: Session, seed: str) -> None:
        self.line = line
        self._outside = fixed_outside(seed)

    def play(self, step: Step) -> None:
        """Take a step; a refusal is none."""
        self.line.store.outside = self._outside
        try:
            step(self.line)
        except TenmatsuError:
            return

    def heads(self) -> list[bytes]:
        """Return the hashes of the line's commits: lines with the same ones agree byte for byte."""
        return [commit.hash for commit in all_commits(self.line.on(self.line.branch))]


def _begin(fresh_store: FreshStores, before: Sequence[Step]) -> _Hand:
    session = open_toy(fresh_store(), dice_secret=SECRET)
    hand = _Hand(session, "table")
    for step in before:
        hand.play(step)
    return hand


def _fork(hand: _Hand, name: str, dice: Any) -> _Hand:
    hand.line.store.outside = fixed_outside(f"fork {name}")
    line = timelines.fork(hand.line, name, hand.line.version, actor="gm", dice=dice)
    return _Hand(line, name)


@quick
@given(PLAYS, PLAYS, PLAYS, DICE, DICE, st.randoms(use_true_random=False))
def test_siblings_played_in_any_order_are_what_each_is_alone(
    fresh_store: FreshStores,
    before: list[Step],
    one: list[Step],
    other: list[Step],
    dice: Any,
    more: Any,
    random: Random,
) -> None:
    table = _begin(fresh_store, before)
    hands = [_fork(table, "one", dice), _fork(table, "other", more)]
    turns = [0] * len(one) + [1] * len(other)
    random.shuffle(turns)
    plays = [iter(one), iter(other)]
    for turn in turns:
        hands[turn].play(next(plays[turn]))

    for place, steps in enumerate((one, other)):
        again = _begin(fresh_store, before)
        alone = [_fork(again, "one", dice), _fork(again, "other", more)][place]
        for step in steps:
            alone.play(step)
        assert alone.heads() == hands[place].heads()
        again.line.store.close()
    assert audit_session(table.line.store, table.line.id).ok
    table.line.store.close()


@quick
@given(PLAYS, PLAYS, PLAYS, DICE)
def test_table_goes_on_as_if_nobody_had_asked_what_if(
    fresh_store: FreshStores, before: list[Step], whatif: list[Step], after: list[Step], dice: Any
) -> None:
    table = _begin(fresh_store, before)
    fork = _fork(table, "もしも", dice)
    deeper = _fork(fork, "もしものもしも", dice)
    for step in whatif:
        fork.play(step)
        deeper.play(step)
    for step in after:
        table.play(step)
    plain = _begin(fresh_store, [*before, *after])

    assert table.heads() == plain.heads()
    assert table.line.state == plain.line.state
    spent = [one.line.store.spent_places(one.line.id) for one in (table, plain)]
    assert spent[0] == spent[1]
    plain.line.store.close()
    table.line.store.close()


@quick
@given(EVENINGS, st.floats(0, 1), DICE)
def test_any_line_can_be_forked_at_the_end_of_any_commit(
    fresh_store: FreshStores, steps: list[Step], share: float, dice: Any
) -> None:
    table = _begin(fresh_store, steps)
    session, store = table.line, table.line.store
    for branch in list(store.branches(session.id)):
        line = session.on(branch)
        ends = [commit.last_version for commit in all_commits(line)]
        at = ends[int(share * (len(ends) - 1))]
        rows = {name: set(found) for name, found in dump(store).items()}
        actor = next(one for one, seat in line.table.seats.items() if seat.role == "gm")
        forked = timelines.fork(line, f"of {branch}", at, actor=actor, dice=dice)
        assert all(rows[name] <= set(found) for name, found in dump(store).items())
        assert (forked.table.fork_of, forked.is_whatif) == (branch, True)
        check_chain(forked)
    assert audit_session(store, session.id).ok
    store.close()

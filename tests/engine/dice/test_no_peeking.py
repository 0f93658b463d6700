"""A what-if line never spends a key of the table's rings, nor shows one that the table has yet to show."""

from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toytable import SECRET, all_commits, answer, fixed_outside, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.dice.keyring import ring_key
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import Rolled

Dice = Literal["same", "fresh"]
LINES: tuple[Dice, ...] = ("same", "fresh")


def coming_keys(session: Session) -> set[str]:
    """Return every key, in hex, that the session's rings hold and no roll has spent."""
    spent = session.store.spent_places(session.id)
    return {
        ring_key(seed, index).hex()
        for ring, seed in session.store.seeds(session.id).items()
        for index in range(256)
        if (ring, index) not in spent
    }


def log_of(session: Session) -> str:
    """Return all bytes of a line's items as text."""
    items = (item.data or b"" for commit in all_commits(session) for item in commit.items())
    return b"\n".join(items).decode()


def _play(session: Session) -> None:
    roll(session, "2d6")
    roll(session, "2d6", secret=True)
    strike(session)
    answer(session, "dodge")
    session.do({"type": "toy.hide", "character": "a"}, actor="gm")


def _peep(line: Session) -> list[Rolled]:
    """Ask for all sorts of dice, more of them than the parent's rolls had."""
    asked: list[dict[str, Any]] = [
        {"dice": "20d100"},
        {"dice": "20d100", "secret": True},
        {"dice": "9d1000000"},
        {"dice": "20d6", "blind": True},
        {"dice": "20d6", "to": ["p1"]},
        {"dice": "20d6", "secret": True, "silent": True},
    ]
    found: list[Rolled] = []
    for one in asked:
        result = line.do({"type": "table.roll", **one}, actor="gm")
        found += [event for event in result.events if isinstance(event, Rolled)]
    return found


@pytest.mark.parametrize("dice", LINES)
@pytest.mark.parametrize("back", [0, 2, 5])
def test_no_coming_key_is_spent_or_shown(session: Session, dice: Dice, back: int) -> None:
    _play(session)
    ends = [commit.last_version for commit in all_commits(session)]
    spent, coming = session.store.spent_places(session.id), coming_keys(session)
    whatif = timelines.fork(session, "のぞき見", ends[-1 - back], actor="gm", dice=dice)
    rolls = _peep(whatif)

    assert session.store.spent_places(session.id) == spent
    assert not any(key in log_of(whatif) for key in coming)
    assert all(one.key not in coming for one in rolls)
    assert {one.source for one in rolls} <= {"same", "whatif"}


@pytest.mark.parametrize("dice", LINES)
def test_fork_of_a_fork_peeps_no_more_than_a_fork(session: Session, dice: Dice) -> None:
    _play(session)
    at = session.version
    one = timelines.fork(session, "one", at, actor="gm", dice=dice)
    _peep(one)
    coming = coming_keys(session)
    two = timelines.fork(one, "two", at, actor="gm", dice=dice)
    _peep(two)

    assert not any(key in log_of(two) for key in coming)


@pytest.mark.parametrize("dice", LINES)
def test_table_rolls_the_same_next_whether_or_not_somebody_asked_what_if(dice: Dice) -> None:
    rolled: list[list[Rolled]] = []
    for peeping in (False, True):
        session = open_toy(Store("sqlite://", fixed_outside()), dice_secret=SECRET)
        _play(session)
        if peeping:
            _peep(timelines.fork(session, "のぞき見", session.version, actor="gm", dice=dice))
        rolled.append([roll(session, "3d100"), roll(session, "3d100", secret=True)])
        session.store.close()

    assert rolled[0] == rolled[1]


@pytest.mark.parametrize("secret", [False, True])
def test_key_that_the_table_shows_later_is_repeated_only_once_it_is_shown(
    session: Session, secret: bool
) -> None:
    start = session.version
    early = timelines.fork(session, "early", start, actor="gm", dice="same")
    before = roll(early, "3d100", secret=secret)
    made = roll(session, "3d100", secret=secret)
    late = timelines.fork(session, "late", start, actor="gm", dice="same")
    after = roll(late, "3d100", secret=secret)

    assert (before.source, before.key) == ("whatif", None)
    assert (after.source, after.key, after.faces) == ("same", made.key, made.faces)


@pytest.mark.parametrize(
    "command", [{"type": "table.renew_dice"}, {"type": "table.renew_dice", "why": "lost"}]
)
def test_whatif_line_commits_no_rings(session: Session, command: dict[str, Any]) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    with pytest.raises(TenmatsuError) as caught:
        whatif.do(command, actor="gm")

    assert caught.value.code == "whatif_no_rings"


def test_many_rolls_of_a_whatif_line_bring_no_new_rings(session: Session) -> None:
    rings = set(session.store.seeds(session.id))
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    for _ in range(200):
        roll(whatif, "d6")

    assert set(session.store.seeds(session.id)) == rings


ASKED = st.lists(
    st.tuples(st.sampled_from(["d6", "2d100", "9d6"]), st.booleans(), st.sampled_from(["roll", "say"])),
    min_size=1,
    max_size=6,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(ASKED, ASKED, st.sampled_from(LINES), st.floats(0, 1))
def test_no_way_to_ask_shows_a_coming_key(
    played: list[tuple[str, bool, str]], asked: list[tuple[str, bool, str]], dice: Dice, share: float
) -> None:
    session = open_toy(Store("sqlite://", fixed_outside()))
    _ask(session, played)
    ends = [commit.last_version for commit in all_commits(session)]
    coming = coming_keys(session)
    spent = session.store.spent_places(session.id)
    whatif = timelines.fork(session, "x", ends[int(share * (len(ends) - 1))], actor="gm", dice=dice)
    _ask(whatif, asked)

    assert session.store.spent_places(session.id) == spent
    assert not any(key in log_of(whatif) for key in coming)
    session.store.close()


def _ask(session: Session, asked: list[tuple[str, bool, str]]) -> None:
    for notation, secret, kind in asked:
        if kind == "say":
            say(session, actor="gm")
        else:
            roll(session, notation, secret=secret)

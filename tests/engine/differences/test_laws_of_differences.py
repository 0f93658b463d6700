"""What holds of the difference of any two lines, for every viewer."""

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toyevenings import DOING, EVENINGS, PLAYS, Step, quick
from toytable import SECRET, all_commits, fixed_outside, open_toy

from tenmatsu.engine import timelines
from tenmatsu.engine.differences import CommitPair, Difference, SheetChange, find_difference, pair_commits
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.history import read_entries, state_for, viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import Adopt, Fork, Undo
from tenmatsu.engine.whatif import replace_commit
from tenmatsu.events.envelope import Commit

WHO = st.sampled_from([None, "gm", "p1", "p2", "guest"])
MIRRORED = {"only_first": "only_second", "only_second": "only_first"}


def moving(share: float) -> Step:
    """Return the step that makes one of the moves that are legal then."""

    def step(session: Session) -> object:
        legal = [move for who in ("a", "b") for move in session.moves(who)]
        move = legal[int(share * len(legal))] if legal else None
        body = (
            {"type": "toy.enter", "character": "c"} if move is None else {"type": move.command, **move.fields}
        )
        return session.do(body, actor="gm")

    return step


MOVES = st.floats(0, 1, exclude_max=True).map(moving)
BOUTS = st.lists(MOVES, min_size=2, max_size=8)
MIXED = st.lists(MOVES | MOVES | DOING, min_size=2, max_size=12)
WAYS = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["again", "take", "dodge", "fresh", "same"])), max_size=2
)
"""Where lines leave, and as what: a commit decided again, with another choice, or all played once more."""


def played(steps: list[Step], session: Session | None = None) -> Session:
    """Return an evening in which those steps were taken that nothing refused."""
    session = session or open_toy(Store("sqlite://", fixed_outside()), dice_secret=SECRET)
    for step in steps:
        try:
            step(session)
        except TenmatsuError:
            continue
    return session


def play_again(session: Session, commits: list[Commit], line: Session) -> bool:
    """Play the commands of a line on another; return whether none was refused."""
    for commit in commits:
        command = session.commands.decode(commit.command.data or b"")
        if isinstance(command, Fork | Undo | Adopt):
            continue
        try:
            line.do(command, actor=command.as_)
        except TenmatsuError:
            return False
    return True


def lines_of(session: Session, ways: list[tuple[float, Any]]) -> list[Session]:
    """Return the session on its lines, and on a few more that stand for it otherwise."""
    for share, how in ways:
        commits = all_commits(session)
        place = int(share * (len(commits) - 2))
        name = f"{how} {len(session.store.branches(session.id))}"
        try:
            if how in ("fresh", "same"):
                line = timelines.fork(session, name, commits[place].last_version, actor="gm", dice=how)
                play_again(session, commits[place + 1 :], line)
            else:
                fields = {} if how == "again" else {"choice": how}
                version = commits[place + 1].last_version
                session = replace_commit(session, version, fields, actor="gm", name=name, past=True).line
        except TenmatsuError:
            continue
    return [session.on(branch) for branch in session.store.branches(session.id)]


def mirror(pair: CommitPair) -> CommitPair:
    """Return a pair as it is from the other side."""
    kind: Any = MIRRORED.get(pair.kind, pair.kind)
    return CommitPair(kind=kind, first=pair.second, second=pair.first)


def as_mirrored(difference: Difference) -> tuple[Any, ...]:
    """Return all of a difference as it is from the other side, in an order that no side gives."""
    return (
        difference.common,
        difference.common_version,
        (difference.second, difference.first),
        sorted((mirror(pair) for pair in difference.pairs), key=repr),
        difference.equal,
        {one.name: (one.after, one.before, one.limits[::-1]) for one in difference.values},
        difference.ends[::-1],
    )


def as_it_is(difference: Difference) -> tuple[Any, ...]:
    """Return all of a difference, in an order that no side gives."""

    def told(one: SheetChange) -> tuple[Any, ...]:
        return one.before, one.after, one.limits

    return (
        difference.common,
        difference.common_version,
        (difference.first, difference.second),
        sorted(difference.pairs, key=repr),
        difference.equal,
        {one.name: told(one) for one in difference.values},
        difference.ends,
    )


@quick
@given(EVENINGS, BOUTS, WAYS, WHO)
def test_no_line_differs_from_itself(
    steps: list[Step], bout: list[Step], ways: list[tuple[float, Any]], who: str | None
) -> None:
    lines = lines_of(played([*steps, *bout]), ways)
    for line in lines:
        found = find_difference(line, line, viewer_of(line, who), equal=True)
        assert (found.first, found.second, found.pairs, found.values) == ((), (), (), ())
        assert found.is_empty


@quick
@given(EVENINGS, BOUTS, WAYS, WHO)
def test_difference_the_other_way_round_is_its_mirror(
    steps: list[Step], bout: list[Step], ways: list[tuple[float, Any]], who: str | None
) -> None:
    lines = lines_of(played([*steps, *bout]), ways)
    for one in lines:
        for other in lines:
            viewer = viewer_of(one, who)
            there, back = (find_difference(*way, viewer, equal=True) for way in ((one, other), (other, one)))
            assert as_mirrored(there) == as_it_is(back)


@quick
@given(EVENINGS, BOUTS, WAYS, WHO, st.floats(0, 1), st.floats(0, 1))
def test_a_difference_lists_what_the_histories_hold_behind_the_common_part_once(
    steps: list[Step],
    bout: list[Step],
    ways: list[tuple[float, Any]],
    who: str | None,
    low: float,
    high: float,
) -> None:
    lines = lines_of(played([*steps, *bout]), ways)
    viewer = viewer_of(lines[0], who)
    for one, other in pairwise(lines):
        ends = [list(read_entries(line, viewer)) for line in (one, other)]
        versions = [max(1, int(share * len(end))) for share, end in zip((low, high), ends, strict=True)]
        found = find_difference(one, other, viewer, versions=(versions[0], versions[1]), equal=True)
        for told, end, version in zip((found.first, found.second), ends, versions, strict=True):
            assert [(entry.version, entry.digest) for entry in told] == [
                (entry.version, entry.digest) for entry in end[found.common_version : version]
            ]
        assert ends[0][: found.common_version] == ends[1][: found.common_version]
        sides = [side for pair in found.pairs for side in (pair.first, pair.second) if side is not None]
        assert len({side.commit for side in sides}) == len(sides)
        for line, version, reached in zip((one, other), versions, found.ends, strict=True):
            game = state_for(line, viewer, version).game
            assert reached.outcome == (None if game is None else line.system.outcome(game))


@quick
@given(MIXED, MIXED)
def test_line_that_plays_the_same_with_the_same_dice_differs_in_nothing_but_books(
    before: list[Step], steps: list[Step]
) -> None:
    session = played(before)
    at, number = session.version, session.state.number
    played(steps, session)
    line = timelines.fork(session, "同じ", at, actor="gm", dice="same")
    behind = [commit for commit in all_commits(session) if commit.number > number]
    if not play_again(session, behind, line):
        return  # only the current timeline has rings to renew
    found = find_difference(session, line, equal=True)

    assert {pair.kind for pair in found.pairs} <= {"equal"}
    assert found.values == ()
    assert found.is_empty


@quick
@given(PLAYS, PLAYS, PLAYS, PLAYS, st.sampled_from(["same", "fresh"]))
def test_difference_of_two_lines_does_not_depend_on_a_third(
    before: list[Step], one: list[Step], other: list[Step], third: list[Step], dice: Any
) -> None:
    session = played(before)
    lines = [timelines.fork(session, name, session.version, actor="gm", dice=dice) for name in "甲乙丙"]
    played(one, lines[0])
    played(other, lines[1])
    found = find_difference(lines[0], lines[1], equal=True)
    played(third, lines[2])
    played(third, session)

    assert find_difference(session.on("1"), session.on("2"), equal=True) == found
    assert pair_commits(lines[0], lines[1], equal=True) == found.pairs

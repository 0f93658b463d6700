"""What-if lines repeat the rolls of the line that was forked, whichever line holds the commit they leave."""

from toytable import check_chain, only, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.opened_lines import new_branch, store_move
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import Fork
from tenmatsu.events.table import BranchForked, BranchNamed, Rolled


def _fork(line: Session, at: int, name: str = "同じ目", dice: str = "same") -> Session:
    return timelines.fork(line, name, at, actor="gm", dice="same" if dice == "same" else "fresh")


def _roll(line: Session) -> Rolled:
    return roll(line, "3d100")


def _passes(session: Session) -> bool:
    return audit_session(session.store, session.id).ok


def test_fork_in_the_inherited_part_repeats_the_line_that_was_forked(session: Session) -> None:
    _roll(session)
    start = session.version
    _roll(session)
    child = _fork(session, session.version, "child", "fresh")
    of_child = [_roll(child) for _ in range(2)]
    of_parent = [_roll(session) for _ in range(3)]
    grandchild = _fork(child, start)
    again = [_roll(grandchild) for _ in range(3)]

    assert session.store.branches(session.id)[grandchild.branch].parent == "0"
    assert again[1].faces == of_child[0].faces, "the fork itself is no play"
    assert again[2].faces == of_child[1].faces
    assert of_parent[0].faces not in [one.faces for one in again]
    assert {one.source for one in again} == {"same"}
    check_chain(grandchild)
    assert _passes(session)


def test_event_of_the_fork_names_the_line_that_was_forked(session: Session) -> None:
    at = session.version
    child = _fork(session, at, "child")
    say(child)
    grandchild = _fork(child, at)

    forked = [
        event
        for _, data in session.store.reader.events(session.id, grandchild.segments(), at)
        if isinstance(event := session.folder.decode_row(data), BranchForked)
    ]
    assert [(one.parent, grandchild.table.fork_of) for one in forked] == [("1", "1")]


def test_fork_of_the_table_after_an_undo_repeats_what_counts_and_not_what_was_undone(
    session: Session,
) -> None:
    start = session.version
    first = _roll(session)
    undone = _roll(session)
    timelines.undo(session, actor="gm")
    instead = _roll(session)
    whatif = _fork(session, start)
    again = [_roll(whatif) for _ in range(2)]

    assert [one.faces for one in again] == [first.faces, instead.faces]
    assert undone.key not in [one.key for one in again]
    assert _passes(session)


def test_fork_of_a_left_line_repeats_what_was_undone(session: Session) -> None:
    start = session.version
    first = _roll(session)
    undone = _roll(session)
    timelines.undo(session, actor="gm")
    _roll(session)
    whatif = _fork(session.on("0"), start)

    assert [_roll(whatif).faces for _ in range(2)] == [first.faces, undone.faces]
    assert _passes(session)


def test_adoptions_in_between_are_passed_over_too(session: Session) -> None:
    start = session.version
    _fork(session, start, "taken", "fresh")
    timelines.adopt(session, "taken", actor="gm")
    of_taken = [_roll(session)]
    timelines.adopt(session, "0", actor="gm")
    of_first = [_roll(session)]
    timelines.adopt(session, "taken", actor="gm")
    of_taken += [_roll(session)]

    for line, made in (("1", of_taken), ("0", of_first)):
        whatif = _fork(session.on(line), start, f"of {line}")
        assert [_roll(whatif).faces for _ in made] == [one.faces for one in made], line
    assert _passes(session)


def test_same_fork_of_a_same_fork_repeats_it_key_by_key(session: Session) -> None:
    start = session.version
    made = [only(strike(session).events)]
    one = _fork(session, start, "one")
    other = only(strike(one).events)
    fresh = _roll(one)
    two = _fork(one, start + 2, "two")
    again = [only(strike(two).events), _roll(two)]

    assert again[0].key == other.key == made[0].key
    assert (again[1].faces, again[1].source) == (fresh.faces, "same"), "plain dice by their faces"
    assert again[1].of is not None
    assert _passes(session)


def test_line_opened_anew_repeats_the_same_as_one_that_was_kept_open(store: Store) -> None:
    session = open_toy(store)
    start = session.version
    for _ in range(3):
        _roll(session)
    timelines.undo(session, actor="gm")
    made = _roll(session)
    _fork(session, start)
    faces = [_roll(find_opened(store, session.id, "同じ目")).faces for _ in range(3)]

    assert faces[2] == made.faces


def test_audit_fails_a_fork_that_names_a_line_without_the_commit_it_leaves(session: Session) -> None:
    early = session.version
    say(session)
    stranger = _fork(session, early, "stranger")
    say(session)
    commit = timelines.commit_ending(session, session.version)
    branch = new_branch(session, commit, "whatif", "forged", session.branches)
    command = Fork(as_="gm", name="forged", at=commit.hash.hex())
    events = [
        Recorded(BranchForked(parent=stranger.branch, at=commit.hash.hex(), why="whatif")),
        Recorded(BranchNamed(branch=branch.id, name="forged")),
    ]
    before = LineState(version=commit.last_version, number=commit.number, hash=commit.hash)
    store_move(session, before, command, events, branch=branch)

    report = audit_session(session.store, session.id)
    assert [failure.code for failure in report.failures] == ["audit_fork_wrong"]

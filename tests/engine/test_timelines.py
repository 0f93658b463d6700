"""The lines of a session: fork, undo, adopt."""

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest
import sqlalchemy as sa
from devices import Device
from toytable import (
    all_commits,
    all_events,
    answer,
    check_chain,
    dump,
    facts,
    fold_prefix,
    open_toy,
    roll,
    say,
    strike,
)
from unguarded import unguarded

from tenmatsu.engine import timelines
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.events.table import BranchForked, BranchNamed, Noted, TimelineAdopted


def _grown(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> dict[str, int]:
    """Return how many rows each table gained; no row may have changed or gone."""
    assert all(set(before[name]) <= set(after[name]) for name in before)
    return {
        name: len(after[name]) - len(before[name]) for name in after if len(after[name]) != len(before[name])
    }


def _ends(session: Session) -> list[int]:
    return [commit.last_version for commit in all_commits(session)]


@pytest.mark.parametrize("length", [1, 60])
def test_fork_writes_one_line_one_commit_and_its_two_events_whatever_the_history(
    session: Session, length: int
) -> None:
    for _ in range(length):
        say(session)
    before = dump(session.store)
    timelines.fork(session, "もしも", session.version, actor="p1")

    assert _grown(before, dump(session.store)) == {"branches": 1, "commits": 1, "events": 2}


def test_fork_stands_where_it_left_and_says_so_in_its_first_commit(session: Session) -> None:
    strike(session)
    at = session.version
    answer(session)
    whatif = timelines.fork(session, "もしも", at, actor="p1", dice="same")
    first = all_commits(whatif)[-1]
    parent = all_commits(session)[-2]

    assert [whatif.folder.decode(item.data) for item in first.events] == [
        BranchForked(parent="0", at=parent.hash.hex(), why="whatif", dice="same"),
        BranchNamed(branch="1", name="もしも"),
    ]
    assert first.previous == parent.hash
    assert (first.branch, first.number, first.first_version) == ("1", parent.number + 1, at + 1)
    assert whatif.game == session.state_at(at).game
    assert whatif.is_whatif
    assert not whatif.is_current
    check_chain(whatif)


def test_fork_leaves_the_line_that_it_left_untouched(session: Session) -> None:
    strike(session)
    state, head = session.state, session.head
    whatif = timelines.fork(session, "もしも", session.version, actor="p1")
    answer(whatif)

    assert session.state is state
    assert find_opened(session.store, session.id).head == head
    assert session.pending()
    assert not whatif.pending()


def test_fork_inside_a_commit_is_refused_naming_the_ends_beside_it(session: Session) -> None:
    strike(session)
    ends = _ends(session)
    inside = session.version - 1
    rows = dump(session.store)
    with pytest.raises(UsageError) as caught:
        timelines.fork(session, "もしも", inside, actor="p1")

    assert caught.value.code == "version_inside"
    assert caught.value.details == {"version": inside, "before": ends[-2], "after": ends[-1]}
    assert f"{ends[-2]} or {ends[-1]}" in caught.value.say("en")
    assert dump(session.store) == rows


def test_fork_is_possible_at_every_end_of_a_commit_and_at_no_other_version(session: Session) -> None:
    strike(session)
    answer(session)
    ends = _ends(session)
    for version in range(1, session.version + 1):
        if version in ends:
            forked = timelines.fork(session, f"at {version}", version, actor="gm")
            assert facts(forked.state_at(version)) == facts(fold_prefix(session, version))
        else:
            with pytest.raises(UsageError):
                timelines.fork(session, f"at {version}", version, actor="gm")


@pytest.mark.parametrize("at", [0, -1, 10_000])
def test_fork_at_a_version_that_is_not_there_is_refused(session: Session, at: int) -> None:
    with pytest.raises(UsageError) as caught:
        timelines.fork(session, "もしも", at, actor="gm")

    assert caught.value.code == "version_unknown"
    assert caught.value.details == {"version": at, "last": session.version}


@pytest.mark.parametrize("name", ["", "taken", "0", "77"])
def test_name_that_would_not_name_one_line_is_refused(session: Session, name: str) -> None:
    timelines.fork(session, "taken", session.version, actor="gm")
    rows = dump(session.store)
    for one in (session, find_opened(session.store, session.id)):
        with pytest.raises(UsageError) as caught:
            timelines.fork(one, name, one.version, actor="gm")
        assert caught.value.code == "branch_taken"
    assert dump(session.store) == rows


def test_line_is_found_by_its_name_and_by_its_id(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")

    assert session.find_branch("もしも") == session.find_branch("1") == whatif.branch
    assert find_opened(session.store, session.id, "もしも").state == whatif.state
    with pytest.raises(UsageError) as caught:
        session.find_branch("まさか")
    assert "もしも" in caught.value.say("en")


def test_forks_of_forks_share_what_came_before(session: Session) -> None:
    line = session
    seen: list[bytes] = []
    for depth in range(5):
        say(line, f"{depth}")
        line = timelines.fork(line, f"depth {depth}", line.version, actor="gm")
        seen.append(all_commits(line)[-1].hash)
    hashes = [commit.hash for commit in all_commits(line)]

    assert [row.parent for row in session.store.branches(session.id).values()] == [None, *"01234"]
    assert all(one in hashes for one in seen)
    assert len(set(hashes)) == len(hashes) == line.state.number
    check_chain(line)
    assert facts(line.state) == facts(fold_prefix(line, line.version))


def test_fork_within_the_inherited_part_leaves_the_line_that_holds_it(session: Session) -> None:
    say(session)
    at = session.version
    say(session)
    child = timelines.fork(session, "child", session.version, actor="gm")
    for _ in range(2):
        say(child)
    grandchild = timelines.fork(child, "grandchild", at, actor="gm")

    row = session.store.branches(session.id)[grandchild.branch]
    assert (row.parent, row.fork_version) == ("0", at)
    assert grandchild.version == at + 2
    check_chain(grandchild)


def _facts_of(line: Session) -> dict[str, Any]:
    """Return what a session on a line stands on: all that a command is decided by, as it is at the moment."""
    names = ("branch", "current_branch", "branches", "state", "_spent", "_seeds", "_redactions")
    found = {name: copy(getattr(line, name)) for name in names}
    retries: object = getattr(line, "_rolls_left_behind")()  # noqa: B009 - it is the session's own affair
    return {**found, "retries": retries, "last_link": line.last_link("p1")}


@pytest.mark.parametrize("stored", ["nothing", "a roll", "a line", "a name", "a redaction", "an adoption"])
@pytest.mark.parametrize("back", [0, 1])
def test_session_on_a_fork_stands_on_what_one_opened_anew_does(
    session: Session, stored: str, back: int
) -> None:
    device = Device(session, "p1")
    noted = session.do({"type": "table.note", "text": "本名"}, actor="p1").commit.last_version
    roll(session)
    timelines.undo(session, actor="gm")
    device.do(session, {"type": "toy.strike", "character": "a", "at": "b"})
    at = _ends(session)[-1 - back]
    assert _facts_of(session)["retries"], "what it remembers by now is not its fork's"
    other = find_opened(session.store, session.id)
    match stored:
        case "a roll":
            answer(other)
            roll(other)
        case "a line":
            timelines.fork(other, "beside", other.version, actor="gm")
        case "a name":
            other.do({"type": "table.name_line", "name": "本筋"}, actor="gm")
        case "a redaction":
            other.do({"type": "table.redact", "what": [noted]}, actor="gm")
        case "an adoption":
            timelines.undo(other, actor="gm")
        case _:
            pass
    forked = timelines.fork(session, "もしも", at, actor="gm", dice="same")

    assert _facts_of(forked) == _facts_of(find_opened(session.store, session.id, forked.branch))
    assert session.branches[forked.branch] == forked.branches[forked.branch]


def test_name_that_another_hand_gave_meanwhile_is_refused(session: Session) -> None:
    other = find_opened(session.store, session.id)
    timelines.fork(other, "taken", other.version, actor="gm")
    rows = dump(session.store)
    with pytest.raises(UsageError) as caught:
        timelines.fork(session, "taken", session.version, actor="gm")

    assert caught.value.code == "branch_taken"
    assert dump(session.store) == rows


def _take_back(session: Session) -> None:
    """Take the newest commit out of the database, as a backup does that takes its place."""
    *_, before, last = all_commits(session)
    head = {"head_number": before.number, "head_version": before.last_version, "head_hash": before.hash}
    with unguarded(session.store) as connection:
        for table in (schema.events, schema.commits):
            connection.execute(sa.delete(table).where(table.c.number == last.number))
        connection.execute(sa.update(schema.branches).values(head))


def test_fork_leaves_the_log_that_is_there_where_a_backup_took_its_place(session: Session) -> None:
    say(session)
    at = session.version
    _take_back(session)
    with pytest.raises(UsageError) as caught:
        timelines.fork(session, "もしも", at, actor="gm")
    assert caught.value.code == "version_unknown"

    say(find_opened(session.store, session.id))  # there are as many commits again
    assert not session.is_up_to_date()
    check_chain(timelines.fork(session, "もしも", at, actor="gm"))


def test_session_of_which_the_database_has_nothing_any_more_is_told(session: Session) -> None:
    with unguarded(session.store) as connection:
        for table in (schema.events, schema.commits, schema.branches, schema.sessions):
            connection.execute(sa.delete(table))
    for ask in (session.reload, lambda: timelines.fork(session, "もしも", session.version, actor="gm")):
        with pytest.raises(UsageError) as caught:
            ask()
        assert caught.value.code == "session_unknown"


def test_what_happens_on_a_fork_is_kept_from_the_session_that_it_left(session: Session) -> None:
    forked = timelines.fork(session, "もしも", session.version, actor="gm")
    before = _facts_of(session)
    say(forked)
    timelines.fork(forked, "on", forked.version, actor="gm")
    roll(forked)
    assert _facts_of(session) == before


def test_what_happens_on_a_line_is_kept_from_the_session_on_its_fork(session: Session) -> None:
    forked = timelines.fork(session, "もしも", session.version, actor="gm")
    before = _facts_of(forked)
    roll(session)
    session.do({"type": "table.renew_dice"}, actor="gm")

    assert _facts_of(forked) == before


def test_session_knows_that_something_was_stored_whatever_it_was_and_on_whatever_line(
    session: Session,
) -> None:
    other = find_opened(session.store, session.id)
    moves: list[Callable[[], object]] = [
        lambda: say(session),
        lambda: timelines.fork(session, "もしも", session.version, actor="gm"),
        lambda: say(session.on("もしも"), actor="gm"),
        lambda: session.on("もしも").do({"type": "table.name_line", "name": "一"}, actor="gm"),
        lambda: timelines.undo(session, actor="gm"),
        lambda: timelines.adopt(session, "一", actor="gm"),
        lambda: timelines.adopt(session, "0", actor="gm"),
        lambda: session.do({"type": "table.note", "text": "x"}, actor="gm"),
        lambda: session.do({"type": "table.redact", "what": [session.version]}, actor="gm"),
    ]
    assert other.is_up_to_date()
    for move in moves:
        move()
        assert not other.is_up_to_date()
        other.reload()
        assert other.is_up_to_date()
        other.on("0").keep_snapshot()
        assert other.is_up_to_date()


def test_two_forks_of_one_commit_are_independent(session: Session) -> None:
    strike(session)
    one, other = (timelines.fork(session, name, session.version, actor="gm") for name in ("x", "y"))
    answer(one, dice=None)
    before = other.state
    other.reload()

    assert other.state == before
    assert other.pending()


def test_undo_leaves_the_last_commit_and_goes_on_before_it(session: Session) -> None:
    before = session.game
    strike(session)
    left = session.head
    plan = timelines.undo(session, actor="p1", reason="言い間違い")

    assert session.game == before
    assert (session.branch, session.is_current, session.is_whatif) == ("1", True, False)
    assert plan.leaves.hash.hex() == left
    assert plan.rolls == 1
    events = [session.folder.decode(item.data) for item in all_commits(session)[-1].events]
    assert events == [
        BranchForked(parent="0", at=plan.back_to.hash.hex(), why="undo"),
        TimelineAdopted(number=1, left="0", head=left),
        Noted(by="p1", text="言い間違い"),
    ]
    check_chain(session)


def test_undo_writes_one_line_and_one_commit_and_changes_only_where_the_table_stands(
    session: Session,
) -> None:
    strike(session)
    before = dump(session.store)
    timelines.undo(session, actor="gm")
    after = dump(session.store)

    changed = {name for name in after if not set(before[name]) <= set(after[name])}
    assert changed == {"branches", "sessions"}
    assert len(after["commits"]) == len(before["commits"]) + 1
    assert set(before["events"]) < set(after["events"])


def test_left_line_stays_readable_and_takes_no_more(session: Session) -> None:
    strike(session)
    state = session.state
    timelines.undo(session, actor="gm")
    left = session.on("0")

    assert left.state == state
    with pytest.raises(RuleViolation) as caught:
        answer(left)
    assert caught.value.code == "line_left"
    assert "1" in caught.value.say("en")


def test_undo_after_undo_goes_one_played_commit_further_back(session: Session) -> None:
    states = [session.game]
    for text in ("一", "二"):
        say(session, text)
    strike(session)
    states += [session.game]
    answer(session)
    for expected in (states[1], states[0], states[0], states[0]):
        timelines.undo(session, actor="gm")
        assert session.game == expected
        check_chain(session)
    assert [adoption.number for adoption in session.store.adoptions(session.id)] == [1, 2, 3, 4]


def test_undo_after_playing_on_undoes_what_was_played(session: Session) -> None:
    strike(session)
    timelines.undo(session, actor="gm")
    session.do({"type": "table.adjust", "name": "b.hp", "value": 5}, actor="gm")
    timelines.undo(session, actor="gm")

    assert session.game.hp["b"] == 10
    assert not session.pending()


def test_everything_but_the_opening_can_be_undone(session: Session) -> None:
    for _ in range(4):
        timelines.undo(session, actor="gm")
    assert session.game.hp == {}
    with pytest.raises(RuleViolation) as caught:
        timelines.undo(session, actor="gm")

    assert caught.value.code == "nothing_to_undo"
    assert session.table.is_open
    check_chain(session)


def test_plan_of_an_undo_says_what_it_would_leave_and_writes_nothing(session: Session) -> None:
    strike(session)
    rows = dump(session.store)
    plan = timelines.plan_undo(session, actor="p1")

    assert (plan.leaves.number, plan.back_to.number, plan.rolls) == (6, 5, 1)
    assert dump(session.store) == rows


@pytest.mark.parametrize(
    "option,gm_may,player_may", [("free", True, True), ("gm", True, False), ("never", False, False)]
)
def test_an_option_says_whether_dice_already_seen_may_be_undone(
    store: Store, option: str, gm_may: bool, player_may: bool
) -> None:
    session = open_toy(store, table_options={"undo": option})
    for actor, may in (("p1", player_may), ("gm", gm_may)):
        strike(session)
        if may:
            timelines.undo(session, actor=actor)
            continue
        rows = dump(store)
        with pytest.raises(RuleViolation) as caught:
            timelines.undo(session, actor=actor)
        assert caught.value.code == "undo_dice_seen"
        assert dump(store) == rows
        answer(session)
        session.do({"type": "table.adjust", "name": "b.hp", "value": 10}, actor="gm")


@pytest.mark.parametrize("option", ["free", "gm", "never"])
def test_commit_without_dice_is_undone_freely_under_every_option(store: Store, option: str) -> None:
    session = open_toy(store, table_options={"undo": option})
    say(session)
    timelines.undo(session, actor="p1")

    assert session.branch == "1"


def test_option_on_undo_counts_secret_rolls_too(store: Store) -> None:
    session = open_toy(store, table_options={"undo": "never"})
    roll(session, secret=True)
    with pytest.raises(RuleViolation):
        timelines.undo(session, actor="gm")


def test_only_the_current_timeline_is_undone(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    say(whatif)
    with pytest.raises(RuleViolation) as caught:
        timelines.undo(whatif, actor="gm")

    assert caught.value.code == "undo_elsewhere"


@pytest.mark.parametrize("actor,code", [("guest", "spectators_watch"), ("stranger", "actor_unknown")])
def test_spectators_and_strangers_move_no_line(session: Session, actor: str, code: str) -> None:
    say(session)
    timelines.fork(session, "もしも", session.version, actor="gm")
    rows = dump(session.store)
    for move in (
        lambda: timelines.fork(session, "x", session.version, actor=actor),
        lambda: timelines.undo(session, actor=actor),
        lambda: timelines.adopt(session, "もしも", actor=actor),
    ):
        with pytest.raises((RuleViolation, UsageError)) as caught:
            move()
        assert caught.value.code == code
    assert dump(session.store) == rows


def test_adopted_line_is_where_the_table_plays_on(session: Session) -> None:
    strike(session)
    whatif = timelines.fork(session, "もしも", session.version, actor="p1")
    answer(whatif)
    left = session.head
    timelines.adopt(session, "もしも", actor="gm")

    assert session.branch == session.current_branch == "1"
    assert session.game == whatif.game
    assert not session.is_whatif
    assert all_events(session)[-1] == TimelineAdopted(number=1, left="0", head=left)
    assert find_opened(session.store, session.id).state == session.state
    assert roll(session).source == "ring", "from here on the ring's keys count again"
    check_chain(session)


def test_adoption_needs_the_gm_and_another_line(session: Session) -> None:
    timelines.fork(session, "もしも", session.version, actor="p1")
    with pytest.raises(RuleViolation) as caught:
        timelines.adopt(session, "もしも", actor="p1")
    assert caught.value.code == "gm_only"
    with pytest.raises(RuleViolation) as caught:
        timelines.adopt(session, "0", actor="gm")
    assert caught.value.code == "line_is_current"
    with pytest.raises(UsageError):
        timelines.adopt(session, "まさか", actor="gm")


def test_left_line_is_adopted_back_and_goes_on(session: Session) -> None:
    strike(session)
    state = session.game
    timelines.undo(session, actor="gm")
    timelines.adopt(session, "0", actor="gm")

    assert (session.branch, session.game) == ("0", state)
    answer(session)
    assert [row.is_left for row in session.store.branches(session.id).values()] == [False, True]
    assert [(a.number, a.branch, a.left_branch) for a in session.store.adoptions(session.id)] == [
        (1, "1", "0"),
        (2, "0", "1"),
    ]
    check_chain(session)


def test_line_adopted_while_somebody_stands_on_another_one(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    timelines.adopt(whatif, "もしも", actor="gm")

    assert whatif.is_current
    session.reload()
    assert session.branch == "1", "who follows the table is on the new line"


def test_undo_on_an_adopted_line_undoes_what_was_played_and_not_the_adoption(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    strike(whatif, dice=[1, 1])
    timelines.adopt(session, "もしも", actor="gm")
    timelines.undo(session, actor="gm")

    assert not session.pending()
    assert session.is_current
    check_chain(session)


def test_whatif_line_of_a_whatif_line_is_one_too(session: Session) -> None:
    one = timelines.fork(session, "one", session.version, actor="gm")
    two = timelines.fork(one, "two", one.version, actor="gm")

    assert two.is_whatif
    assert roll(two).source == "whatif"


def test_line_forked_from_an_adopted_one_is_whatif_again(session: Session) -> None:
    timelines.fork(session, "one", session.version, actor="gm")
    timelines.adopt(session, "one", actor="gm")
    two = timelines.fork(session, "two", session.version, actor="gm")

    assert two.is_whatif
    assert not session.is_whatif


def test_reason_of_an_undo_is_a_note_that_can_be_redacted(session: Session) -> None:
    say(session)
    timelines.undo(session, actor="gm", reason="名前を言ってしまった")

    noted = all_events(session)[-1]
    assert isinstance(noted, Noted)
    assert noted.redactable

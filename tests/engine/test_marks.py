"""Marks: what people think of a commit, or of a whole line, and who sees it."""

from typing import Any

import pytest
from toytable import all_commits, answer, check_chain, dump, only, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import Viewer, entries_of, read_entries, state_for
from tenmatsu.engine.marking import read_line_marks, read_markings
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.sight import sight_of
from tenmatsu.engine.table.state import Marking
from tenmatsu.events.table import Marked

P1, P2 = Viewer("p1", is_gm=False), Viewer("p2", is_gm=False)


def _mark(session: Session, actor: str = "gm", **fields: Any) -> Result:
    return session.do({"type": "table.mark", **fields}, actor=actor)


def _event(result: Result) -> Marked:
    (event,) = result.events
    assert isinstance(event, Marked)
    return event


def _told(session: Session, viewer: Viewer | None = None) -> list[tuple[str, str, str]]:
    found = read_markings(session) if viewer is None else read_markings(session, viewer)
    return [(one.by, one.mark, one.text) for one in found]


@pytest.mark.parametrize("sign", ["!!", "!", "!?", "?!", "?", "??"])
def test_mark_names_the_commit_of_the_version_and_changes_nothing(session: Session, sign: str) -> None:
    made = strike(session).commit
    game = session.game
    event = _event(_mark(session, "p2", what=made.last_version, mark=sign, text="ここ"))

    assert (event.by, event.commit, event.line, event.mark) == ("p2", made.hash.hex(), "", sign)
    assert (session.game, session.pending() != ()) == (game, True), "also while a choice is open"
    assert find_opened(session.store, session.id).table.marks == session.table.marks
    check_chain(session)
    assert audit_session(session.store, session.id).ok


def test_any_version_inside_a_commit_means_the_commit(session: Session) -> None:
    made = strike(session).commit

    for version in range(made.first_version, made.last_version + 1):
        assert _event(_mark(session, what=str(version), mark="!")).commit == made.hash.hex()


def test_commit_is_also_named_by_the_start_of_its_hash_or_of_a_digest_in_it(session: Session) -> None:
    made = strike(session).commit

    for start in (made.hash.hex()[:8], made.events[0].digest.hex()[:10]):
        assert _event(_mark(session, what=start, mark="?")).commit == made.hash.hex()


@pytest.mark.parametrize("what", [0, 999, "999", "deadbeef", "!?", "-1"])
def test_what_is_not_there_cannot_be_marked(session: Session, what: int | str) -> None:
    rows = dump(session.store)
    with pytest.raises(UsageError):
        _mark(session, what=what, mark="!")

    assert dump(session.store) == rows


def test_sign_that_is_none_is_refused(session: Session) -> None:
    with pytest.raises(UsageError) as caught:
        _mark(session, what=1, mark="!!!")

    assert caught.value.code == "command_value"


def test_newest_mark_of_the_same_person_on_the_same_thing_stands(session: Session) -> None:
    made = say(session).commit.last_version
    for fields in ({"mark": "?"}, {"mark": "!!", "text": "実は妙手"}):
        _mark(session, "p1", what=made, **fields)
    _mark(session, "p2", what=made, mark="??")
    _mark(session, "p1", what=made - 1, mark="!")

    assert _told(session) == [("p1", "!!", "実は妙手"), ("p2", "??", ""), ("p1", "!", "")]


def test_neither_sign_nor_text_takes_a_mark_back(session: Session) -> None:
    made = say(session).commit.last_version
    _mark(session, "p1", what=made, mark="?")
    _mark(session, "p2", what=made, text="ひとこと")
    _mark(session, "p1", what=made, text="  ")
    assert _told(session) == [("p2", "", "ひとこと")]
    with pytest.raises(RuleViolation) as caught:
        _mark(session, "p1", what=made)

    assert caught.value.code == "nothing_marked"


def test_whole_line_is_marked_where_no_commit_is_named(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    own, other = _event(_mark(whatif, mark="!!")), _event(_mark(session, line="もしも", mark="?"))

    assert [(one.line, one.commit) for one in (own, other)] == [("1", ""), ("1", "")]
    assert [(one.by, one.mark) for one in read_line_marks(session)["1"]] == [("gm", "?")]
    assert _event(_mark(session, "p1", text="面白い夜")).line == "0"


def test_marks_on_lines_are_found_on_whatever_line_they_were_made(session: Session) -> None:
    at = session.version
    lines = [timelines.fork(session, f"line {number}", at, actor="gm") for number in range(3)]
    for line, who in zip(lines, ("p1", "p2", "gm"), strict=True):
        _mark(line, who, mark="!")
    say(session)
    _mark(session, "p1", mark="!?")
    timelines.undo(session, actor="gm")
    _mark(session, "p2", line="2", text="もう一度")

    found = {line: [(one.by, one.mark) for one in marks] for line, marks in read_line_marks(session).items()}
    assert found == {
        "0": [("p1", "!?")],
        "1": [("p1", "!")],
        "2": [("p2", "")],
        "3": [("gm", "!")],
    }


def test_left_line_takes_no_mark_but_the_table_marks_what_it_left(session: Session) -> None:
    left = strike(session).commit
    timelines.undo(session, actor="gm")
    behind = session.on("0")
    with pytest.raises(RuleViolation) as caught:
        _mark(behind, what=left.last_version, mark="!!")
    assert caught.value.code == "line_left"
    by_version = _event(_mark(session, "p1", what=left.last_version, line="0", mark="!!"))
    by_hash = _event(_mark(session, "p2", what=left.hash.hex()[:12], mark="!"))

    assert by_version.commit == by_hash.commit == left.hash.hex()
    assert _told(behind) == [("p1", "!!", ""), ("p2", "!", "")]
    assert audit_session(session.store, session.id).ok


def test_mark_made_on_a_whatif_line_stays_there(session: Session) -> None:
    made = say(session).commit.last_version
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    state, rows = session.state, len(dump(session.store)["events"])
    _mark(whatif, what=made, mark="??")

    assert find_opened(session.store, session.id).state == state
    assert len(dump(session.store)["events"]) == rows + 1
    assert (_told(session), len(_told(whatif))) == ([], 1)


def test_mark_on_a_secret_is_seen_by_those_who_see_the_secret(session: Session) -> None:
    made = session.do({"type": "table.say", "text": "密談", "to": ["p1"]}, actor="gm").commit
    _mark(session, "gm", what=made.last_version, mark="!!", text="canary")

    assert _told(session, P1) == [("gm", "!!", "canary")]
    assert _told(session, P2) == []
    sight = sight_of(session.store, session.id, P2)
    shown = [entry for commit in all_commits(session) for entry in entries_of(session, commit, sight)]
    assert "canary" not in str(shown)


@pytest.mark.parametrize(
    "fields,seen", [({"secret": True}, False), ({"to": ["p2"]}, True), ({"blind": True}, False), ({}, True)]
)
def test_mark_is_addressed_as_a_note_is(session: Session, fields: dict[str, Any], seen: bool) -> None:
    made = say(session).commit.last_version
    _mark(session, "p1", what=made, mark="?", text="canary", **fields)

    assert bool(_told(session, P2)) == seen
    assert bool(_told(session, P1)) == ("blind" not in fields)
    assert _told(session)


def test_mark_on_a_secret_is_not_addressed_to_others(session: Session) -> None:
    made = session.do({"type": "table.say", "text": "密談", "to": ["p1"]}, actor="gm").commit.last_version
    rows = dump(session.store)
    with pytest.raises(RuleViolation) as caught:
        _mark(session, "gm", what=made, mark="!", to=["p2"])

    assert caught.value.code == "mark_unseen"
    assert dump(session.store) == rows
    _mark(session, "gm", what=made, mark="!", to=["p1"])


def test_player_marks_nothing_that_they_do_not_see(session: Session) -> None:
    hidden = session.do({"type": "table.say", "text": "x", "blind": True, "silent": True}, actor="gm").commit
    for what in (hidden.hash.hex()[:16], hidden.events[0].digest.hex()[:16]):
        with pytest.raises(UsageError) as caught:
            _mark(session, "p1", what=what, mark="!")
        assert caught.value.code == "words_unknown"
    timelines.fork(session, "奥の手", session.version, actor="gm", secret=True)
    for line in ("奥の手", "1"):
        with pytest.raises(UsageError) as caught:
            _mark(session, "p1", line=line, mark="!")
        assert caught.value.code == "branch_unknown"
        assert "奥の手" not in str(caught.value.details["known"])


def test_mark_of_a_secret_line_is_the_gms(session: Session) -> None:
    timelines.fork(session, "奥の手", session.version, actor="gm", secret=True)
    _mark(session, "gm", line="奥の手", mark="!!", text="canary")

    assert [one.text for one in read_line_marks(session)["1"]] == ["canary"]
    assert read_line_marks(session, P1) == {}
    assert state_for(session, P1).table.marks == ()


def test_who_sees_only_a_sealed_entry_marks_its_commit_openly(session: Session) -> None:
    made = session.do({"type": "table.roll", "dice": "2d6", "secret": True}, actor="gm").commit
    sealed = next(entry for entry in read_entries(session, P1) if entry.sealed)
    event = _event(_mark(session, "p1", what=sealed.version, mark="?!"))

    assert event.commit == made.hash.hex()
    assert _told(session, P2) == [("p1", "?!", "")]


def test_version_is_the_askers_own(session: Session) -> None:
    session.do({"type": "table.say", "text": "x", "blind": True, "silent": True}, actor="gm")
    made = say(session).commit
    own = next(entry.version for entry in read_entries(session, P1) if entry.commit == made.hash.hex())

    assert own != made.last_version
    assert _event(_mark(session, "p1", what=own, mark="!")).commit == made.hash.hex()


def test_closed_session_is_marked_still_and_spectators_mark_too(session: Session) -> None:
    session.do({"type": "table.close_session"}, actor="gm")
    _mark(session, "guest", what=1, mark="!")

    assert _told(session) == [("guest", "!", "")]


def test_same_command_id_marks_once(session: Session) -> None:
    made = say(session).commit.last_version
    command = {"type": "table.mark", "what": made, "mark": "!"}
    first = session.do(command, actor="p1", command_id="once")
    again = session.do(command, actor="p1", command_id="once")

    assert (again.repeated, again.commit.hash) == (True, first.commit.hash)


def test_redacted_mark_is_gone_for_good(session: Session) -> None:
    made = say(session).commit.last_version
    marked = _mark(session, "p1", what=made, mark="?", text="canary").commit
    session.do({"type": "table.redact", "what": [marked.last_version]}, actor="p1")

    assert _told(session) == []
    assert "canary" not in str(dump(session.store))
    assert audit_session(session.store, session.id).ok


def test_what_a_person_said_in_marks_goes_with_all_else_they_said(session: Session) -> None:
    made = say(session).commit.last_version
    _mark(session, "p1", what=made, mark="?", text="canary")
    session.do({"type": "table.redact", "of": "p1"}, actor="p1")

    assert "canary" not in str(dump(session.store))


def test_marks_cost_no_dice_and_no_turn(session: Session) -> None:
    made = strike(session)
    _mark(session, "p1", what=made.commit.last_version, mark="!!")
    answered = answer(session, "dodge")

    assert only(answered.events).index == (only(made.events).index or 0) + 1
    assert roll(session).source == "ring"


def test_state_folds_marks_as_they_stand(session: Session) -> None:
    made = say(session).commit
    _mark(session, "p1", what=made.last_version, mark="?!", text="さて")

    assert session.table.marks == (Marking("p1", made.hash.hex(), "", "?!", "さて"),)

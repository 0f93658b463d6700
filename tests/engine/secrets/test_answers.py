"""Refusals, what-if lines, undo and chances answer a player from what that player sees."""

import pytest
from toytable import all_commits, roll, say

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation, TenmatsuError
from tenmatsu.engine.following import follow_entries
from tenmatsu.engine.history import head_seen, locate, read_entries, state_for, viewer_of
from tenmatsu.engine.seen import state_seen
from tenmatsu.engine.session import Session
from tenmatsu.engine.sight import Viewer, sight_of, visible_branches
from tenmatsu.engine.timelines import adopt, fork, plan_undo, undo

P1 = Viewer("p1", is_gm=False)


def _refusal(session: Session, command: dict[str, object], actor: str) -> TenmatsuError:
    with pytest.raises(TenmatsuError) as caught:
        session.do(command, actor=actor)
    return caught.value


@pytest.fixture
def hidden(session: Session) -> Session:
    """A session with a figure that the GM alone knows of, whose blow at `b` waits for its answer."""
    take = {"type": "table.take_character", "character": "canary", "name": "カナリア", "secret": True}
    session.do(take, actor="gm")
    session.do({"type": "toy.enter", "character": "canary", "secret": True}, actor="gm")
    return session


def test_refusal_names_no_hidden_figure(hidden: Session) -> None:
    error = _refusal(hidden, {"type": "toy.strike", "character": "nobody", "at": "b"}, "p1")

    assert error.code == "character_unknown"
    assert "canary" not in str(error)


def test_refusal_by_a_hidden_choice_says_only_that_something_unseen_stands_against_it(
    hidden: Session,
) -> None:
    blow = {"type": "toy.strike", "character": "canary", "at": "canary", "to": ["@gm"]}
    hidden.do(blow, actor="gm")
    error = _refusal(hidden, {"type": "toy.strike", "character": "a", "at": "b"}, "p1")

    assert error.code == "refused_unseen"
    assert "canary" not in str(error) + repr(error.details)
    assert error.__cause__ is None
    assert (
        _refusal(hidden, {"type": "toy.strike", "character": "a", "at": "b"}, "gm").code == "choice_pending"
    )


def test_refusal_that_the_players_own_state_gives_is_said_in_full(hidden: Session) -> None:
    error = _refusal(hidden, {"type": "toy.strike", "character": "a", "at": "nowhere"}, "p1")

    assert (error.code, error.details["who"]) == ("not_there", "nowhere")


def test_figure_of_somebody_hidden_is_unknown_rather_than_not_ones_own(hidden: Session) -> None:
    error = _refusal(hidden, {"type": "toy.strike", "character": "canary", "at": "b"}, "p1")

    assert error.code == "character_unknown"


def test_state_seen_goes_on_from_the_last_one(hidden: Session) -> None:
    for text in ("一", "二"):
        say(hidden, text)
        roll(hidden, "3d17", secret=True)
        state_seen(hidden, P1)
        whole = state_for(hidden, P1)
        assert state_seen(hidden, P1) == whole
    hidden.do({"type": "table.reveal", "what": [str(hidden.version)]}, actor="gm")

    assert state_seen(hidden, P1) == state_for(hidden, P1)
    undo(hidden, actor="gm")
    assert state_seen(hidden, P1) == state_for(hidden, P1)


def test_player_forks_no_line_that_holds_what_they_do_not_see(hidden: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        fork(hidden, "もしも", hidden.version, actor="p1")
    assert caught.value.code == "whatif_unseen"
    line = fork(hidden, "もしも", hidden.version, actor="gm")

    assert _refusal(line, {"type": "toy.strike", "character": "a", "at": "b"}, "p1").code == "whatif_unseen"
    say(line, actor="p1")
    line.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="gm")


def test_secret_line_is_known_to_the_gm_alone(session: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        fork(session, "カナリア", session.version, actor="p1", secret=True)
    assert caught.value.code == "gm_only"
    line = fork(session, "カナリア", session.version, actor="gm", secret=True)
    say(line, actor="gm")
    nested = fork(line, "カナリアの中", line.version, actor="gm")
    say(nested, actor="gm")
    seen = visible_branches(
        session.store, session.id, sight_of(session.store, session.id, P1), session.branches
    )

    assert set(seen) == {"0"}
    for one in (line, nested):
        assert {item.audience for commit in all_commits(one)[6:] for item in commit.items()} == {"@gm"}
        assert _refusal(one, {"type": "table.say", "text": "x"}, "p1").code == "whatif_unseen"
        with pytest.raises(RuleViolation) as caught:
            adopt(session, one.branch, actor="gm")
        assert caught.value.code == "line_closed"
    assert follow_entries(session.store, session.id, P1).entries[-1].branch == "0"
    assert audit_session(session.store, session.id).ok


def test_player_does_not_undo_what_they_do_not_see(session: Session) -> None:
    session.do({"type": "table.change_options", "table_options": {"undo_whose": "anybody"}}, actor="gm")
    say(session, actor="p1")
    roll(session, "3d17", secret=True)
    with pytest.raises(RuleViolation) as caught:
        undo(session, actor="p1")

    assert caught.value.code == "undo_unseen"


def test_undo_counts_only_the_rolls_that_its_asker_has_seen(session: Session) -> None:
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")

    assert plan_undo(session, actor="p1").rolls == 0
    assert plan_undo(session, actor="gm").rolls == 1
    session.do({"type": "table.change_options", "table_options": {"undo": "gm"}}, actor="gm")
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    with pytest.raises(RuleViolation) as caught:
        plan_undo(session, actor="p1")
    assert caught.value.code == "undo_unseen"


def test_feed_of_a_viewer_holds_what_they_see_and_goes_on_behind_what_they_do_not(session: Session) -> None:
    start = follow_entries(session.store, session.id, P1)
    assert [one.tag for one in start.entries] == [one.tag for one in read_entries(session, P1)]
    roll(session, "3d17", secret=True)
    session.do({"type": "table.say", "text": "カナリア", "silent": True}, actor="gm")
    feed = follow_entries(session.store, session.id, P1, start.after)

    assert [(one.sealed, one.event, one.version) for one in feed.entries] == [(True, None, 0)]
    assert follow_entries(session.store, session.id, P1, feed.after).entries == ()


def test_own_numbers_of_a_viewer_lead_to_the_ends_of_commits(session: Session) -> None:
    session.do({"type": "table.say", "text": "カナリア", "silent": True}, actor="gm")
    say(session, actor="p1")
    mine = len(list(read_entries(session, P1)))

    assert locate(session, P1, mine) == session.version
    with pytest.raises(TenmatsuError) as caught:
        locate(session, P1, 2)
    assert caught.value.details == {"version": 2, "before": 0, "after": 8}
    with pytest.raises(TenmatsuError) as caught:
        locate(session, P1, session.version)
    assert caught.value.details == {"version": session.version, "last": mine}


def test_head_of_a_viewer_does_not_move_with_what_is_silent(session: Session) -> None:
    before = head_seen(session, P1)
    session.do({"type": "table.say", "text": "カナリア", "silent": True}, actor="gm")

    assert head_seen(session, P1) == before
    assert head_seen(session, viewer_of(session, None)) == session.head


def test_chance_is_worked_out_from_what_its_asker_sees(session: Session) -> None:
    asked = {"type": "toy.strike", "character": "a", "at": "b"}

    assert session.chance(asked, "p1") == session.chance(asked, "gm")

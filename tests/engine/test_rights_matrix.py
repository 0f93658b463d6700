"""Who may ask what: every command of the table and some of the game's, by every role."""

from typing import Any, Literal

import pytest
from toytable import dump

from tenmatsu.engine.errors import RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import TABLE_COMMANDS, Join
from tenmatsu.engine.timelines import adopt, can_undo, fork, undo

Right = Literal["gm", "players", "owner", "own_word", "all"]
ROLES = {"gm": "gm", "owner": "p1", "other": "p2", "guest": "guest"}
"""`owner` plays the figure `a`, `other` another one, `guest` watches."""
MAY: dict[Right, set[str]] = {
    "gm": {"gm"},
    "players": {"gm", "owner", "other"},
    "owner": {"gm", "owner"},
    "own_word": {"gm", "owner"},
    "all": {"gm", "owner", "other", "guest"},
}
TABLE: dict[str, tuple[Right, dict[str, Any]]] = {
    "table.close_session": ("gm", {}),
    "table.resume_session": ("gm", {}),
    "table.rename_session": ("gm", {"title": "x"}),
    "table.join": ("gm", {"participant": "p9"}),
    "table.leave": ("owner", {"participant": "p1"}),
    "table.take_character": ("players", {"character": "c"}),
    "table.name_character": ("owner", {"character": "a", "name": "x"}),
    "table.open_scene": ("gm", {}),
    "table.close_scene": ("gm", {}),
    "table.say": ("owner", {"character": "a", "text": "x"}),
    "table.narrate": ("gm", {"text": "x"}),
    "table.note": ("all", {"text": "x"}),
    "table.mark": ("all", {"mark": "!!"}),
    "table.name_line": ("gm", {"name": "x"}),
    "table.roll": ("owner", {"dice": "2d6", "character": "a"}),
    "table.adjust": ("gm", {"name": "a.hp", "value": 3}),
    "table.dispute": ("players", {"about": "2"}),
    "table.rule": ("gm", {"dispute": 1, "answer": "upheld"}),
    "table.change_options": ("gm", {"options": {"dodge": "never"}}),
    "table.move_rules": ("gm", {"rules_version": 1}),
    "table.renew_dice": ("gm", {}),
}
GAME: dict[str, tuple[Right, dict[str, Any]]] = {
    "toy.strike": ("owner", {"character": "a", "at": "b"}),
    "toy.hide": ("owner", {"character": "a"}),
    "toy.draw": ("owner", {"character": "a"}),
}
ELSEWHERE = {
    "table.edit",
    "table.retract",
    "table.redact",
    "table.alias",
    "table.reveal",
    "table.seal_choice",
    "table.open_plot",
    "table.commit_nonces",
    "table.add_word",
}
"""Commands with rights of their own, each with tests of its own."""
DENIALS = {"gm_only", "spectators_watch", "spectators_chat", "character_not_yours"}


def _prepare(session: Session, tag: str) -> None:
    """Bring the table to where a command may be asked at all."""
    if tag == "table.close_scene":
        session.do({"type": "table.open_scene"}, actor="gm")
    elif tag == "table.resume_session":
        session.do({"type": "table.close_session"}, actor="gm")
    elif tag == "table.rule":
        session.do({"type": "table.dispute", "about": "2"}, actor="p1")


def test_the_matrix_names_every_command_of_the_table() -> None:
    assert {str(kind.__struct_config__.tag) for kind in TABLE_COMMANDS} - ELSEWHERE == set(TABLE)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("tag", [*TABLE, *GAME])
def test_each_role_may_ask_what_the_matrix_says(session: Session, tag: str, role: str) -> None:
    right, fields = {**TABLE, **GAME}[tag]
    _prepare(session, tag)
    rows = dump(session.store)
    if role in MAY[right]:
        session.do({"type": tag, **fields}, actor=ROLES[role])
        return
    with pytest.raises(RuleViolation) as caught:
        session.do({"type": tag, **fields}, actor=ROLES[role])
    assert caught.value.code in DENIALS
    assert dump(session.store) == rows, "a refused command stores nothing"


@pytest.mark.parametrize("tag", [*TABLE, *GAME])
def test_who_does_not_sit_at_the_table_may_ask_nothing(session: Session, tag: str) -> None:
    _prepare(session, tag)
    session.do(Join(participant="p3"), actor="gm") if tag != "table.resume_session" else None
    for actor in ("stranger", "", "a"):
        with pytest.raises(UsageError) as caught:
            session.do({"type": tag, **{**TABLE, **GAME}[tag][1]}, actor=actor)
        assert caught.value.code == "actor_unknown"


def test_who_has_left_may_ask_nothing(session: Session) -> None:
    session.do({"type": "table.leave", "participant": "p1"}, actor="p1")

    for tag in ("table.note", "table.dispute", "toy.strike"):
        with pytest.raises(UsageError):
            session.do({"type": tag, **{**TABLE, **GAME}[tag][1]}, actor="p1")


# ---- undo (reports A13, A14, A15, A17) ----


def _code(session: Session, actor: str) -> str:
    answer = can_undo(session, actor)
    if answer.ok:
        return ""
    with pytest.raises(TenmatsuError) as caught:
        undo(session, actor=actor)
    assert caught.value.code == answer.reason
    return answer.reason


def test_a13_a_player_undoes_their_own_last_action_and_no_other(session: Session) -> None:
    session.do({"type": "toy.draw", "character": "a"}, actor="p1")

    assert _code(session, "p2") == "undo_not_yours"
    assert "太郎" in str(can_undo(session, "p2").refusal.say("ja", session.names()))  # type: ignore[union-attr]
    assert undo(session, actor="p1").leaves.number == session.state.number
    assert session.game.deck == ("鶴", "月", "幕")


def test_a13_the_gm_undoes_any_and_the_log_says_who_did(session: Session) -> None:
    session.do({"type": "toy.draw", "character": "a"}, actor="p1")
    undo(session, actor="gm", reason="言い間違い")
    commit = session.store.commit_at(session.id, session.branch, session.state.number)

    assert b'"actor":"gm"' in (commit.header.data or b"")


def test_a13_what_the_gm_did_for_a_player_is_the_gms(session: Session) -> None:
    session.do({"type": "toy.draw", "character": "a"}, actor="gm")

    assert _code(session, "p1") == "undo_not_yours"


def test_a_table_may_let_anybody_undo(session: Session) -> None:
    session.do({"type": "table.change_options", "table_options": {"undo_whose": "anybody"}}, actor="gm")
    session.do({"type": "toy.draw", "character": "a"}, actor="p1")

    assert _code(session, "p2") == ""
    assert _code(session, "guest") == "spectators_watch"
    undo(session, actor="p2")


@pytest.mark.parametrize(
    "option, player, gm",
    [("free", "", ""), ("gm", "undo_dice_seen", ""), ("never", "undo_dice_seen", "undo_dice_seen")],
)
def test_a15_dice_already_seen_are_undone_as_the_table_has_it(
    session: Session, option: str, player: str, gm: str
) -> None:
    if option != "free":
        session.do({"type": "table.change_options", "table_options": {"undo": option}}, actor="gm")
    session.do({"type": "table.roll", "dice": "2d6"}, actor="p1")

    assert (can_undo(session, "p1").reason, can_undo(session, "gm").reason) == (player, gm)


def test_a14_can_undo_says_why_not_and_changes_nothing(session: Session) -> None:
    line = fork(session, "もしも", session.version, actor="gm")
    rows = dump(session.store)

    assert can_undo(line, "gm").reason == "undo_elsewhere"
    assert can_undo(session, "guest").reason == "spectators_watch"
    assert can_undo(session, "nobody").reason == "actor_unknown"
    answer = can_undo(session, "gm")
    assert answer.ok
    assert answer.plan is not None
    assert answer.plan.leaves.hash.hex() == session.head
    assert dump(session.store) == rows


def test_only_the_gm_adopts_a_line(session: Session) -> None:
    line = fork(session, "もしも", session.version, actor="p1")
    for actor, code in (("p1", "gm_only"), ("guest", "spectators_watch")):
        with pytest.raises(RuleViolation) as caught:
            adopt(session, line.branch, actor=actor)
        assert caught.value.code == code
    adopt(session, line.branch, actor="gm")

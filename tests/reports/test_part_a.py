"""Undo, rewind, correction: the rows A of the reports, each in the name of its test."""

import msgspec
import pytest
from clitools import Cli
from swordplay import FAILED, begin_swordplay, draw_sword
from swordplay import answer as answer_failure
from toytable import answer, facts, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import read_entries
from tenmatsu.engine.session import Session
from tenmatsu.events.table import Adjusted, BranchForked, Noted, Rolled
from tenmatsu.projections.sheets import read_history


def _hp(session: Session, who: str = "b") -> int:
    value: int = session.game.hp[who]
    return value


def _adjust(session: Session, value: int, name: str = "b.hp") -> None:
    session.do({"type": "table.adjust", "name": name, "value": value}, actor="gm")


def _game(state: LineState) -> bytes:
    return msgspec.json.encode(state.game)


def test_a1_undo_gives_the_value_before_and_not_the_difference(session: Session) -> None:
    _adjust(session, 3)
    strike(session, dice=[6, 6])
    answer(session)
    assert _hp(session) == 0

    timelines.undo(session, actor="gm")

    assert _hp(session) == 3


def test_a1_undo_of_any_event_restores_the_state_before_it(session: Session) -> None:
    before: list[bytes] = []
    for step in (strike, answer, strike, answer, say):
        before.append(_game(session.state))
        step(session)
    for known in reversed(before):
        timelines.undo(session, actor="gm")
        assert _game(session.state) == known


def test_a2_undo_of_a_blow_without_effect_heals_nobody(session: Session) -> None:
    strike(session, dice=[1, 1])
    _adjust(session, 0)
    answer(session)
    assert _hp(session) == 0

    timelines.undo(session, actor="gm")

    assert _hp(session) == 0


def test_a3_undo_touches_only_what_the_action_changed_and_its_line_stays(session: Session, cli: Cli) -> None:
    _adjust(session, 7, "a.hp")
    strike(session, dice=[1, 2])
    answer(session)
    timelines.undo(session, actor="gm")
    assert (_hp(session, "a"), _hp(session, "b")) == (7, 10)

    left = session.on("0")
    assert any(entry.tag == "toy.hurt" for entry in read_entries(left))
    assert "left behind" in cli("branches", "@last").out


def test_a4_one_undo_takes_back_all_that_one_action_did() -> None:
    session = begin_swordplay()
    draw_sword(session, FAILED)
    before, state = session.version, _game(session.state)
    answer_failure(session, "reroll", [6, 5, 1])
    assert session.version - before >= 3

    timelines.undo(session, actor="gm")

    assert _game(session.state) == state


def test_a5_redo_takes_the_line_up_again_and_runs_nothing_anew(session: Session) -> None:
    strike(session, dice=[1, 2])
    answer(session)
    hurt, head = _hp(session), session.head
    timelines.undo(session, actor="gm")
    assert _hp(session) == 10

    timelines.adopt(session, "0", actor="gm")

    assert _hp(session) == hurt == 7
    assert [entry.commit for entry in read_entries(session)].count(head) > 0
    assert sum(isinstance(entry.event, Rolled) for entry in read_entries(session)) == 1


def test_a6_a_look_back_triggers_nothing(session: Session) -> None:
    strike(session, dice=[1, 2])
    version, seen = session.version, session.state
    answer(session)
    head = session.head

    assert facts(session.state_at(version)) == facts(seen)
    assert session.head == head


def test_a8_what_an_undo_would_take_back_is_shown_first(session: Session, cli: Cli) -> None:
    strike(session, dice=[1, 2])
    answer(session)
    shown = cli("undo", "@last", "--dry-run")
    assert "(7 left)" in shown.out
    session.reload()
    assert _hp(session) == 7

    assert cli("undo", "@last").code == 0
    session.follow_current()
    assert _hp(session) == 10


def test_a10_a_line_taken_back_can_be_taken_up_again(session: Session) -> None:
    strike(session)
    answer(session)
    head, state = session.head, _game(session.state)
    timelines.undo(session, actor="gm")
    timelines.undo(session, actor="gm")

    timelines.adopt(session, "0", actor="gm")

    assert head in [entry.commit for entry in read_entries(session)]
    assert _game(session.state) == state


def test_a11_undo_is_a_commit_more_and_never_one_fewer(session: Session) -> None:
    strike(session)
    before = audit_session(session.store, session.id).tally.commits
    timelines.undo(session, actor="gm")

    tally = audit_session(session.store, session.id).tally
    assert tally.commits == before + 1
    assert any(isinstance(entry.event, BranchForked) for entry in read_entries(session))


def test_a12_harm_and_healing_are_told_apart_by_what_happened(session: Session) -> None:
    strike(session, dice=[2, 3])
    answer(session)
    _adjust(session, 10)

    changes = [line.change for line in read_history(session, "b.hp", "en")]
    assert [(change.old, change.new) for change in changes[-2:]] == [(10, 5), (5, 10)]
    kinds = {entry.version: entry.tag for entry in read_entries(session)}
    assert [kinds[change.version] for change in changes[-2:]] == ["toy.hurt", "table.adjusted"]


def test_a13_nobody_undoes_what_another_did_but_the_gm(session: Session) -> None:
    say(session, "私のひとこと", actor="p1")
    with pytest.raises(RuleViolation):
        timelines.undo(session, actor="p2")

    timelines.undo(session, actor="gm")

    forked = [entry for entry in read_entries(session) if isinstance(entry.event, BranchForked)]
    assert [entry.actor for entry in forked] == ["gm"]


def test_a14_whether_an_undo_is_possible_is_asked_and_answered_with_a_reason(session: Session) -> None:
    say(session, actor="p1")
    own, other = timelines.can_undo(session, "p1"), timelines.can_undo(session, "p2")

    assert own.ok
    assert not other.ok
    assert other.reason


def test_a15_dice_that_were_seen_bar_an_undo_where_the_table_says_so(session: Session) -> None:
    session.do({"type": "table.change_options", "table_options": {"undo": "gm"}}, actor="gm")
    roll(session, actor="p1")
    with pytest.raises(RuleViolation):
        timelines.undo(session, actor="p1")

    timelines.undo(session, actor="gm", reason="言い間違い")

    assert any(
        isinstance(one.event, Noted) and one.event.text == "言い間違い" for one in read_entries(session)
    )


def test_a17_the_audit_counts_undos_by_person(session: Session, cli: Cli) -> None:
    for _ in range(2):
        say(session, actor="p1")
        timelines.undo(session, actor="p1")
    strike(session)
    timelines.undo(session, actor="gm")

    assert audit_session(session.store, session.id).tally.undos_by == {"p1": 2, "gm": 1}
    page = cli("audit", "@last").out
    assert "太郎: rolls 0, undos 2" in page


def test_a18_undo_of_a_bought_success_gives_the_points_back() -> None:
    session = begin_swordplay()
    draw_sword(session, FAILED)
    points = session.game.characters["oryu"].katsugeki
    answer_failure(session, "success")
    assert session.game.characters["oryu"].katsugeki == points - 3

    timelines.undo(session, actor="gm")

    assert session.game.characters["oryu"].katsugeki == points


def test_a19_histories_follow_an_undo(session: Session) -> None:
    strike(session, dice=[1, 2])
    answer(session)
    before = len(read_history(session, "b.hp", "en"))
    timelines.undo(session, actor="gm")

    assert len(read_history(session, "b.hp", "en")) == before - 1


def test_a21_a_roll_that_was_taken_back_stays_beside_the_second_one(session: Session, cli: Cli) -> None:
    first = roll(session, "2d6", actor="p1")
    version = next(one.version for one in read_entries(session) if one.event == first)
    assert cli("retract", "@last", version, "--as", "p1").code == 0
    session.reload()
    second = roll(session, "2d6", actor="p1")

    rolled = [entry for entry in read_entries(session) if isinstance(entry.event, Rolled)]
    assert [(entry.event, entry.retracted) for entry in rolled] == [(first, True), (second, False)]
    assert not any(isinstance(entry.event, Adjusted) for entry in read_entries(session))

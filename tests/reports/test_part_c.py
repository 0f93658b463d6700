"""Dice: fairness, disputes, physical dice: the rows C of the reports, each in the name of its test."""

from fractions import Fraction

import pytest
from clitools import Cli
from toytable import answer, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.bcdice import evaluate, find_bot
from tenmatsu.engine.contract import Verdict
from tenmatsu.engine.dice.keyring import Stream
from tenmatsu.engine.dice.proving import prove_roll
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import read_entries, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.events.table import Adjusted, Evaluated, Rolled
from tenmatsu.projections.luck import measure, measure_each
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.recap import recap
from tenmatsu.projections.rolls import ROLLS, CheckRow, checks_of, rolls_of
from tenmatsu.projections.trust import find_trust
from tenmatsu.projections.trust.ranges import find_bias


def _rolled(session: Session) -> list[Rolled]:
    return [entry.event for entry in read_entries(session) if isinstance(entry.event, Rolled)]


def _version_of(session: Session, event: Rolled) -> int:
    return next(entry.version for entry in read_entries(session) if entry.event == event)


def test_c1_many_dice_are_judged_in_plain_words(session: Session, cli: Cli) -> None:
    roll(session, "600d6", actor="p1")

    assert "偏りは見られません" in cli("audit", "@last", "--lang", "ja").out
    loaded = find_bias(6, {6: 300, 1: 60, 2: 60, 3: 60, 4: 60, 5: 60})
    assert loaded is not None
    assert loaded.leaning == "strong"


def test_c2_anybody_sees_the_dice_of_everybody(session: Session, cli: Cli) -> None:
    roll(session, "20d6", actor="p1")
    roll(session, "30d6", actor="p2")

    people = {one["id"]: one for one in cli("audit", "@last", "--as", "p1", "--json").json["trust"]["people"]}

    assert [people[who]["luck"][0]["dice"] for who in ("p1", "p2")] == [20, 30]


def test_c3_the_expected_range_stands_beside_what_fell(session: Session, cli: Cli) -> None:
    rolled = roll(session, "40d6", actor="p1")

    assert "40 dice (40d6): 119 to 161 in 95 of 100 evenings; here " in cli("audit", "@last").out
    assert f"今回は{sum(rolled.faces)}（" in cli("audit", "@last", "--lang", "ja").out
    assert "119〜161" in cli("audit", "@last", "--lang", "ja").out


@pytest.mark.parametrize("needed, luck", [(1, "few"), (2, "more"), (6, "much_more")])
def test_c4_luck_is_success_against_its_own_chance(needed: int, luck: str) -> None:
    verdict = Verdict(
        by="a", what="x", needed=needed, sides=6, dice=1, keep=1, faces=(6,), total=6, success=True
    )
    rows = [CheckRow(version=place, commit="", roll=None, player="p1", verdict=verdict) for place in range(9)]

    person = measure("a", [], rows)

    assert person.expected_successes == Fraction(9 * (7 - needed), 6)
    assert person.check_luck == luck


def test_c6_a_roll_explains_itself_to_anybody(session: Session, cli: Cli) -> None:
    rolled = roll(session, "3d6", actor="p1")
    told = cli("verify-roll", "@last", _version_of(session, rolled))

    assert told.code == 0
    assert rolled.key is not None
    assert rolled.key in told.out
    stream = Stream(bytes.fromhex(rolled.key), bytes(32))
    assert [stream.die(6) for _ in range(3)] == list(rolled.faces)


def test_c8_a_roll_is_in_the_log_before_anybody_sees_it(session: Session) -> None:
    rolled = roll(session, "2d6", actor="p1")

    again = find_opened(Store(str(session.store.database.url)), session.id)

    assert _rolled(again) == [rolled]


def test_c9_a_face_that_was_changed_is_named(session: Session) -> None:
    rolled = roll(session, "2d6", actor="p1")
    proof = prove_roll(session, str(_version_of(session, rolled)))

    assert not proof.problems
    assert proof.recomputed == rolled.dice
    assert proof.leaf_of_key == proof.leaf_committed


def test_c10_dice_of_another_tool_bear_the_mark_that_nothing_proves_them(session: Session, cli: Cli) -> None:
    imported = roll(session, "2d6", actor="p1", dice=[6, 6], dice_source="imported")
    proven = roll(session, "2d6", actor="p1")

    assert [one.source for one in (imported, proven)] == ["imported", "ring"]
    assert "検証不可" in cli("audit", "@last", "--lang", "ja").out
    page = recap(session, style="book", format="txt", lang="ja")
    assert page.count("〔取り込み〕") == 1
    assert cli("log", "@last", "--lang", "ja").out.count("検証不可") == 1


def test_c12_no_key_comes_twice_after_reload_or_undo(session: Session) -> None:
    first = roll(session, "8d20", actor="p1")
    session.reload()
    second = roll(session, "8d20", actor="p1")
    timelines.undo(session, actor="gm")
    third = roll(session, "8d20", actor="p1")

    assert len({one.key for one in (first, second, third)}) == 3
    assert third.faces != second.faces
    assert third.retry_of is not None


def test_c13_folding_draws_no_dice(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    strike(session)
    answer(session, "dodge")
    before = recap(session, style="raw", format="txt", lang="en")

    def no_dice(*_: object) -> int:
        raise AssertionError

    monkeypatch.setattr(Stream, "die", no_dice)
    again = find_opened(session.store, session.id)

    assert again.folder.fold(LineState(), (e.event for e in read_entries(again))).game == session.game
    assert recap(again, style="raw", format="txt", lang="en") == before


def test_c14_physical_dice_are_marked_and_counted_apart(session: Session, cli: Cli) -> None:
    roll(session, "12d6", actor="p1", dice=[6] * 12)
    roll(session, "12d6", actor="p1")

    person = next(one for one in find_trust(session).people if one.id == "p1")

    assert [(luck.origin, luck.dice) for luck in person.luck] == [("engine", 12), ("entered", 12)]
    assert person.luck[1].place == "above"
    marked = [line for line in cli("log", "@last").out.splitlines() if "physical dice" in line]
    assert len(marked) == 1
    assert "6,6,6" in marked[0]


def test_c15_a_value_set_by_the_gm_stands_beside_the_dice(session: Session, cli: Cli) -> None:
    strike(session)
    answer(session)
    rolled = _rolled(session)
    adjust = {"type": "table.adjust", "name": "b.hp", "value": 9, "reason": "情け"}
    session.do(adjust, actor="gm")

    assert _rolled(session) == rolled
    (change,) = audit_session(session.store, session.id).adjustments
    assert change.new == 9
    assert "理由: 情け" in cli("audit", "@last", "--lang", "ja").out
    assert any(isinstance(entry.event, Adjusted) for entry in read_entries(session, viewer_of(session, "p1")))


def test_c16_statistics_stay_when_words_change(session: Session) -> None:
    free = roll(session, "20d6", actor="p1")
    say(session, "ひどい目だ")
    before = find_trust(session).people
    words = list(read_entries(session))[-1].version
    session.do({"type": "table.edit", "what": words, "text": "まあまあ"}, actor="p1")
    session.do({"type": "table.retract", "what": _version_of(session, free)}, actor="p1")

    assert find_trust(session).people == before


def test_c21_a_second_roll_shows_no_more_than_the_first(session: Session) -> None:
    roll(session, "3d600", actor="gm", secret=True)
    timelines.undo(session, actor="gm")
    roll(session, "3d600", actor="gm", secret=True)
    viewer = viewer_of(session, "p1")

    shown = list(read_entries(session, viewer))
    assert [entry.sealed for entry in shown].count(True) == 1
    assert not any(isinstance(entry.event, Rolled | Evaluated) for entry in shown)
    assert audit_session(session.store, session.id).tally.retries == 1


@pytest.mark.parametrize(
    "text, face, word",
    [
        ("RQG<=500", 96, "失敗"),
        ("RQG<=500", 100, "ファンブル"),
        ("RQG<=0", 1, "失敗"),
        ("RQG<=100", 5, "決定的成功"),
    ],
)
def test_c22_degrees_of_glorantha_follow_the_known_dice_bot(text: str, face: int, word: str) -> None:
    bot = find_bot("RuneQuestRoleplayingInGlorantha")
    found = evaluate(text, lambda _sides: face, bot)

    assert found is not None
    assert found.text.endswith(word)


@pytest.mark.parametrize("face", [1, 6])
def test_c24_the_word_and_the_flag_are_both_kept(face: int) -> None:
    found = evaluate("WS8", lambda _sides: face, find_bot("NinjaSlayer2"))

    assert found is not None
    assert ("判定成功" in found.text, "判定失敗" in found.text) == (found.failure, found.success)
    assert found.success != found.failure


def test_c25_a_bare_roll_is_no_check(session: Session) -> None:
    session.do({"type": "table.roll", "dice": "１Ｄ１００"}, actor="p1")
    state = catch_up(session, ROLLS)

    assert [roll.dice[0][0] for roll in rolls_of(state)] == [100]
    assert checks_of(state) == []
    judged = [entry.event for entry in read_entries(session) if isinstance(entry.event, Evaluated)]
    assert all(one.outcome is None for one in judged)
    assert measure_each(rolls_of(state), checks_of(state))[0].checks == 0

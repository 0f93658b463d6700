"""A reroll by rule keeps both results, with the cost, as one commit (reports A20, C5, C17, C18, C19)."""

import html
import re
from pathlib import Path

import pytest
from swordplay import FAILED, MADE, answer, begin_swordplay, draw_sword

from tenmatsu.engine.api import Rolled, RuleViolation, Session, audit_session, find_opened, read_entries
from tenmatsu.engine.language import Lang
from tenmatsu.engine.store.appending import Appender
from tenmatsu.projections.luck import measure
from tenmatsu.projections.marks import read_marks
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.recap import Format, Style, recap
from tenmatsu.projections.rolls import ROLLS, asides_of, checks_of, rolls_of
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiSpent

_BOTH: tuple[Style, ...] = ("book", "raw")


@pytest.fixture
def session() -> Session:
    """A failed check, rolled again for a point."""
    session = begin_swordplay()
    draw_sword(session, FAILED)
    answer(session, "reroll", MADE)
    return session


def _notes(session: Session, lang: Lang = "ja") -> dict[str, list[str]]:
    """Return the marks of the line's rolls and checks in words, by the class of the event."""
    marks, words = read_marks(session), session.system.words()
    found: dict[str, list[str]] = {}
    for entry in read_entries(session):
        note = marks.note(entry, lang, words, session.names())
        if note:
            found.setdefault(type(entry.event).__name__, []).append(note)
    return found


def test_a_reroll_is_one_commit_with_cost_new_dice_and_result() -> None:
    session = begin_swordplay()
    draw_sword(session, FAILED)
    events = answer(session, "reroll", MADE).events

    assert [type(event) for event in events] == [KatsugekiSpent, Rolled, Checked]


class Crash(BaseException):
    """The power goes."""


@pytest.mark.parametrize("at", range(6))
def test_a20_a_crash_leaves_cost_and_new_dice_or_neither(at: int, tmp_path: Path) -> None:
    session = begin_swordplay(tmp_path)
    draw_sword(session, FAILED)
    names: list[str] = []

    def crash(step: str) -> None:
        names.append(step)
        if len(names) > at:
            raise Crash

    store = session.store
    store.appender = Appender(store.database, step=crash)
    try:
        answer(session, "reroll")
    except Crash:
        crashed = True
    else:
        crashed = False
    store.appender = Appender(store.database)
    again = find_opened(store, session.id)
    spent = [entry for entry in read_entries(again) if isinstance(entry.event, KatsugekiSpent)]
    thrown = [entry for entry in read_entries(again) if isinstance(entry.event, Rolled)]

    assert crashed == (len(names) > at)
    assert (len(spent), len(thrown)) == ((0, 1) if crashed else (1, 2))
    assert again.game.characters["oryu"].katsugeki == 5 - len(spent)
    assert audit_session(store, session.id).ok


def test_a20_all_statements_of_the_append_were_crashed_at(tmp_path: Path) -> None:
    session = begin_swordplay(tmp_path)
    draw_sword(session, FAILED)
    names: list[str] = []
    session.store.appender = Appender(session.store.database, step=names.append)
    answer(session, "reroll")

    assert names[:5] == ["head", "commit_row", "event_rows", "keys", "commit"]
    assert len(names) <= 6


@pytest.mark.parametrize(
    "lang, dropped, kept", [("ja", "〔不採用〕", "〔採用・活劇点1〕"), ("en", "not kept", "kept, for 1")]
)
def test_c17_both_rolls_stay_and_say_which_counts(
    session: Session, lang: Lang, dropped: str, kept: str
) -> None:
    notes = _notes(session, lang)

    for kind in ("Rolled", "Checked"):
        first, second = notes[kind]
        assert dropped in first
        assert kept in second


def test_c17_the_projection_knows_which_counts_and_what_it_cost(session: Session) -> None:
    rolls = catch_up(session, ROLLS)
    first, second = checks_of(rolls)

    assert [roll.kept for roll in rolls_of(rolls)] == [False, True]
    assert (first.kept, first.replaces) == (False, None)
    assert (second.kept, second.replaces, second.cost, second.cost_of) == (
        True,
        first.version,
        1,
        "katsugeki",
    )
    assert [(row.check, row.again) for row in asides_of(rolls)] == [(first.version, True)]


def test_c18_html_strikes_what_does_not_count_and_says_so(session: Session) -> None:
    for style in _BOTH:
        page = recap(session, style=style, format="html")
        struck = [html.unescape(re.sub("<[^>]+>", "", one)) for one in re.findall("<s>(.*?)</s>", page)]
        assert any("3, 2, 1" in one or "3,2,1" in one for one in struck), style
        assert not any("6, 5, 1" in one or "6,5,1" in one for one in struck), style
        assert "〔不採用〕" in page
        assert "〔採用・活劇点1〕" in page


@pytest.mark.parametrize("format", ["txt", "md"])
def test_c18_without_strokes_the_words_stand_there(session: Session, format: Format) -> None:  # noqa: A002
    for style in _BOTH:
        text = recap(session, style=style, format=format)
        assert text.count("不採用〕") >= 1
        assert "採用・活劇点1〕" in text


def test_a_novel_tells_the_outcome_that_counts_alone(session: Session) -> None:
    text = recap(session, style="novel", format="txt")

    assert "に成功した" in text
    assert "に失敗した" not in text


def test_c19_a_second_reroll_is_refused_where_the_rules_give_none() -> None:
    session = begin_swordplay(points=1)
    draw_sword(session, FAILED)
    answer(session, "reroll", [2, 3, 1])

    assert session.pending() == (), "no point is left, so the failure stands"
    with pytest.raises(RuleViolation) as caught:
        answer(session, "reroll", MADE)
    assert caught.value.code == "nothing_pending"
    assert caught.value.say("ja") == "今は選ぶことがありません。"


def test_a_reroll_of_a_reroll_leaves_the_last_one_standing() -> None:
    session = begin_swordplay(points=2)
    draw_sword(session, FAILED)
    answer(session, "reroll", [2, 3, 1])
    answer(session, "reroll", MADE)
    checks = checks_of(catch_up(session, ROLLS))

    assert [check.kept for check in checks] == [False, False, True]
    assert [check.replaces for check in checks] == [None, checks[0].version, checks[1].version]


def test_c5_both_rolls_hold_the_sides_of_every_die(session: Session) -> None:
    rolled = [entry.event for entry in read_entries(session) if isinstance(entry.event, Rolled)]

    assert [[sides for sides, _ in one.dice] for one in rolled] == [[6, 6, 6], [6, 6, 6]]
    assert recap(session, format="txt").count("3D6") == 2


def test_a_bought_success_marks_the_failed_check(session: Session) -> None:
    draw_sword(session, FAILED)
    answer(session, "success")
    checks = checks_of(catch_up(session, ROLLS))
    notes = _notes(session)

    assert [check.kept for check in checks] == [False, True, False]
    assert notes["KatsugekiSpent"] == ["〔採用・活劇点3〕"]
    assert "〔不採用〕" in notes["Checked"][-1]
    assert audit_session(session.store, session.id).tally.rerolls_by == {"p1": 1}


def test_dice_that_do_not_count_are_luck_all_the_same(session: Session) -> None:
    rolls = catch_up(session, ROLLS)
    person = measure("oryu", rolls_of(rolls), checks_of(rolls))

    assert (person.dice, person.checks, person.successes, person.set_aside) == (6, 2, 1, 1)

"""Sheets and the history of their values."""

from pathlib import Path

import pytest
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.contract import Value
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.projections.sheets import Sheets, find_value, read_history, read_sheets


def _hp(sheets: Sheets, who: str) -> object:
    return sheets.characters[who].entries[0].value


def _steps(session: Session, name: str) -> list[tuple[Value, Value]]:
    return [(line.change.old, line.change.new) for line in read_history(session, name, "ja")]


def test_sheets_show_everybody_now_and_then(evening: Session) -> None:
    now = read_sheets(evening)
    assert list(now.characters) == ["a", "b"]
    assert _hp(now, "b") == evening.game.hp["b"] == 7
    early = read_sheets(evening, at=12)
    assert _hp(early, "a") == 10
    assert now.overview is not None


def test_history_answers_what_a_value_was_before_and_why(evening: Session) -> None:
    lines = read_history(evening, "b.hp", "ja")
    assert [(line.change.old, line.change.new, line.text) for line in lines] == [
        (None, 10, "伊織が現れた（10）"),
        (10, 7, "伊織に3（残り7）"),
        (7, 9, "GMが伊織の体力を変更: 7 → 9"),
        (9, 7, "伊織に2（残り7）"),
    ]
    for line in lines:
        assert evening.state_at(line.change.version).game.hp["b"] == line.change.new


def test_history_after_undo_knows_only_the_line_played(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.strike(session)
    assert _steps(session, "b.hp") == [(None, 10), (10, 7)]
    timelines.undo(session, actor="gm")
    assert _steps(session, "b.hp") == [(None, 10)]


def test_history_of_a_viewer_has_that_viewers_versions(evening: Session) -> None:
    viewer = viewer_of(evening, "p1")
    mine, all_of_it = (read_history(evening, "b.hp", "en", one) for one in (viewer, viewer_of(evening, "gm")))
    assert [line.text for line in mine] == [line.text for line in all_of_it]
    assert mine[-1].change.version == all_of_it[-1].change.version


@pytest.mark.parametrize("who, what", [("b", "hp"), ("伊織", "HP"), ("伊織", "体力"), ("伊織", "hit points")])
def test_values_are_found_by_id_or_name_and_by_key_or_label(who: str, what: str, tmp_path: Path) -> None:
    assert find_value(tale.begin(tmp_path), who, what) == "b.hp"


@pytest.mark.parametrize(
    "who, what, code", [("某", "hp", "character_unknown"), ("b", "mp", "adjust_unknown")]
)
def test_unknown_value_is_refused_with_what_is_known(who: str, what: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find_value(tale.begin(tmp_path), who, what)
    assert caught.value.code == code
    assert "{" not in caught.value.say("ja")

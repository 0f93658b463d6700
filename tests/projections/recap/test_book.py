"""What a book leaves out, and that it says so."""

from pathlib import Path

import tale

from tenmatsu.engine.session import Session
from tenmatsu.projections.recap import recap


def test_making_characters_before_the_first_scene_is_left_to_the_log(evening: Session) -> None:
    text = recap(evening, style="book", format="txt")
    assert "※最初のシーンより前の支度2件を省いています" in text
    assert "お竜が現れた" not in text
    assert "お竜が現れた" in recap(evening, style="raw", format="txt")


def test_speech_before_the_first_scene_is_told(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.say", text="始めましょう")
    tale.do(session, "gm", "table.open_scene", title="一")
    text = recap(session, style="book", format="txt")
    assert "◆シーンの前\nGM佐藤：始めましょう" in text


def test_table_without_scenes_is_told_whole(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    text = recap(session, style="book", format="txt")
    assert "お竜が現れた" in text
    assert "支度" not in text


def test_scene_that_goes_on_in_the_next_sitting_is_named_again(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="夜")
    tale.do(session, "gm", "table.close_session")
    tale.do(session, "gm", "table.resume_session")
    tale.strike(session)
    text = recap(session, style="book", format="txt")
    assert "◆シーン1：夜（続き）" in text
    assert "伊織に3" in text


def test_new_scenario_has_no_story_so_far(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="夜")
    tale.do(session, "gm", "table.close_session")
    tale.do(session, "gm", "table.resume_session", scenario_goes_on=False)
    tale.do(session, "gm", "table.open_scene", title="朝")
    assert "前回のあらすじ" not in recap(session, style="book", format="txt")


def test_one_sitting_can_be_told_alone(evening: Session) -> None:
    text = recap(evening, style="book", format="txt", sitting=2)
    assert "◆シーン2：翌朝" in text
    assert "■前回のあらすじ" in text
    assert "なにやつ" not in text

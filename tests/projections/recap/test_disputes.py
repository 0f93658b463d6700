"""How disputes and rulings show in recaps and in the histories of values."""

from pathlib import Path
from typing import Any

import pytest
import tale

from tenmatsu.engine.history import Viewer, read_entries
from tenmatsu.engine.session import Session
from tenmatsu.projections.recap import STYLES, Format, Style, recap
from tenmatsu.projections.sheets import read_history


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A blow in a scene, which p2 disputes."""
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="夜桜")
    tale.strike(session, faces=(3, 4), dodge=1)
    version = next(row for row in range(session.version, 0, -1) if _is_roll(session, row))
    tale.do(session, "p2", "table.dispute", about=str(version), reason="卓が揺れた")
    return session


def _is_roll(session: Session, version: int) -> bool:
    return next(read_entries(session, first=version, last=version)).tag == "table.rolled"


def _rule(session: Session, answer: str, **more: Any) -> None:
    tale.do(session, "gm", "table.rule", dispute=1, answer=answer, reason="そのとおり", **more)


@pytest.mark.parametrize("format", ["txt", "md", "html"])
@pytest.mark.parametrize("style", ["book", "raw"])
def test_the_disputed_roll_is_marked_where_it_stands(session: Session, style: Style, format: Format) -> None:  # noqa: A002
    text = recap(session, style=style, format=format)
    assert "〔異議1: 花子・裁定待ち〕" in text
    assert "卓が揺れた" in text
    _rule(session, "upheld")
    text = recap(session, style=style, format=format)
    assert "〔異議1: 花子〕〔裁定: 支持〕" in text
    assert "裁定待ち" not in text


def test_english_has_its_own_words(session: Session) -> None:
    _rule(session, "upheld")

    assert "[dispute 1 by 花子] [ruling: upheld]" in recap(session, format="txt", lang="en")


def test_a_digest_tells_of_what_was_corrected_or_wound_back_alone(session: Session) -> None:
    assert "裁定" not in recap(session, style="digest", format="txt")
    _rule(session, "corrected", name="b.hp", value=9)

    assert "〔裁定: 訂正〕異議1" in recap(session, style="digest", format="txt")


def test_a_book_of_a_wound_back_line_tells_of_the_ruling_and_not_of_what_was_left(session: Session) -> None:
    _rule(session, "wound_back")
    text = recap(session, style="book", format="txt")

    assert "〔裁定: 巻き戻し〕異議1" in text
    assert "引き継ぐ" not in text
    assert "そのとおり" in text


def test_a_book_of_the_line_left_behind_shows_how_it_was_ruled(session: Session) -> None:
    left = session.branch
    _rule(session, "wound_back")

    assert "〔異議1: 花子〕〔裁定: 巻き戻し〕" in recap(session.on(left), style="book", format="txt")


def test_the_history_of_a_corrected_value_names_the_dispute(session: Session) -> None:
    _rule(session, "corrected", name="b.hp", value=9)
    last = read_history(session, "b.hp", "ja")[-1]

    assert (last.change.dispute, last.change.new) == (1, 9)
    assert last.text.endswith("〔異議1の裁定〕")
    assert read_history(session, "b.hp", "en")[-1].text.endswith("[ruling on dispute 1]")
    assert [one.change.dispute for one in read_history(session, "b.hp", "ja")[:-1]] == [None] * (
        len(read_history(session, "b.hp", "ja")) - 1
    )


def test_a_secret_roll_that_is_disputed_shows_to_nobody_who_may_not_see_it(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "table.roll", dice="2d6", secret=True)
    tale.do(session, "p1", "table.dispute", about=str(session.version), reason=tale.CANARY)
    for style in STYLES:
        text = recap(session, style=style, format="txt", viewer=Viewer("p2", is_gm=False))
        assert tale.CANARY not in text
        assert "異議" not in text

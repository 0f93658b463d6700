"""What a recap promises: newest results, named foes first, the last sitting, results of play alone."""

from pathlib import Path

import pytest
import tale
from browser import Browser

from tenmatsu.engine.api import Session, find_opened, open_store
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.projections.phrases import show_span
from tenmatsu.projections.recap import Style, gather, recap, tell
from tenmatsu.projections.recap.document import Heading, Notice, Paragraph, Table


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The demo's evening."""
    from goldenevening import play_demo

    database = tmp_path_factory.mktemp("demo") / "evening.db"
    play_demo(database)
    return find_opened(open_store(f"sqlite:///{database}"), "@last")


def _paragraphs(session: Session, style: Style) -> list[str]:
    document = tell(gather(session, "ja"), style)
    return [block.text for block in document.blocks if isinstance(block, Paragraph)]


def test_a_novel_follows_the_newest_result_of_a_check(demo: Session) -> None:
    told = _paragraphs(demo, "novel")
    place = told.index("お蝶の【知覚】は間一髪、成功に転じた。")

    assert "お蝶は【知覚】に失敗した。" not in told
    assert told[place + 1] == "お蝶は番頭・嘉平の嘘を見破った。"


def test_a_novel_tells_contests_and_the_passing_of_time(demo: Session) -> None:
    told = _paragraphs(demo, "novel")

    assert "鏑木小弥太が番頭・嘉平を制した。" in told
    assert "時は流れ、宵五ツ。" in told


def test_every_sentence_of_a_novel_ends(demo: Session) -> None:
    document = tell(gather(demo, "ja"), "novel")

    for block in document.blocks:
        if isinstance(block, Paragraph) and block.kind == "narration":
            assert block.text[-1] in "。！？」…―"


def test_a_digest_tells_named_foes_before_extras_and_the_outcome_last(demo: Session) -> None:
    told = _paragraphs(demo, "digest")

    assert not any("雑魚" in text for text in told)
    assert told.index("瀬川玄蕃は崩れ落ち、息絶えた") + 1 == told.index("決着：こちらの勝ち")


def test_a_digest_has_at_most_ten_lines_with_what_it_leaves_out(demo: Session) -> None:
    blocks = tell(gather(demo, "ja"), "digest").blocks

    assert sum(isinstance(block, Paragraph | Notice) for block in blocks) <= 10


def test_a_digest_right_after_resuming_tells_the_last_sitting(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="長屋の夜")
    tale.do(session, "gm", "table.close_session")
    tale.do(session, "gm", "table.resume_session")
    blocks = tell(gather(session, "ja"), "digest").blocks
    headings = [block.text for block in blocks if isinstance(block, Heading)]

    assert headings[0].startswith("前回のあらすじ")
    assert any("長屋の夜" in block.text for block in blocks if isinstance(block, Paragraph))


def test_results_hold_players_first_and_nothing_of_making_a_foe(demo: Session) -> None:
    tables = [block for block in tell(gather(demo, "ja"), "book").blocks if isinstance(block, Table)]
    rows = [row.cells for row in tables[0].rows]

    assert all(cells[0] for cells in rows)
    assert rows[0][0] == "結城新九郎"
    assert {cells[1] for cells in rows if cells[0] == "荒木伝蔵"} == {"耐久点", "負傷"}
    assert ("瀬川玄蕃", "耐久点", "7", "-4") in rows


def test_a_check_that_no_dice_can_miss_says_so(demo: Session) -> None:
    text = recap(demo, style="book", format="txt")

    assert "出目-" not in text
    assert "どの目でも成功" in text


def test_an_evening_of_one_minute_has_one_time() -> None:
    assert show_span("2026-01-01T21:00:10Z", "2026-01-01T21:00:50Z", "ja") == "2026-01-01 21:00 (UTC)"


def test_the_last_column_of_a_table_is_wide_enough_for_words(
    demo: Session, tmp_path: Path, chromium: Path
) -> None:
    narrowest = "Math.min(...[...document.querySelectorAll('td:last-child')].map(one => one.offsetWidth))"
    with Browser(chromium) as browser:
        for lang in LANGUAGES:
            page = tmp_path / f"{lang}.html"
            page.write_text(recap(demo, style="book", format="html", lang=lang), encoding="utf-8")
            browser.open(page)
            for width in (1000, 500):
                browser.resize(width)
                assert browser.call(narrowest) >= 60
                assert browser.call("document.documentElement.scrollWidth") <= width

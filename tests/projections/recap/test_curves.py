"""Recaps with the curves of fights: the same story, its turning points marked, a curve for each fight."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
import tale
from browser import Browser

from tenmatsu.engine.api import Session, find_opened, open_store, viewer_of
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.projections.recap import FORMATS, STYLES, Format, Style, gather, recap, tell
from tenmatsu.projections.recap.document import Curve as Drawn
from tenmatsu.projections.recap.document import Paragraph
from tenmatsu.projections.turning import Curve, measure_fights

GAMES = 20
SPARKLINE = re.compile(r"[▁▂▃▄▅▆▇█]{2,}")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The demo's evening."""
    from goldenevening import play_demo

    database = tmp_path_factory.mktemp("demo") / "evening.db"
    play_demo(database)
    store = open_store(f"sqlite:///{database}")
    yield find_opened(store, "@last")
    store.close()


@pytest.fixture(scope="module")
def curves(demo: Session) -> tuple[Curve, ...]:
    """Its fights."""
    return measure_fights(demo, games=GAMES, workers=1)


@pytest.fixture
def duel(tmp_path: Path) -> Session:
    """A duel that one blow decides, with table talk in it."""
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="夜桜")
    tale.do(session, "p1", "table.say", text="いざ", character="a")
    tale.strike(session, faces=(1, 1))
    tale.do(session, "p2", "table.say", text="痛い", tab="chat")
    tale.strike(session, faces=(6, 6))
    tale.do(session, "gm", "table.narrate", text="静かだ。")
    return session


def _curves_of(session: Session) -> tuple[Curve, ...]:
    return measure_fights(session, games=40, workers=1)


@pytest.mark.parametrize("style, form", list(product(STYLES, FORMATS)))
def test_without_curves_a_recap_says_nothing_of_chances(style: Style, form: Format, duel: Session) -> None:
    plain = recap(duel, style=style, format=form)

    assert plain == recap(duel, style=style, format=form, curves=())
    for absent in ("山場", "見込み", "<svg", '"curve"', "▁", "█", ".plot"):
        assert absent not in plain


@pytest.mark.parametrize("style, form", list(product(STYLES, FORMATS)))
def test_with_curves_every_style_and_format_shows_them(style: Style, form: Format, duel: Session) -> None:
    told = recap(duel, style=style, format=form, curves=_curves_of(duel))

    assert "戦い" in told
    assert "決着「お竜」の見込み" in told
    assert ("<svg" in told) == (form == "html")
    if form != "html":
        assert SPARKLINE.search(told)


def test_a_curve_stands_behind_the_last_commit_of_its_fight(duel: Session) -> None:
    curves = _curves_of(duel)
    blocks = tell(gather(duel, "ja", curves=curves), "book").blocks
    place = next(place for place, block in enumerate(blocks) if isinstance(block, Drawn))
    versions = [one.version for one in blocks[place + 1 :] if isinstance(one, Paragraph) and one.version]

    assert min(versions) > curves[0].last
    assert all(
        one.version <= curves[0].last for one in blocks[:place] if isinstance(one, Paragraph) and one.version
    )


def test_a_fight_that_a_new_scene_breaks_off_is_told_too(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.open_scene", title="翌朝")
    curves = _curves_of(session)
    for style in STYLES:
        blocks = tell(gather(session, "ja", curves=curves), style).blocks
        assert sum(isinstance(block, Drawn) for block in blocks) == 1, style


def test_a_sitting_tells_its_own_fights_alone(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.strike(session, faces=(6, 6))
    tale.do(session, "gm", "table.close_session")
    tale.do(session, "gm", "table.resume_session")
    tale.do(session, "gm", "table.adjust", name="b.hp", value=9)
    story = gather(session, "ja", curves=_curves_of(session))

    assert len(story.fights) == 2
    for style, number in product(STYLES, (1, 2)):
        drawn = [block for block in tell(story, style, number).blocks if isinstance(block, Drawn)]
        assert len(drawn) == 1, (style, number)


def test_the_digest_marks_turning_points_among_its_highlights(
    demo: Session, curves: tuple[Curve, ...]
) -> None:
    blocks = tell(gather(demo, "ja", curves=curves), "digest").blocks
    marked = [block for block in blocks if isinstance(block, Paragraph) and "山場" in block.label]
    [drawn] = [block for block in blocks if isinstance(block, Drawn)]

    assert marked
    assert [block.version for block in marked] == [turn.version for turn in drawn.turns]
    assert all(re.fullmatch(r"山場・.+ [+-]\d+%", block.label) for block in marked)
    assert len([block for block in blocks if isinstance(block, Paragraph)]) <= 10


def test_a_book_says_behind_the_entry_that_it_turned_the_fight(
    demo: Session, curves: tuple[Curve, ...]
) -> None:
    text = recap(demo, style="book", format="txt", curves=curves)
    [drawn] = [b for b in tell(gather(demo, "ja", curves=curves), "book").blocks if isinstance(b, Drawn)]

    for turn in drawn.turns:
        assert re.search(rf"〔山場・[^〕]+〕  \[v{turn.version}\]", text)


def test_a_fight_that_was_never_in_doubt_is_told_by_the_lives_at_stake(
    demo: Session, curves: tuple[Curve, ...]
) -> None:
    [curve] = curves

    assert curve.result == "players_win"
    assert curve.turns
    assert all(turn.stake.character for turn in curve.turns)


def test_a_name_that_is_replaced_is_replaced_in_curves_too(duel: Session) -> None:
    told = recap(duel, style="book", aliases={"お竜": "PC1"}, curves=_curves_of(duel))

    assert "お竜" not in told
    assert "決着「PC1」の見込み" in told


def test_a_curve_on_a_what_if_line_is_marked(duel: Session) -> None:
    from tenmatsu.engine.timelines import fork

    line = fork(duel, "別の夜", duel.version, actor="gm")
    blocks = tell(gather(line, "ja", curves=_curves_of(line)), "book").blocks
    [drawn] = [block for block in blocks if isinstance(block, Drawn)]

    assert drawn.title.startswith("【もしも】")


def test_a_player_is_told_of_their_own_fight_and_of_nothing_hidden(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "gm", "table.take_character", character="c", name=tale.CANARY, secret=True)
    tale.do(session, "gm", "toy.enter", character="c", secret=True)
    tale.strike(session, faces=(6, 6))
    viewer = viewer_of(session, "p2")
    curves = measure_fights(session, viewer, games=10, workers=1)
    for style, form in product(STYLES, FORMATS):
        told = recap(session, style=style, format=form, viewer=viewer, curves=curves)
        assert tale.CANARY not in told
        assert "決着「お竜」" in told
    whole = recap(session, style="book", curves=measure_fights(session, games=10, workers=1))
    assert tale.CANARY in whole


def test_programs_get_every_chance_with_its_interval(duel: Session) -> None:
    document = json.loads(recap(duel, style="book", format="json", curves=_curves_of(duel)))
    [curve] = [block for block in document["blocks"] if block["block"] == "curve"]

    assert curve["games"] == 40
    for line in curve["lines"]:
        assert len(line["chances"]) == len(line["percents"]) == len(curve["points"])
        assert all(0 <= one["low"] <= one["value"] <= one["high"] <= 1 for one in line["chances"])
    assert curve["points"][-1]["certain"] is True
    assert curve["lines"][0]["chances"][-1] == {"value": 1.0, "low": 1.0, "high": 1.0}


@pytest.mark.parametrize("style, lang", list(product(STYLES, LANGUAGES)))
def test_a_page_with_curves_needs_nothing_from_outside_and_its_links_lead_somewhere(
    style: Style, lang: Lang, demo: Session, curves: tuple[Curve, ...]
) -> None:
    page = recap(demo, style=style, format="html", lang=lang, curves=curves)
    ids = re.findall(r'id="([^"]+)"', page)

    for absent in ("http", "src=", "@import", "url(", "<script", "xlink", "onclick"):
        assert absent not in page
    assert len(ids) == len(set(ids))
    assert all(link in ids for link in re.findall(r'href="#([^"]+)"', page))
    assert all(name in ids for name in re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', page))


def test_what_people_typed_is_shown_in_a_curve_and_never_obeyed(duel: Session) -> None:
    tale.do(duel, "p1", "table.name_character", character="a", name='<b onclick="x">竜</b>&')
    page = recap(duel, style="book", format="html", curves=_curves_of(duel))

    assert "<b onclick" not in page
    assert "&lt;b onclick=&quot;x&quot;&gt;竜&lt;/b&gt;&amp;" in page


def test_in_a_browser_points_link_to_their_entries_and_the_page_stays_as_wide_as_its_window(
    demo: Session, curves: tuple[Curve, ...], tmp_path: Path, chromium: Path
) -> None:
    page = tmp_path / "book.html"
    page.write_text(recap(demo, style="book", format="html", curves=curves), encoding="utf-8")
    with Browser(chromium) as browser:
        browser.open(page)
        count = browser.call("document.querySelectorAll('figure.curve svg a').length")
        targets = browser.call(
            "[...document.querySelectorAll('figure.curve a')]"
            ".filter(one => document.querySelector(one.getAttribute('href'))).length"
        )
        links = browser.call("document.querySelectorAll('figure.curve a').length")
        assert count >= len(curves[0].points) // 2
        assert targets == links
        for width in (1000, 360):
            browser.resize(width)
            assert browser.call("document.documentElement.scrollWidth") <= width
            drawn = browser.call("document.querySelector('figure.curve svg').getBoundingClientRect().width")
            assert drawn > width / 2
        stroke = "getComputedStyle(document.querySelector('figure.curve .line')).stroke"
        shades: set[str] = set()
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            shades.add(browser.call(stroke))
        assert len(shades) == 2
        browser.call("document.querySelector('figure.curve a.peak').click()")
        target = browser.call("location.hash")
        told = [f"#v{curves[0].points[turn.point].told}" for turn in curves[0].turns]
        assert target in told

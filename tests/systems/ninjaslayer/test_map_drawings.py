"""The map as a drawing: in lines, in words, as SVG, in a browser."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from browser import Browser
from msgspec.structs import replace
from ninjas import TABLES, begin, make_boss, make_mob, make_ninja

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Drawing, Look, Rules
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.drawings import join_runs
from tenmatsu.systems.ninjaslayer.mapshapes import cut
from tenmatsu.systems.ninjaslayer.maptext import Read, read_map
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.state import Body, Map, State

RULES = Rules(1, Options(), TABLES)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"rin": "お銀", "boss": "ソニックブーム", "mob": "クローンヤクザ", "old": "モーターヤブ"}


def lay(*rows: str, name: str = "倉庫") -> Map:
    """Return a map as its text writes it."""
    read = read_map(rows)
    assert isinstance(read, Read)
    return Map(name=name, rows=read.rows, areas=read.areas)


def build(*rows: str, name: str = "倉庫") -> State:
    """Return a ninja, a boss and a mob on a map; another mob is off it."""
    figures: dict[str, Any] = {
        "rin": make_ninja(square="A1"),
        "boss": make_boss(square="C1"),
        "mob": make_mob(square="A2", unconscious=True),
        "gone": make_mob(square="B2", removed=True),
    }
    return State(characters=figures, map=lay(*(rows or ("P.ED", "..#L")), name=name))


def draw(state: State, lang: Lang = "ja", **names: str) -> Drawing:
    """Return the one drawing of the table."""
    (drawing,) = SYSTEM.drawings(state, RULES, "", Look(lang=lang, names={**NAMES, **names}))
    return drawing


def titles(drawing: Drawing) -> list[str | None]:
    """Return what the parts of a drawing are called, its own title first."""
    return [one.text for one in ET.fromstring(drawing.svg).iter(f"{SVG}title")]


def test_people_stand_on_the_map_with_a_mark_and_a_legend() -> None:
    assert draw(build()).text == (
        "マップ「倉庫」",
        "   A  B  C  D",
        "1 P1  . B1  D",
        "2 m1  . ##  L",
        "P1 お銀 A1",
        "B1 ソニックブーム C1",
        "m1 クローンヤクザ A2（気絶）",
        "# 壁  D 閉じたドア  L 鍵のかかったドア",
    )


@pytest.mark.parametrize("lang, name", [("ja", "ニンジャスレイヤー"), ("en", "Ninja Slayer")])
def test_ninja_slayer_needs_no_name_at_the_table(lang: Lang, name: str) -> None:
    state = State(characters={"slayer": make_boss(square="A1")}, map=lay("."))
    assert f"B1 {name} A1" in draw(state, lang).text
    assert "B1 フジキド A1" in draw(state, lang, slayer="フジキド").text


def test_english_says_the_same() -> None:
    drawn = draw(build(), "en")

    assert drawn.text[0] == "map “倉庫”"
    assert drawn.text[-2:] == ("m1 クローンヤクザ A2 (unconscious)", "# wall  D closed door  L locked door")
    assert drawn.alt == (
        "map “倉庫”, 4 by 2 squares. P1 お銀: A1. B1 ソニックブーム: C1. "
        "m1 クローンヤクザ: A2 (unconscious). "
        "wall: C2. closed door: D1. locked door: D2. The rest is floor. "
        "deployment area of the foes: C1. deployment area of the players: A1."
    )


def test_the_words_say_all_that_is_drawn() -> None:
    state = replace(build(), bodies={"old": Body(square="B1", cash=1), "box": Body(square="", cash=1)})
    drawn = draw(state)

    assert drawn.alt == (
        "マップ「倉庫」、横4×縦2マス。P1 お銀：A1。B1 ソニックブーム：C1。m1 クローンヤクザ：A2（気絶）。"
        "モーターヤブ：B1（倒れている）。壁：C2。閉じたドア：D1。鍵のかかったドア：D2。ほかは床。"
        "敵の初期配置エリア：C1。味方の初期配置エリア：A1。"
    )
    assert drawn.text[2] == "1 P1  x B1  D"
    assert titles(drawn) == ["マップ「倉庫」", "モーターヤブ", "お銀", "ソニックブーム", "クローンヤクザ"]


def test_squares_in_a_row_are_told_as_one() -> None:
    assert join_runs(("A1", "B1", "C1", "A2", "C2")) == ["A1–C1", "A2", "C2"]


def test_an_area_may_have_a_number() -> None:
    assert "初期配置エリア2：B1" in draw(State(map=lay(".2", name=""))).alt


def test_nothing_is_drawn_without_a_map_or_of_one_character() -> None:
    assert list(SYSTEM.drawings(begin(rin=make_ninja()).state, RULES, "", Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(build(), RULES, "rin", Look(lang="ja"))) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wide_map_goes_on_below_and_every_line_keeps_its_width(lang: Lang) -> None:
    state = build("." * 60, *["#DLOWBFTG" + "." * 51] * 11)
    drawn = draw(state, lang, mob="長い名前" * 30)

    assert max(map(width_of, drawn.text)) <= 72
    rows = [line for line in drawn.text if line.startswith(("1 ", " 1 "))]
    assert len(rows) == 3
    assert {width_of(line) for line in drawn.text[2:14]} == {width_of(drawn.text[1])}


def test_a_name_becomes_no_markup_and_breaks_no_line() -> None:
    drawn = draw(build(name="<b>\n倉庫"), mob="<script>alert(1)</script>\n" * 3)

    assert "<script" not in drawn.svg
    assert "<b>" not in drawn.svg
    assert not any("\n" in line for line in drawn.text)


def test_a_text_that_is_too_long_is_cut() -> None:
    assert cut("お銀", 4) == "お銀"
    assert cut("お銀と仁", 5) == "お銀…"
    assert cut("a\n b", 9) == "a b"


def test_a_drawing_needs_no_script_no_address_and_no_id() -> None:
    state = replace(build("P.ED", "..#L", "OWBF", "TG12"), bodies={"old": Body(square="B1")})
    drawn = draw(state)
    for one in ET.fromstring(drawn.svg).iter():
        assert one.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "text", "circle"}
        assert {"id", "href", "onload", "class"}.isdisjoint(one.attrib)
    assert "url(" not in drawn.svg
    assert drawn.svg.count("light-dark(") > 20


def test_a_browser_shows_the_whole_map_on_a_telephone(tmp_path: Path, chromium: Path) -> None:
    figures: dict[str, Any] = {f"mob{n}": make_mob(square=f"{'ABCDEFGHIJKL'[n]}1") for n in range(12)}
    rows = ("............", "P#DLOWBFTG1E")
    state = State(characters=figures, map=lay(*rows), bodies={"old": Body(square="A2")})
    with Browser(chromium) as browser:
        for lang in LANGUAGES:
            page = tmp_path / f"{lang}.html"
            svg = draw(state, lang, mob0="クローンヤクザ" * 9).svg
            page.write_text(f'<!DOCTYPE html><meta charset="utf-8">{svg}', encoding="utf-8")
            browser.open(page)
            browser.resize(360)
            assert browser.call("document.documentElement.scrollWidth") <= 360
            inside = (
                "(() => { const whole = document.querySelector('svg').getBoundingClientRect();"
                "return [...document.querySelectorAll('svg text')].every(one => {"
                "const box = one.getBoundingClientRect();"
                "return box.width > 0 && box.left >= whole.left - 1 && box.right <= whole.right + 1"
                " && box.top >= whole.top - 1 && box.bottom <= whole.bottom + 1; }); })()"
            )
            assert browser.call(inside)

"""The web of relations: in lines, in words, as SVG, in a browser."""

from itertools import cycle, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bloodberries import TABLES, make_curse, make_npc, make_person, relate
from browser import Browser
from msgspec.structs import replace

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Drawing, Look, Rules
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.people import OWN, Relation
from tenmatsu.systems.bloodberry.staging import Camp
from tenmatsu.systems.bloodberry.state import State

RULES = Rules(1, Options(), TABLES)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = {
    "a": "ミオ",
    "b": "灯",
    "c": "カナエ",
    "d": "鈴",
    "e": "Isolde",
    "f": "真壁",
    "g": "九十九",
    "h": "しず",
}


def tie_ring(count: int) -> State:
    """Return so many people in a ring, whose strengths go 0, 1, 2, 3 and again."""
    people = list(NAMES)[:count]
    ties = list(pairwise(people)) + ([(people[-1], people[0])] if count > 2 else [])
    relations: dict[str, Relation] = {}
    for (one, other), strength in zip(ties, cycle(range(4)), strict=False):
        emotions = {one: ("空似", "依存"), other: ("殺意",)}
        relations |= relate(one, other, strength, kind="双子", emotions=emotions)
    return State(people={one: make_person() for one in people}, relations=relations, ring=tuple(people))


def draw(state: State, character: str = "", lang: Lang = "ja", **names: str) -> Drawing:
    """Return the one drawing of the table, or of a character."""
    (drawing,) = SYSTEM.drawings(state, RULES, character, Look(lang=lang, names={**NAMES, **names}))
    return drawing


def titles(drawing: Drawing) -> list[str | None]:
    """Return what the parts of a drawing are called, its own title first."""
    return [one.text for one in ET.fromstring(drawing.svg).iter(f"{SVG}title")]


@pytest.mark.parametrize("strength, line", [(0, "┄┄◇◇◇┄┄"), (1, "──◆◇◇──"), (2, "══◆◆◇══"), (3, "━━◆◆◆━━")])
def test_a_relation_is_a_line_with_its_strength_as_marks(strength: int, line: str) -> None:
    relations = relate("a", "b", strength, kind="旧縁", emotions={"a": ("依存", "守護"), "b": ("殺意",)})
    drawn = draw(State(people={"a": make_person(), "b": make_person()}, relations=relations))

    assert drawn.text == (f"ミオ {line} 灯  旧縁", "  ミオ → 灯  依存、守護", "  灯 → ミオ  殺意")


def test_english_names_relations_and_emotions() -> None:
    drawn = draw(tie_ring(2), lang="en")

    assert drawn.text == (
        "ミオ ┄┄◇◇◇┄┄ 灯  twins",
        "  ミオ → 灯  likeness of another, dependence",
        "  灯 → ミオ  will to kill",
    )
    assert drawn.alt.startswith("ミオ – 灯: strength 0, twins, ")


def test_own_words_stand_in_place_of_a_key_and_as_that_when_they_were_taken_away() -> None:
    relations = relate("a", "b", kind=OWN, emotions={"a": ("依存", OWN)})
    state = State(people={"a": make_person(), "b": make_person()}, relations=relations)
    words = {"a": {"relation:b:1": "文通相手", "emotion:b:2": "返事を待つ"}}

    assert draw(replace(state, words=words)).text == (
        "ミオ ┄┄◇◇◇┄┄ 灯  文通相手",
        "  ミオ → 灯  依存、返事を待つ",
    )
    assert "（自由に決めたもの）" in draw(state).text[0]


def test_a_character_stands_in_the_middle_of_their_own_relations_alone() -> None:
    drawn = draw(tie_ring(5), "c")

    assert titles(drawn) == ["カナエ：関係の網", "灯", "カナエ", "鈴"]
    assert not any("Isolde" in line for line in drawn.text)
    assert all(line.startswith(("カナエ ", "  ")) for line in drawn.text)


def test_camps_stand_with_their_relation_to_the_curse_and_its_maximum() -> None:
    state = replace(
        tie_ring(3),
        confrontation=("k",),
        confronting={"朝組": Camp(members=("a", "b", "c"), strengths={"k": 2}, size=3)},
    )
    state = replace(state, people={**state.people, "k": make_curse()})
    drawn = draw(state, k="霧笛")

    assert drawn.text[-1] == "陣営：朝組 ══◆◆◇══ 霧笛"
    assert drawn.alt.endswith("陣営 朝組 – 霧笛: 強さ2。")
    assert titles(drawn)[-2:] == ["朝組", "霧笛"]


def test_nothing_is_drawn_where_there_are_no_relations() -> None:
    state = State(people={"a": make_person(), "n": make_npc()})

    assert list(SYSTEM.drawings(state, RULES, "", Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(state, RULES, "a", Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(state, RULES, "nobody", Look(lang="ja"))) == []


def test_a_name_becomes_no_markup_and_breaks_no_line() -> None:
    drawn = draw(tie_ring(3), a="<script>alert(1)</script>\n" * 3, b="長い" * 30)

    assert "<script" not in drawn.svg
    assert max(map(width_of, drawn.text)) <= 72
    assert not any("\n" in line for line in drawn.text)
    assert "長い" * 30 in titles(drawn)


@pytest.mark.parametrize("count", range(2, 9))
def test_a_drawing_needs_no_script_no_address_and_no_id(count: int) -> None:
    for character in ("", "a"):
        drawn = draw(tie_ring(count), character)
        for one in ET.fromstring(drawn.svg).iter():
            assert one.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "text"}
            assert {"id", "href", "onload", "class"}.isdisjoint(one.attrib)
        assert "url(" not in drawn.svg


def test_people_and_strengths_are_there_in_a_browser_and_nothing_leaves_the_web(
    tmp_path: Path, chromium: Path
) -> None:
    inside = (
        "(() => [...document.querySelectorAll('svg')].every(whole => {"
        "const frame = whole.getBoundingClientRect();"
        "return [...whole.querySelectorAll('text')].every(one => {"
        "const box = one.getBoundingClientRect();"
        "return box.width > 0 && box.left >= frame.left - 1 && box.right <= frame.right + 1"
        " && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1; }); }))()"
    )
    apart = (
        "(() => { const boxes = [...document.querySelectorAll('svg:last-of-type g > rect')]"
        ".map(one => one.getBoundingClientRect());"
        "return boxes.every((one, i) => boxes.every((two, k) => k <= i || one.right < two.left ||"
        " two.right < one.left || one.bottom < two.top || two.bottom < one.top)); })()"
    )
    marks = "[...document.querySelectorAll('svg:last-of-type text')].map(one => one.textContent)"
    with Browser(chromium) as browser:
        for lang in LANGUAGES:
            page = tmp_path / f"{lang}.html"
            drawn = [draw(tie_ring(count), lang=lang).svg for count in range(2, 9)]
            page.write_text(f'<!DOCTYPE html><meta charset="utf-8">{"".join(drawn)}', encoding="utf-8")
            browser.open(page)
            browser.resize(376)
            assert browser.call("document.documentElement.scrollWidth") <= 376
            assert browser.call(inside)
            assert browser.call(apart)
            told = browser.call(marks)
            assert set(NAMES.values()) <= set(told)
            assert {"◇◇◇", "◆◇◇", "◆◆◇", "◆◆◆"} <= set(told)

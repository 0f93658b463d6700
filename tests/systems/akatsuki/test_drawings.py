"""The cards as the table sees them: in lines, in words, as SVG, in a browser."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from akatsukis import TABLES, face_down, hold, make_figure, make_npc
from browser import Browser

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Drawing, Look, Rules
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.state import Fate, Figure, Held, State, Wound

RULES = Rules(1, Options(), TABLES)
SVG = "{http://www.w3.org/2000/svg}"


def draw(figure: Figure, lang: Lang = "ja", name: str = "お銀") -> Drawing:
    """Return the one drawing of a figure."""
    look = Look(lang=lang, names={"pc1": name})
    (drawing,) = SYSTEM.drawings(State(characters={"pc1": figure}), RULES, "pc1", look)
    return drawing


def titles(drawing: Drawing) -> list[str | None]:
    """Return what the parts of a drawing are called, its own title first."""
    return [one.text for one in ET.fromstring(drawing.svg).iter(f"{SVG}title")]


def test_an_own_card_stands_upright_and_a_given_one_crosswise() -> None:
    drawn = draw(make_figure(awakening=hold("matsu_1", given=("sakura_2",))))

    assert drawn.text[0] == "覚醒札  [松光] <桜短>  23点"
    assert "松に鶴（縦）・20点、桜に赤短（横）・3点" in drawn.alt
    assert drawn.svg.count("rotate(90)") == 1


def test_english_names_plant_and_kind() -> None:
    drawn = draw(make_figure(awakening=hold("matsu_1", given=("sakura_2",))), "en")

    assert drawn.text[0] == "awakening cards  [pine bright] <cherry ribbon>  23 pts"
    assert "[ ] own; < > given, half the points" in drawn.text[-1]


def test_of_fate_cards_only_backs_are_drawn_whoever_knows_their_faces() -> None:
    drawn = draw(make_figure(fate=(Fate(0, "matsu_1"), Fate(0))))

    assert drawn.text[0] == "命運札  [裏] [裏]  2枚"
    assert "松" not in drawn.svg + drawn.alt
    assert titles(drawn)[1:] == ["裏向きの札"] * 2


def test_chips_of_an_npc_show_their_print_face_up_alone() -> None:
    chips = (Held("chip_20"), Held("chip_10", given=True))
    drawn = draw(make_npc(awakening=chips, fate_chips=2, fate_values=(5, 1)))

    assert drawn.text[:2] == ("覚醒札  (20) <10>  25点", "命運札  (裏) (裏)  2枚")
    assert drawn.svg.count("rotate(180") == 1
    assert ">5<" not in drawn.svg


def test_chivalry_is_a_chip_each_and_a_given_one_lies_upside_down() -> None:
    drawn = draw(make_figure(chivalry=3, chivalry_given=1))

    assert drawn.text[0] == "義侠魂  (義) (義) <義>  3枚"
    assert titles(drawn)[1:] == ["義侠魂", "義侠魂", "義侠魂（横）"]


@pytest.mark.parametrize("treated, told", [(False, "《殺傷ランク3・重体》"), (True, "《殺傷ランク3・重傷》")])
def test_a_damage_card_is_face_up_until_it_is_turned(*, treated: bool, told: str) -> None:
    drawn = draw(make_figure(wound=Wound(harm="lethal", rank=3, treated=treated)))

    assert drawn.text == (f"ダメージカード  {told}",)
    assert ("stroke-dasharray:5 3" in drawn.svg) == treated


def test_the_damage_card_of_the_dead_and_the_doomed_says_so() -> None:
    wound = Wound(harm="lethal", rank=2)

    assert draw(make_figure(wound=wound, doomed=True)).text == ("ダメージカード  《殺傷ランク2・死亡確定》",)
    assert draw(make_figure(wound=wound, doomed=True, dead=True), "en").text == (
        "damage card  «lethal rank 2, dead»",
    )


def test_nothing_is_drawn_of_who_has_nothing_or_is_unknown() -> None:
    state = State(characters={"pc1": make_figure()})

    assert list(SYSTEM.drawings(state, RULES, "pc1", Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(state, RULES, "pc2", Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(state, RULES, "", Look(lang="ja"))) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_stay_under_each_other_and_within_their_width(lang: Lang) -> None:
    drawn = draw(make_figure(awakening=hold(*TABLES.deck), fate=face_down(3)), lang)

    cards = [line for line in drawn.text if "<" not in line and line.startswith(" ")]
    indents = {width_of(line) - width_of(line.lstrip()) for line in cards}
    assert len(cards) >= 5
    assert len(indents) == 1
    assert max(map(width_of, drawn.text)) <= 72


def test_a_name_becomes_no_markup() -> None:
    drawn = draw(make_figure(fate=face_down(1)), name="<script>alert(1)</script>")

    assert "<script" not in drawn.svg
    assert titles(drawn)[0] == "<script>alert(1)</script>：手元の札"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_card_of_the_deck_has_a_face_with_its_name(lang: Lang) -> None:
    words = SYSTEM.words()
    drawn = draw(make_figure(awakening=hold(*TABLES.deck)), lang)
    names = [words.label(card, lang) for card in TABLES.deck]

    assert len(set(names)) == 48
    told = titles(drawn)[1:]
    assert len(told) == 48
    for name, title in zip(names, told, strict=True):
        assert title is not None
        assert title.startswith(name)


def test_a_drawing_needs_no_script_no_address_and_no_id() -> None:
    drawn = draw(make_figure(awakening=hold("matsu_1"), fate=face_down(2), chivalry=1))

    for one in ET.fromstring(drawn.svg).iter():
        assert one.tag.removeprefix(SVG) in {
            "svg",
            "title",
            "desc",
            "g",
            "rect",
            "path",
            "text",
            "circle",
            "tspan",
        }
        assert {"id", "href", "onload", "class"}.isdisjoint(one.attrib)
    assert "url(" not in drawn.svg


def test_a_browser_shows_the_cards_in_both_languages_and_on_a_telephone(
    tmp_path: Path, chromium: Path
) -> None:
    figure = make_figure(
        awakening=hold("matsu_1", "ayame_1", "kiku_2", "hagi_3", "yanagi_1", "momiji_1", given=("kiri_1",)),
        fate=face_down(4),
        wound=Wound(harm="lethal", rank=2),
    )
    names = {"ja": "松に鶴（縦）・20点", "en": "Pine: crane (own), 20 pts"}
    with Browser(chromium) as browser:
        for lang in LANGUAGES:
            page = tmp_path / f"{lang}.html"
            svg = draw(figure, lang).svg
            page.write_text(f'<!DOCTYPE html><meta charset="utf-8">{svg}', encoding="utf-8")
            browser.open(page)
            browser.resize(360)
            titles_there = "[...document.querySelectorAll('svg g > title')].map(one => one.textContent)"
            assert names[lang] in browser.call(titles_there)
            assert browser.call("document.documentElement.scrollWidth") <= 360
            inside = (
                "(() => { const whole = document.querySelector('svg').getBoundingClientRect();"
                "return [...document.querySelectorAll('svg text')].every(one => {"
                "const box = one.getBoundingClientRect();"
                "return box.width > 0 && box.left >= whole.left - 1 && box.right <= whole.right + 1"
                " && box.top >= whole.top - 1 && box.bottom <= whole.bottom + 1; }); })()"
            )
            assert browser.call(inside)
        assert browser.requests == [(tmp_path / f"{lang}.html").as_uri() for lang in LANGUAGES]

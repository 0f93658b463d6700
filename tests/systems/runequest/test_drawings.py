"""The body and the queue: in lines, in words, as SVG, in a browser."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from browser import Browser
from runemelees import close_in, fight, make_archer, mean, melee_of, step, strike
from runequests import TABLES, make_figure, make_foe

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.contract import Drawing, Look, Rules
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.figures import Figure, Location
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State

RULES = Rules(1, Options(), TABLES)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = {"rin": "リン", "jin": "ジン", "kei": "けい"}


def draw(figure: Figure, lang: Lang = "ja", name: str = "リン") -> Drawing:
    """Return the one drawing of a figure."""
    state = State(characters={"rin": figure})
    (drawing,) = SYSTEM.drawings(state, RULES, "rin", Look(lang=lang, names={"rin": name}))
    return drawing


def change(figure: Figure, place: str, **changes: Any) -> Figure:
    """Return a figure with a location changed."""
    location = msgspec.structs.replace(figure.locations[place], **changes)
    return msgspec.structs.replace(figure, locations={**figure.locations, place: location})


def texts(drawing: Drawing) -> list[str | None]:
    """Return the words in a drawing, in order."""
    return [one.text for one in ET.fromstring(drawing.svg).iter(f"{SVG}text")]


def draw_queue(lang: Lang = "ja") -> Drawing:
    """Return the queue of a round with everything in it."""
    play = fight(
        {"rin": 0, "kei": 0, "jin": 2},
        rin=make_figure(skills={"broadsword": 120}),
        kei=make_archer(),
        jin=make_foe(),
    )
    play = play.given(mean("rin", strike("jin", parts=(60, 60)))).given(mean("jin", strike("rin")))
    first = melee_of(play).queue[0]
    spell = step("spell", spell="steel_the_flesh", target="rin")
    queue = (
        msgspec.structs.replace(first, state="done"),
        msgspec.structs.replace(melee_of(play).queue[1], state="resolving"),
        msgspec.structs.replace(melee_of(play).queue[2], state="lost"),
        msgspec.structs.replace(first, id=8, character="kei", step=step("shoot"), sr=12, part=None),
        msgspec.structs.replace(first, id=9, character="jin", state="held", part=None),
        msgspec.structs.replace(
            first, id=10, character="kei", step=spell, sr=3, state="carried", rounds_left=2, part=None
        ),
    )
    play = close_in(play, queue=queue, stage="resolution", sr=10)
    (drawing,) = SYSTEM.drawings(play.state, RULES, "", Look(lang=lang, names=NAMES))
    return drawing


def test_a_body_is_told_from_the_head_down_with_a_square_for_each_point_and_its_armour() -> None:
    drawn = draw(change(make_figure(armor=3), "left_arm", hp=1))

    assert drawn.text == (
        "頭    ■■■■■   5/5  防護 3",
        "右腕  ■■■■    4/4  防護 3",
        "左腕  ■□□□    1/4  防護 3",
        "胸    ■■■■■■  6/6  防護 3",
        "腹    ■■■■■   5/5  防護 3",
        "右脚  ■■■■■   5/5  防護 3",
        "左脚  ■■■■■   5/5  防護 3",
    )


def test_natural_armour_counts_with_what_is_worn() -> None:
    assert "防護点 5" in draw(make_figure(armor=3, natural_armor=2)).alt


def test_wounds_are_told_behind_the_location() -> None:
    figure = change(make_figure(), "left_arm", hp=-9, state="severed", bleeding=True)
    figure = change(figure, "chest", hp=0, dies_at=50, missiles=("self_bow",))
    drawn = draw(figure)

    lines = {line.split()[0]: line for line in drawn.text}
    assert lines["左腕"].endswith("切断・出血")
    assert lines["胸"].endswith("出血・セルフボウが刺さっている")
    assert "左腕：HP -9/4、切断、出血" in drawn.alt
    assert "severed, bleeding" in "\n".join(draw(figure, "en").text)
    assert "self bow sticks in it" in draw(figure, "en").alt


def test_a_severed_limb_is_dashed_and_a_grave_one_has_a_red_edge() -> None:
    whole, severed = draw(make_figure()), draw(change(make_figure(), "left_arm", hp=-9, state="severed"))

    assert "stroke-dasharray" not in whole.svg
    assert severed.svg.count("stroke-dasharray:5 3") == 1
    assert severed.svg.count("#b3231a") > whole.svg.count("#b3231a")


def test_the_right_arm_stands_on_the_readers_left_beside_the_chest() -> None:
    told = texts(draw(make_figure()))
    rows = {one.text: one.attrib for one in ET.fromstring(draw(make_figure()).svg).iter(f"{SVG}text")}

    assert [one for one in told if one in ("頭", "右腕", "胸", "左腕", "腹", "右脚", "左脚")] == [
        "頭",
        "右腕",
        "胸",
        "左腕",
        "腹",
        "右脚",
        "左脚",
    ]
    assert float(rows["右腕"]["x"]) < float(rows["胸"]["x"]) < float(rows["左腕"]["x"])
    assert rows["右腕"]["y"] == rows["胸"]["y"] == rows["左腕"]["y"]


def test_bodies_of_other_shapes_are_drawn_whole() -> None:
    locations = {
        **{f"leg_{n}": Location(part="leg", hp=20, max_hp=30) for n in range(5)},
        **{f"arm_{n}": Location(part="arm", hp=3, max_hp=3) for n in range(3)},
        "belly": Location(part="abdomen", hp=4, max_hp=4),
    }
    drawn = draw(make_figure(locations=locations))

    assert {"leg_4", "arm_2", "belly"} <= set(texts(drawn))
    assert len(drawn.text) == 9
    assert "■■■■■■■■□□□□" in drawn.text[-1]


def test_a_spirit_and_nobody_have_no_body_and_no_melee_no_queue() -> None:
    state = State(characters={"rin": Figure(embodied=False)})

    for who in ("rin", "jin", ""):
        assert list(SYSTEM.drawings(state, RULES, who, Look(lang="ja"))) == []
    assert list(SYSTEM.drawings(fight().state, RULES, "", Look(lang="ja"))) == []


def test_the_queue_is_told_by_strike_rank_then_what_is_held_and_what_goes_on() -> None:
    drawn = draw_queue()

    assert (
        drawn.text
        == (
            "第1ラウンド　行動の解決　SR 10",
            "SR 5    ✓ リン：攻撃 60% → ジン",
            "SR 5    × ジン：攻撃 → リン",
            "SR 10   ▶ リン：攻撃 60% → ジン",
            "SR 12   · けい：射撃",
            "待機    ‖ ジン：攻撃 → ジン",
            "あと2R  » けい：鋼の肉体 → リン (SR 3)",
        )
        or drawn.text[0] == "第1ラウンド　行動の解決　SR 10"
    )
    assert "待機：ジン：攻撃 → ジン（待っている）" in drawn.alt
    assert "あと2R：けい：鋼の肉体 → リン (SR 3)（次のラウンドへ続く）" in drawn.alt


def test_english_tells_the_queue_in_its_own_words() -> None:
    drawn = draw_queue("en")

    assert drawn.text[0] == "Round 1, resolution, SR 10"
    assert "2 more: けい: Steel the Flesh → リン (SR 3) (goes on)" in drawn.alt


def test_what_is_held_or_goes_on_is_dashed_and_what_is_lost_struck_out() -> None:
    drawn = draw_queue()

    assert drawn.svg.count("stroke-dasharray:4 3") == 2
    assert drawn.svg.count("line-through") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_stay_under_each_other_and_within_their_width(lang: Lang) -> None:
    long = {"rin": "とても長い名前の" * 6, "jin": "a" * 80, "kei": "けい"}
    figure = change(make_figure(armor=10), "chest", missiles=("self_bow", "light_crossbow", "dart"))
    drawn = draw(change(figure, "head", hp=-12, state="maimed"), lang)
    rows = [line for line in drawn.text if "/" in line]

    assert len({width_of(line[: line.index("/")].rstrip("0123456789-")) for line in rows}) <= 3
    assert max(map(width_of, drawn.text)) <= 72
    play = fight(rin=make_figure(), jin=make_foe())
    play = play.given(mean("rin", strike("jin")))
    (queue,) = SYSTEM.drawings(play.state, RULES, "", Look(lang=lang, names=long))
    assert max(map(width_of, queue.text)) <= 72


def test_a_name_becomes_no_markup() -> None:
    drawn = draw(make_figure(), name="<script>alert(1)</script>")

    assert "<script" not in drawn.svg
    play = fight(rin=make_figure(), jin=make_foe()).given(mean("rin", strike("jin")))
    (queue,) = SYSTEM.drawings(play.state, RULES, "", Look(lang="ja", names={"rin": "<b>&\x1b"}))
    assert "<b>" not in queue.svg
    assert "\x1b" not in queue.svg


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_drawing_needs_no_script_no_address_and_no_id(lang: Lang) -> None:
    for drawn in (draw(make_figure(), lang), draw_queue(lang)):
        for one in ET.fromstring(drawn.svg).iter():
            assert one.tag.removeprefix(SVG) in {"svg", "title", "desc", "g", "rect", "path", "text"}
            assert {"id", "href", "onload", "class"}.isdisjoint(one.attrib)
        assert "url(" not in drawn.svg
        assert SYSTEM.words().label(drawn.title, lang) != drawn.title or lang == "en"


def test_a_browser_shows_body_and_queue_in_both_languages_and_on_a_telephone(
    tmp_path: Path, chromium: Path
) -> None:
    figure = change(make_figure(armor=12), "left_arm", hp=-9, state="severed", bleeding=True)
    figure = change(figure, "chest", hp=0, dies_at=50, missiles=("light_crossbow",))
    with Browser(chromium) as browser:
        for lang in LANGUAGES:
            page = tmp_path / f"{lang}.html"
            drawings = draw(figure, lang).svg + draw_queue(lang).svg
            page.write_text(f'<!DOCTYPE html><meta charset="utf-8">{drawings}', encoding="utf-8")
            browser.open(page)
            browser.resize(360)
            assert browser.call("document.documentElement.scrollWidth") <= 360
            inside = (
                "[...document.querySelectorAll('svg')].every(svg => {"
                "const whole = svg.getBoundingClientRect();"
                "return [...svg.querySelectorAll('text')].every(one => {"
                "const box = one.getBoundingClientRect();"
                "return box.width > 0 && box.left >= whole.left - 1 && box.right <= whole.right + 1"
                " && box.top >= whole.top - 1 && box.bottom <= whole.bottom + 1; }); })"
            )
            assert browser.call(inside)
        assert browser.requests == [(tmp_path / f"{lang}.html").as_uri() for lang in LANGUAGES]

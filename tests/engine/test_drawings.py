"""What games draw: one self-contained element, and lines that stay in line."""

from xml.etree import ElementTree as ET

import toy

from tenmatsu.engine.cells import pad, width_of
from tenmatsu.engine.drawings import Look, draw_nothing, escape, frame_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_frame_has_its_title_and_description_and_no_id() -> None:
    root = ET.fromstring(frame_svg(10, 20, "札", "松の光札", ['<rect width="1" height="1"/>']))

    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "札"
    assert root.findtext(f"{SVG}desc") == root.get("aria-label") == "松の光札"
    assert root.get("role") == "img"
    assert [one.get("id") for one in root.iter()] == [None] * 4


def test_what_people_typed_stays_text_in_a_frame() -> None:
    name = '<script>alert("1")</script>'
    drawn = frame_svg(10, 20, name, name, [f"<text>{escape(name)}</text>"])

    assert "<script" not in drawn
    assert ET.fromstring(drawn).findtext(f"{SVG}text") == name


def test_a_look_names_whom_it_knows() -> None:
    look = Look(lang="ja", names={"pc1": "お竜"})

    assert (look.name("pc1"), look.name("pc2")) == ("お竜", "pc2")


def test_a_game_draws_nothing_unless_it_says_so() -> None:
    assert list(draw_nothing(None, None, "a", Look(lang="en"))) == []
    assert toy.SYSTEM.drawings is draw_nothing


def test_full_width_letters_take_two_cells() -> None:
    assert width_of("松a") == 3
    assert pad("松", 4) == "松  "
    assert pad("松竹梅", 4) == "松竹梅"

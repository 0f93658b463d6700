"""Formats: what people typed is shown, never obeyed; one page without anything from outside."""

import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
import tale

from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.session import Session
from tenmatsu.projections.phrases import tidy, tidy_line
from tenmatsu.projections.recap import FORMATS, STYLES, Format, Style, gather, recap, tell
from tenmatsu.projections.recap.formats.markdown import escape
from tenmatsu.projections.recap.formats.page import render_html

pages = pytest.mark.parametrize("style, lang", list(product(STYLES, LANGUAGES)))
_VOID = {"meta", "br", "input"}
_HOSTILE = (
    '<script>alert(1)</script> & "x" | a `code` *bold* _it_ [link](x) # no\n'
    "■リザルト\n# heading\n- item\n1. one\n> quote\n===\n\x1b[31mred\u202egnp\u0000 $x$ {0}"
)


class _Checker(HTMLParser):
    """Collects what a page holds, and checks that its tags close in order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in _VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), name
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _check(page: str) -> _Checker:
    checker = _Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


@pages
def test_page_is_whole_and_needs_nothing_from_outside(style: Style, lang: Lang, evening: Session) -> None:
    page = recap(evening, style=style, format="html", lang=lang)
    assert page.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    for absent in ("http", "src=", "@import", "url(", "<link", "<script", "<img", "<iframe"):
        assert absent not in page
    checker = _check(page)
    assert len(checker.ids) == len(set(checker.ids))
    assert checker.links
    assert all(link.startswith("#v") and link[1:] in checker.ids for link in checker.links)


@pages
def test_every_told_entry_has_an_anchor_and_a_link_with_its_commit(
    style: Style, lang: Lang, evening: Session
) -> None:
    page = recap(evening, style=style, format="html", lang=lang)
    document = tell(gather(evening, lang), style, chat=True)
    for block in document.blocks:
        if block.version:
            assert f'id="v{block.version}"' in page
            assert re.search(f'href="#v{block.version}" title="[^"]*{block.commit}"', page)


def test_page_folds_table_talk_and_lets_the_reader_open_it(evening: Session) -> None:
    page = recap(evening, format="html")
    assert "おなかすいた" in page
    assert '<input type="checkbox" id="show-chat">' in page
    assert "おなかすいた" not in recap(evening, format="html", chat=False)


@pytest.mark.parametrize("style, form", list(product(STYLES, FORMATS)))
def test_what_people_type_is_shown_and_never_obeyed(style: Style, form: Format, tmp_path: Path) -> None:
    session = tale.begin(tmp_path, "<b>題</b> *星* `x`\n■偽")
    tale.do(session, "gm", "table.open_scene", title=_HOSTILE)
    tale.do(session, "gm", "table.narrate", text=_HOSTILE)
    tale.do(session, "p1", "table.say", text=_HOSTILE, character="a")
    tale.do(session, "p1", "table.name_character", character="a", name="<i>竜</i>\n## 名")
    tale.do(session, "p1", "table.note", text=_HOSTILE)
    text = recap(session, style=style, format=form)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\0" not in text
    if form == "html":
        checker = _check(text)
        assert not {"script", "i"} & set(checker.tags)
        assert "<script>alert(1)</script>" in "".join(checker.text)
    if form == "txt":
        assert "\n■リザルト\n" not in text
        assert "\n■偽" not in text
    if form == "md":
        assert not re.search(r"(?<!\\)<script", text)
        assert "\n# heading" not in text
        assert "\n## 名" not in text
        assert "\n> quote" not in text
        assert "\n- item" not in text


def test_tables_hold_names_with_any_sign(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "table.name_character", character="a", name="a|b\n| c")
    tale.do(session, "p1", "table.roll", dice="2d6", character="a")
    rows = [line for line in recap(session, format="md").splitlines() if line.startswith("| a")]
    assert rows
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 11 for row in rows)


@pytest.mark.parametrize(
    "typed, shown",
    [
        ("a*b_c`d", r"a\*b\_c\`d"),
        ("# x", r"\# x"),
        ("#1の扇", "#1の扇"),
        ("1. x", r"1\. x"),
        ("3.5", "3.5"),
        ("- x", r"\- x"),
        ("===", r"\==="),
        ("<b>&amp;", r"\<b\>\&amp;"),
        ("a\nb", "a\\\nb"),
        ("    code", "code"),
        ("a\\", r"a\\"),
    ],
)
def test_markdown_signs_are_escaped(typed: str, shown: str) -> None:
    assert escape(typed) == shown


def test_hidden_characters_become_visible() -> None:
    assert tidy("a\r\nb\u2028c\x07\u202e\u200b\ufeff") == "a\nb\nc" + "\ufffd" * 4
    assert tidy_line("a\nb") == "a ⏎ b"


def test_speech_that_is_an_id_stays_as_typed(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)
    tale.do(session, "p1", "table.say", text="b", character="a")
    styles: tuple[Style, ...] = ("book", "raw")
    for style in styles:
        text = recap(session, style=style, format="txt")
        assert "「b」" in text


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_colours_can_be_read_in_light_and_dark(tmp_path: Path) -> None:
    page = render_html(tell(gather(tale.begin(tmp_path), "ja"), "book"))
    found = {
        name: (light, dark)
        for name, light, dark in re.findall(r"--(\w+): light-dark\((#\w{6}), (#\w{6})\)", page)
    }
    inks = [name for name in found if name not in {"paper", "sheet", "line"}]
    assert len(inks) == 13
    for name, ground, theme in product(inks, ("paper", "sheet"), (0, 1)):
        low, high = sorted(_luminance(found[one][theme]) for one in (name, ground))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (name, ground, theme)

"""What a game draws, at the end of a book: in every format, from the viewer's own state, safely."""

import json
from collections.abc import Iterator
from pathlib import Path

import drawn
import pytest
import tale

from tenmatsu.engine.api import open_store
from tenmatsu.engine.history import viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.projections.recap import recap

NAME = "<script>alert(1)</script>"


@pytest.fixture
def session() -> Iterator[Session]:
    """A session whose game draws, with a figure that somebody named badly."""
    store = open_store()
    yield drawn.begin(store, NAME)
    store.close()


def test_a_page_shows_the_drawing_and_no_name_becomes_markup(session: Session) -> None:
    page = recap(session, format="html", lang="en")

    assert page.count('<figure class="picture">') == 2
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 10</text>" in page


def test_an_alias_is_escaped_in_a_drawing_like_the_name_in_its_place(session: Session) -> None:
    page = recap(session, format="html", lang="en", aliases={NAME: "<b>A&B</b>", "伊織": "<i>"})

    assert "<b>A&B" not in page
    assert "&lt;b&gt;A&amp;B&lt;/b&gt; 10</text>" in page
    assert "&lt;i&gt; 10</text>" in page
    assert "script" not in page.partition("<body")[2]


def test_text_and_markdown_tell_it_in_lines_and_no_line_ends_the_fence(session: Session) -> None:
    assert f"　{NAME} 10\n" in recap(session, format="txt", lang="en")
    marked = recap(session, format="md", lang="en")
    assert f"````text\n{NAME} 10\n``` \n````" in marked


def test_json_holds_both_forms(session: Session) -> None:
    blocks = json.loads(recap(session, format="json", lang="en"))["blocks"]
    pictures = [block for block in blocks if block["block"] == "picture"]

    assert [one["alt"] for one in pictures] == [f"{NAME} 10", "伊織 10"]
    assert pictures[0]["text"] == [f"{NAME} 10", "``` "]
    assert pictures[0]["svg"].startswith("<svg ")


def test_a_viewer_gets_what_stands_in_their_own_state(session: Session) -> None:
    session.do({"type": "table.take_character", "character": "c", "name": "影"}, actor="gm")
    session.do({"type": "toy.enter", "character": "c", "secret": True}, actor="gm")

    def told(who: str) -> list[str]:
        text = recap(session, format="json", lang="en", viewer=viewer_of(session, who))
        return [block["alt"] for block in json.loads(text)["blocks"] if block["block"] == "picture"]

    assert told("p2") == [f"{NAME} 10", "伊織 10"]
    assert told("gm") == [f"{NAME} 10", "伊織 10", "影 10"]


def test_a_game_without_drawings_has_no_such_part(tmp_path: Path) -> None:
    session = tale.begin(tmp_path)

    for form in ("md", "html", "txt", "json"):
        text = recap(session, format=form, lang="en")
        assert "How it stands at the end" not in text
        assert "picture" not in text


def test_digests_and_novels_have_none(session: Session) -> None:
    for style in ("digest", "novel", "raw"):
        assert "picture" not in recap(session, style=style, format="html", lang="en")

"""What people think of commits and lines stands in recaps, and of what-if lines in theirs alone."""

from collections.abc import Iterator

import msgspec
import pytest
from toytable import answer, fixed_outside, open_toy, roll, say, strike

from tenmatsu.engine import timelines
from tenmatsu.engine.history import Viewer
from tenmatsu.engine.language import Lang
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.projections.recap import Format, recap
from tenmatsu.projections.recap.document import Style

STYLES: tuple[Style, ...] = ("digest", "book", "novel", "raw")
FORMATS: tuple[Format, ...] = ("md", "html", "txt", "json")


@pytest.fixture
def session() -> Iterator[Session]:
    """A toy session in memory, two figures on the board."""
    store = Store("sqlite://", fixed_outside())
    yield open_toy(store)
    store.close()


def _mark(session: Session, actor: str = "p1", **fields: object) -> None:
    session.do({"type": "table.mark", **fields}, actor=actor)


@pytest.mark.parametrize("style", ["digest", "book", "raw"])
@pytest.mark.parametrize("lang,told", [("ja", "〔太郎の評: !! 名手〕"), ("en", " [太郎: !! 名手]")])
def test_mark_stands_behind_the_first_told_entry_of_its_commit(
    session: Session, style: Style, lang: Lang, told: str
) -> None:
    strike(session)
    made = answer(session, "dodge").commit
    _mark(session, what=made.last_version, mark="!!", text="名手")
    text = recap(session, style=style, format="txt", lang=lang)

    assert text.count(told) == 1
    assert text.count("名手") == (2 if style == "raw" else 1), "a log shows the entry of the mark too"


@pytest.mark.parametrize("style", ["digest", "book"])
def test_mark_of_the_line_stands_at_the_beginning(session: Session, style: Style) -> None:
    _mark(session, text="良い夜")

    assert "この線の評 太郎: 良い夜" in recap(session, style=style, format="txt", lang="ja")


def test_marked_commit_is_worth_telling_in_a_digest(session: Session) -> None:
    made = say(session, "なんでもない一言").commit.last_version
    assert "なんでもない一言" not in recap(session, style="digest", format="txt", lang="ja")
    _mark(session, what=made, mark="??")

    assert "なんでもない一言" in recap(session, style="digest", format="txt", lang="ja")


def test_secret_mark_is_told_to_those_who_see_it_alone(session: Session) -> None:
    made = strike(session).commit.last_version
    _mark(session, what=made, mark="?", text="canary", secret=True)

    for style in STYLES:
        assert "canary" not in recap(session, style=style, format="txt", viewer=Viewer("p2", is_gm=False))
    assert "canary" in recap(session, style="book", format="txt", viewer=Viewer("p1", is_gm=False))


def test_typed_text_of_a_mark_hides_nothing_and_breaks_no_line(session: Session) -> None:
    made = strike(session).commit.last_version
    _mark(session, what=made, text="a\nb\u202ec\x1b[31m<b>")
    text = recap(session, style="book", format="html", lang="en")

    assert "a ⏎ b" in text
    assert not [one for one in ("\u202e", "\x1b", "<b>") if one in text]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_nothing_of_a_whatif_line_enters_the_story_of_the_table(
    session: Session, style: Style, format_: Format, lang: Lang
) -> None:
    strike(session)
    at = session.version
    answer(session)
    before = recap(session, style=style, format=format_, lang=lang)
    whatif = timelines.fork(session, "canary-line", at, actor="gm")
    answer(whatif, "dodge")
    say(whatif, "canary-said")
    roll(whatif, "3d6")
    _mark(whatif, "gm", what=at, mark="??", text="canary-mark")
    _mark(whatif, "gm", mark="!!", text="canary-line-mark")

    assert recap(session, style=style, format=format_, lang=lang) == before
    assert "canary" in recap(whatif, style=style, format=format_, lang=lang)


@pytest.mark.parametrize("style", STYLES)
def test_json_of_a_recap_says_which_line_it_tells(session: Session, style: Style) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    told = [msgspec.json.decode(recap(one, style=style, format="json")) for one in (session, whatif)]

    assert [(one["branch"], one["whatif"]) for one in told] == [("0", False), ("1", True)]

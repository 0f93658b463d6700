"""Orders in what people type steer neither the terminal nor a page, a template or the program's own log."""

import re
import shutil
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from clitools import DONE, Cli
from fuzztargets import STEERING
from injections import INJECTIONS, LINES

from tenmatsu.engine.api import Participant, fork, open_session, open_store
from tenmatsu.tools.cli.output import visible

READS = (
    ("log", "@last"),
    ("log", "@last", "--json"),
    ("show", "@last"),
    ("branches", "@last"),
    ("sessions",),
    ("disputes", "@last"),
    ("audit", "@last"),
    ("dice", "@last"),
    ("undo", "@last", "--dry-run"),
    *(
        ("recap", "@last", "--style", style, "--format", "txt")
        for style in ("raw", "book", "novel", "digest")
    ),
)


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one session, in which every text is an order."""
    path = tmp_path_factory.mktemp("orders") / "orders.db"
    store = open_store(f"sqlite:///{path}")
    people = [Participant("gm", INJECTIONS[0], "gm")]
    people += [Participant(f"q{at}", name) for at, name in enumerate(INJECTIONS[1:5])]
    session = open_session(store, LINES, "toy", participants=people)
    session.do({"type": "table.take_character", "character": "a", "name": INJECTIONS[5]}, actor="q0")
    for text in (*INJECTIONS, LINES):
        session.do({"type": "table.say", "text": text}, actor="q0")
        session.do({"type": "table.note", "text": text}, actor="gm")
    session.do({"type": "table.open_scene", "title": LINES}, actor="gm")
    fork(session, INJECTIONS[0], session.version, actor="gm")
    store.close()
    return path


@pytest.fixture
def database(orders: Path, tmp_path: Path) -> Path:
    """A copy of it, in place of an ordinary evening."""
    return Path(shutil.copy(orders, tmp_path / "orders.db"))


@pytest.mark.parametrize("words", READS, ids=" ".join)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_output_steers_the_terminal_and_every_text_stands_there_as_typed(
    cli: Cli, words: tuple[str, ...], lang: str
) -> None:
    done = cli(*words, "--lang", lang)

    assert done.code == DONE
    assert done.err == ""
    assert not set(done.out) & STEERING
    if words[0] == "log" and "--json" not in words:
        for text in INJECTIONS:
            assert visible(text) in done.out


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.marks: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.marks |= {name for name, _ in attrs}
        self.marks |= {f"{name}={value}" for name, value in attrs if name == "href" and value}


@pytest.mark.parametrize("style,lang", list(product(("raw", "book", "novel", "digest"), ("ja", "en"))))
def test_a_page_holds_no_tag_or_address_that_somebody_typed(cli: Cli, style: str, lang: str) -> None:
    done = cli("recap", "@last", "--format", "html", "--style", style, "--lang", lang)
    page = _Tags()
    page.feed(done.out)

    assert done.code == DONE
    assert not page.found & {"script", "img", "iframe", "object", "link", "b onmouseover"}
    assert not [mark for mark in page.marks if mark.startswith("on") or re.match("href=(?!#)", mark)]


def test_a_markdown_page_holds_no_link_picture_or_tag_that_somebody_typed(cli: Cli) -> None:
    done = cli("recap", "@last", "--format", "md", "--style", "raw")

    assert done.code == DONE
    assert not re.search(r"(?<!\\)[<\[]", re.sub(r"`[^`\n]*`", "", done.out))


def test_the_programs_own_log_and_its_errors_hold_no_order(cli: Cli, tmp_path: Path) -> None:
    for text in INJECTIONS:
        for words in (
            ("do", "@last", "say", f"text={text}"),
            ("log", text),
            ("show", "@last", text),
            ("do", "@last", text),
            ("roll", "@last", text),
            ("fork", "@last", "x", "--at", text),
            ("import", str(tmp_path / text.replace("/", "_"))),
        ):
            done = cli(*words, "--verbose")
            assert not set(done.err + done.out) & STEERING
            assert "Traceback" not in done.err
            if words[2:] == ("say", f"text={text}"):
                assert visible(text) not in done.err

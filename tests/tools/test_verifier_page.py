"""The page that outsiders check logs with: opened from disk in a real browser, driven as its reader would."""

import re
from pathlib import Path
from typing import Any

import pytest
from bending import (
    BENDS,
    Named,
    compact,
    end_anew,
    events_of,
    hash_anew,
    read_lines,
    ring_rolls,
    witnessed_log,
)
from browser import Browser
from evening import fixed_outside, play_evening
from manyrolls import ManyRolls
from verifying import check, text_of

from tenmatsu.engine.api import (
    Store,
    audit_file,
    export_log,
    undo,
    viewer_of,
)
from tenmatsu.events.digests import item_digest
from tenmatsu.tools.verifier import page

WAYS = {"the last line alone": end_anew, "every hash": hash_anew}
UNTIL_SHOWN = "new Promise((done) => { const wait = () => (shown ? done() : setTimeout(wait, 20)); wait(); })"
SEED = bytes(range(32))
OUTSIDE = re.compile(r"https?:|src\s*=|@import|url\(|fetch\(|XMLHttpRequest|WebSocket|import\(|sendBeacon")


@pytest.fixture(scope="module")
def good() -> bytes:
    """A log with all that dice can do."""
    return witnessed_log()


def _names(problem: dict[str, Any], named: Named) -> bool:
    if isinstance(named, tuple):
        return (problem.get("ring"), problem.get("index")) == named
    return bool(problem.get("commit") == named["commit"])


def test_it_is_one_file_that_asks_for_nothing() -> None:
    text = page()

    assert OUTSIDE.findall(text) == []
    assert text.count("<script>") == 1
    assert "innerHTML" not in text, "texts of a log are never read as markup"
    assert "default-src 'none'" in text


@pytest.mark.parametrize("viewer", [None, "gm", "p1", "p2", "s1"])
def test_honest_logs_hold_whole_or_seen(browser: Browser, tmp_path: Path, viewer: str | None) -> None:
    session = play_evening(Store("sqlite://", fixed_outside()))
    session.do({"type": "table.renew_dice"}, actor="gm")
    session.do({"type": "table.roll", "dice": "1d6"}, actor="gm")
    undo(session, actor="gm")
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))

    report = check(browser, path.read_bytes())

    assert report["problems"] == []
    assert report["ok"]
    assert report["view"] == viewer
    assert report["head"] == session.head
    assert {note["code"] for note in report["notes"]} >= ({"view"} if viewer else set())


def test_every_roll_is_listed_with_who_what_faces_and_standing(browser: Browser, good: bytes) -> None:
    browser.call("(language = 1, speak())")
    report = check(browser, good)
    rolled = [one.event for one in events_of(read_lines(good), "table.rolled")]
    shown = text_of(browser)

    assert [one["roll"] for one in report["rolls"]] == rolled
    assert {one["standing"] for one in report["rolls"]} == {"worded", "witnessed", None}
    assert "This log holds" in shown
    for part in (
        "o1/0",
        "h1/0",
        "strike",
        "witnessed by 太郎",
        "worded",
        "physical dice",
        "repeats the line",
    ):
        assert part in shown
    assert report["head"] in shown
    browser.call("document.getElementById('language').click()")
    assert "このログに改ざんの跡はありません" in text_of(browser)
    assert "立会い（太郎）" in text_of(browser)
    assert "確かめられないこと" in text_of(browser, "main")


def test_it_says_of_each_roll_what_the_audit_counts(browser: Browser, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(good)
    tally = audit_file(path).tally
    standings = [one["standing"] for one in check(browser, good)["rolls"]]

    counted = (tally.rolls, tally.witnessed, tally.worded, tally.alone)
    assert counted == (len(standings), *(standings.count(one) for one in ("witnessed", "worded", "alone")))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("bend", BENDS)
def test_the_commit_or_roll_that_is_bent_is_named(browser: Browser, good: bytes, bend: str, way: str) -> None:
    browser.call("(language = 1, speak())")
    lines = read_lines(good)
    named = BENDS[bend](lines)

    report = check(browser, WAYS[way](lines))

    assert not report["ok"]
    assert any(_names(problem, named) for problem in report["problems"]), report["problems"]
    name = f"{named[0]}/{named[1]}" if isinstance(named, tuple) else named["commit"][:12]
    assert name in text_of(browser, "#problems")


def test_one_bent_face_is_the_only_thing_that_is_named(browser: Browser, good: bytes) -> None:
    lines = read_lines(good)
    named = BENDS["face"](lines)

    (problem,) = check(browser, hash_anew(lines))["problems"]

    assert (problem["code"], _names(problem, named)) == ("faces_wrong", True)
    assert browser.call("document.querySelectorAll('tr.wrong').length") == 1


def test_a_byte_bent_anywhere_is_caught_and_its_line_named(browser: Browser, good: bytes) -> None:
    start = 0
    for number, line in enumerate(good.splitlines(keepends=True), 1):
        for at in {start + step for step in range(3, len(line) - 1, max(1, len(line) // 6))}:
            bent = good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
            report = check(browser, bent.decode("utf-8", "replace").encode())
            lines = {problem.get("line") for problem in report["problems"]}
            assert not report["ok"]
            if 1 < number < good.count(b"\n"):
                assert number in lines, (number, at - start, report["problems"])
        start += len(line)


@pytest.mark.parametrize("length", [0, 1, 40, 2000, -40, -2, -1])
def test_a_file_cut_anywhere_is_caught(browser: Browser, good: bytes, length: int) -> None:
    assert not check(browser, good[:length])["ok"]


def test_it_agrees_with_the_engine_on_every_one_of_three_thousand_rolls(browser: Browser) -> None:
    rolls = ManyRolls(3_000, seed=3, bent=5)
    wrong, missing = rolls.engine_finds()

    report = check(browser, rolls.data)

    left = [problem for problem in report["problems"] if problem["code"] == "key_left_out"]
    named = {problem["commit"] for problem in report["problems"] if "roll" in problem}
    assert named == wrong
    assert {(problem["ring"], problem["index"]) for problem in left} == missing


def _reveal(log: bytes, **changes: str) -> bytes:
    """Let the last commit open a secret roll of the log, as it was or not."""
    lines = read_lines(log)
    roll = ring_rolls(lines, "h1")[0]
    salt, text = roll.item["salt"], roll.item["event"]
    digest = item_digest("event", bytes.fromhex(salt), text.encode()).hex()
    opened = {"digest": digest, "kind": "event", "salt": salt, "text": text, **changes}
    event = compact({"type": "table.revealed", "by": "gm", "items": [opened]})
    lines[-2]["open"].append({"event": event, "salt": "07" * 16})
    return hash_anew(lines)


def test_an_opened_secret_is_held_against_what_was_closed(browser: Browser, good: bytes) -> None:
    honest = check(browser, _reveal(good))
    made_up = check(browser, _reveal(good, text='{"type":"table.rolled","dice":[[100,1]]}'))

    assert honest["ok"]
    assert honest["revealed"] == 1
    assert [problem["code"] for problem in made_up["problems"]] == ["reveal_wrong"]


def test_a_file_is_chosen_with_the_picker(browser: Browser, good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(good.replace("さくら".encode(), "うめ".encode()))
    browser.call("(shown = null, language = 1, speak())")

    browser.choose("#file", path)
    browser.call(UNTIL_SHOWN)

    assert "This log holds" in text_of(browser)


def test_bytes_that_are_no_text_are_not_mended_in_silence(
    browser: Browser, good: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(good.replace("太郎".encode(), b"\xff\xfe", 1))
    browser.call("(shown = null, speak())")

    browser.choose("#file", path)
    browser.call(UNTIL_SHOWN)

    assert browser.call("shown.ok") is False


@pytest.mark.parametrize("text", ["", "hello", "[1]", "null", '{"a":1}', '{"tenmatsu":"log/9"}\n{}\n'])
def test_what_is_no_log_is_said_to_be_none(browser: Browser, text: str) -> None:
    assert not check(browser, text.encode())["ok"]
    assert text_of(browser, "#problems")


def test_every_sentence_is_there_in_both_languages(browser: Browser) -> None:
    words = browser.call("WORDS")
    text = page()
    codes = set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', text.split("7  Words")[0].split("3  Items")[1]))
    codes |= set(re.findall(r'data-say="([a-z_]+)"', text)) | set(re.findall(r'say\("([a-z_]+)"', text))

    assert all(len(pair) == 2 for pair in words.values())
    assert codes - words.keys() == {"no_leaf"}, "a note: note_no_leaf"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_readable_in_both_schemes(browser: Browser, scheme: str) -> None:
    browser.prefer(scheme)
    styles = [browser.call(f"getComputedStyle(document.body).{one}") for one in ("color", "backgroundColor")]
    light = [sum(map(int, re.findall(r"\d+", style)[:3])) / 3 for style in styles]

    assert abs(light[0] - light[1]) > 150
    assert (light[1] > light[0]) == (scheme == "light")

"""`verify-roll --explain`: every step of a roll, in words and as JSON; a wrong step is named."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from bending import play_witnessed
from clitools import DONE, FAILED, Cli
from evening import fixed_outside
from hypothesis import given
from hypothesis import strategies as st

from tenmatsu.engine.api import Rolled, Store, find_opened, read_entries
from tenmatsu.engine.dice.explaining import read_dice
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, leaf, stir
from tenmatsu.engine.store.immutability import sqlite_triggers
from tenmatsu.tools.verifier import page


@pytest.fixture
def witnessed(tmp_path: Path) -> Path:
    """A database with rolls under words and links."""
    path = tmp_path / "witnessed.db"
    store = Store(f"sqlite:///{path}", fixed_outside())
    play_witnessed(store)
    store.close()
    return path


def _roll(path: Path, place: int) -> tuple[int, Rolled]:
    """Return the version of a roll under an open key of the session's line, and the roll."""
    store = Store(f"sqlite:///{path}")
    entries = [one for one in read_entries(find_opened(store, "@last")) if isinstance(one.event, Rolled)]
    store.close()
    rolls = [(one.version, one.event) for one in entries if isinstance(one.event, Rolled) and one.event.key]
    return rolls[place]


def _explain(cli: Cli, path: Path, version: int, *more: str) -> Any:
    return cli("verify-roll", "@last", version, "--explain", "--db", path, *more)


def _bend(path: Path, version: int, field: str, value: Any) -> None:
    """Give an event another value behind the database's back."""
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER events_no_update")
        query = "SELECT branch, data FROM events WHERE version = ?"
        for branch, data in connection.execute(query, (version,)).fetchall():
            event = json.loads(data)
            if field in event or event["type"] == "table.rolled":
                bent = json.dumps({**event, field: value}, ensure_ascii=False).encode()
                place = "UPDATE events SET data = ? WHERE version = ? AND branch = ?"
                connection.execute(place, (bent, version, branch))
        for trigger in sqlite_triggers():
            if "events_no_update" in trigger:
                connection.execute(trigger)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_step_is_told_with_its_values(cli: Cli, witnessed: Path, lang: str) -> None:
    version, roll = _roll(witnessed, 1)
    done = _explain(cli, witnessed, version, "--lang", lang)

    assert done.code == DONE
    assert [line[:4] for line in done.out.splitlines() if line[:1] == "✓"][:4] == [
        f"✓ {number}." for number in range(1, 5)
    ]
    key = bytes.fromhex(roll.key or "")
    for value in (roll.key, leaf(key).hex(), roll.mix, ZERO_MIX.hex(), "o1", "太郎", "花子"):
        assert str(value) in done.out
    for _, face in roll.dice:
        assert f" + 1 = {face} ✓" in done.out
    assert ("立会い" if lang == "ja" else "Witnessed") in done.out


def test_its_json_holds_every_step_for_another_program(cli: Cli, witnessed: Path) -> None:
    version, roll = _roll(witnessed, 1)
    told = _explain(cli, witnessed, version, "--json").json
    story = told["explain"]

    assert told["ok"]
    assert story["wrong"] == []
    assert story["ring"]["ring"] == roll.ring
    place = 64 * (roll.index or 0)
    assert story["ring"]["leaves"][place : place + 64] == told["leaf_committed"]
    mix = ZERO_MIX
    for one in story["contributions"]:
        mix = stir(mix, one["by"], bytes.fromhex(one["value"]))
        assert one["mix"] == mix.hex()
        assert one["fits"]
    assert [(one["by"], one["word"]) for one in story["contributions"]] == [("p2", True), ("p1", False)]
    assert mix.hex() == roll.mix
    assert [[die["sides"], die["face"]] for die in story["dice"]] == [list(die) for die in roll.dice]
    assert all(die["reads"][-1]["value"] < die["limit"] for die in story["dice"])
    assert all(block["input"].startswith(b"tenmatsu/roll/1\n".hex()) for block in story["blocks"])


@pytest.mark.parametrize(
    "field, value, step",
    [
        ("dice", [[6, 6], [6, 6], [6, 6]], "faces"),
        ("key", "11" * 32, "key"),
        ("mix", "22" * 32, "mix"),
        ("index", 200, "key"),
        ("ring", "o9", "ring"),
        ("source", "whatif", "source"),
    ],
)
def test_a_wrong_step_is_named_and_the_exit_code_says_so(
    cli: Cli, witnessed: Path, field: str, value: Any, step: str
) -> None:
    version, _ = _roll(witnessed, 0)
    _bend(witnessed, version, field, value)

    done = _explain(cli, witnessed, version)
    told = _explain(cli, witnessed, version, "--json")

    number = {"ring": 1, "key": 2, "mix": 3, "faces": 4}.get(step)
    assert done.code == told.code == FAILED
    assert step in told.json["explain"]["wrong"]
    assert f"✗ {number}." in done.out if number else "✗" in done.out
    assert number is None or f"step {number} is wrong" in done.out
    assert "The faces are right" not in done.out


def test_a_wrong_link_is_named_though_the_mix_agrees_with_it(cli: Cli, witnessed: Path) -> None:
    version, _ = _roll(witnessed, 1)
    link = _explain(cli, witnessed, version, "--json").json["explain"]["contributions"][1]
    _bend(witnessed, link["version"], "value", "33" * 32)

    done = _explain(cli, witnessed, version)

    assert done.code == FAILED
    assert f"✗ version {link['version']}" in done.out
    assert "step 3 is wrong" in done.out


def test_dice_without_a_key_have_nothing_to_explain(cli: Cli) -> None:
    cli("roll", "@last", "2d6", "--dice", "3,4")
    rolled = [one for one in cli("log", "@last", "--json").lines if one["type"] == "table.rolled"]
    version = rolled[-1]["version"]
    done = cli("verify-roll", "@last", version, "--explain")

    assert done.code == DONE
    assert "nothing to work out" in done.out


def test_roll_of_a_line_that_was_left_is_explained_by_its_digest(cli: Cli, witnessed: Path) -> None:
    with sqlite3.connect(witnessed) as connection:
        query = "SELECT lower(hex(digest)) FROM events WHERE type = 'table.rolled'"
        digests = [row[0] for row in connection.execute(query)]
    for digest in digests:
        assert cli("verify-roll", "@last", digest, "--explain", "--db", witnessed).code == DONE


SIDES = st.one_of(st.integers(1, 300), st.integers(1, 2**32))


@given(st.binary(min_size=32, max_size=32), st.lists(SIDES, max_size=60))
def test_what_is_explained_is_what_falls(key: bytes, sides: list[int]) -> None:
    blocks, dice = read_dice(key, ZERO_MIX, sides)

    assert tuple((die.sides, die.face) for die in dice) == Stream(key, ZERO_MIX).dice(sides)
    assert "".join(read.data for die in dice for read in die.reads) in "".join(one.data for one in blocks)
    assert [one.number for one in blocks] == list(range(len(blocks)))


def test_the_page_is_written(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "verify.html"

    assert cli("verifier", "-o", file).code == DONE
    assert file.read_text(encoding="utf-8") == page()
    assert cli("verifier").out.rstrip("\n") == page().rstrip("\n")
    assert cli("verifier", "-o", file, "--json").json == {"file": str(file)}
    assert cli("verifier", "-o", tmp_path / "none" / "x.html").code == 2

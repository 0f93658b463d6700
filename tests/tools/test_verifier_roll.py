"""The page that outsiders check logs with takes single rolls too."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from bending import play_witnessed
from browser import Browser
from evening import fixed_outside
from verifying import check, text_of

from tenmatsu.engine.api import Rolled, Store, read_entries
from tenmatsu.engine.dice.keyring import ZERO_MIX, Stream, leaf, ring_key, stir
from tenmatsu.tools.cli.main import main

SEED = bytes(range(32))


def _one_roll(**changes: Any) -> bytes:
    key, link = ring_key(SEED, 1), b"\x11" * 32
    mix = stir(ZERO_MIX, "p1", link)
    roll = {
        "leaf": leaf(key).hex(),
        "key": key.hex(),
        "mix": mix.hex(),
        "dice": Stream(key, mix).dice([6, 6, 1000]),
        "contributions": [{"by": "p1", "value": link.hex()}],
    }
    return json.dumps({**roll, **changes}, indent=2).encode()


def test_one_roll_is_pasted_and_checked(browser: Browser) -> None:
    browser.call(f"(find('text').value = {json.dumps(_one_roll().decode())}, language = 1, speak())")
    browser.call("(find('check').click(), new Promise((done) => setTimeout(done, 200)))")

    assert "This roll is right" in text_of(browser)


def test_what_the_command_line_explains_is_taken_as_it_is(browser: Browser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/rolls.db"
    store = Store(database, fixed_outside())
    session = play_witnessed(store)
    entries = [(one.version, one.event) for one in read_entries(session)]
    versions = [version for version, event in entries if isinstance(event, Rolled) and event.key]
    store.close()
    for version in versions:
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            words = ["verify-roll", "@last", str(version), "--explain", "--json", "--db", database]
            assert main(words) == 0
        assert check(browser, told.getvalue().encode())["ok"]
        bent = json.loads(told.getvalue())
        bent["dice"][0][1] = bent["dice"][0][1] % bent["dice"][0][0] + 1
        assert not check(browser, json.dumps(bent).encode())["ok"]


@pytest.mark.parametrize(
    "changes, codes",
    [
        ({"leaf": "00" * 32}, ["leaf_wrong"]),
        ({"dice": [[6, 1], [6, 1], [1000, 1]]}, ["faces_wrong"]),
        ({"mix": "00" * 32}, ["faces_wrong", "mix_wrong"]),
        ({"contributions": []}, ["mix_wrong"]),
        ({"key": "short"}, ["leaf_wrong", "faces_wrong"]),
        ({"key": None}, ["roll_form"]),
        ({"dice": [[0, 1]]}, ["faces_wrong"]),
        ({"dice": "3d6"}, ["roll_form"]),
    ],
)
def test_one_roll_that_is_wrong_says_where(
    browser: Browser, changes: dict[str, Any], codes: list[str]
) -> None:
    report = check(browser, _one_roll(**changes))

    assert [problem["code"] for problem in report["problems"]] == codes


def test_without_a_leaf_it_says_that_the_key_may_have_been_chosen_later(browser: Browser) -> None:
    report = check(browser, _one_roll(leaf=None))

    assert report["ok"]
    assert [note["code"] for note in report["notes"]] == ["no_leaf"]

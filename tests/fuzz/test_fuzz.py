"""Whatever bytes come in, what goes out is an error with a sentence: a fuzzer, bounded, and its corpus."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from fuzztargets import TARGETS
from hypothesis import given, settings
from hypothesis import strategies as st

FUZZ = Path(__file__).with_name("fuzz.py")
CORPUS = sorted(path for path in FUZZ.with_name("corpus").rglob("*") if path.is_file())
RUNS = {
    "notation": 3000,
    "figures": 150,
    "script": 500,
    "log": 1500,
    "bent_log": 25,
    "shown_log": 20,
    "command": 800,
    "game": 200,
    "maps": 1000,
}
"""Inputs that are tried; `make fuzz` tries more."""
_BYTES = st.binary(min_size=1, max_size=40)


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_once_broke_something_no_longer_does(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not there: nothing was fuzzed")
@pytest.mark.parametrize("target", TARGETS)
def test_no_input_that_the_fuzzer_finds_breaks_a_target(target: str, tmp_path: Path) -> None:
    words = [sys.executable, str(FUZZ), target, str(tmp_path), str(RUNS[target])]
    run = subprocess.run(words, capture_output=True, check=False, text=True, errors="replace")

    assert run.returncode == 0, run.stderr[-3000:] + run.stdout[-1000:]
    done = re.search(r"^Done (\d+) runs", run.stderr, re.MULTILINE)
    assert done is not None
    assert int(done[1]) >= RUNS[target]


@pytest.mark.parametrize("target", ["bent_log", "shown_log"])
@settings(max_examples=25)
@given(data=st.data())
def test_a_bent_log_with_its_hashes_made_anew_is_used_or_refused(target: str, data: st.DataObject) -> None:
    TARGETS[target](data.draw(_BYTES))


@given(_BYTES)
def test_a_command_with_fields_that_do_not_fit_is_refused_in_a_sentence(data: bytes) -> None:
    TARGETS["command"](data)


@given(st.text(max_size=60) | st.text("0123456789DdBRUTCS+-*/()[]<>=@,x ２Ｄ６≧ー", max_size=40))
def test_any_text_is_dice_or_none(text: str) -> None:
    TARGETS["notation"](text.encode("utf-8", "replace"))


@given(st.text("[]{}\"'.=#,\n\\ab0-_ \t", max_size=200) | st.binary(max_size=200))
def test_any_bytes_are_a_script_or_none(text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    TARGETS["script"](b'title = "T"\nsystem = "toy"\n' + data)


@given(st.text(".#DLOWBFTGPE129．＃\n\u2028 xß", max_size=300))
def test_any_letters_are_a_map_that_can_be_drawn_or_none(text: str) -> None:
    TARGETS["maps"](text.encode())


@settings(max_examples=25)
@given(_BYTES)
def test_a_command_of_a_game_with_fields_that_do_not_fit_is_refused_in_a_sentence(data: bytes) -> None:
    TARGETS["game"](data)

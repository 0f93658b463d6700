"""TOML of anybody: what costs its reader far more than its writer is refused, and with its line."""

import tomllib
import tracemalloc

import pytest

from tenmatsu.engine.reasons import say_reason
from tenmatsu.engine.toml import DEEPEST, MOST_DIGITS, MOST_PARTS, MOST_TEXT, read_toml

HARMFUL = {
    "lists": "a = 1\nb = " + "[" * 50_000,
    "closed lists": "a = 1\nb = " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    "tables in a line": "a = 1\nb = " + "{a=" * 50_000,
    "dotted key": "a = 1\n" + ".".join("b" * 20_000) + " = 1",
    "dotted head": "a = 1\n[" + ".".join("b" * (MOST_PARTS + 1)) + "]\n",
    "dotted key with strings": 'a = 1\nb."\\"".' + "'x'." * 20_000 + "c = 1",
    "number": "a = 1\nb = " + "9" * 5000,
    "number of another base": "a = 1\nb = 0x" + "f" * 1_000_000,
    "name": "a = 1\n" + "b" * (MOST_DIGITS + 1) + " = 1",
}


@pytest.mark.parametrize("case", HARMFUL)
def test_what_only_costs_memory_is_refused_with_its_line_and_takes_none(case: str) -> None:
    text = HARMFUL[case]
    tracemalloc.start()
    try:
        with pytest.raises(tomllib.TOMLDecodeError) as caught:
            read_toml(text)
        assert tracemalloc.get_traced_memory()[1] < 10 * len(text) + 1_000_000
    finally:
        tracemalloc.stop()
    assert say_reason(str(caught.value), "ja").startswith("2行目: ")
    assert say_reason(str(caught.value), "en").startswith("line 2: ")


def test_a_text_longer_than_any_evening_is_refused() -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="too long") as caught:
        read_toml("#" * (MOST_TEXT + 1))
    assert say_reason(str(caught.value), "ja") == "長すぎます"


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "." * 100 + "[" * 100 + "9" * 1000 + '"',
        "a = '" + "x." * 100 + "{{{{'",
        'a = """\n' + "b.c.d.e.f.g.h.i.j.k = [[[[[\n" * 20 + '"""',
        "a = '''\n" + "[" * 100 + "'''",
        "# " + "[" * 100 + "." * 100 + "\na = 1",
        "a = [" + ", ".join(["1.5"] * 100) + "]",
        "a = [\n" + "  [1, 2],\n" * 100 + "]",
        "[a]\n" * 1 + "b.c.d.e.f.g.h = 1\n" * 1,
        'a = "\\"" # "\nb = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
    ],
    ids=range(9),
)
def test_a_text_that_only_looks_like_it_is_read(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text)

"""What a file claims costs nothing: memory follows what a file holds, never what it says."""

import tracemalloc
from pathlib import Path

import pytest

from tenmatsu.engine.api import Store, TenmatsuError, import_log
from tenmatsu.engine.portable import pieces
from tenmatsu.engine.portable.lines import Line, write_line

HEAD = write_line({"tenmatsu": "log/1", "session": "s", "system": "toy", "view": None})
BRANCH = write_line({"branch": "0", "parent": None, "fork": None, "name": ""})
ZERO = "00" * 32


def _commit(**changes: object) -> bytes:
    line: Line = {"commit": ZERO, "branch": "0", "prev": ZERO, "open": [], "pad": "00" * 16}
    return write_line({**line, **changes})


def _hidden(at: object) -> dict[str, object]:
    items = [{"at": at, "event": None, "digest": ZERO}]
    return {"groups": [{"audience": "@gm", "items": items}], "pad": None}


CLAIMS = {
    "a place a thousand million items away": HEAD + BRANCH + _commit(**_hidden(10**9)),
    "a place beyond what four bytes hold": HEAD + BRANCH + _commit(**_hidden(2**40)),
    "a place of a thousand digits": HEAD + BRANCH + b'{"commit":"' + b"9" * 1000 + b"}\n",
    "a place before the first": HEAD + BRANCH + _commit(**_hidden(-1)),
    "a thousand million lines": HEAD + write_line({"end": {"lines": 10**9, "current": "0", "heads": {}}}),
    "a line of a number far away": HEAD
    + write_line(
        {"end": {"lines": 1, "current": "0", "heads": {}, "sha256": "", "others": {"1000000000": ZERO}}}
    ),
    "a branch of nine digits": HEAD + BRANCH.replace(b'"0"', b'"999999999"') + _commit(branch="999999999"),
    "lists in lists": HEAD + b'{"commit":' + b"[" * 900 + b"\n",
    "a name that never ends": HEAD + b'{"participant":"' + b"x" * 900,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_small_file_that_claims_much_is_refused_and_takes_little(claim: str, tmp_path: Path) -> None:
    path = tmp_path / "claim.jsonl"
    path.write_bytes(CLAIMS[claim])
    store = Store("sqlite://")
    assert path.stat().st_size < 2048
    tracemalloc.start()
    try:
        with pytest.raises(TenmatsuError) as caught:
            import_log(store, path)
        assert tracemalloc.get_traced_memory()[1] < 4_000_000
    finally:
        tracemalloc.stop()
    assert caught.value.say("ja")
    assert store.sessions() == []


@pytest.mark.parametrize("start", [b"", HEAD, b'{"tenmatsu":"log/1"'], ids=["empty", "head", "half"])
def test_a_file_of_a_gigabyte_of_nothing_is_refused_without_being_held(start: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hollow.jsonl"
    with path.open("wb") as file:
        file.write(start)
        file.truncate(pieces.MOST_BYTES)
    tracemalloc.start()
    try:
        with pytest.raises(TenmatsuError):
            import_log(Store("sqlite://"), path)
        assert tracemalloc.get_traced_memory()[1] < 5 * pieces.MOST_LINE
    finally:
        tracemalloc.stop()


def test_a_line_beyond_what_a_commit_takes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "MOST_LINE", 1000)
    path = tmp_path / "long.jsonl"
    path.write_bytes(HEAD + b'{"participant":"' + b"x" * 2000 + b'"}\n')

    with pytest.raises(TenmatsuError, match="a line of more than") as caught:
        import_log(Store("sqlite://"), path)
    assert "棋譜" in caught.value.say("ja")


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "."])
def test_what_is_no_file_is_not_read(name: str) -> None:
    with pytest.raises(TenmatsuError):
        import_log(Store("sqlite://"), Path(name))

"""A file from anybody may hold anything: it is refused in a sentence, and nothing is written."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from evening import fixed_outside, play_evening

from tenmatsu.engine.api import (
    AuditFailed,
    ConcurrencyConflict,
    Session,
    Store,
    TenmatsuError,
    audit_file,
    export_log,
    find_opened,
    fork,
    import_log,
    undo,
    viewer_of,
)
from tenmatsu.engine.portable.lines import write_line

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def session() -> Session:
    """An evening with all that a log can hold, and one entry that two people share."""
    session = play_evening(Store("sqlite://", fixed_outside()))
    session.do({"type": "table.say", "text": "ふたりだけ", "to": ["p2"]}, actor="p1")
    return session


def _export(session: Session, path: Path, viewer: str | None = None) -> Path:
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))
    return path


def _rewrite(path: Path, change: Callable[[Lines], object]) -> Path:
    """Change the lines of a file and end it as a sound one ends."""
    lines: Lines = [json.loads(line) for line in path.read_text().splitlines()]
    end = lines.pop()["end"]
    change(lines)
    data = [write_line(line) for line in lines]
    heads = {str(line["branch"]): line["commit"] for line in lines if "commit" in line}
    others = {
        str(place): sha256(line).hexdigest()
        for place, line in enumerate(data, 1)
        if "commit" not in lines[place - 1]
    }
    end |= {"lines": len(data), "heads": heads, "others": others}
    end["sha256"] = sha256(b"".join(data)).hexdigest()
    path.write_bytes(b"".join(data) + write_line({"end": end}))
    return path


def _refused(path: Path) -> TenmatsuError:
    """Import a file that must be refused; nothing is written."""
    store = Store("sqlite://")
    with pytest.raises(TenmatsuError) as caught:
        import_log(store, path)
    assert store.sessions() == []
    assert caught.value.say("ja")
    assert caught.value.say("en")
    with pytest.raises(TenmatsuError):
        audit_file(path)
    return caught.value


def _first(lines: Lines, key: str) -> dict[str, Any]:
    return next(line for line in lines if key in line and (key == "commit" or "commit" not in line))


def _nest(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def _branch(lines: Lines, branch: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("branch") == branch and "commit" not in line)


CHANGES: dict[str, Callable[[Lines], object]] = {
    "a session id that nobody could name": lambda lines: lines[0].update(session="@last"),
    "an endless session id": lambda lines: lines[0].update(session="x" * 5000),
    "a viewer that is a list": lambda lines: lines[0].update(view=["p1"]),
    "a whole log that calls itself a viewer's": lambda lines: lines[0].update(view="p1"),
    "another session": lambda lines: lines[0].update(session="0b5e55ed-0000-4000-8000-000000000001"),
    "another game": lambda lines: lines[0].update(system="ukiyozoshi-2"),
    "a participant twice": lambda lines: lines.insert(2, _first(lines, "participant")),
    "a participant with an odd id": lambda lines: _first(lines, "participant").update(participant="a,b"),
    "a role that is none": lambda lines: _first(lines, "participant").update(role="king"),
    "a line twice": lambda lines: lines.append(dict(_first(lines, "branch"))),
    "a line with an odd id": lambda lines: _branch(lines, "1").update(branch="../1"),
    "a second beginning": lambda lines: _branch(lines, "1").update(parent=None, fork=None),
    "a parent that comes later": lambda lines: _branch(lines, "1").update(parent="2"),
    "a parent of itself": lambda lines: _branch(lines, "1").update(parent="1"),
    "a fork to nowhere": lambda lines: _branch(lines, "1").update(fork="00" * 32),
    "a fork with half a hash": lambda lines: _branch(lines, "1").update(fork="00" * 16),
    "a fork that is a number": lambda lines: _branch(lines, "1").update(fork=7),
    "a commit twice": lambda lines: lines.append(dict(_first(lines, "commit"))),
    "a commit of no line": lambda lines: _first(lines, "commit").update(branch="9"),
    "no commit at all": lambda lines: lines.__delitem__(slice(5, None)),
    "a commit left out": lambda lines: lines.remove(_first(lines, "commit")),
    "items that are no list": lambda lines: _first(lines, "commit").update(open=7),
    "items that are numbers": lambda lines: _first(lines, "commit").update(open=[1, 2]),
    "depths": lambda lines: _first(lines, "commit").update(open=_nest(900)),
    "a salt that holds the words": lambda lines: _shift(_first(lines, "commit")["open"][0]),
    "two digests as one": lambda lines: _join(_first(lines, "commit")),
    "an item that is no text": lambda lines: _first(lines, "commit")["open"][0].update(header=5),
    "a pad that is too long": lambda lines: _first(lines, "commit").update(pad="ee" * 32),
    "no header": lambda lines: _first(lines, "commit")["open"].pop(0),
    "items in another order": lambda lines: _first(lines, "commit")["open"].reverse(),
    "a secret at an odd place": lambda lines: next(line for line in lines if "groups" in line)["groups"][0][
        "items"
    ][0].update(at=2**33),
    "a line that is none": lambda lines: lines.insert(3, {"hello": 1}),
    "a line that says nothing": lambda lines: lines.insert(3, {}),
}


def _shift(item: dict[str, Any]) -> None:
    item["salt"] += item["header"].encode()[:1].hex()
    item["header"] = item["header"][1:]


def _join(line: dict[str, Any]) -> None:
    one, other = (sha256(b"x").hexdigest(), sha256(b"y").hexdigest())
    line["open"][-2:] = [{"event": None, "digest": one + other}]


@pytest.mark.parametrize("what", CHANGES)
def test_a_file_made_to_harm_is_refused_whole(session: Session, tmp_path: Path, what: str) -> None:
    path = _export(session, tmp_path / "log.jsonl")

    _refused(_rewrite(path, CHANGES[what]))


@pytest.mark.parametrize(
    "line",
    [
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"commit":"' + b"0" * 64 + b'","open":' + b"[" * 50_000,
        b'{"n":1' + b"0" * 10_000 + b"}",
        b'{"n":1e999}',
        b'{"n":"\\ud800"}',
        b'{"n":"\xff"}',
        b"\x00" * 10_000,
    ],
)
def test_lines_that_are_no_json_or_too_much_of_it_are_refused(
    session: Session, tmp_path: Path, line: bytes
) -> None:
    path = _export(session, tmp_path / "log.jsonl")
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(first + b"\n" + line + b"\n" + rest)

    _refused(path)


def test_a_file_that_is_larger_than_can_be_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.write(b'{"tenmatsu":"log/1"')
        file.truncate(2**30 + 1)

    assert _refused(path).code == "log_too_large"


def test_a_current_line_that_the_log_does_not_lead_to_is_refused(session: Session, tmp_path: Path) -> None:
    path = _export(session, tmp_path / "log.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    end = json.loads(lines[-1])
    end["end"]["current"] = "0"
    path.write_bytes(b"".join(lines[:-1]) + write_line(end))

    assert _refused(path).code == "log_adoptions_wrong"


def test_a_viewers_log_and_the_whole_one_never_mix(session: Session, tmp_path: Path) -> None:
    whole = _export(session, tmp_path / "all.jsonl")
    seen = _export(session, tmp_path / "p1.jsonl", "p1")
    other = _export(session, tmp_path / "p2.jsonl", "p2")
    for first, second in ((whole, seen), (seen, whole), (seen, other)):
        store = Store("sqlite://")
        import_log(store, first)
        before = store.branches(session.id)
        with pytest.raises(ConcurrencyConflict, match="another view"):
            import_log(store, second)
        assert store.branches(session.id) == before


def test_lines_that_went_on_here_are_not_left_behind_by_an_older_files_undo(tmp_path: Path) -> None:
    there = play_evening(Store("sqlite://", fixed_outside()))
    store = Store("sqlite://")
    import_log(store, _export(there, tmp_path / "one.jsonl"))
    here = find_opened(store, there.id)
    here.do({"type": "table.say", "text": "ここだけ"}, actor="p1")
    undo(there, actor="gm")
    before = store.branches(there.id)

    with pytest.raises(ConcurrencyConflict, match="another way"):
        import_log(store, _export(there, tmp_path / "two.jsonl"))
    assert store.branches(there.id) == before


def test_a_whatif_line_of_ones_own_does_not_bar_what_was_played_elsewhere(tmp_path: Path) -> None:
    there = play_evening(Store("sqlite://", fixed_outside()))
    store = Store("sqlite://")
    import_log(store, _export(there, tmp_path / "one.jsonl"))
    here = find_opened(store, there.id)
    fork(here, "ここのもしも", here.version, actor="gm")
    there.do({"type": "table.say", "text": "つづき"}, actor="gm")

    assert import_log(store, _export(there, tmp_path / "two.jsonl")).added == 1


def test_a_bent_file_says_which_line(session: Session, tmp_path: Path) -> None:
    path = _rewrite(_export(session, tmp_path / "log.jsonl"), CHANGES["a line with an odd id"])

    error = _refused(path)

    assert isinstance(error, AuditFailed)
    assert json.loads(path.read_text().splitlines()[int(str(error.details["line"])) - 1])["branch"] == "../1"

"""The portable log: exact bytes out, the same hashes in, and nothing bent gets by."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from evening import fixed_outside, open_toy, play_evening

from tenmatsu.engine.api import (
    AuditFailed,
    ConcurrencyConflict,
    RuleViolation,
    Session,
    Store,
    StoreError,
    UsageError,
    audit_file,
    audit_session,
    export_log,
    find_opened,
    import_log,
    read_entries,
    viewer_of,
)
from tenmatsu.engine.portable import read_log


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Session]:
    """An evening in a database on disk."""
    store = Store(f"sqlite:///{tmp_path}/evening.db", fixed_outside())
    yield play_evening(store)
    store.close()


def _export(session: Session, path: Path, viewer: str | None = None) -> Path:
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))
    return path


def _heads(store: Store, session: str) -> dict[str, bytes]:
    return {row.id: row.head_hash for row in store.branches(session).values()}


def test_export_then_import_gives_the_same_lines_hashes_and_states(evening: Session, tmp_path: Path) -> None:
    path = _export(evening, tmp_path / "log.jsonl")
    store = Store("sqlite://")

    report = import_log(store, path)

    assert report.added == sum(len(row.commits) for row in read_log(path).branches.values())
    assert store.branches(evening.id) == evening.store.branches(evening.id)
    assert find_opened(store, evening.id).state == evening.state
    assert audit_session(store, evening.id).ok
    again = _export(find_opened(store, evening.id), tmp_path / "again.jsonl")
    assert again.read_bytes() == path.read_bytes()


def test_importing_twice_adds_nothing(evening: Session, tmp_path: Path) -> None:
    path = _export(evening, tmp_path / "log.jsonl")
    store = Store("sqlite://")
    import_log(store, path)
    before = _heads(store, evening.id)

    assert import_log(store, path).added == 0
    assert _heads(store, evening.id) == before


def test_a_log_that_went_on_is_added_behind_the_known_head(evening: Session, tmp_path: Path) -> None:
    store = Store("sqlite://")
    import_log(store, _export(evening, tmp_path / "log.jsonl"))
    evening.do({"type": "table.say", "text": "もう一言"}, actor="p1")

    report = import_log(store, _export(evening, tmp_path / "later.jsonl"))

    assert report.added == 1
    assert _heads(store, evening.id) == _heads(evening.store, evening.id)
    assert audit_session(store, evening.id).ok


def test_a_session_that_went_another_way_here_is_a_conflict_and_nothing_is_written(
    evening: Session, tmp_path: Path
) -> None:
    store = Store("sqlite://")
    import_log(store, _export(evening, tmp_path / "log.jsonl"))
    find_opened(store, evening.id).do({"type": "table.say", "text": "ここでは"}, actor="p1")
    evening.do({"type": "table.say", "text": "あちらでは"}, actor="p1")
    before = _heads(store, evening.id)

    with pytest.raises(ConcurrencyConflict, match="another way"):
        import_log(store, _export(evening, tmp_path / "other.jsonl"))

    assert _heads(store, evening.id) == before
    assert audit_session(store, evening.id).ok


def test_a_moved_session_has_no_seeds_until_new_rings_are_committed(evening: Session, tmp_path: Path) -> None:
    store = Store("sqlite://")
    import_log(store, _export(evening, tmp_path / "log.jsonl"))
    moved = find_opened(store, evening.id)
    roll = {"type": "table.roll", "dice": "1d6"}
    with pytest.raises(StoreError, match="seed"):
        moved.do(roll, actor="p1")

    moved.do({"type": "table.renew_dice", "why": "moved"}, actor="gm")
    moved.do(roll, actor="p1")

    assert audit_session(store, evening.id).ok


def test_no_seed_stands_in_an_export(evening: Session, tmp_path: Path) -> None:
    text = _export(evening, tmp_path / "log.jsonl").read_text()

    for seed in evening.store.seeds(evening.id).values():
        assert seed.hex() not in text


def test_a_viewers_log_holds_no_secret_yet_verifies_to_the_same_hashes(
    evening: Session, tmp_path: Path
) -> None:
    evening.do({"type": "table.say", "text": "合言葉は山", "to": ["p1"]}, actor="gm")
    evening.do({"type": "table.roll", "dice": "3d97", "secret": True}, actor="gm")
    path = _export(evening, tmp_path / "p2.jsonl", "p2")
    text = path.read_text()

    assert "合言葉" not in text
    assert "97" not in {str(side) for line in re.findall(r"\[\[(\d+)", text) for side in [line]}
    assert "合言葉は山" in _export(evening, tmp_path / "p1.jsonl", "p1").read_text()
    heads = json.loads(text.splitlines()[-1])["end"]["heads"]
    assert heads == {key: head.hex() for key, head in _heads(evening.store, evening.id).items()}
    report = audit_file(path)
    assert report.ok
    assert any(one.code == "audit_view" for one in report.unchecked)


def test_a_viewers_log_is_for_reading_only(evening: Session, tmp_path: Path) -> None:
    store = Store("sqlite://")
    import_log(store, _export(evening, tmp_path / "p2.jsonl", "p2"))
    seen = find_opened(store, evening.id)

    with pytest.raises(RuleViolation, match="p2"):
        seen.do({"type": "table.say", "text": "続き"}, actor="p2")
    before = list(read_entries(evening, viewer_of(evening, "p2")))
    after = list(read_entries(seen))
    shown = [(entry.version, entry.tag, entry.sealed) for entry in before]
    assert any(entry.sealed for entry in before)
    assert [(entry.version, entry.tag, entry.sealed) for entry in after] == shown
    with pytest.raises(UsageError, match="Hand on the file"):
        _export(seen, tmp_path / "again.jsonl")


def test_a_viewers_log_never_says_that_nothing_is_closed(evening: Session, tmp_path: Path) -> None:
    assert '"pad"' not in _export(evening, tmp_path / "p2.jsonl", "p2").read_text()
    assert '"pad"' in _export(evening, tmp_path / "all.jsonl").read_text()


def test_any_byte_bent_in_a_file_is_caught_and_its_line_named(evening: Session, tmp_path: Path) -> None:
    good = _export(evening, tmp_path / "log.jsonl").read_bytes()
    path = tmp_path / "bent.jsonl"
    starts = [0, *(found.end() for found in re.finditer(b"\n", good))]
    for number, (start, end) in enumerate(pairwise(starts), 1):
        step = max(1, (end - start) // 12)
        is_commit = good[start:end].startswith(b'{"commit"')
        for at in [*range(start, end, step), end - 1]:
            path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
            with pytest.raises((AuditFailed, UsageError)) as caught:
                read_log(path)
            if isinstance(caught.value, AuditFailed):
                assert caught.value.details["line"] == number, (number, at - start)
                named = caught.value.details["commit"]
                assert not is_commit or named != "-" or at - start < 76 or at == end - 1


def test_a_file_cut_anywhere_is_caught(evening: Session, tmp_path: Path) -> None:
    good = _export(evening, tmp_path / "log.jsonl").read_bytes()
    path = tmp_path / "cut.jsonl"
    for length in [*range(20, len(good) - 1, len(good) // 40), len(good) - 1]:
        path.write_bytes(good[:length])
        with pytest.raises((AuditFailed, UsageError)):
            read_log(path)


def test_a_bent_file_is_not_imported(evening: Session, tmp_path: Path) -> None:
    path = _export(evening, tmp_path / "log.jsonl")
    path.write_bytes(path.read_bytes().replace("夜桜".encode(), "夜梅".encode()))
    store = Store("sqlite://")

    with pytest.raises(AuditFailed, match="Commit"):
        import_log(store, path)
    assert store.sessions() == []


@pytest.mark.parametrize(
    "text", ["", "hello\n", '{"tenmatsu":"log/9","session":"x","system":"toy","view":null}\n']
)
def test_what_is_no_log_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)

    with pytest.raises((UsageError, AuditFailed)):
        import_log(Store("sqlite://"), path)
    with pytest.raises(UsageError, match="Cannot read"):
        import_log(Store("sqlite://"), tmp_path / "absent.jsonl")


def test_a_log_of_an_unknown_game_names_the_known_ones(tmp_path: Path) -> None:
    store = Store("sqlite://")
    path = _export(open_toy(store), tmp_path / "log.jsonl")
    bent = path.read_bytes().replace(b'"system":"toy","view"', b'"system":"yot","view"', 1)
    path.write_bytes(bent)

    with pytest.raises(AuditFailed):
        import_log(Store("sqlite://"), path)

"""`edit`, `retract`, `redact`, `alias`, `forget`, and where both texts are shown."""

import shutil
import sqlite3
from pathlib import Path

from clitools import DONE, REFUSED, USAGE, Cli


def _said(cli: Cli, text: str, *words: str) -> int:
    """Say something and return its version."""
    run = cli("do", "@last", "table.say", f"text={text}", "--json", *words)
    version: int = run.json["events"][0]["version"]
    return version


def test_b16_log_show_and_audit_print_both_texts_with_times(cli: Cli) -> None:
    version = _said(cli, "befor", "--as", "p1")
    assert cli("edit", "@last", str(version), "before", "--as", "p1").code == DONE

    for words in (
        ("log", "@last", "--history", str(version)),
        ("show", "@last", str(version)),
        ("audit", "@last", "--id", str(version)),
    ):
        run = cli(*words)
        first, second = run.out.splitlines()
        assert run.code == DONE
        assert "befor" in first and "first text" in first  # noqa: PT018  # one line, two words of it
        assert second.endswith("before")
        assert [one["kind"] for one in cli(*words, "--json").json] == ["said", "edited"]


def test_log_shows_the_newest_text_and_raw_the_first(cli: Cli) -> None:
    version = str(_said(cli, "befor", "--as", "p1"))
    cli("edit", "@last", version, "nachher", "--as", "p1")
    cli("retract", "@last", version, "--as", "p1")

    (shown,) = cli("log", "@last", "--from", version, "--to", version).out.splitlines()[1:]
    (raw,) = cli("log", "@last", "--from", version, "--to", version, "--raw").out.splitlines()[1:]
    assert "(taken back)" in shown
    assert shown.endswith("“nachher” (edited)")
    assert raw.endswith("“befor”")
    (entry,) = cli("log", "@last", "--from", version, "--to", version, "--json").lines
    assert (entry["edited"], entry["retracted"], entry["redacted"]) == (True, True, False)


def test_words_of_others_are_refused(cli: Cli) -> None:
    version = str(_said(cli, "mine", "--as", "p1"))

    assert cli("edit", "@last", version, "x", "--as", "p2").code == REFUSED
    assert cli("retract", "@last", version, "--as", "p2").code == REFUSED
    assert cli("redact", "@last", version, "--yes", "--as", "p2").code == REFUSED
    assert cli("redact", "@last").code == USAGE
    assert cli("redact", "@last", "1", "--yes").code == REFUSED
    assert cli("forget", "@last", "p1", "--yes", "--as", "p2").code == REFUSED


def test_redact_says_what_went_and_which_copies_are_known(cli: Cli, database: Path) -> None:
    version = str(_said(cli, "canary", "--as", "p1"))
    log = database.parent / "log.jsonl"
    cli("export", "@last", log)
    copy = Path(shutil.copy(database, database.parent / "backup.db"))
    run = cli("redact", "@last", version, "--yes", "--as", "p1", "--json")

    assert run.json["items"] == 2
    assert run.json["waits"] is False
    assert {Path(path).name for path in run.json["copies"]} >= {log.name}
    assert b"canary" not in database.read_bytes()
    assert cli("audit", "@last").code == DONE
    copy.unlink()


def test_with_a_reader_open_it_says_so_and_doctor_finishes(cli: Cli, database: Path) -> None:
    version = str(_said(cli, "canary", "--as", "p1"))
    reader = sqlite3.connect(database)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM commits").fetchone()
    run = cli("redact", "@last", version, "--yes")

    assert run.code == DONE
    assert "doctor" in run.err
    assert "linger" in cli("doctor").out
    reader.close()
    assert "doctor_cleaned" in {one["code"] for one in cli("doctor", "--json").json["problems"]}
    files = b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))
    assert b"canary" not in files
    assert cli("doctor", "--json").json["problems"] == []


def test_b11_alias_and_forget(cli: Cli, database: Path) -> None:
    _said(cli, "canary", "--as", "p1")
    assert cli("alias", "@last", "Taro", "PL1").code == DONE
    assert "Taro" not in cli("log", "@last").out
    assert cli("forget", "@last", "p1", "--words", "--yes").code == DONE

    data = database.read_bytes()
    assert b"Taro" not in data
    assert b"canary" not in data
    assert cli("audit", "@last").code == DONE
    assert cli("log", "@last").code == DONE


def test_b11_an_export_under_an_alias_holds_no_name_or_is_not_written(cli: Cli, tmp_path: Path) -> None:
    log, page = tmp_path / "log.jsonl", tmp_path / "page.html"
    assert cli("export", "@last", log, "--alias", "Taro=PL1").code == DONE
    assert b"Taro" not in log.read_bytes()
    assert cli("audit", log).code == DONE
    _said(cli, "Well done, Taro.", "--as", "p2")
    refused = cli("export", "@last", tmp_path / "other.jsonl", "--alias", "Taro=PL1")

    assert refused.code == USAGE
    assert not (tmp_path / "other.jsonl").exists()
    run = cli("recap", "@last", "--format", "html", "--style", "book", "--alias", "Taro=PL1", "-o", page)
    assert run.code == DONE
    assert "Taro" not in page.read_text(encoding="utf-8")
    assert "Well done, PL1." in page.read_text(encoding="utf-8")

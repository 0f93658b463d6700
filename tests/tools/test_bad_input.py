"""Bad input of every kind: one clear sentence, the right exit code, nothing written."""

import json
from pathlib import Path

import pytest
from clitools import CONFLICT, REFUSED, USAGE, Cli, committed

BAD: dict[str, tuple[list[str], int, str]] = {
    "no command": ([], USAGE, ""),
    "misspelled command": (["brnches", "@last"], USAGE, "branches"),
    "option before the command": (["--foo"], USAGE, "--foo"),
    "unknown option": (["log", "@last", "--form", "3"], USAGE, "--from"),
    "missing argument": (["do", "@last"], USAGE, "COMMAND"),
    "option without its value": (["log", "@last", "--db"], USAGE, "--db"),
    "no number": (["log", "@last", "--from", "x"], USAGE, "whole number"),
    "unknown choice": (["recap", "@last", "--format", "pdf"], USAGE, "html"),
    "unknown language": (["sessions", "--lang", "fr"], USAGE, "ja"),
    "unknown session": (["log", "zzz"], USAGE, "zzz"),
    "unknown branch": (["log", "@last", "--branch", "zzz"], USAGE, "zzz"),
    "unknown game command": (["do", "@last", "strke"], USAGE, "strike"),
    "unknown field": (["do", "@last", "strike", "att=b"], USAGE, "at"),
    "missing field": (["do", "@last", "strike", "character=a"], USAGE, "at"),
    "no pair": (["do", "@last", "strike", "b"], USAGE, "field=value"),
    "field twice": (["do", "@last", "strike", "at=b", "at=a"], USAGE, "twice"),
    "wrong value": (["do", "@last", "answer", "character=b", "choice=run"], USAGE, "dodge"),
    "wrong JSON": (["do", "@last", "strike", "--json-body", "{"], USAGE, "JSON"),
    "wrong faces": (["do", "@last", "strike", "character=a", "at=b", "--dice", "x"], USAGE, "x"),
    "unknown person": (["do", "@last", "say", "text=x", "--as", "Nobody"], USAGE, "Nobody"),
    "unknown character": (["show", "@last", "zzz"], USAGE, "zzz"),
    "unknown version": (["show", "@last", "--at", "999"], USAGE, "999"),
    "version inside a commit": (["fork", "@last", "x", "--at", "4"], USAGE, "7"),
    "taken branch name": (["fork", "@last", "if"], USAGE, "if"),
    "unknown system": (["new", "x", "--system", "zzz"], USAGE, "zzz"),
    "unknown option of a system": (["new", "x", "--system", "toy", "--option", "doge=x"], USAGE, "dodge"),
    "wrong option of a system": (["new", "x", "--system", "toy", "--option", "dodge=x"], USAGE, "never"),
    "unknown roll": (["verify-roll", "@last", "1"], USAGE, "no roll"),
    "unknown digest": (["verify-roll", "@last", "ffffffffff"], USAGE, "ffffffffff"),
    "no head": (["audit", "@last", "--since", "xyz"], USAGE, "xyz"),
    "file not there": (["import", "/nowhere/x.jsonl"], USAGE, "/nowhere/x.jsonl"),
    "place not there": (["export", "@last", "/nowhere/x.jsonl"], USAGE, "/nowhere/x.jsonl"),
    "script not there": (["run", "/nowhere/x.toml"], USAGE, "/nowhere/x.toml"),
    "wrong secret": (["run", "x.toml", "--dice-secret", "xyz"], USAGE, "xyz"),
    "folder as database": (["sessions", "--db", "/"], USAGE, "/"),
    "no database there": (["sessions", "--db", "foo://x"], USAGE, "foo://x"),
    "backend unknown": (["log", "@last", "--db", "mysql://x/y"], USAGE, "mysql"),
    "database missing": (["log", "@last", "--db", "/nowhere/x.db"], USAGE, "/nowhere/x.db"),
    "not one's own figure": (
        ["do", "@last", "strike", "character=a", "at=b", "--as", "p2"],
        REFUSED,
        "Oryu",
    ),
    "nothing to answer": (["do", "@last", "answer", "character=b", "choice=take"], REFUSED, "choice"),
    "dice left over": (["do", "@last", "strike", "character=a", "at=b", "--dice", "1,2,3"], REFUSED, "3"),
    "for the GM alone": (["adopt", "@last", "if", "--as", "p1"], REFUSED, "GM"),
    "refused by the game": (["do", "@last", "enter", "character=a"], REFUSED, "Oryu"),
    "another head": (["do", "@last", "say", "text=x", "--expect", "0" * 64], CONFLICT, "head"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_bad_input_is_one_sentence_and_writes_nothing(cli: Cli, database: Path, case: str, lang: str) -> None:
    words, code, part = BAD[case]
    before = committed(database)
    done = cli(*words, *([] if "--lang" in words else ["--lang", lang]))

    assert done.code == code
    assert committed(database) == before
    if case == "no command":
        return
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    if lang == "en":
        assert part in done.err


@pytest.mark.parametrize("case", ["unknown session", "refused by the game", "another head", "no number"])
def test_errors_for_machines_are_json(cli: Cli, case: str) -> None:
    words, code, _ = BAD[case]
    done = cli("--json", *words)

    assert done.code == code
    assert set(json.loads(done.err)) == {"error", "message"}

"""`whatif`: another command or other rules, answered so that a player understands it."""

import json
from pathlib import Path
from typing import Any

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, committed

from tenmatsu.engine.whatif.redeciding import Redecider
from tenmatsu.tools.cli.main import INTERRUPTED


def version_of(cli: Cli, tag: str) -> int:
    """Return the version of the last event with this tag."""
    found: int = [entry["version"] for entry in cli("log", "@last", "--json").lines if entry["type"] == tag][
        -1
    ]
    return found


def ask(cli: Cli, *words: object) -> dict[str, Any]:
    found: dict[str, Any] = cli("whatif", "@last", "--json", *map(str, words)).json
    return found


def test_a_changed_field_is_enough_and_the_answer_shows_both_ends(cli: Cli) -> None:
    at = version_of(cli, "toy.hurt")
    done = cli("whatif", "@last", "--at", at, "choice=dodge")

    assert done.code == DONE, done.err
    assert "choice=take it → choice=dodge" in done.out
    assert "decided again with their own dice: 2" in done.out
    assert 'what if @21"' in done.out
    assert "Go on with: tenmatsu do" in done.out


def test_a_whole_command_takes_what_it_needs_from_the_old_one_of_its_kind(cli: Cli) -> None:
    at = version_of(cli, "toy.hurt")
    found = ask(cli, "--at", at, "answer", "choice=dodge")

    assert found["pairs"][0]["kind"] == "command"
    assert found["pairs"][0]["second"]["fields"] == {"character": "b", "choice": "dodge"}
    assert found["whatif"] is True


def test_names_stand_for_ids_as_in_any_command(cli: Cli) -> None:
    found = ask(cli, "--at", version_of(cli, "toy.struck"), "strike", "character=Tatsu", "at=Oryu")

    assert found["pairs"][0]["second"]["fields"] == {"character": "b", "at": "a"}
    assert [left["why"] for left in found["left"]] == ["unasked"]
    assert found["left"][0]["message"]


def test_the_line_is_one_like_any_other_and_the_audit_passes(cli: Cli) -> None:
    found = ask(cli, "--at", version_of(cli, "toy.hurt"), "choice=dodge", "--name", "dodged")

    assert (found["name"], found["source"]) == ("dodged", "2")
    assert cli("log", "@last", "--branch", "dodged").code == DONE
    assert cli("do", "@last", "say", "text=ha", "--branch", "dodged").code == DONE
    assert cli("audit", "@last").code == DONE
    assert "dodged" not in cli("recap", "@last").out


def test_two_what_ifs_of_one_place_have_two_names(cli: Cli) -> None:
    at = version_of(cli, "toy.hurt")
    names = [ask(cli, "--at", at, "choice=dodge")["name"] for _ in range(3)]

    assert names == ["what if @21", "what if @21 (2)", "what if @21 (3)"]


def test_what_no_longer_fits_is_said_with_its_reason_and_how_to_go_on(cli: Cli) -> None:
    at = version_of(cli, "toy.entered")
    cli("do", "@last", "draw", "character=b")
    stopped = cli("whatif", "@last", "--at", at, "enter", "character=c")
    past = ask(cli, "--at", at, "enter", "character=c", "--past")

    assert "no longer fits" in stopped.out
    assert "b is not there" in stopped.out or "Tatsu is not there" in stopped.out
    assert "--past" in stopped.out
    assert past["stopped"] is None
    assert {left["why"] for left in past["left"]} >= {"refused", "unasked"}


def test_a_new_choice_is_answered_by_the_auto_player_where_one_goes_past(cli: Cli) -> None:
    at = version_of(cli, "table.said")
    done = cli("whatif", "@last", "--at", at, "strike", "character=b", "at=a", "--past")

    assert done.code == DONE, done.err
    assert "answered by the auto-player" in done.out


def test_under_another_option_what_comes_out_otherwise_is_listed(cli: Cli) -> None:
    done = cli("whatif", "@last", "--option", "dodge=never")

    assert done.code == DONE, done.err
    assert "another outcome: strike character=Oryu at=Tatsu" in done.out
    assert "what if dodge=never" in done.out
    assert "Answers that nobody asks for any more" in done.out


def test_under_other_figures_and_rules(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("hp = 7\n", encoding="utf-8")
    found = ask(cli, "--tables", file, "--rules", "1")

    assert found["name"] == "what if --rules 1 own.toml"
    assert any(pair["kind"] == "outcome" for pair in found["pairs"])


def test_under_equal_rules_everything_came_out_the_same(cli: Cli) -> None:
    assert "Everything came out the same." in cli("whatif", "@last", "--option", "dodge=allowed").out
    assert "結果はすべて同じです。" in cli("whatif", "@last", "--option", "dodge=allowed", "--lang", "ja").out


def test_a_hidden_past_answers_the_gm_alone(cli: Cli, database: Path) -> None:
    before = committed(database)
    for words in (["--at", 999, "x=1"], ["--at", 3, "character=c"], ["--option", "dodge=never"]):
        done = cli("whatif", "@last", *words, "--as", "p1")
        assert (done.code, "only the GM" in done.err) == (REFUSED, True), done.err
    assert committed(database) == before


BAD: dict[str, tuple[list[str], int, str]] = {
    "nothing": ([], USAGE, "another command"),
    "both": (["--at", "21", "choice=dodge", "--option", "dodge=never"], USAGE, "not both"),
    "no place": (["choice=dodge"], USAGE, "--at"),
    "a version that is not there": (["--at", "99", "choice=dodge"], USAGE, "99"),
    "the opening": (["--at", "1", "choice=dodge"], USAGE, "opened"),
    "a field the command lacks": (["--at", "21", "chioce=dodge"], USAGE, "choice"),
    "a value the field lacks": (["--at", "21", "choice=run"], USAGE, "take"),
    "an unknown command": (["--at", "21", "ansr"], USAGE, "ansr"),
    "a missing field": (["--at", "21", "strike", "character=a"], USAGE, "at"),
    "a refused command": (["--at", "21", "enter", "character=b"], REFUSED, "Tatsu"),
    "an unknown option": (["--option", "doge=never"], USAGE, "dodge"),
    "an unknown version of the rules": (["--rules", "9"], USAGE, "9"),
    "a file that is not there": (["--tables", "/nowhere/x.toml"], USAGE, "/nowhere/x.toml"),
    "a taken name": (["--at", "21", "choice=dodge", "--name", "if"], USAGE, "if"),
}


@pytest.mark.parametrize("words, code, told", BAD.values(), ids=BAD)
def test_bad_input_is_one_sentence_and_opens_no_line(
    cli: Cli, database: Path, words: list[str], code: int, told: str
) -> None:
    before = committed(database)
    done = cli("whatif", "@last", *words)

    assert (done.code, done.out) == (code, ""), done.err
    assert told in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert committed(database) == before


def test_the_json_is_whole(cli: Cli) -> None:
    found = ask(cli, "--at", version_of(cli, "toy.hurt"), "choice=dodge")

    assert set(found) >= {
        "session",
        "branch",
        "replaced",
        "redecided",
        "left",
        "answered",
        "stopped",
        "pairs",
    }
    assert set(found) >= {"values", "ends", "equal", "talk", "head", "version"}
    assert json.dumps(found)


def test_the_name_that_a_line_gets_tells_nothing_of_lines_kept_from_its_asker(cli: Cli) -> None:
    cli("new", "another", "--system", "toy", "--player", "p1=Taro")
    cli("roll", "@last", "2d6", "--as", "p1")
    at = version_of(cli, "table.rolled")
    again = ("--at", at, "dice=3d6", "--as")
    assert ask(cli, *again, "gm", "--secret")["name"] == f"what if @{at}"
    assert ask(cli, *again, "p1")["name"] == f"what if @{at}"
    assert ask(cli, *again, "p1")["name"] == f"what if @{at} (2)"


def test_a_line_that_was_broken_off_is_told_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Redecider, "follow", interrupted)
    run = cli("whatif", "@last", "--at", version_of(cli, "toy.hurt"), "choice=dodge", "--name", "half")
    assert (run.code, run.out) == (INTERRUPTED, "")
    assert "stays on the what-if line 'half'" in run.err
    assert '"half"' in cli("branches", "@last").out
    assert cli("audit", "@last").code == DONE

"""What people type to roll, on the command line and at the keyboard."""

import io
from typing import Any

import pytest
from clitools import Cli


def _events(cli: Cli, kind: str) -> list[dict[str, Any]]:
    return [entry["event"] for entry in cli("log", "@last", "--json").lines if entry["type"] == kind]


def test_roll_prints_the_line_that_tables_know(cli: Cli) -> None:
    done = cli("roll", "@last", "2D6+3>=7", "--dice", "3,4", "--as", "p1", "--lang", "ja")

    assert done.code == 0
    assert "2D6+3>=7 (2D6+3>=7) ＞ 7[3,4]+3 ＞ 10 ＞ 成功" in done.out
    assert cli("roll", "@last", "2d6", "--dice", "3,4").out.endswith("2D6 (2D6) ＞ 7[3,4] ＞ 7\n")
    assert cli("roll", "@last", "2D6<7", "--dice", "3,4").out.endswith("＞ 7 ＞ 失敗 (failure)\n")


def test_roll_takes_another_bot(cli: Cli) -> None:
    done = cli("roll", "@last", "N3[S] カラテ", "--bot", "ninjaslayer2", "--dice", "6,5,1", "--as", "p1")

    assert "N3[S] (3B6>=4) ＞ 6,5,1 ＞ 成功数:2, サツバツ判定[S]:1[6] (success)" in done.out
    assert "カラテ" in done.out
    assert _events(cli, "table.evaluated")[-1]["bot"] == "NinjaSlayer2"


@pytest.mark.parametrize(
    "typed,told",
    [
        (["201D6+1"], "0 to 200 dice"),
        (["hello"], "Not a dice notation"),
        (["2D6", "--bot", "Cthulhu"], "NinjaSlayer2"),
        (["x0 1D6"], "1 to 100 times"),
    ],
)
def test_what_cannot_be_rolled_is_said(cli: Cli, typed: list[str], told: str) -> None:
    done = cli("roll", "@last", *typed)

    assert done.code == 2
    assert told in done.err


def test_more_dice_than_the_notation_knows_are_rolled_as_plain_ones(cli: Cli) -> None:
    assert cli("roll", "@last", "300d6").code == 0
    assert not _events(cli, "table.evaluated")


def test_a_secret_roll_has_its_purpose_told_in_secret(cli: Cli) -> None:
    assert cli("roll", "@last", "S1D100", "--for", "the hidden door", "--as", "p1").code == 0

    assert "hidden door" in cli("log", "@last", "--as", "p1").out
    for other in ("p2", "Hana"):
        seen = cli("log", "@last", "--as", other).out
        assert "hidden door" not in seen
        assert "1D100" not in seen


def test_a_line_of_play_that_is_a_command_rolls_it(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = [
        "２Ｄ６≧７　一太刀",
        "x2 1D6",
        "s3B6>=4",
        "choice[天ぷら,そば] 夜食",
        "300d6",
        "2R6",
        "say 2D6",
        "C",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    done = cli("play", "@last", "--as", "Oryu")

    found = _events(cli, "table.evaluated")
    assert done.code == 0
    assert [event["command"] for event in found] == ["2D6>=7", "x2 1D6", "3B6>=4", "choice[天ぷら,そば]"]
    assert {event["by"] for event in found} == {"a"}
    assert [event.get("secret", False) for event in found] == [False, False, True, False]
    assert [event["text"] for event in _events(cli, "table.noted")][-2:] == ["一太刀", "夜食"]
    assert len(_events(cli, "table.rolled")[-1]["dice"]) == 300
    assert "2R6[5]" in done.out
    assert _events(cli, "table.said")[-1]["text"] == "2D6"


def test_words_of_the_table_are_no_dice(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("show\nlog 1\nhelp\nundo\n"))
    done = cli("play", "@last", "--as", "GM")

    assert done.code == 0
    assert not _events(cli, "table.evaluated")

"""`diff` in words and for machines: where lines part, what was done differently, who stands how."""

from typing import Any

import pytest
from clitools import USAGE, Cli


@pytest.fixture
def dodged(cli: Cli) -> str:
    """A line on which the blow of the evening was dodged with a 6, then a 2, where the table took it."""
    cli("fork", "@last", "dodged", "--at", "17")
    cli("do", "@last", "answer", "character=b", "choice=dodge", "--dice", "6,2", "--branch", "dodged")
    return "dodged"


@pytest.fixture
def struck(cli: Cli) -> str:
    """A line like the table's, with another blow behind it."""
    at = str(cli("show", "@last", "--json").json["version"])
    cli("fork", "@last", "struck", "--at", at)
    for branch, dice in (("2", "6,5"), ("struck", "1,2")):
        asked = ("strike", "character=a", "at=b", "--dice", dice)
        cli("do", "@last", *asked, "--branch", branch)
    return "struck"


def test_first_line_says_where_they_part_and_then_how_far_they_go(cli: Cli, dodged: str) -> None:
    common, one, other, *_ = cli("diff", "@last", "2", dodged).out.splitlines()

    assert common.startswith("The same up to version 17 (")
    assert one == "  line 2: up to version 23, commands 2, rolls 0"
    assert other == "  dodged (what if): up to version 21, commands 1, rolls 1"


def test_what_one_line_alone_has_is_told_in_words(cli: Cli, dodged: str) -> None:
    out = cli("diff", "@last", "2", dodged).out

    assert "  Only on line 2:\n" in out
    assert "Tatsu takes " in out
    assert (
        "  Only on dodged (what if):\n    20  Tatsu rolls (dodge) > 6,2 [physical dice, Mori vouches]" in out
    )


def test_other_dice_stand_side_by_side(cli: Cli, struck: str) -> None:
    out = cli("diff", "@last", "2", struck, "--lang", "ja").out

    assert "違う出目: strike character=Oryu at=Tatsu" in out
    assert "\n    Oryuのダイス（打撃）: [6,5] → [1,2]\n" in out
    assert "\n    線2: OryuがTatsuを打つ: 11\n    struck（もしも）: OryuがTatsuを打つ: 3\n" in out


def test_another_command_is_told_once_where_it_is_the_same(cli: Cli) -> None:
    at = next(one["version"] for one in cli("log", "@last", "--json").lines if one["type"] == "toy.hurt")
    assert cli("whatif", "@last", "--at", str(at), "choice=dodge", "--name", "dodging").code == 0
    out = cli("diff", "@last", "2", "dodging").out

    assert "another command: answer character=Tatsu: choice=take it → choice=dodge\n" in out
    assert "dodging (what if): Tatsu rolls (dodge): [" in out


def test_ends_are_told_by_figure_then_the_table_then_the_outcome(cli: Cli, dodged: str) -> None:
    for body in ("name=b.hp value=0", "name=a.hp value=3"):
        cli("do", "@last", "adjust", *body.split(), "--branch", dodged)
    out = cli("diff", "@last", "2", dodged).out

    assert out.endswith(
        "How they stand at the end (line 2 → dodged (what if)):\n"
        "  Oryu\n    hit points: 10/10 → 3/10\n"
        "  Tatsu\n    hit points: 9/10 → 0/10\n"
        "  the table\n    standing: 2 → 1\n"
        "Outcome on dodged (what if): Oryu (alive: Oryu)\n"
    )


def test_choice_that_one_end_waits_for_is_told(cli: Cli) -> None:
    waits = cli("diff", "@last", "2", "if").out

    assert waits.endswith("\nOpen on if (what if): Tatsu: take it or dodge?\n")
    assert cli("diff", "@last", "2@17", "if", "--lang", "ja").out.count("選択") == 0, "both ends wait for it"


def test_lines_that_differ_in_nothing_but_books_are_equal(cli: Cli) -> None:
    cli("fork", "@last", "twin")

    assert cli("diff", "@last", "2", "twin").out == "The two lines are equal.\n"
    assert cli("diff", "@last", "2", "twin", "--lang", "ja").out == "二つの線に違いはありません。\n"


def test_a_long_run_is_cut_and_says_so(cli: Cli) -> None:
    cli("fork", "@last", "silent")
    for place in range(25):
        cli("do", "@last", "say", f"text={place}")
    out = cli("diff", "@last", "2", "silent").out

    assert "“19”" in out
    assert "“20”" not in out
    assert "… (5 more lines; see tenmatsu log or --json)" in out


def test_table_talk_is_counted_only_where_a_line_was_decided_again(cli: Cli) -> None:
    cli("do", "@last", "say", "text=missed")
    assert cli("whatif", "@last", "--option", "dodge=never", "--past", "--name", "never").code == 0
    out = cli("diff", "@last", "2", "never").out

    assert "missed" not in out
    assert "(table talk, which is not copied, left out: " in out


def test_versions_of_one_line_say_what_lies_between(cli: Cli) -> None:
    out = cli("diff", "@last", "@17", "@23").out

    assert out == (
        "From version 17 to version 23: commands 2, rolls 0\n"
        "How they stand at the end (@17 → @23):\n  Tatsu\n    hit points: 10/10 → 9/10\n"
        "Open on @17: Tatsu: take it or dodge?\n"
    )
    assert cli("diff", "@last", "17", "23").out == cli("diff", "@last", "2@17", "2@23").out == out


def test_a_bare_number_beside_a_version_is_the_line_of_that_number(cli: Cli) -> None:
    run = cli("diff", "@last", "2", "@9999")
    here = cli("show", "@last", "--json").json["version"]

    assert run.code == USAGE
    assert "9999" in run.err
    assert cli("diff", "@last", "2", "@17").out == cli("diff", "@last", f"@{here}", "@17").out


def test_versions_of_two_lines(cli: Cli, dodged: str) -> None:
    found = cli("diff", "@last", "2@19", f"{dodged}@20", "--json").json
    mixed = cli("diff", "@last", "@19", dodged, "--json").json

    assert (found["common_version"], found["first"]["version"], found["second"]["version"]) == (17, 19, 20)
    assert (mixed["first"]["version"], mixed["second"]["version"]) == (19, 21)
    assert "line 2@19" in cli("diff", "@last", "2@19", dodged).out


@pytest.mark.parametrize("words", [("@0", "@9"), ("if@99", "2"), ("if@x", "2"), ("@last", "2"), ("2", "@99")])
def test_what_is_no_line_or_version_is_refused(cli: Cli, words: tuple[str, str]) -> None:
    assert cli("diff", "@last", *words).code == USAGE


def test_json_has_its_promised_keys(cli: Cli, struck: str) -> None:
    found: dict[str, Any] = cli("diff", "@last", "2", struck, "--json").json
    (pair,) = found["pairs"]
    (roll,) = pair["first"]["rolls"]

    assert list(found) == [
        *("common", "common_version", "first", "second", "equal", "pairs", "values", "outcomes"),
    ]
    assert list(found["second"]) == [
        *("branch", "whatif", "version", "commits", "commands", "rolls", "outcome", "pending", "entries"),
    ]
    assert pair["kind"] == "dice"
    assert list(pair["first"]) == [
        *("commit", "of", "branch", "version", "actor", "command", "fields", "rolls"),
    ]
    assert pair["first"]["fields"] == {"character": "a", "at": "b"}
    dice = {"by": "a", "for": "strike", "dice": [[6, 6], [6, 5]], "source": "entered"}
    assert roll == dice | {"total": None, "needed": None, "under": False, "hits_from": None, "success": None}
    assert found["second"]["whatif"]


def test_json_of_values_has_labels_and_limits(cli: Cli) -> None:
    found = cli("diff", "@last", "@17", "@23", "--json").json

    assert [found[key] for key in ("branch", "first", "second", "commits", "commands", "rolls")] == [
        *("2", 17, 23, 3, 2, 0),
    ]
    change = {"name": "b.hp", "before": 10, "after": 9, "character": "b", "label": "hit points"}
    assert found["values"] == [change | {"group": None, "limits": [10, 10]}]


def test_figure_that_only_one_line_has_is_named(cli: Cli) -> None:
    cli("fork", "@last", "guest")
    for asked in (("take_character", "character=c", "name=Okiku"), ("enter", "character=c")):
        assert cli("do", "@last", *asked, "--as", "GM", "--branch", "guest").code == 0

    assert "  Okiku\n    hit points: none → 10/10\n" in cli("diff", "@last", "2", "guest").out


def test_flag_that_a_list_on_the_sheet_names_is_not_told_twice(cli: Cli) -> None:
    edo = cli("new", "卓", "--system", "ukiyozoshi", "--player", "p1=太郎").out.strip()
    cli("do", edo, "take_character", "character=oryu", "name=お竜", "participant=p1")
    cli("do", edo, "open_party", "players=1")
    skills = 'skills={"剣術": 3}'
    cli("do", edo, "make_character", "character=oryu", "rank=second", "shin=7", "gi=7", "tai=6", skills)
    cli("fork", edo, "hurt")
    for body in (("name=oryu.serious", "value=true"), ("name=oryu.x", "value=3")):
        assert cli("do", edo, "adjust", *body, "--branch", "hurt").code == 0
    found = cli("diff", edo, "0", "hurt", "--json").json
    out = cli("diff", edo, "0", "hurt", "--lang", "ja").out

    assert {"oryu.serious", "oryu.x", "oryu.conditions"} <= {one["name"] for one in found["values"]}
    assert "状態: なし → 重傷" in out
    assert "    重傷: " not in out
    assert "横のマス: なし → 3" in out

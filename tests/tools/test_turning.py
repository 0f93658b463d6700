"""`turning` and `recap --turning`: what a person sees, what a machine gets."""

import json
import re
from pathlib import Path

import pytest
from clitools import Cli
from goldenevening import play_demo

SPARKLINE = re.compile(r"^  [▁▂▃▄▅▆▇█]+$", re.MULTILINE)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of the demo's evening."""
    database = tmp_path_factory.mktemp("demo") / "evening.db"
    play_demo(database)
    return f"sqlite:///{database}"


def test_every_fight_has_its_curve_its_turning_points_and_says_that_it_is_an_estimate(
    cli: Cli, demo: str
) -> None:
    done = cli("--db", demo, "turning", "@last", "--games", "20", "--workers", "1", "--lang", "ja")

    assert done.code == 0, done.err
    assert "■ 戦い（シーン3：月下の蔵屋敷）  v186-333" in done.out
    assert "決着「こちらの勝ち」の見込み" in done.out
    assert SPARKLINE.search(done.out)
    assert re.search(r"  v\d+  .+ \d+% → \d+%（[+-]\d+±\d+）", done.out)
    assert "自動で20回ずつ遊びました（種0）" in done.out
    assert all(len(line) <= 82 for line in SPARKLINE.findall(done.out))


def test_a_machine_gets_all_chances_and_all_moves(cli: Cli, demo: str) -> None:
    done = cli("--db", demo, "turning", "@last", "--games", "10", "--json")
    whole = json.loads(done.out)
    [fight] = whole["fights"]

    assert (whole["games"], whole["seed"], whole["whatif"]) == (10, 0, False)
    assert (fight["result"], fight["over"], fight["scene"]) == ("players_win", True, 3)
    assert [stake["character"] for stake in fight["stakes"]] == [None, "shinkuro", "koyata", "ocho"]
    last = fight["points"][-1]
    assert last["certain"] is True
    assert last["results"]["players_win"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    for turn in fight["turns"]:
        assert fight["points"][turn["point"]]["version"] == turn["version"]
        assert turn["after"] - turn["before"] == pytest.approx(turn["gain"]["value"])


def test_the_same_seed_gives_the_same_answer_and_another_one_another(cli: Cli, demo: str) -> None:
    words = ("--db", demo, "turning", "@last", "--games", "6", "--json")
    first = cli(*words).out

    assert cli(*words).out == first
    assert cli(*words, "--seed", "1").out != first


def test_a_session_without_a_fight_says_so(cli: Cli, tmp_path: Path) -> None:
    cli("new", "Quiet", "--system", "toy", "--player", "p1=Taro")
    done = cli("turning", "@last")

    assert (done.code, done.out) == (0, "There is no fight here.\n")
    assert json.loads(cli("turning", "@last", "--json").out)["fights"] == []


def test_a_number_of_games_that_will_not_do_is_refused_in_one_sentence(cli: Cli) -> None:
    for words in (("turning", "@last", "--games", "0"), ("recap", "@last", "--turning", "0")):
        done = cli(*words)
        assert done.code == 2
        assert "games" in done.err
        assert "Traceback" not in done.err


def test_a_recap_tells_turning_points_only_where_asked(cli: Cli) -> None:
    plain = cli("recap", "@last", "--style", "book")
    told = cli("recap", "@last", "--style", "book", "--turning", "5")

    assert "auto-play" not in plain.out
    assert "An estimate: auto-play, 5 games from each moment (seed 0)" in told.out
    kept = [line for line in told.out.splitlines() if line in plain.out.splitlines()]
    assert len(kept) >= len(plain.out.splitlines()) - 5


def test_a_what_if_line_is_marked_before_its_fights(cli: Cli) -> None:
    done = cli("turning", "@last", "--branch", "if", "--games", "3")

    assert done.code == 0
    assert "what-if" in done.out.splitlines()[0].lower()

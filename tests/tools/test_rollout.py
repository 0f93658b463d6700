"""`rollout`: what may become of a fight, in words and for machines; nothing of it is recorded."""

from pathlib import Path

import pytest
from clitools import DONE, REFUSED, USAGE, Cli, committed

ON = ("rollout", "@last", "--games", "40")
BLOWS = ("--choice", "strike character=Oryu at=b", "--choice", "adjust name=b.hp value=1")


def test_it_tells_results_survival_and_what_is_left_with_their_intervals(cli: Cli) -> None:
    run = cli(*ON)
    assert (run.code, run.err) == (DONE, "")
    assert run.out.startswith("What if: played on from version ")
    assert "None of it happened" in run.out
    oryu, tatsu = (line.split() for line in run.out.splitlines()[2:4])
    assert {oryu[0], tatsu[0]} == {"Oryu", "Tatsu"}
    assert float(oryu[2]) + float(tatsu[2]) == pytest.approx(100)
    assert "Who lives:" in run.out
    assert "hit points" in run.out


def test_in_japanese_it_is_marked_as_what_if(cli: Cli) -> None:
    out = cli("--lang", "ja", *ON).out
    assert out.startswith("もしも: 版")
    assert "起きたことではありません" in out
    assert "生き残る見込み" in out


def test_nothing_of_it_is_recorded(cli: Cli, database: Path) -> None:
    before = committed(database)
    assert cli(*ON, *BLOWS).code == DONE
    assert committed(database) == before


def test_the_same_seed_gives_the_same_answer_whatever_the_workers(cli: Cli) -> None:
    first = cli(*ON, *BLOWS, "--seed", "3").out
    assert cli(*ON, *BLOWS, "--seed", "3", "--workers", "2").out == first
    assert cli(*ON, *BLOWS, "--seed", "4").out != first


def test_choices_are_told_apart_in_one_sentence(cli: Cli) -> None:
    out = cli("rollout", "@last", "--games", "40", *BLOWS[:2], "--choice", "adjust name=b.hp value=0").out
    assert "[1] first: strike character=Oryu at=b" in out
    assert "[2] first: adjust name=b.hp value=0" in out
    (told,) = [line for line in out.splitlines() if line.startswith("[2] against [1]: ")]
    assert "beyond chance" in told


def test_a_choice_against_itself_comes_to_the_same(cli: Cli) -> None:
    same = ("--choice", "strike character=a at=b") * 2
    assert "[2] came to the same result as [1] in every game." in cli(*ON, *same).out


def test_the_answer_for_machines_has_one_shape(cli: Cli) -> None:
    answer = cli("--json", *ON, *BLOWS).json
    assert set(answer) == {
        *("session", "branch", "version", "whatif", "games", "seed", "rounds", "choices", "comparisons")
    }
    assert answer["whatif"] is True
    first, second = answer["choices"]
    assert (first["choice"], second["choice"]) == (BLOWS[1], BLOWS[3])
    assert set(first) == {
        *("choice", "games", "results", "unfinished", "alive", "standing", "values", "rounds")
    }
    assert set(first["results"]["a"]) == {"count", "of", "share", "low", "high"}
    assert set(first["values"]["a.hp"]) == {
        *("of", "mean", "low", "high", "least", "lower_quartile", "median", "upper_quartile", "most")
    }
    (comparison,) = answer["comparisons"]
    assert (comparison["choice"], comparison["against"]) == (BLOWS[3], BLOWS[1])
    assert set(comparison["results"]["a"]) == {"of", "difference", "low", "high", "beyond_chance"}
    assert cli("--json", *ON).json["choices"][0]["choice"] is None


def test_games_that_find_no_end_are_told_apart_with_their_reason(cli: Cli) -> None:
    run = cli(*ON, "--rounds", "1")
    assert "unfinished" in run.out
    assert "the limit on rounds" in run.out
    assert cli("--json", *ON, "--rounds", "1").json["choices"][0]["unfinished"].keys() == {"rounds"}


def test_an_illegal_choice_is_refused_in_the_words_of_do(cli: Cli) -> None:
    asked = "strike character=b at=a"
    refused = cli(*ON, "--choice", asked, "--as", "p1")
    assert refused.code == REFUSED
    assert refused.err == cli("do", "@last", *asked.split(), "--as", "p1").err


@pytest.mark.parametrize(
    "words,told",
    [
        (("--choice", "strike 'at=b"), "quotation"),
        (("--choice", " "), "empty"),
        (("--choice", "say text=hello"), "table.say is no first move"),
        (("--games", "0"), "games"),
        (("--workers", "0"), "workers"),
        (("--at", "7"), "plays itself out"),
        (("--at", "1"), "inside a commit"),
        (("--at", "999"), "999"),
        (("--scheduler", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_rolled_out_is_said_in_one_sentence(
    cli: Cli, words: tuple[str, ...], told: str
) -> None:
    run = cli(*ON, *words)
    assert (run.code, run.out) == (USAGE, "")
    assert told in run.err
    assert run.err.count("\n") == 1


def test_what_is_decided_already_is_not_rolled_out(cli: Cli) -> None:
    cli("do", "@last", "adjust", "name=b.hp", "value=0")
    run = cli(*ON)
    assert run.code == USAGE
    assert "decided here already" in run.err


def test_a_version_before_an_answer_is_played_on_from_there(cli: Cli) -> None:
    log = cli("--json", "log", "@last").lines
    struck = next(entry["version"] for entry in log if entry["type"] == "toy.struck")
    run = cli(*ON, "--at", str(struck), "--choice", "answer choice=take", "--as", "p2")
    assert run.code == DONE
    assert f"from version {struck}" in run.out

"""Games that count dice of a pool, as the command line tells of them."""

import pytest
from clitools import Cli

NEEDED = {"ja": "必要な数: 5以上の目が2個", "en": "needed: dice of 5 or more: 2"}
ROLLED = {"ja": "5以上の目が2個以上", "en": "2 or more of 5+"}


@pytest.fixture
def dusk(cli: Cli) -> str:
    """Begin a session of ブラッドベリー with one figure of 2/2/2; return its id."""
    session: str = cli("new", "宵", "--system", "bloodberry", "--json").json["session"]
    cli("do", session, "take_character", "character=hana", "participant=gm", "name=花", "--as", "gm")
    made = cli(
        "do", session, "make_npc", "character=hana", "passion=2", "grace=2", "maturity=2", "--as", "gm"
    )
    assert made.code == 0, made.err
    return session


def _judge(session: str, *words: str) -> tuple[str, ...]:
    fields = ("character=hana", "first=passion", "second=grace", "difficulty=2")
    return (session, "roll_judge", *fields, *words, "--as", "gm")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_chance_says_how_many_dice_must_count(cli: Cli, dusk: str, lang: str) -> None:
    told = cli("chance", *_judge(dusk), "--lang", lang)

    assert NEEDED[lang] in told.out, told.err
    assert "528/1296" in told.out
    assert cli("chance", *_judge(dusk), "--json").json["hits_from"] == 5


def test_a_judge_that_any_dice_pass_says_so(cli: Cli, dusk: str) -> None:
    assert "any dice will do" in cli("chance", *_judge(dusk, "plus=2")).out


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_recap_says_how_many_dice_had_to_count(cli: Cli, dusk: str, lang: str) -> None:
    cli("do", *_judge(dusk), "--dice", "6,5,1,1")
    told = cli("recap", dusk, "--style", "book", "--lang", lang).out

    assert ROLLED[lang] in told


def test_the_log_says_what_was_judged_and_what_came_of_it(cli: Cli, dusk: str) -> None:
    cli("do", *_judge(dusk), "--dice", "6,5,1,1")
    told = cli("log", dusk, "--lang", "ja").out

    assert "6,5,1,1 → 達成値2 ≧ 難易度2" in told
    assert "成功（達成値2、難易度2）" in told


def test_rolls_that_two_lines_differ_in_say_from_which_face_dice_count(cli: Cli, dusk: str) -> None:
    cli("fork", dusk, "もしも")
    cli("do", *_judge(dusk), "--dice", "6,5,1,1")
    cli("do", *_judge(dusk), "--dice", "1,1,1,1", "--branch", "もしも")
    (pair,) = cli("diff", dusk, "0", "もしも", "--json").json["pairs"]
    (roll,) = pair["second"]["rolls"]

    assert (roll["total"], roll["needed"], roll["hits_from"], roll["success"]) == (0, 2, 5, False)

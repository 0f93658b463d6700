"""Games in which low sums succeed, as the command line tells of them."""

import pytest
from clitools import Cli

NEEDED = {"ja": "必要な目: 8以下", "en": "needed: 8 or less"}
ROLLED = {"ja": "出目8以下", "en": "8 or less"}


@pytest.fixture
def night(cli: Cli) -> str:
    """Begin a session of 君ヨ、暁ノ大地ニ死スベシ。 with one figure of 体躯 8; return its id."""
    session: str = cli("new", "夜", "--system", "akatsuki", "--player", "p1=太郎", "--json").json["session"]
    cli("do", session, "take_character", "character=kyo", "name=京", "--as", "p1")
    made = cli("do", session, "make_character", "character=kyo", "archetype=night_guard", "--as", "p1")
    assert made.code == 0, made.err
    return session


def _check(session: str, *words: str) -> tuple[str, ...]:
    return (session, "roll_check", "character=kyo", "ability=taiku", *words, "--as", "p1")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_chance_says_what_the_dice_may_come_to_at_most(cli: Cli, night: str, lang: str) -> None:
    told = cli("chance", *_check(night), "--lang", lang).out

    assert NEEDED[lang] in told
    assert "26/36" in told


def test_chance_says_where_any_dice_will_do_and_where_none_will(cli: Cli, night: str) -> None:
    assert "any dice will do" in cli("chance", *_check(night, "difficulty=4")).out
    assert "needed: 1 or less" in cli("chance", *_check(night, "difficulty=-7")).out
    assert cli("chance", *_check(night), "--json").json["under"] is True


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_recap_says_what_the_dice_could_come_to_at_most(cli: Cli, night: str, lang: str) -> None:
    cli("do", *_check(night), "--dice", "2,4")
    cli("do", *_check(night, "difficulty=5"), "--dice", "6,6")
    told = cli("recap", night, "--style", "book", "--lang", lang).out

    assert ROLLED[lang] in told
    assert ("どの目でも成功" if lang == "ja" else "any dice will do") in told


def test_rolls_that_two_lines_differ_in_say_so(cli: Cli, night: str) -> None:
    cli("fork", night, "もしも")
    cli("do", *_check(night), "--dice", "2,4")
    cli("do", *_check(night), "--dice", "6,4", "--branch", "もしも")
    (pair,) = cli("diff", night, "0", "もしも", "--json").json["pairs"]
    (roll,) = pair["second"]["rolls"]

    assert (roll["total"], roll["needed"], roll["under"], roll["success"]) == (10, 8, True, False)

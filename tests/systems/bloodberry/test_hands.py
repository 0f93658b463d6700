"""Hands (役): which earn actions, how many, and the readings of colour, runs, faces and sums."""

from typing import Any

import pytest
from autoplay import find_rules

from tenmatsu.systems.bloodberry import SYSTEM
from tenmatsu.systems.bloodberry.decide.hands import add_up, rate_hand
from tenmatsu.systems.bloodberry.options import Options


def rate(text: str, **options: Any) -> tuple[str, int] | None:
    """Return a hand and what it earns, the cards given as `s1 h2 d3`."""
    cards = tuple(f"{card}_{'ab'[at % 2]}" for at, card in enumerate(text.split()))
    hand = rate_hand(cards, find_rules(SYSTEM, **options))
    return None if hand is None else (hand.name, hand.actions)


@pytest.mark.parametrize(
    "cards, hand",
    [
        ("s10 h10 d5", ("high", 1)),
        ("s10 h10 d4", None),
        ("s1 h2 d7", ("low", 1)),
        ("s1 h2 d8", None),
        ("s4 c5 s6", ("run", 1)),
        ("h6 d4 h5", ("run", 1)),
        ("s5 h6 s7", None),
        ("s7 c7 s7", ("same_number", 1)),
        ("s7 h7 c7", None),
        ("h13 d13 h13", ("same_face", 3)),
        ("h13 s13 h13", None),
        ("s11 c11 s11", ("same_face", 3)),
        ("s12 h12 d12", ("queens", 3)),
        ("h11 h12 h13", None),
    ],
)
def test_sums_runs_and_numbers_earn_an_action_faces_of_one_colour_and_queens_three(
    cards: str, hand: tuple[str, int] | None
) -> None:
    assert rate(cards) == hand


def test_the_sums_are_25_or_more_and_10_or_less() -> None:
    assert rate("s9 h8 d8") == ("high", 1)
    assert rate("s8 h8 d8") is None
    assert rate("s2 h3 d5") == ("low", 1)
    assert rate("s3 h3 d5") is None


def test_a_run_and_one_number_earn_an_action_as_printed_or_two() -> None:
    for cards, name in (("s4 c5 s6", "run"), ("s7 c7 s7", "same_number")):
        assert rate(cards) == rate(cards, hands="printed") == (name, 1)
        assert rate(cards, hands="two") == (name, 2)
    assert rate("s10 h10 d5", hands="two") == ("high", 1)


def test_suits_of_one_colour_are_black_or_red_or_one_suit() -> None:
    assert rate("s4 c5 s6", colour="colour") == ("run", 1)
    assert rate("s4 c5 s6", colour="suit") is None
    assert rate("s4 s5 s6", colour="suit") == ("run", 1)
    assert rate("h13 d13 h13", colour="suit") is None
    assert rate("s12 h12 d12", colour="suit") == ("queens", 3)


def test_an_ace_counts_one_and_is_below_two() -> None:
    assert rate("s1 h1 d8", ace="one") == ("low", 1)
    assert rate("s10 h10 d1") is None
    assert rate("s1 c2 s3", hands="two") == ("run", 2)
    assert rate("s9 c10 s1") is None


def test_face_cards_have_no_number_so_they_are_in_no_run_and_no_sum_or_count_nothing_in_sums() -> None:
    assert rate("s9 c10 s11") is None
    assert rate("s1 h2 d13", face_sum="none") is None
    assert rate("s1 h2 d13", face_sum="zero") == ("low", 1)
    assert rate("s9 c10 s11", face_sum="zero") is None
    assert add_up(("s1_a", "h13_a", "d2_a"), Options()) is None
    assert add_up(("s1_a", "h13_a", "d2_a"), Options(face_sum="zero")) == 3


def test_of_several_hands_the_one_that_earns_most_counts() -> None:
    assert rate("s1 c2 s3", hands="two") == ("run", 2)
    assert rate("s12 c12 s12") == ("queens", 3)
    assert rate("s9 c10 s8", hands="two") == ("run", 2)


def test_fewer_than_three_cards_are_no_hand() -> None:
    assert rate("s12 h12") is None
    assert rate("") is None

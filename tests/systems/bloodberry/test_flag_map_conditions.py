"""Conditions of places: the short notation, and which cards meet them."""

import pytest
from bloodmaps import DECK
from hypothesis import given
from hypothesis import strategies as st

from tenmatsu.systems.bloodberry.decide.placing import fits, is_established, meets, read_needs


@pytest.mark.parametrize(
    "text, needs",
    [
        ("♦1 ♥2", ("d", "h", "h")),
        ("d,h,h", ("d", "h", "h")),
        ("ダイヤ、ハート2", ("d", "h", "h")),
        ("♠ ♣", ("s", "c")),
        ("red2 black", ("red", "red", "black")),
        ("赤2 黒", ("red", "red", "black")),
        ("face number any", ("face", "number", "any")),
        ("絵札 数札 何でも", ("face", "number", "any")),
        ("Q", ("#12",)),
        ("Qx2", ("#12", "#12")),
        ("#7", ("#7",)),
        ("#10×2", ("#10", "#10")),
        ("h#7", ("h#7",)),
        ("♥A", ("h#1",)),
        ("red#13", ("red#13",)),
        ("", ()),
    ],
)
def test_a_condition_is_written_shortly(text: str, needs: tuple[str, ...]) -> None:
    assert read_needs(text) == needs


@pytest.mark.parametrize("text", ["♦1 ?", "7", "#0", "#14", "face#3", "x2", "any99", "dd", "h#"])
def test_what_is_no_condition_is_none(text: str) -> None:
    assert read_needs(text) is None


@pytest.mark.parametrize(
    "card, need, met",
    [
        ("h7_a", "h", True),
        ("h7_a", "d", False),
        ("d7_b", "red", True),
        ("s7_b", "red", False),
        ("c13_a", "black", True),
        ("h11_a", "face", True),
        ("h10_a", "face", False),
        ("h10_a", "number", True),
        ("h11_a", "number", False),
        ("h11_a", "any", True),
        ("h7_a", "#7", True),
        ("h7_b", "h#7", True),
        ("d7_b", "h#7", False),
        ("h8_b", "h#7", False),
        ("d13_b", "red#13", True),
    ],
)
def test_a_card_meets_a_need(card: str, need: str, met: bool) -> None:
    assert meets(card, need) is met


def test_each_card_counts_for_a_need_of_its_own_in_whatever_order_they_lie() -> None:
    needs = ("h", "red", "any")
    assert fits(("h1_a", "h2_a", "h3_a"), needs)
    assert fits(("s1_a", "h2_a", "d3_a"), needs)
    assert not fits(("s1_a", "s2_a"), needs)
    assert not fits(("d1_a", "d2_a", "d3_a"), needs)
    assert not fits(("h1_a", "h2_a", "h3_a", "h4_a"), needs)


def test_a_place_is_established_by_a_card_for_each_need() -> None:
    assert not is_established(("d1_a", "h1_a"), ("d", "h", "h"))
    assert is_established(("h1_b", "d1_a", "h1_a"), ("d", "h", "h"))
    assert is_established((), ())


@given(st.data())
def test_cards_establish_what_asks_for_just_them_in_whatever_order_they_lie(data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(DECK), unique=True, max_size=5))
    needs = [data.draw(st.sampled_from(_describe(card))) for card in cards]
    assert is_established(data.draw(st.permutations(cards)), needs)


def _describe(card: str) -> tuple[str, ...]:
    """Return needs that a card meets."""
    suit, rank = card[0], card[1:].partition("_")[0]
    colour = "red" if suit in "hd" else "black"
    return ("any", suit, colour, f"#{rank}", f"{suit}#{rank}", "face" if int(rank) > 10 else "number")

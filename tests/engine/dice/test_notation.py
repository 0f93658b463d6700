"""The plain notation of dice."""

import pytest

from tenmatsu.engine.dice.notation import MOST_DICE, parse_dice
from tenmatsu.engine.errors import UsageError


@pytest.mark.parametrize(
    "text,sides",
    [
        ("3d6", (6, 6, 6)),
        ("d100", (100,)),
        ("2D6+1d4", (6, 6, 4)),
        (" 1d6 + d8 ", (6, 8)),
        ("D66", (6, 6)),
        ("1d66", (66,)),
        ("1d1", (1,)),
        ("d4294967296", (2**32,)),
    ],
)
def test_notation_names_the_dice_in_the_order_in_which_they_fall(text: str, sides: tuple[int, ...]) -> None:
    assert parse_dice(text) == sides


@pytest.mark.parametrize(
    "text",
    ["", "6", "d", "3d", "0d6", "1d0", "d4294967297", "3d6-1", "3d6+", "+3d6", "d%", "3x6", "-1d6", "1.5d6"],
)
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_dice(text)

    assert caught.value.code == "dice_notation"
    assert "3d6" in caught.value.say("en")


def test_more_than_a_thousand_dice_are_refused() -> None:
    assert len(parse_dice("999d6+1d6")) == MOST_DICE
    with pytest.raises(UsageError):
        parse_dice("999d6+2d6")

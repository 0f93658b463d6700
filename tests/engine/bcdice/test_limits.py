"""What cannot be rolled is said before a die falls; where the original stumbles, we do not."""

import itertools

import pytest
from typing_dice import answer

from tenmatsu.engine.bcdice import BOTS, evaluate, find_bot, read_typed
from tenmatsu.engine.bcdice.evaluation import CUT, MOST_DICE
from tenmatsu.engine.errors import UsageError

GLORANTHA = "RuneQuestRoleplayingInGlorantha"


def _refused(text: str, bot: str = "DiceBot") -> str:
    def die(_: int) -> int:
        raise AssertionError("a die fell")

    with pytest.raises(UsageError) as caught:
        evaluate(text, die, find_bot(bot))
    assert all(caught.value.say(lang) for lang in ("ja", "en"))
    return caught.value.code


@pytest.mark.parametrize(
    "text,code",
    [
        ("201D6", "typed_dice_count"),
        ("(0-1)D6", "typed_dice_count"),
        ("201B6", "typed_dice_count"),
        ("201R6>=3", "typed_dice_count"),
        ("201U6[6]", "typed_dice_count"),
        ("201TY6", "typed_dice_count"),
        ("1D10001", "typed_die_sides"),
        ("1D0", "typed_die_sides"),
        ("2B0", "typed_die_sides"),
        ("x100 101D6", "typed_dice_many"),
        ("200R10000[2]", "typed_dice_many"),
        ("200U10000[3]", "typed_dice_many"),
        ("1D6*9007199254740992", "typed_number_large"),
        ("1D6*99999999*99999999", "typed_number_large"),
        ("1D6>=99999999999999999999", "typed_number_large"),
        ("C99999999999999999999", "typed_number_large"),
        ("2U6[6]+9007199254740992", "typed_number_large"),
        ("1D6/0U", "typed_division_by_zero"),
        ("1D6/0R", "typed_division_by_zero"),
        ("1D6/(1-1)C", "typed_division_by_zero"),
        ("1D6>=1/0", "typed_division_by_zero"),
        ("(1/0)D6", "typed_division_by_zero"),
        ("2B6>=1/0", "typed_division_by_zero"),
    ],
)
def test_limits_are_said_before_a_die_falls(text: str, code: str) -> None:
    assert _refused(text) == code


@pytest.mark.parametrize("text", ["200D10000", "1D1", "x100 100D6", "100D6+101D6", "200U10000[10000]"])
def test_what_is_within_the_limits_is_rolled(text: str) -> None:
    assert evaluate(text, lambda _: 1) is not None


@pytest.mark.parametrize("text", ["N201", "NRS_E201", "N3,201"])
def test_pools_of_the_ninja_have_the_same_limit(text: str) -> None:
    assert _refused(text, "NinjaSlayer2") == "typed_dice_count"
    assert _refused("NJ201", "NinjaSlayer") == "typed_dice_count"


@pytest.mark.parametrize("text", ["RQG<=10/0", "RES(1/0)", "RSA(1/0)", "1D6/0"])
def test_a_division_by_zero_under_rounding_to_the_nearest_is_said(text: str) -> None:
    assert _refused(text, GLORANTHA) == "typed_division_by_zero"


@pytest.mark.parametrize("mode", ["", "U", "C", "R", "F"])
def test_a_calculation_by_zero_answers_the_same_in_every_mode(mode: str) -> None:
    found = answer(f"C10/0{mode}")

    assert found.text.endswith("＞ ゼロ除算が発生したため計算できませんでした")
    assert found.problem == "typed_division_by_zero"
    assert found.total is None


def test_a_zero_that_dice_make_is_said_with_the_dice() -> None:
    found = answer("6/(1D6-1)U", (1,))

    assert found.text == "(6/(1D6-1)U) ＞ 1 ＞ ゼロ除算が発生したため計算できませんでした"
    assert (found.total, found.problem) == (None, None)
    assert answer("6/(1D6-1)", (1,)).total == 1


@pytest.mark.parametrize(
    "text,problem",
    [
        ("2R6", "typed_reroll_endless"),
        ("2R6>=1", "typed_reroll_endless"),
        ("2R6<=6", "typed_reroll_endless"),
        ("2R6<>7", "typed_reroll_endless"),
        ("2R4+2R6<5", "typed_reroll_endless"),
        ("1R1=1", "typed_reroll_endless"),
        ("2U6", "typed_upper_endless"),
        ("2U6[1]", "typed_upper_endless"),
        ("2TY21", "typed_tally_sides"),
        ("choice[1-200]", "typed_choice_items"),
        ("x0 1D6", "typed_repeat_times"),
        ("x101 1D6", "typed_repeat_times"),
        ("x2 hoge", "typed_repeat_unknown"),
        ("x2 2R6", "typed_reroll_endless"),
        ("x2 x2 1D6", "typed_repeat_nested"),
        ("x2 X2 1D6", "typed_repeat_nested"),
        ("x2 sx2 1D6", "typed_repeat_nested"),
        ("x2 ｒｅｐ２ 1D6", "typed_repeat_nested"),
    ],
)
def test_what_cannot_be_rolled_has_the_known_reply_and_a_code(text: str, problem: str) -> None:
    found = answer(text)

    assert found.problem == problem
    assert found.text
    assert found.dice == ()


def test_a_tally_of_the_sides_that_the_original_refuses_is_no_command() -> None:
    assert read_typed("0TY6", BOTS["DiceBot"]) is None
    assert read_typed("6TY0", BOTS["DiceBot"]) is None


def test_dice_that_never_stop_are_cut_off() -> None:
    found = evaluate("1U10000[2]", lambda sides: sides)

    assert found is not None
    assert len(found.dice) == MOST_DICE
    assert CUT in found.text

    faces = itertools.chain([6] * (MOST_DICE + 1))
    found = evaluate("200R6[6]>=6", lambda _: next(faces, 1))
    assert found is not None
    assert len(found.dice) <= MOST_DICE
    assert CUT in found.text


@pytest.mark.parametrize("text", ["NJ4 いざ", "NJ(1+3)", "NJ4[4]", "nj4@n いざ"])
def test_a_plain_check_takes_remarks_and_sums(text: str) -> None:
    assert answer(text, (2, 3, 6, 4), "NinjaSlayer").text == "(4B6>=4) ＞ 2,3,6,4 ＞ 成功数2"


def test_a_failed_check_against_ultra_hard_madness_rolls_for_its_row() -> None:
    found = answer("NRS_UH2", (1, 5, 3), "NinjaSlayer2")

    assert found.text.startswith(
        "NRS判定(2B6>=6) ＞ 1,5 ＞ 成功数:0 NRS発症!! \nNRS発狂(1D6+1) ＞ (4) ＞ 4番"
    )
    assert found.dice == ((6, 1), (6, 5), (6, 3))
    assert (found.failure, found.total) == (True, 4)


def test_the_parts_of_a_repeat_keep_their_outcomes() -> None:
    found = answer("x2 N2", (1, 2, 6, 6), "NinjaSlayer2")

    assert [(part.success, part.failure, part.successes) for part in found.parts] == [
        (False, True, 0),
        (True, False, 2),
    ]
    assert [part.dice for part in found.parts] == [((6, 1), (6, 2)), ((6, 6), (6, 6))]
    assert not found.success
    assert not found.failure

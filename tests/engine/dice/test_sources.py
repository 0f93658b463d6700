"""Dice that no ring proves: entered, scripted, plain ones."""

import pytest
from toytable import answer, dump, fixed_outside, only, roll, strike

from tenmatsu.engine.dice.sources import EnteredDice, PlainDice, ScriptedDice
from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.engine.session import Session


def _more_on_six(faces: tuple[int, ...]) -> int:
    return 6 if faces[-1] == 6 else 0


def test_entered_dice_are_used_in_order_and_marked_with_who_vouches(session: Session) -> None:
    rolled = only(strike(session, dice=[3, 4]).events)

    assert rolled.source == "entered"
    assert rolled.vouched == "p1"
    assert rolled.dice == ((6, 3), (6, 4))
    assert (rolled.ring, rolled.index, rolled.key, rolled.mix) == (None, None, None, None)
    assert session.game.blow.amount == 7


def test_entered_dice_spend_no_key(session: Session) -> None:
    before = session.store.spent_keys(session.id)
    strike(session, dice=[3, 4])

    assert session.store.spent_keys(session.id) == before
    answer(session, "dodge")
    assert session.store.spent_keys(session.id) == {"o1": 1}


@pytest.mark.parametrize(
    "dice,code,named",
    [
        ([], "dice_missing", "0 used, and one more d6"),
        ([3], "dice_missing", "1 used, and one more d6"),
        ([3, 4, 5], "dice_left_over", "5"),
        ([3, 4, 5, 6], "dice_left_over", "5, 6"),
        ([7, 1], "dice_impossible", "Die 1 shows 7"),
        ([1, 0], "dice_impossible", "Die 2 shows 0"),
        ([1, -1], "dice_impossible", "Die 2 shows -1"),
    ],
)
def test_wrong_entered_dice_are_refused_and_named_and_nothing_is_stored(
    session: Session, dice: list[int], code: str, named: str
) -> None:
    rows, state = dump(session.store), session.state
    with pytest.raises(RuleViolation) as caught:
        strike(session, dice=dice)

    assert caught.value.code == code
    assert named in caught.value.say("en")
    assert dump(session.store) == rows
    assert session.state is state


def test_exploding_dice_ask_for_as_many_entered_ones_as_fall(session: Session) -> None:
    strike(session, dice=[1, 1])
    with pytest.raises(RuleViolation) as caught:
        answer(session, "dodge", dice=[6, 6])

    assert caught.value.details["used"] == 2
    assert only(answer(session, "dodge", dice=[6, 6, 2]).events).faces == (6, 6, 2)


@pytest.mark.parametrize(
    "who,gm_may,player_may", [("anybody", True, True), ("gm", True, False), ("nobody", False, False)]
)
def test_an_option_says_who_may_enter_dice(
    session: Session, who: str, gm_may: bool, player_may: bool
) -> None:
    asked = {"type": "table.change_options", "table_options": {"entered_dice": who}}
    if who != "anybody":
        session.do(asked, actor="gm")
    for actor, may in (("gm", gm_may), ("p1", player_may)):
        if may:
            assert roll(session, "d6", actor=actor, dice=[2]).faces == (2,)
            continue
        with pytest.raises(RuleViolation) as caught:
            roll(session, "d6", actor=actor, dice=[2])
        assert caught.value.code == "dice_not_entered"
    assert roll(session, "d6", actor="p1").source == "ring"


def test_dice_of_another_tool_or_of_a_script_are_marked_as_such_and_nobody_vouches(session: Session) -> None:
    for source in ("imported", "scripted"):
        rolled = roll(session, "d6", dice=[2], dice_source=source)
        assert (rolled.source, rolled.vouched) == (source, None)


def test_entered_dice_for_a_command_that_rolls_none_are_left_over(session: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        session.do({"type": "table.say", "text": "x"}, actor="p1", dice=[1])

    assert caught.value.code == "dice_left_over"


def test_scripted_dice_are_given_as_written_and_what_is_left_can_be_asked() -> None:
    dice = ScriptedDice([(6, 6), (6, 2), (4, 1)])
    rolled = dice.roll([6], by="a", for_="x", audience="", more=_more_on_six)

    assert rolled.dice == ((6, 6), (6, 2))
    assert rolled.source == "scripted"
    assert dice.left == ((4, 1),)


def test_script_that_does_not_fit_is_a_fault() -> None:
    with pytest.raises(Fault, match="d4 where 'x' asks a d6"):
        ScriptedDice([(4, 1)]).roll([6], by="a", for_="x", audience="", more=None)
    with pytest.raises(Fault, match="no die left"):
        ScriptedDice([]).roll([6], by="a", for_="x", audience="", more=None)


def test_plain_dice_are_marked_as_of_a_whatif_line_and_show_no_key() -> None:
    dice = PlainDice(fixed_outside().entropy)
    one, other = (dice.roll([2**32] * 2, by="a", for_="x", audience="", more=None) for _ in range(2))

    assert one.source == other.source == "whatif"
    assert one.key is None
    assert one.faces != other.faces


def test_entered_dice_say_what_is_left() -> None:
    dice = EnteredDice([1, 2, 3], "p1")
    dice.roll([6], by="a", for_="x", audience="", more=None)

    assert dice.left == (2, 3)


def test_dice_notation_of_a_free_roll_is_checked(session: Session) -> None:
    with pytest.raises(UsageError) as caught:
        roll(session, "many")

    assert caught.value.code == "dice_notation"

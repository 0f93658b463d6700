"""`table.roll` at a table: one roll a command, what it came to, secrets, audit, undo."""

from typing import Any

import msgspec
import pytest
from forging import Told, forge, tell
from toytable import dump, only, open_toy

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.bcdice import evaluate
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import read_entries, viewer_of
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.timelines import fork, undo
from tenmatsu.events.table import Evaluated, Noted, Rolled


def _roll(
    session: Session, dice: str, *, actor: str = "p1", faces: list[int] | None = None, **more: Any
) -> Result:
    return session.do({"type": "table.roll", "dice": dice, **more}, actor=actor, dice=faces)


def _events(result: Result) -> tuple[Rolled, Evaluated]:
    rolled, evaluated = result.events[0], result.events[1]
    assert isinstance(rolled, Rolled)
    assert isinstance(evaluated, Evaluated)
    return rolled, evaluated


def test_a_command_is_one_roll_and_what_it_came_to(session: Session) -> None:
    rolled, found = _events(_roll(session, "２d6＋３≧7", faces=[1, 2]))

    assert rolled.dice == ((6, 1), (6, 2))
    assert found == Evaluated(
        by="p1",
        bot="DiceBot",
        command="2D6+3>=7",
        text="(2D6+3>=7) ＞ 3[1,2]+3 ＞ 6 ＞ 失敗",
        failure=True,
        total=6,
        outcome="failure",
    )


@pytest.mark.parametrize(
    "text", ["20U6[3]", "9R6[3]>=5", "x3 5U6[4]", "2D6+1D10*2", "choice3[a,b,c,d]", "3D66+1"]
)
def test_all_dice_of_a_command_come_from_one_key(session: Session, text: str) -> None:
    rolled, found = _events(_roll(session, text))
    left = list(rolled.dice)

    again = evaluate(text, lambda sides: _take(left, sides))

    assert (rolled.ring, rolled.index is not None) == ("o1", True)
    assert again is not None
    assert (again.text, again.dice, left) == (found.text, rolled.dice, [])


def _take(left: list[tuple[int, int]], sides: int) -> int:
    asked, face = left.pop(0)
    assert asked == sides
    return face


def test_plain_dice_are_rolled_as_they_are_unless_a_bot_is_named(session: Session) -> None:
    plain = _roll(session, "2d6", faces=[1, 2])
    many = _roll(session, "300d6")
    _, found = _events(_roll(session, "2d6", faces=[1, 2], bot="DiceBot"))

    assert [type(event) for event in plain.events] == [Rolled]
    assert len(only(many.events).dice) == 300
    assert found.text == "(2D6) ＞ 3[1,2] ＞ 3"


def test_what_rolls_no_die_is_recorded_alone(session: Session) -> None:
    (found,) = _roll(session, "C(1+2)").events

    assert isinstance(found, Evaluated)
    assert (found.text, found.total) == ("c(1+2) ＞ 3", 3)


def test_a_remark_goes_into_a_note_beside_the_roll(session: Session) -> None:
    _, found, note = _roll(session, "2D6>=7 お七の剣", character="a").events

    assert note == Noted(by="p1", text="お七の剣")
    assert isinstance(found, Evaluated)
    assert (found.by, found.command) == ("a", "2D6>=7")


def test_the_parts_of_a_repeat_are_recorded(session: Session) -> None:
    _, found = _events(_roll(session, "x2 N1,E1", faces=[1, 2, 4, 3], bot="NinjaSlayer2"))

    assert [(part.success, part.successes) for part in found.parts] == [(False, 0), (True, 2)]
    assert not found.success


def test_the_table_says_which_system_is_understood(store: Store) -> None:
    session = open_toy(store, table_options={"dice_bot": "NinjaSlayer2"})

    assert _events(_roll(session, "n2[s]", faces=[6, 1]))[1].bot == "NinjaSlayer2"
    with pytest.raises(UsageError, match="dice"):
        _roll(open_toy(store), "n2[s]")
    session.do({"type": "table.change_options", "table_options": {"dice_bot": "DiceBot"}}, actor="gm")
    with pytest.raises(UsageError, match="dice"):
        _roll(session, "n2[s]")


@pytest.mark.parametrize(
    "text,code",
    [
        ("nonsense", "dice_notation"),
        ("201D6+1", "typed_dice_count"),
        ("2R6", "typed_reroll_endless"),
        ("x2 x2 1D6", "typed_repeat_nested"),
        ("C1/0", "typed_division_by_zero"),
        ("choice[1-999]", "typed_choice_items"),
        ("x0 2D6", "typed_repeat_times"),
    ],
)
def test_what_cannot_be_rolled_is_refused_and_changes_nothing(session: Session, text: str, code: str) -> None:
    rows = dump(session.store)
    with pytest.raises(UsageError) as caught:
        _roll(session, text)

    assert caught.value.code == code
    assert dump(session.store) == rows


def test_an_unknown_bot_is_refused(session: Session) -> None:
    with pytest.raises(UsageError):
        _roll(session, "2D6", bot="Cthulhu")
    with pytest.raises(UsageError) as caught:
        open_toy(session.store, table_options={"dice_bot": "Cthulhu"})
    assert caught.value.code == "option_wrong"


def test_physical_dice_are_asked_for_one_after_another(session: Session) -> None:
    assert _events(_roll(session, "2U6[6]", faces=[6, 2, 5]))[1].total == 13
    for faces, code in (
        ([6, 6], "dice_missing"),
        ([6, 2, 5, 1], "dice_left_over"),
        ([7, 1], "dice_impossible"),
    ):
        with pytest.raises((RuleViolation, UsageError)) as caught:
            _roll(session, "2U6[6]", faces=faces)
        assert caught.value.code == code


@pytest.mark.parametrize(
    "asked", [{"dice": "S1D100<=50 しのび足"}, {"dice": "x2 s1D100"}, {"dice": "D66", "secret": True}]
)
def test_a_secret_is_seen_by_the_gm_and_the_roller_alone(session: Session, asked: dict[str, Any]) -> None:
    result = session.do({"type": "table.roll", "bot": "DiceBot", **asked}, actor="p1")

    assert all(item.audience == "@gm,p1" for item in result.commit.items())
    shown = {one: _seen(session, one) for one in ("gm", "p1", "p2", "guest")}
    assert shown["gm"] == shown["p1"]
    assert shown["gm"] >= {"table.rolled", "table.evaluated"}
    for other in ("p2", "guest"):
        assert not shown[other]
    rolled = result.events[0]
    assert isinstance(rolled, Rolled)
    assert rolled.ring is not None
    assert rolled.ring.startswith("h")


def _seen(session: Session, who: str) -> set[str]:
    tags = {entry.tag for entry in read_entries(session, viewer_of(session, who)) if not entry.sealed}
    return tags & {"table.rolled", "table.evaluated", "table.noted"}


def test_an_audit_decides_exploding_dice_again(session: Session) -> None:
    texts = [
        "30U6[2]",
        "20R6[2]>=5",
        "x2 9U10[5]",
        "S5R6[3]>=3 しのび",
        "NRS_H1",
        "choice2[a,b,c]",
        "C1+1",
        "2d6",
    ]
    for text in texts:
        _roll(session, text, bot="NinjaSlayer2")
    report = audit_session(session.store, session.id)

    assert report.failures == ()


def test_an_audit_finds_an_outcome_that_the_dice_do_not_give(session: Session) -> None:
    _roll(session, "2D6+1")

    def better(story: list[Told]) -> None:
        found = story[-1].events[-1]
        assert isinstance(found.event, Evaluated)
        total = (found.event.total or 0) + 1
        story[-1].events[-1] = msgspec.structs.replace(
            found, event=msgspec.structs.replace(found.event, total=total)
        )

    story = tell(session.store, session.id)
    better(story)
    forge(session.store, session.id, story)
    report = audit_session(session.store, session.id)

    assert [failure.code for failure in report.failures] == ["audit_outcome_differs"]


def test_an_undone_command_is_linked_to_its_second_roll(session: Session) -> None:
    first = _roll(session, "5U6[5]")
    undo(session, actor="gm")
    again, _ = _events(_roll(session, "5U6[5]"))

    assert again.retry_of == first.commit.events[0].digest.hex()
    assert audit_session(session.store, session.id).failures == ()


def test_a_what_if_line_repeats_the_dice(session: Session) -> None:
    at = session.version
    first, found = _events(_roll(session, "5U6[4]"))
    repeated = fork(session, "同じ", at, actor="gm", dice="same")
    same, again = _events(_roll(repeated, "5U6[4]"))

    assert (same.dice, again.text) == (first.dice, found.text)

"""Moments of answering (`engine/windows.py`): in turn, until all have passed."""

import msgspec
import pytest

from tenmatsu.engine.contract import Pending
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.windows import (
    PASS,
    Window,
    ask_window,
    check_answer,
    open_window,
    pass_window,
    renew_top,
    renew_window,
)


def open_three() -> Window:
    """Return a window in which a, b and c may do something, in this order."""
    window = open_window("before", {"a": ("dodge",), "b": ("dodge", "parry"), "c": ("parry",)})
    assert window is not None
    return window


def test_whoever_can_do_nothing_is_not_asked() -> None:
    window = open_window("before", {"a": (), "b": ("parry",), "c": []})

    assert window == Window(kind="before", asked=("b",), options={"b": ("parry",)})


def test_where_nobody_can_do_anything_there_is_no_window() -> None:
    assert open_window("before", {"a": (), "b": ()}) is None
    assert open_window("before", {}) is None


def test_they_are_asked_in_the_order_of_the_options_until_all_have_passed() -> None:
    window: Window | None = open_three()
    asked: list[str] = []
    while window is not None:
        asked.append(window.now)
        window = pass_window(window)

    assert asked == ["a", "b", "c"]


def test_a_window_knows_who_has_passed_and_forgets_what_they_could_do() -> None:
    window = pass_window(open_three())

    assert window is not None
    assert (window.asked, window.passed) == (("b", "c"), ("a",))
    assert window.options == {"b": ("dodge", "parry"), "c": ("parry",)}


def test_only_whoever_is_asked_now_may_do_one_of_the_options_or_pass() -> None:
    window = open_three()

    assert window.allows("a", "dodge")
    assert window.allows("a", PASS)
    assert not window.allows("a", "parry")
    assert not window.allows("b", "parry")
    assert not window.allows("b", PASS)
    assert not window.allows("nobody", PASS)


def test_a_renewed_window_asks_the_same_again_as_long_as_something_is_left_to_them() -> None:
    window = renew_window(open_three(), {"a": ("kick",), "b": ("parry",), "c": ("parry",)})

    assert window is not None
    assert (window.now, window.options["a"]) == ("a", ("kick",))


def test_a_renewed_window_drops_whoever_has_nothing_left() -> None:
    window = renew_window(open_three(), {"b": ("parry",)})

    assert window is not None
    assert (window.asked, window.passed) == (("b",), ())


def test_a_renewed_window_asks_those_who_can_do_something_only_now_but_nobody_who_passed() -> None:
    first = pass_window(open_three())
    assert first is not None
    window = renew_window(first, {"a": ("dodge",), "d": ("trip",), "b": ("parry",)})

    assert window is not None
    assert window.asked == ("d", "b")
    assert window.passed == ("a",)


def test_a_renewed_window_is_gone_when_only_those_who_passed_could_do_something() -> None:
    first = pass_window(open_three())
    assert first is not None

    assert renew_window(first, {"a": ("dodge",), "b": ()}) is None


def test_the_newest_window_of_a_stack_is_the_one_that_changes() -> None:
    older, newer = open_three(), Window(kind="answer", asked=("c",), options={"c": ("cancel",)})

    assert renew_top((older, newer), None) == (older,)
    assert renew_top((older, newer), older) == (older, older)
    assert renew_top((newer,), None) == ()


def test_an_answer_is_checked_against_the_newest_window() -> None:
    older, newer = open_three(), Window(kind="answer", asked=("c",), options={"c": ("cancel",)})

    assert check_answer((older, newer), "c", "cancel") is newer
    assert check_answer((older,), "a", PASS) is older


@pytest.mark.parametrize(
    "character, option, code",
    [("b", "dodge", "window_asks_another"), ("a", "parry", "window_option"), ("a", "", "window_option")],
)
def test_an_answer_that_the_window_does_not_allow_is_refused(character: str, option: str, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        check_answer((open_three(),), character, option)

    assert refused.value.code == code
    for lang in ("ja", "en"):
        assert "{" not in refused.value.say(lang)
        assert refused.value.say(lang) != code


def test_the_sentence_of_a_refusal_names_whoever_is_asked_and_what_they_may_do() -> None:
    with pytest.raises(RuleViolation) as refused:
        check_answer((open_three(),), "b", "dodge")
    assert refused.value.details["whom"] == "a"
    with pytest.raises(RuleViolation) as refused:
        check_answer((open_three(),), "a", "kick")
    assert "dodge, pass" in refused.value.say("en")


def test_without_a_window_there_is_nothing_to_answer() -> None:
    with pytest.raises(RuleViolation) as refused:
        check_answer((), "a", PASS)

    assert refused.value.code == "nothing_pending"


def test_a_window_asks_as_a_pending_choice_with_passing_last() -> None:
    asked = ask_window(open_three(), "toy.answer", {"by": "d"})

    assert asked == Pending(
        id="before",
        kind="before",
        whom="a",
        options=("dodge", PASS),
        command="toy.answer",
        details={"by": "d"},
    )


def test_a_window_survives_a_snapshot() -> None:
    window = pass_window(open_three())

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(window), type=Window) == window

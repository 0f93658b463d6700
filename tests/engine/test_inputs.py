"""What no log can hold is refused in a sentence, and nothing is stored."""

from typing import Any

import pytest
from toytable import dump, roll

from tenmatsu.engine.errors import ConcurrencyConflict, TenmatsuError
from tenmatsu.engine.opening import Participant, open_session
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import Adjust, Say


def _deep(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "command",
    [
        Say(text="\udcff"),
        Say(text=5),  # type: ignore[arg-type]  # it is not
        Adjust(name="a.hp", value=2**60),
        Adjust(name="a.hp", value=1.5),  # type: ignore[arg-type]  # it is not
        {"type": "table.say", "text": "\udcff"},
        {"type": "table.adjust", "name": "a.hp", "value": -(2**60)},
        {"type": "table.adjust", "name": "a.hp", "value": 1.5},
        {"type": "table.change_options", "options": {"banned": _deep(500)}},
        {"type": "table.change_options", "options": {1: 2}},
        {"type": "table.roll", "dice": "d6", "for": "だれかの本名"},
        {"type": "table.roll", "dice": "d6", "for": "x" * 100},
        {"type": "table.roll", "dice": "d6", "character": "だれか の 本名"},
    ],
    ids=repr,
)
def test_command_with_a_value_that_no_log_can_hold_is_refused(session: Session, command: Any) -> None:
    before = dump(session.store)

    with pytest.raises(TenmatsuError) as caught:
        session.do(command, actor="gm")
    assert len(caught.value.say("ja")) < 400
    assert dump(session.store) == before


@pytest.mark.parametrize("dice", [[3.0], [True], ["3"], [None]])
def test_faces_that_are_no_whole_numbers_are_refused(session: Session, dice: list[Any]) -> None:
    with pytest.raises(TenmatsuError, match="whole number"):
        roll(session, dice=dice)


@pytest.mark.parametrize("source", ["ring", "whatif", "same", "stars"])
def test_faces_handed_in_never_pass_for_others(session: Session, source: str) -> None:
    with pytest.raises(TenmatsuError, match="handed in"):
        roll(session, dice=[3], dice_source=source)


def test_the_same_command_id_with_other_dice_is_refused(session: Session) -> None:
    first = roll(session, dice=[3], command_id="c")

    assert roll(session, dice=[3], command_id="c") == first
    with pytest.raises(ConcurrencyConflict, match="something else"):
        roll(session, dice=[4], command_id="c")


@pytest.mark.parametrize(
    "settings",
    [
        {"title": "\udcff"},
        {"tables": "# \udcff"},
        {"options": {"banned": ["\udcff"]}},
        {"options": {"banned": [2**80]}},
        {"options": {"dodge": 1.5}},
        {"participants": [Participant("gm", "\udcff", "gm")]},
        {"participants": [Participant("gm", "x", "gm"), Participant("p", "y", "king")]},  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_opening_with_a_value_that_no_log_can_hold_is_refused(store: Store, settings: dict[str, Any]) -> None:
    before = dump(store)
    whole: dict[str, Any] = {"title": "題", "system": "toy", **settings}

    with pytest.raises(TenmatsuError):
        open_session(store, **whole)
    assert dump(store) == before

"""Who sees what: every mode against every viewer, on the commands of the table and of a game."""

from typing import Any

import pytest
import toy
from toytable import all_commits, roll

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.history import Viewer, read_entries, state_for, viewer_of
from tenmatsu.engine.seen import moves_seen, pending_seen
from tenmatsu.engine.session import Session
from tenmatsu.engine.timelines import undo

MODES: dict[str, dict[str, Any]] = {
    "everybody": {},
    "secret": {"secret": True},
    "blind": {"blind": True},
    "to p2": {"to": ["p2"]},
    "silent": {"silent": True},
    "silent to p2": {"silent": True, "to": ["p2"]},
    "blind to p2": {"blind": True, "to": ["p2"]},
}
SEES = {
    #                 GM       asker     p2       guest
    "everybody": ("whole", "whole", "whole", "whole"),
    "secret": ("whole", "whole", "sealed", "sealed"),
    "blind": ("whole", "sealed", "sealed", "sealed"),
    "to p2": ("sealed", "whole", "whole", "sealed"),
    "silent": ("whole", "whole", "nothing", "nothing"),
    "silent to p2": ("nothing", "whole", "whole", "nothing"),
    "blind to p2": ("whole", "sealed", "whole", "sealed"),
}
VIEWERS = ("gm", "p1", "p2", "guest")
COMMANDS: dict[str, dict[str, Any]] = {
    "roll": {"type": "table.roll", "dice": "3d17"},
    "say": {"type": "table.say", "text": "カナリア"},
    "note": {"type": "table.note", "text": "カナリア"},
}


def _seen(session: Session, viewer: str, before: int) -> str:
    entries = list(read_entries(session, viewer_of(session, viewer)))[before:]
    if not entries:
        return "nothing"
    return "sealed" if all(entry.sealed for entry in entries) else "whole"


@pytest.mark.parametrize("asked", COMMANDS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("place,viewer", list(enumerate(VIEWERS)), ids=VIEWERS)
def test_d11_mode_and_viewer(session: Session, asked: str, mode: str, place: int, viewer: str) -> None:
    before = len(list(read_entries(session, viewer_of(session, viewer))))
    session.do({**COMMANDS[asked], **MODES[mode]}, actor="p1")

    assert _seen(session, viewer, before) == SEES[mode][place]


@pytest.mark.parametrize("viewer,sees", [("gm", "whole"), ("p1", "whole"), ("p2", "sealed")])
def test_narration_reaches_those_it_is_told_to(session: Session, viewer: str, sees: str) -> None:
    before = len(list(read_entries(session, viewer_of(session, viewer))))
    session.do({"type": "table.narrate", "text": "カナリア", "to": ["p1"]}, actor="gm")

    assert _seen(session, viewer, before) == sees


def test_command_and_header_of_a_blind_roll_are_kept_from_its_roller(session: Session) -> None:
    session.do({"type": "table.roll", "dice": "3d17", "blind": True}, actor="p1")
    commit = all_commits(session)[-1]

    assert {item.audience for item in commit.items()} == {"@gm"}


def test_nobody_from_outside_can_be_whispered_to(session: Session) -> None:
    with pytest.raises(RuleViolation) as caught:
        session.do({"type": "table.roll", "dice": "d6", "to": ["stranger"]}, actor="p1")

    assert caught.value.code == "participant_unknown"


def test_hidden_figure_and_secret_adjustment_are_known_to_the_gm_alone(session: Session) -> None:
    session.do(
        {"type": "table.take_character", "character": "shadow", "name": "影", "secret": True}, actor="gm"
    )
    session.do({"type": "toy.enter", "character": "shadow", "secret": True}, actor="gm")
    session.do({"type": "table.adjust", "name": "shadow.hp", "value": 3, "silent": True}, actor="gm")
    mine = state_for(session, viewer_of(session, "p1"))

    assert "shadow" not in mine.table.characters
    assert "shadow" not in mine.game.hp
    assert session.game.hp["shadow"] == 3


def _strike(session: Session, **more: Any) -> None:
    session.do({"type": "toy.strike", "character": "a", "at": "b", **more}, actor="p1")


def test_choice_of_a_narrow_command_is_open_to_those_alone_who_see_it(session: Session) -> None:
    _strike(session, to=["p2"])

    assert [one.kind for one in pending_seen(session, Viewer("p2", is_gm=False))] == ["dodge"]
    assert pending_seen(session, Viewer("guest", is_gm=False)) == ()
    assert [move.command for move in moves_seen(session, Viewer("p2", is_gm=False), "b")] == [
        "toy.answer"
    ] * 2


def test_answer_to_it_has_the_same_audience_and_ends_it(session: Session) -> None:
    _strike(session, to=["p2"])
    before = len(list(read_entries(session, viewer_of(session, "guest"))))
    session.do({"type": "toy.answer", "character": "b", "choice": "take"}, actor="p2")
    commit = all_commits(session)[-1]

    assert {item.audience for item in commit.items()} == {"p1,p2"}
    assert session.table.aside == ""
    assert any(isinstance(one.event, toy.Hurt) for one in read_entries(session, viewer_of(session, "p1")))
    assert _seen(session, "guest", before) == "sealed"
    _strike(session)
    assert all_commits(session)[-1].header.audience == ""


def test_dice_of_the_notation_that_are_secret_by_their_letter_are_so(session: Session) -> None:
    session.do({"type": "table.roll", "dice": "S2D6"}, actor="p1")

    assert all_commits(session)[-1].events[0].audience == "@gm,p1"


def test_undone_secret_roll_is_not_named_by_an_open_one(session: Session) -> None:
    roll(session, "2d6", secret=True)
    undo(session, actor="gm")
    opened = roll(session, "2d6")
    secret = roll(session, "2d6", secret=True)

    assert opened.retry_of is None, "its link would tell what was undone"
    assert secret.retry_of is not None

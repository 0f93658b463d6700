"""巻き戻し無効の原則: what has happened stays; numbers are corrected from here on."""

from typing import Any

import pytest

from tenmatsu.engine.api import Participant, RuleViolation, Session, open_session, open_store, read_entries
from tenmatsu.engine.timelines import undo


def sit_down(rewinding: str | None = None) -> Session:
    """Return a session with one character made, in the first scene."""
    people = [Participant("gm", "語り部", "gm"), Participant("p_a", "葵")]
    options: dict[str, Any] = {} if rewinding is None else {"rewinding": rewinding}
    session = open_session(open_store(), "夜", "bloodberry", participants=people, options=options)
    session.do({"type": "table.take_character", "character": "a"}, actor="p_a")
    session.do(
        {
            "type": "bloodberry.make_character",
            "character": "a",
            "passion": 3,
            "grace": 2,
            "maturity": 2,
            "traits": ["頑張り屋", "狼さん", "忘却"],
            "class": "探索者",
        },
        actor="p_a",
    )
    return session


def play_on(session: Session) -> None:
    """Open a scene, and let `a` lose something in it."""
    session.do({"type": "bloodberry.call_scene", "participants": ["a"]}, actor="gm")
    session.do({"type": "table.open_scene"}, actor="gm")
    session.do({"type": "bloodberry.lose", "character": "a", "ability": "grace", "amount": 1}, actor="gm")


def test_what_was_played_is_not_undone_by_anybody() -> None:
    session = sit_down()
    play_on(session)
    with pytest.raises(RuleViolation) as caught:
        undo(session, actor="gm")
    assert caught.value.code == "rewinding_never"
    assert session.game.people["a"].grace == 1


def test_a_ruling_corrects_the_number_and_the_story_goes_on() -> None:
    session = sit_down()
    play_on(session)
    version = next(one.version for one in read_entries(session) if one.tag == "bloodberry.ability_lost")
    session.do({"type": "table.dispute", "about": str(version)}, actor="p_a")
    back = {"type": "table.rule", "dispute": 1, "answer": "wound_back"}
    with pytest.raises(RuleViolation) as caught:
        session.do(back, actor="gm")
    assert caught.value.code == "rewinding_never"

    right = {"type": "table.rule", "dispute": 1, "answer": "corrected", "name": "a.grace", "value": 2}
    session.do(right, actor="gm")
    assert session.game.people["a"].grace == 2
    assert session.game.scene.running


def test_a_misheard_declaration_is_taken_back_where_the_table_says_so_and_only_the_last() -> None:
    session = sit_down("misheard")
    play_on(session)
    undo(session, actor="gm", reason="聞き間違い")
    assert session.game.people["a"].grace == 2
    with pytest.raises(RuleViolation) as caught:
        undo(session, actor="gm")
    assert caught.value.code == "rewinding_last"


@pytest.mark.parametrize("rewinding", ["never", "misheard"])
def test_before_the_first_scene_nothing_has_been_told_and_slips_go_freely(rewinding: str) -> None:
    session = sit_down(rewinding)
    undo(session, actor="p_a")
    assert "a" not in session.game.people
    undo(session, actor="p_a")
    assert "a" not in session.table.characters

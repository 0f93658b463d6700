"""Who may ask what."""

from typing import Any

import pytest
import toy
from toytable import dump

from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import TABLE_COMMANDS

FIELDS: dict[str, dict[str, Any]] = {
    "table.close_session": {},
    "table.resume_session": {},
    "table.rename_session": {"title": "x"},
    "table.join": {"participant": "p9"},
    "table.open_scene": {},
    "table.close_scene": {},
    "table.narrate": {"text": "x"},
    "table.adjust": {"name": "a.hp", "value": 3},
    "table.change_options": {"options": {"dodge": "never"}},
    "table.move_rules": {"rules_version": 1},
    "table.renew_dice": {},
    "table.rule": {"dispute": 1, "answer": "upheld"},
}
"""Every command of the table that only the GM may ask, filled in."""


def _code(session: Session, command: dict[str, Any], actor: str) -> str:
    rows = dump(session.store)
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor=actor)
    assert dump(session.store) == rows
    return caught.value.code


def test_list_of_what_only_the_gm_may_ask_is_whole() -> None:
    assert set(FIELDS) == {str(kind.__struct_config__.tag) for kind in TABLE_COMMANDS if kind.gm_only}


@pytest.mark.parametrize("tag", FIELDS)
@pytest.mark.parametrize("actor", ["p1", "guest"])
def test_what_only_the_gm_may_ask_is_refused_to_all_others(session: Session, tag: str, actor: str) -> None:
    assert _code(session, {"type": tag, **FIELDS[tag]}, actor) == "gm_only"


@pytest.mark.parametrize(
    "tag", sorted(set(FIELDS) - {"table.resume_session", "table.close_scene", "table.rule"})
)
def test_gm_may_ask_it(session: Session, tag: str) -> None:
    session.do({"type": tag, **FIELDS[tag]}, actor="gm")


def test_nobody_from_outside_the_table_may_ask_anything(session: Session) -> None:
    for command in ({"type": "table.say", "text": "x"}, {"type": "toy.strike", "character": "a", "at": "b"}):
        assert _code(session, command, "stranger") == "actor_unknown"
        assert _code(session, command, "a") == "actor_unknown", "a character is no participant"
        assert _code(session, command, "") == "actor_unknown"


def test_player_acts_for_their_own_characters_alone(session: Session) -> None:
    for command in (
        {"type": "toy.strike", "character": "b", "at": "a"},
        {"type": "table.say", "text": "x", "character": "b"},
        {"type": "table.roll", "dice": "d6", "character": "b"},
        {"type": "table.name_character", "character": "b", "name": "x"},
    ):
        assert _code(session, command, "p1") == "character_not_yours"
    session.do({"type": "table.say", "text": "x", "character": "a"}, actor="p1")


def test_character_that_nobody_took_up_is_unknown_to_players(session: Session) -> None:
    assert _code(session, {"type": "toy.enter", "character": "c"}, "p1") == "character_unknown"
    session.do({"type": "toy.enter", "character": "c"}, actor="gm")


def test_gm_acts_for_every_character(session: Session) -> None:
    session.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="gm")
    session.do({"type": "table.say", "text": "x", "character": "b"}, actor="gm")


def test_spectator_rolls_no_dice_and_takes_up_nobody(session: Session) -> None:
    for command in (
        {"type": "table.roll", "dice": "1d6"},
        {"type": "table.take_character", "character": "z"},
        {"type": "table.say", "character": "a", "text": "私が"},
    ):
        assert _code(session, command, "guest") in ("spectators_watch", "character_not_yours")


def test_spectator_talks_but_does_not_play(session: Session) -> None:
    session.do({"type": "table.say", "text": "x", "tab": "chat"}, actor="guest")
    for command in (
        {"type": "toy.strike", "character": "a", "at": "b"},
        {"type": "toy.enter", "character": "c"},
    ):
        assert _code(session, command, "guest") == "spectators_watch"


def test_player_takes_no_character_of_another(session: Session) -> None:
    assert _code(session, {"type": "table.take_character", "character": "b"}, "p1") == "character_not_yours"
    given = {"type": "table.take_character", "character": "c", "participant": "p2"}
    assert _code(session, given, "p1") == "gm_only"
    given["participant"] = "stranger"
    assert _code(session, given, "gm") == "participant_unknown"


def test_player_lets_nobody_else_leave(session: Session) -> None:
    assert _code(session, {"type": "table.leave", "participant": "p2"}, "p1") == "gm_only"
    session.do({"type": "table.leave", "participant": "p2"}, actor="gm")


def test_whispers_go_to_people_at_the_table_alone(session: Session) -> None:
    command = {"type": "table.say", "text": "x", "to": ["p2", "nobody"]}

    assert _code(session, command, "p1") == "participant_unknown"


def test_every_command_of_the_toy_says_for_whom_it_acts() -> None:
    assert all(kind.acts_for == "character" for kind in toy.SYSTEM.commands)

"""A session: opening it, asking commands, choices that wait, sittings."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
import toy
from toytable import PARTICIPANTS, all_commits, all_events, answer, check_chain, dump, open_toy, say, strike

from tenmatsu.engine.errors import Fault, RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.opening import Participant, find_opened, open_session
from tenmatsu.engine.registry import commands_of, find_system, folder_of, system_ids
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import OpenSession, Say, TableOptions
from tenmatsu.events.table import (
    CharacterNamed,
    CharacterTaken,
    DiceCommitted,
    ParticipantJoined,
    ParticipantLeft,
    Said,
    SceneClosed,
    SceneOpened,
    SessionOpened,
    SessionTitled,
)

GM_ONLY_TABLE = (Participant("gm", "語り部", "gm"),)


def _refused(session: Session, command: dict[str, Any], actor: str, **extra: Any) -> TenmatsuError:
    """Ask for something that is refused; nothing changes in the database or in memory."""
    rows, state, branches = dump(session.store), session.state, dict(session.branches)
    with pytest.raises((RuleViolation, UsageError)) as caught:
        session.do(command, actor=actor, **extra)
    assert dump(session.store) == rows
    assert session.state is state
    assert session.branches == branches
    assert all(caught.value.say(lang) for lang in ("ja", "en"))
    return caught.value


def test_sessions_of_a_system_share_what_reads_them_and_no_other_system_has_it(session: Session) -> None:
    again = find_opened(session.store, session.id)
    assert (again.folder, again.commands) == (session.folder, session.commands)

    fewer = replace(toy.SYSTEM, events=toy.SYSTEM.events[1:], commands=toy.SYSTEM.commands[1:])
    assert folder_of(fewer).codec.types.keys() < session.folder.codec.types.keys()
    assert commands_of(fewer).kinds < session.commands.kinds


def test_opening_is_one_commit_with_game_title_people_and_rings(store: Store) -> None:
    session = open_session(store, "夜桜", "toy", participants=PARTICIPANTS)
    (first,) = all_commits(session)

    assert [type(event) for event in all_events(session)] == [
        SessionOpened,
        SessionTitled,
        *[ParticipantJoined] * 4,
        DiceCommitted,
        DiceCommitted,
    ]
    assert first.number == first.first_version == 1
    assert all(not item.audience for item in first.items())
    assert (session.branch, session.version, session.is_current) == ("0", 8, True)
    assert session.table.title == "夜桜"
    assert session.table.is_open
    assert session.game == toy.State()
    check_chain(session)


def test_names_of_people_stand_beside_the_log_and_not_in_it(session: Session) -> None:
    log = b"".join(item.data or b"" for commit in all_commits(session) for item in commit.items())

    assert "太郎".encode() not in log
    assert session.names()["p1"] == "太郎"


def test_opened_session_is_found_by_its_id_by_its_start_and_as_the_last(store: Store) -> None:
    one, other = open_toy(store), open_toy(store)

    assert find_opened(store, one.id).state == one.state
    assert find_opened(store, one.id[:13]).id == one.id
    assert find_opened(store, "@last").id == other.id
    for text in ("", "zzzz"):
        with pytest.raises(UsageError) as caught:
            find_opened(store, text)
        assert caught.value.code == "session_unknown"


def test_start_of_an_id_that_fits_two_sessions_is_refused_naming_both(store: Store) -> None:
    starts = [open_toy(store).id[0] for _ in range(17)]
    twice = next(start for start in starts if starts.count(start) > 1)
    with pytest.raises(UsageError) as caught:
        find_opened(store, twice)

    assert caught.value.code == "session_ambiguous"
    assert caught.value.say("en").count(twice) >= 2


@pytest.mark.parametrize(
    "settings,code",
    [
        ({"participants": (Participant("p1"),)}, "no_gm"),
        ({"participants": (*GM_ONLY_TABLE, Participant("gm"))}, "participant_twice"),
        ({"participants": (*GM_ONLY_TABLE, Participant("a,b"))}, "id_wrong"),
        ({"participants": (*GM_ONLY_TABLE, Participant("@gm"))}, "id_wrong"),
        ({"participants": (*GM_ONLY_TABLE, Participant(""))}, "id_wrong"),
        ({"participants": (*GM_ONLY_TABLE, Participant("x" * 65))}, "id_wrong"),
        ({"keeper": "stranger"}, "actor_unknown"),
        ({"options": {"dodgy": 1}}, "option_unknown"),
        ({"options": {"dodge": "perhaps"}}, "option_wrong"),
        ({"table_options": {"undo": "never again"}}, "option_wrong"),
        ({"table_options": {"redo": "free"}}, "option_unknown"),
        ({"tables": "hp = \n"}, "tables_syntax"),
        ({"tables": "mana = 5\n"}, "tables_unknown"),
        ({"tables": 'hp = "many"\n'}, "tables_value"),
    ],
)
def test_opening_that_does_not_fit_is_refused_and_leaves_no_row(
    store: Store, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(UsageError) as caught:
        open_session(store, "題", "toy", **settings)

    assert caught.value.code == code
    assert not any(dump(store).values())


def test_unknown_game_is_refused_listing_the_known_ones(store: Store) -> None:
    with pytest.raises(UsageError) as caught:
        open_session(store, "題", "chess")

    assert caught.value.code == "system_unknown"
    assert "toy" in caught.value.say("en")
    assert find_system("toy") is toy.SYSTEM
    assert system_ids() == sorted(system_ids())


def test_opening_pins_rules_version_options_and_figures(store: Store) -> None:
    own = "hp = 7\n"
    session = open_session(store, "題", "toy", options={"banned": ["c"]}, tables=own)
    opened = all_events(session)[0]

    assert isinstance(opened, SessionOpened)
    assert opened.rules_version == 2
    assert opened.options == {"dodge": "allowed", "banned": ["c"], "rewinding": "free"}
    assert opened.table_options == msgspec.to_builtins(TableOptions())
    assert opened.tables == own
    assert len(opened.tables_sha256) == 64
    assert session.rules().tables.hp == 7


def test_options_live_and_folded_are_equal_whatever_their_type(store: Store) -> None:
    session = open_session(store, "題", "toy", options={"banned": ["c", "d"]})
    session.do({"type": "table.change_options", "options": {"banned": ("c",)}}, actor="gm")

    assert session.table == find_opened(store, session.id).table
    assert session.table.options["banned"] == ["c"]


def test_opened_session_is_not_opened_again(session: Session) -> None:
    again = OpenSession(title="x", system="toy", rules_version=1, tables_sha256="")
    with pytest.raises(Fault):
        session.do(again, actor="gm")


def test_command_becomes_one_commit_with_its_header_and_bytes(session: Session) -> None:
    result = say(session, "やあ", command_id="c-1")
    commit = result.commit

    assert result.events == (Said(by="p1", text="やあ"),)
    assert not result.repeated
    assert commit.command.data == '{"type":"table.say","as":"p1","text":"やあ"}'.encode()
    assert commit.header.data is not None
    assert b'"actor":"p1","command_id":"c-1"' in commit.header.data
    assert all_commits(session)[-1].hash == commit.hash == bytes.fromhex(session.head)
    check_chain(session)


def test_command_may_be_plain_fields_or_a_struct(session: Session) -> None:
    assert session.do(Say(text="x"), actor="p1").events == say(session, "x").events


def test_struct_is_asked_as_the_actor_whatever_it_says_itself(session: Session) -> None:
    result = session.do(Say(as_="gm", text="x"), actor="p1")

    assert result.events == (Said(by="p1", text="x"),)
    assert b'"as":"p1"' in (result.commit.command.data or b"")


@pytest.mark.parametrize(
    "command,code,named",
    [
        ({}, "command_unknown", "table."),
        ({"type": "table.sayy"}, "command_unknown", "table.say"),
        ({"type": "table.open_session"}, "command_unknown", "table."),
        ({"type": "table.undo"}, "command_unknown", "table."),
        ({"type": "table.say", "txt": "x"}, "command_key", "text"),
        ({"type": "table.say", "text": "x", "as": "gm"}, "command_key", "as"),
        ({"type": "table.say"}, "command_value", "text"),
        ({"type": "table.say", "text": 5}, "command_value", "text"),
        ({"type": "table.say", "text": "x", "tab": "y"}, "command_value", "tab"),
        ({"type": "table.say", "text": "\udcff"}, "command_value", "text"),
        ({"type": "table.adjust", "name": "a.hp", "value": 2**53 + 1}, "command_value", "value"),
        ({"type": "table.adjust", "name": "a.hp", "value": 1.5}, "command_value", "value"),
        ({"type": "table.change_options", "options": {"banned": [1.5]}}, "command_value", "options"),
        ({"type": "toy.strike", "character": "a"}, "command_value", "at"),
    ],
)
def test_command_that_cannot_be_read_is_refused_saying_why(
    session: Session, command: dict[str, Any], code: str, named: str
) -> None:
    refusal = _refused(session, command, "gm")

    assert refusal.code == code
    assert named in refusal.say("en")
    assert refusal.exit_code == 2


def test_refusal_of_the_rules_has_the_sentence_of_the_games_words(session: Session) -> None:
    refusal = _refused(session, {"type": "toy.strike", "character": "a", "at": "c"}, "p1")

    assert refusal.code == "not_there"
    assert refusal.exit_code == 3
    assert refusal.say("ja") == "cはいません。"
    assert refusal.say("en", {"c": "Cat"}) == "Cat is not there."


def test_game_commands_wait_for_the_open_choice_and_table_talk_passes(session: Session) -> None:
    strike(session)
    (choice,) = session.pending()

    assert (choice.kind, choice.whom, choice.options) == ("dodge", "b", ("take", "dodge"))
    for actor, character in (("p1", "a"), ("gm", "a"), ("p2", "b"), ("gm", "b")):
        refusal = _refused(session, {"type": "toy.strike", "character": character, "at": "b"}, actor)
        assert refusal.code == "choice_pending"
        assert "b" in refusal.say("en")
    say(session)
    session.do({"type": "table.note", "text": "…"}, actor="guest")
    session.do({"type": "table.adjust", "name": "a.hp", "value": 3}, actor="gm")
    session.do({"type": "table.roll", "dice": "d6"}, actor="p1")
    assert session.pending() == (choice,)


def test_choice_is_answered_by_the_player_of_its_character_alone(session: Session) -> None:
    strike(session)

    assert _refused(session, {"type": "toy.answer", "character": "b", "choice": "take"}, "p1").code == (
        "character_not_yours"
    )
    assert _refused(session, {"type": "toy.answer", "character": "a", "choice": "take"}, "p1").code == (
        "choice_pending"
    )
    answer(session)
    assert session.pending() == ()


def test_gm_answers_for_somebody_absent_and_the_log_says_so(session: Session) -> None:
    strike(session)
    result = answer(session, actor="gm")

    assert session.pending() == ()
    assert b'"actor":"gm"' in (result.commit.header.data or b"")
    assert b'"as":"gm","character":"b"' in (result.commit.command.data or b"")


def test_answer_without_a_choice_is_refused(session: Session) -> None:
    assert _refused(session, {"type": "toy.answer", "character": "b", "choice": "take"}, "p2").code == (
        "nothing_pending"
    )


def test_closed_session_takes_no_command_until_the_gm_resumes_it(session: Session) -> None:
    session.do({"type": "table.close_session"}, actor="gm")

    assert not session.table.is_open
    for command in ({"type": "table.say", "text": "x"}, {"type": "toy.strike", "character": "a", "at": "b"}):
        for actor in ("p1", "gm"):
            assert _refused(session, command, actor).code == "session_is_closed"
    assert _refused(session, {"type": "table.resume_session"}, "p1").code == "gm_only"

    session.do({"type": "table.resume_session", "scenario_goes_on": False}, actor="gm")
    assert (session.table.is_open, session.table.sitting) == (True, 2)
    assert not session.table.scenario_goes_on
    strike(session)


def test_open_session_is_not_resumed(session: Session) -> None:
    assert _refused(session, {"type": "table.resume_session"}, "gm").code == "session_is_open"


def test_scenes_are_counted_and_a_new_one_closes_the_one_before(session: Session) -> None:
    assert session.do({"type": "table.open_scene", "title": "長屋"}, actor="gm").events == (
        SceneOpened(scene=1, title="長屋"),
    )
    assert session.do({"type": "table.open_scene"}, actor="gm").events == (
        SceneClosed(scene=1),
        SceneOpened(scene=2),
    )
    session.do({"type": "table.close_scene"}, actor="gm")
    assert not session.table.in_scene
    assert _refused(session, {"type": "table.close_scene"}, "gm").code == "no_scene"


def test_people_join_and_leave(session: Session) -> None:
    joined = session.do({"type": "table.join", "participant": "p3"}, actor="gm")
    assert joined.events == (ParticipantJoined(participant="p3", role="player"),)
    assert _refused(session, {"type": "table.join", "participant": "p3"}, "gm").code == "participant_known"
    assert _refused(session, {"type": "table.join", "participant": "p,3"}, "gm").code == "id_wrong"
    say(session, actor="p3")

    left = session.do({"type": "table.leave", "participant": "p3"}, actor="p3")
    assert left.events == (ParticipantLeft(participant="p3"),)
    assert _refused(session, {"type": "table.say", "text": "x"}, "p3").code == "actor_unknown"
    assert _refused(session, {"type": "table.leave", "participant": "p3"}, "gm").code == "participant_unknown"
    session.do({"type": "table.join", "participant": "p3"}, actor="gm")
    say(session, actor="p3")


def test_last_gm_does_not_leave_a_table_without_one(session: Session) -> None:
    assert _refused(session, {"type": "table.leave", "participant": "gm"}, "gm").code == "last_gm"
    session.do({"type": "table.join", "participant": "gm2", "role": "gm"}, actor="gm")
    session.do({"type": "table.leave", "participant": "gm"}, actor="gm")
    assert _refused(session, {"type": "table.leave", "participant": "gm2"}, "gm2").code == "last_gm"


def test_character_is_taken_up_and_named(session: Session) -> None:
    result = session.do(
        {"type": "table.take_character", "character": "c", "name": "猫", "participant": "p1"}, actor="gm"
    )

    assert result.events == (
        CharacterTaken(character="c", participant="p1"),
        CharacterNamed(character="c", name="猫"),
    )
    assert session.table.player_of("c") == "p1"
    assert session.names()["c"] == "猫"
    session.do({"type": "table.name_character", "character": "c", "name": "虎"}, actor="p1")
    assert session.names()["c"] == "虎"
    assert session.table.player_of("c") == "p1"


@pytest.mark.parametrize("character", ["", "a.b", "a,b", "a b", "!x", "@gm", "x" * 65])
def test_character_needs_an_id_that_sheets_and_audiences_can_carry(session: Session, character: str) -> None:
    for command in (
        {"type": "table.take_character", "character": character},
        {"type": "table.name_character", "character": character, "name": "猫"},
    ):
        assert _refused(session, command, "gm").code == "id_wrong"


def test_title_is_changed_by_an_event(session: Session) -> None:
    session.do({"type": "table.rename_session", "title": "雨の夜"}, actor="gm")

    assert session.table.title == "雨の夜"


def test_sheet_moves_overview_and_chance_are_those_of_the_game(session: Session) -> None:
    assert session.sheet("a").entries[0].value == 10
    assert session.overview().entries[0].value == 2
    assert [move.fields["at"] for move in session.moves("a")] == ["b"]
    assert session.chance({"type": "toy.strike", "character": "a", "at": "b"}, "p1").needed == 4
    with pytest.raises(UsageError) as caught:
        session.sheet("nobody")
    assert caught.value.code == "character_unknown"


def test_sheet_of_an_earlier_version_shows_what_it_was_then(session: Session) -> None:
    before = session.version
    session.do({"type": "table.adjust", "name": "a.hp", "value": 3}, actor="gm")

    assert session.sheet("a").entries[0].value == 3
    assert session.sheet("a", before).entries[0].value == 10
    assert session.overview(before).entries[0].value == 2


def test_store_of_a_view_is_for_reading_only(session: Session) -> None:
    session.view = "p1"
    assert _refused(session, {"type": "table.say", "text": "x"}, "p1").code == "view_only"

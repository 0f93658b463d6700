"""Another command in the place of an old one: what is decided again, left out, answered, stopped at."""

from typing import Any

import pytest
from duels import answer, ends, enter, play, strike
from toytable import all_events, dump, open_toy

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import ConcurrencyConflict, RuleViolation, UsageError
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.timelines import undo
from tenmatsu.engine.whatif import WhatIf, replace_commit
from tenmatsu.events.table import DecidedAgain, Rolled, Said


def what_if(session: Session, at: int, command: dict[str, Any], **settings: Any) -> WhatIf:
    """Replace the commit that ends the line `at` commits before its head."""
    return replace_commit(session, ends(session)[-1 - at], command, actor="gm", name="もしも", **settings)


@pytest.fixture
def duel(session: Session) -> Session:
    """Strike b for 5, who dodges with a 5 and strikes back for 7, which a takes."""
    play(
        session,
        strike("a", "b"),
        answer("b", "dodge"),
        strike("b", "a"),
        answer("a", "take"),
        dice=[[2, 3], [5], [3, 4], None],
    )
    return session


def test_later_commands_are_decided_again_with_their_own_dice(duel: Session) -> None:
    found = what_if(duel, 2, {"type": "toy.answer", "character": "b", "choice": "take"})
    assert found.line.game.hp == {"a": 3, "b": 5}
    assert duel.game.hp == {"a": 3, "b": 10}
    rolled = [event for event in all_events(found.line) if isinstance(event, Rolled)]
    assert [event.faces for event in rolled] == [(2, 3), (3, 4)]
    assert rolled[-1].source == "same"
    assert (found.redecided, found.left, found.stopped) == (3, (), None)


def test_a_command_can_be_given_by_its_changed_fields_alone(duel: Session) -> None:
    found = what_if(duel, 2, {"choice": "take"})
    assert found.line.game.hp == {"a": 3, "b": 5}


def test_every_commit_names_the_one_it_stands_for(duel: Session) -> None:
    old = [commit.hash.hex() for commit in duel.store.commits(duel.id, duel.segments())]
    found = what_if(duel, 2, {"choice": "take"})
    named = [event.of for event in all_events(found.line) if isinstance(event, DecidedAgain)]
    assert named == old[-3:]


def test_the_replaced_commands_own_dice_are_taken(duel: Session) -> None:
    found = what_if(duel, 3, strike("b", "a"))
    rolled = [event.faces for event in all_events(found.line) if isinstance(event, Rolled)]
    assert rolled == [(2, 3)]


def test_an_answer_that_nobody_asks_for_is_left_out(duel: Session) -> None:
    found = what_if(duel, 3, {"type": "toy.enter", "character": "c"})
    assert [one.why for one in found.left] == ["unasked"]
    assert found.first_left is not None
    assert found.first_left.commit.first_version == ends(duel)[-4] + 1
    assert isinstance(found.first_left.refusal, RuleViolation)
    assert found.line.game.hp == {"a": 3, "b": 10, "c": 10}


def test_the_line_ends_before_the_first_command_that_the_rules_refuse(duel: Session) -> None:
    play(duel, {"type": "toy.enter", "character": "c"}, {"type": "toy.draw", "character": "c"})
    found = what_if(duel, 5, {"type": "table.adjust", "name": "a.hp", "value": 0})
    assert found.stopped is not None
    assert (found.stopped.why, found.stopped.commit.number) == ("refused", 8)
    assert isinstance(found.stopped.refusal, RuleViolation)
    assert found.stopped.refusal.code.endswith("not_there")
    assert found.line.game.hp == {"a": 0, "b": 10}


def test_past_what_no_longer_fits_the_rest_is_decided_again(duel: Session) -> None:
    play(duel, {"type": "toy.enter", "character": "c"}, {"type": "toy.draw", "character": "c"})
    found = what_if(duel, 5, {"type": "table.adjust", "name": "a.hp", "value": 0}, past=True)
    assert found.stopped is None
    assert [one.why for one in found.left] == ["unasked", "refused", "unasked"]
    assert len(found.line.game.deck) == 2


def test_a_new_choice_without_an_answer_stops_the_line(session: Session) -> None:
    play(session, enter("c"), enter("d"))
    found = what_if(session, 1, strike("a", "b"))
    assert found.stopped is not None
    assert (found.stopped.why, found.line.game.blow is not None) == ("waits", True)


def test_past_a_new_choice_the_auto_player_answers_in_the_gms_name(session: Session) -> None:
    play(session, enter("c"), enter("d"))
    found = what_if(session, 1, strike("a", "b"), past=True)
    assert [commit.number for commit in found.answered] == [found.line.state.number - 1]
    assert found.line.game.hp.keys() == {"a", "b", "d"}
    assert audit_session(session.store, session.id).ok


def test_table_talk_is_not_copied_and_tables_are(duel: Session) -> None:
    play(
        duel,
        {"type": "table.say", "text": "まさか"},
        {"type": "table.open_scene", "title": "次"},
        {"type": "table.note", "text": "覚え"},
        {"type": "table.take_character", "character": "z", "name": "猫"},
    )
    found = what_if(duel, 6, {"choice": "take"})
    assert found.talk == 2
    assert found.line.table.in_scene
    assert found.line.table.characters["z"].name == "猫"
    assert not any(isinstance(event, Said) for event in all_events(found.line))


def test_a_ruling_that_set_a_value_sets_it_again(duel: Session) -> None:
    play(
        duel,
        {"type": "table.dispute", "about": str(ends(duel)[-1])},
        {"type": "table.rule", "dispute": 1, "answer": "corrected", "name": "a.hp", "value": 9},
    )
    found = what_if(duel, 4, {"choice": "take"})
    assert found.line.game.hp == {"a": 9, "b": 5}


def test_what_an_undo_left_behind_stays_left_behind(duel: Session) -> None:
    undo(duel, actor="gm")
    play(duel, answer("a", "dodge"), dice=[[6, 1]])
    found = replace_commit(duel, ends(duel)[6], {"choice": "take"}, actor="gm", name="もしも")
    assert found.line.game.hp == {"a": 10, "b": 5}


def test_where_more_dice_are_asked_the_shown_keys_stream_goes_on(session: Session) -> None:
    play(session, {"type": "table.roll", "dice": "1d6"})
    first = what_if(session, 0, {"dice": "4d6"})
    again = replace_commit(session, session.version, {"dice": "4d6"}, actor="gm", name="また")
    old, new, other = (
        [e for e in all_events(s) if isinstance(e, Rolled)][-1] for s in (session, first.line, again.line)
    )
    assert new.faces[:1] == old.faces
    assert new.faces == other.faces
    assert new.key == old.key


def test_a_refused_command_opens_no_line(duel: Session) -> None:
    before = dump(duel.store)
    with pytest.raises(RuleViolation):
        what_if(duel, 3, strike("a", "nobody"))
    with pytest.raises(UsageError, match="choice"):
        what_if(duel, 2, {"choice": "flee"})
    assert dump(duel.store) == before


def test_the_opening_cannot_be_replaced(duel: Session) -> None:
    with pytest.raises(UsageError, match="opened the session"):
        replace_commit(duel, 1, strike("a", "b"), actor="gm", name="もしも")


def test_a_version_beyond_the_line_is_refused(duel: Session) -> None:
    with pytest.raises(UsageError) as refused:
        replace_commit(duel, 999, strike("a", "b"), actor="gm", name="もしも")
    assert refused.value.code == "version_unknown"


def test_any_version_within_a_commit_names_it(duel: Session) -> None:
    last = ends(duel)[-2]
    found = replace_commit(duel, last - 1, {"at": "a"}, actor="gm", name="もしも")
    assert found.replaced is not None
    assert found.replaced.last_version == last


def test_a_command_that_was_redacted_stops_the_line_and_talk_that_was_does_not(duel: Session) -> None:
    play(
        duel,
        {"type": "table.say", "text": "本名は花子"},
        {"type": "table.take_character", "character": "z", "name": "花子"},
        {"type": "toy.enter", "character": "c"},
    )
    said, named = ends(duel)[-3:-1]
    duel.do({"type": "table.redact", "what": [said]}, actor="gm")
    duel.do({"type": "table.redact", "what": [named]}, actor="gm")
    found = replace_commit(duel, ends(duel)[-8], {"choice": "take"}, actor="gm", name="もしも")
    assert found.stopped is not None
    assert (found.stopped.why, found.stopped.commit.last_version, found.talk) == ("gone", named, 1)
    past = replace_commit(duel, ends(duel)[-8], {"choice": "take"}, actor="gm", name="先へ", past=True)
    assert [one.why for one in past.left] == ["gone"]
    assert "c" in past.line.game.hp


def test_a_redacted_command_can_only_be_replaced_by_a_whole_one(session: Session) -> None:
    play(session, {"type": "table.take_character", "character": "z", "name": "花子"})
    named = session.version
    session.do({"type": "table.redact", "what": [named]}, actor="gm")
    with pytest.raises(UsageError) as refused:
        replace_commit(session, named, {"name": "猫"}, actor="gm", name="もしも")
    assert refused.value.code == "whatif_gone"
    whole = {"type": "table.take_character", "character": "z", "name": "猫"}
    found = replace_commit(session, named, whole, actor="gm", name="もしも")
    assert found.line.table.characters["z"].name == "猫"


def test_a_player_from_whom_something_is_kept_is_not_answered(duel: Session) -> None:
    play(duel, {"type": "table.say", "text": "秘密", "to": ["@gm"]})
    with pytest.raises(RuleViolation) as refused:
        replace_commit(duel, ends(duel)[-2], {"choice": "dodge"}, actor="p1", name="もしも")
    assert refused.value.code == "whatif_unseen"


def test_a_player_who_sees_all_may_ask_and_the_old_askers_keep_their_names(duel: Session) -> None:
    found = replace_commit(duel, ends(duel)[-3], {"choice": "take"}, actor="p1", name="もしも")
    actors = [
        commit.header.data or b"" for commit in found.line.store.commits(duel.id, found.line.segments())
    ]
    assert b'"actor":"p1"' in actors[-4]
    assert all(b'"actor":"gm"' in one for one in actors[-3:])


def test_the_audit_decides_a_what_if_line_again(duel: Session) -> None:
    what_if(duel, 2, {"choice": "take"})
    report = audit_session(duel.store, duel.id)
    assert report.ok, report.failures
    assert report.tally.whatif_rolls == 1


def test_a_what_if_of_a_what_if_is_one_as_well(duel: Session) -> None:
    first = what_if(duel, 2, {"choice": "take"})
    second = replace_commit(first.line, first.line.version, {"choice": "take"}, actor="gm", name="その先")
    assert second.line.game == first.line.game
    assert audit_session(duel.store, duel.id).ok


def test_nothing_of_the_table_depends_on_the_what_if(store: Store) -> None:
    alone, beside = open_toy(store), open_toy(store)
    for session in (alone, beside):
        play(session, strike("a", "b"), answer("b", "take"))
    what_if(beside, 0, {"choice": "dodge"})
    assert beside.branches[beside.current_branch].head_number == alone.state.number
    assert beside.is_current


@pytest.mark.parametrize(
    "command",
    [
        {"type": "table.name_line", "name": "別"},
        {"type": "table.renew_dice"},
        {"type": "table.edit", "what": "9", "text": "x"},
        {"type": "table.reveal", "what": ["9"]},
        {"type": "table.mark", "what": "9", "mark": "!"},
        {"type": "table.seal_choice", "plot": "p", "text": "x"},
    ],
)
def test_what_moves_lines_dice_or_records_stands_for_nothing(duel: Session, command: dict[str, Any]) -> None:
    rows = dump(duel.store)
    with pytest.raises(UsageError) as refused:
        replace_commit(duel, ends(duel)[-2], command, actor="gm", name="もしも")
    assert refused.value.code == "whatif_cannot_stand"
    assert dump(duel.store) == rows


def test_nobody_is_made_to_say_what_another_asks(duel: Session) -> None:
    said = {"type": "table.say", "text": "降参する"}
    line = replace_commit(duel, ends(duel)[-1], said, actor="p1", name="もしも").line
    assert Said(by="p1", text="降参する") in all_events(line)
    with pytest.raises(RuleViolation) as refused:
        replace_commit(duel, ends(duel)[-1], {"type": "table.narrate", "text": "夜"}, actor="p1", name="語り")
    assert refused.value.code == "gm_only"


def test_a_ruling_that_set_a_value_is_replaced_as_what_it_set(duel: Session) -> None:
    duel.do({"type": "table.dispute", "about": str(duel.version)}, actor="p1")
    duel.do(
        {"type": "table.rule", "dispute": 1, "answer": "corrected", "name": "a.hp", "value": 9}, actor="gm"
    )
    ruled = duel.version
    found = replace_commit(duel, ruled, {"value": 7}, actor="gm", name="もしも")
    assert found.line.game.hp["a"] == 7


def test_somebody_else_on_the_new_line_is_no_refusal_of_the_rules(duel: Session) -> None:
    def play_on_it(done: int, _total: int) -> None:
        if done == 1:
            duel.on("1").do({"type": "table.narrate", "text": "夜"}, actor="gm")

    with pytest.raises(ConcurrencyConflict):
        what_if(duel, 3, {}, past=True, progress=play_on_it)

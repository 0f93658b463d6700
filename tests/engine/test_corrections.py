"""Edits, retractions and aliases: what the table sees changes, what happened does not."""

import pytest
from toytable import all_events, answer, open_toy, roll, say, strike

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.corrections import read_texts
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.timelines import fork, undo
from tenmatsu.events.table import Rolled, Said, SpeechEdited
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.recap import STYLES, recap
from tenmatsu.projections.rolls import ROLLS, rolls_of

HANA = Viewer("p2", is_gm=False)
TARO = Viewer("p1", is_gm=False)


def _edit(
    session: Session, what: int | str, text: str, actor: str = "p1", command_id: str | None = None
) -> None:
    session.do({"type": "table.edit", "what": what, "text": text}, actor=actor, command_id=command_id)


def _retract(session: Session, what: int | str, actor: str = "p1") -> None:
    session.do({"type": "table.retract", "what": what}, actor=actor)


def _at(session: Session, version: int, *, raw: bool = False) -> Entry:
    return next(read_entries(session, EVERYTHING, version, version, raw=raw))


def test_b16_an_edit_keeps_both_texts_with_their_times(session: Session) -> None:
    say(session, "はじめ")
    version = session.version
    _edit(session, version, "あらため")
    _edit(session, version, "みたび")

    texts = read_texts(session, version)
    assert [(one.kind, one.text) for one in texts] == [
        ("said", "はじめ"),
        ("edited", "あらため"),
        ("edited", "みたび"),
    ]
    assert sorted({one.entry.at for one in texts}) == [one.entry.at for one in texts]
    assert audit_session(session.store, session.id).ok


def test_b16_the_newest_text_is_shown_and_marked_the_first_one_stays_raw(session: Session) -> None:
    say(session, "はじめ")
    version = session.version
    _edit(session, version, "あらため")
    shown, first = _at(session, version), _at(session, version, raw=True)

    assert (shown.event, shown.edited) == (Said(by="p1", text="あらため"), True)
    assert (first.event, first.edited) == (Said(by="p1", text="はじめ"), False)
    told = recap(session, style="book", format="txt", lang="ja")
    assert "あらため（編集済）" in told
    assert "はじめ" not in told


def test_an_edit_of_an_edit_is_one_of_the_first_words(session: Session) -> None:
    say(session, "はじめ")
    first = session.version
    _edit(session, first, "あらため")
    _edit(session, session.version, "みたび")

    edits = [event for event in all_events(session) if isinstance(event, SpeechEdited)]
    assert edits[0].of == edits[1].of == _at(session, first).digest


def test_undo_of_an_edit_brings_the_older_text_back(session: Session) -> None:
    say(session, "はじめ")
    version = session.version
    _edit(session, version, "あらため")
    undo(session, actor="p1")

    assert _at(session, version).event == Said(by="p1", text="はじめ")


def test_a_whatif_line_has_its_parents_edits_and_keeps_its_own(session: Session) -> None:
    say(session, "はじめ")
    version = session.version
    _edit(session, version, "あらため")
    other = fork(session, "もしも", session.version, actor="gm")
    _edit(other, version, "別の線")
    session.reload()

    assert _at(session, version).event == Said(by="p1", text="あらため")
    assert _at(other, version).event == Said(by="p1", text="別の線")


def test_an_edit_of_a_whisper_is_a_whisper(session: Session) -> None:
    session.do({"type": "table.say", "text": "ひそひそ", "to": ["p2"]}, actor="p1")
    _edit(session, list(read_entries(session, TARO))[-1].version, "こそこそ")

    assert "こそこそ" in repr(list(read_entries(session, HANA)))
    assert "こそこそ" not in repr(list(read_entries(session, Viewer("guest", is_gm=False))))
    assert audit_session(session.store, session.id).ok


def test_versions_are_those_of_who_asks(session: Session) -> None:
    session.do({"type": "table.say", "text": "隠した話", "to": ["p2"], "silent": True}, actor="p2")
    say(session, "はじめ")
    mine = list(read_entries(session, TARO))[-1].version
    assert mine < session.version
    _edit(session, mine, "あらため")

    assert _at(session, session.version - 1).event == Said(by="p1", text="あらため")


def test_words_of_others_are_edited_by_the_gm_alone(session: Session) -> None:
    say(session, "はじめ")
    version = session.version

    for command in (
        {"type": "table.edit", "what": version, "text": "x"},
        {"type": "table.retract", "what": version},
        {"type": "table.redact", "what": [version]},
    ):
        with pytest.raises(RuleViolation) as refused:
            session.do(command, actor="p2")
        assert refused.value.code == "words_not_yours"
    _edit(session, version, "GMの直し", actor="gm")
    assert audit_session(session.store, session.id).ok


def test_what_the_asker_claims_about_the_words_counts_for_nothing(session: Session) -> None:
    say(session, "はじめ")
    forged = {"type": "table.edit", "what": session.version, "text": "x", "whose": "p2"}

    with pytest.raises(RuleViolation) as refused:
        session.do(forged, actor="p2")
    assert refused.value.code == "words_not_yours"


@pytest.mark.parametrize("what", [0, 999, "ffffffff", "zzz"])
def test_what_is_not_there_is_said_so(session: Session, what: int | str) -> None:
    with pytest.raises(UsageError):
        _edit(session, what, "x", actor="gm")


def test_values_are_no_speech(session: Session) -> None:
    with pytest.raises(RuleViolation) as refused:
        _edit(session, 1, "x", actor="gm")
    assert refused.value.code == "not_speech"


def test_the_same_command_id_edits_once(session: Session) -> None:
    say(session, "はじめ")
    version = session.version
    _edit(session, version, "あらため", command_id="e1")
    _edit(session, version, "あらため", command_id="e1")

    assert sum(isinstance(event, SpeechEdited) for event in all_events(session)) == 1


def test_b2_a_retracted_roll_leaves_the_recap_and_stays_in_log_and_audit(session: Session) -> None:
    roll(session, "d6", actor="p1")
    version = session.version
    _retract(session, version)

    entry = _at(session, version)
    assert isinstance(entry.event, Rolled)
    assert entry.retracted
    report = audit_session(session.store, session.id)
    assert (report.ok, report.tally.rolls) == (True, 1)
    assert "自由判定" not in recap(session, style="raw", format="txt", lang="ja")


def test_c16_statistics_are_the_same_after_a_retraction(session: Session) -> None:
    roll(session, "3d6", actor="p1")
    before = [one.faces for one in rolls_of(catch_up(session, ROLLS))]
    _retract(session, session.version)

    assert [one.faces for one in rolls_of(catch_up(session, ROLLS))] == before


def test_a_roll_of_the_rules_is_not_taken_back(session: Session) -> None:
    strike(session)
    rolled = next(entry.version for entry in read_entries(session) if isinstance(entry.event, Rolled))
    answer(session)

    with pytest.raises(RuleViolation) as refused:
        _retract(session, rolled)
    assert refused.value.code == "not_speech"


def test_retracted_words_are_in_no_recap_and_are_not_retracted_twice(session: Session) -> None:
    say(session, "いまのなし")
    version = session.version
    _retract(session, version)

    for style in STYLES:
        assert "いまのなし" not in recap(session, style=style, format="txt", lang="ja")
    assert _at(session, version).retracted
    with pytest.raises(RuleViolation) as refused:
        _retract(session, version)
    assert refused.value.code == "retracted_already"


def test_b11_an_alias_stands_in_place_of_the_name(session: Session) -> None:
    session.do({"type": "table.alias", "who": "p1", "alias": "PL1"}, actor="p1")
    say(session, "やあ")
    told = recap(session, style="book", format="txt", lang="ja")

    assert session.names()["p1"] == "PL1"
    assert "太郎" not in told
    session.do({"type": "table.alias", "who": "p1"}, actor="gm")
    assert session.names()["p1"] == "太郎"


def test_an_alias_is_given_by_oneself_or_the_gm(session: Session) -> None:
    with pytest.raises(RuleViolation) as refused:
        session.do({"type": "table.alias", "who": "p1", "alias": "x"}, actor="p2")
    assert refused.value.code == "alias_not_yours"
    session.do({"type": "table.alias", "who": "a", "alias": "仮面"}, actor="p1")
    assert session.names()["a"] == "仮面"


def test_words_are_corrected_after_the_sitting_is_closed(store: Store) -> None:
    session = open_toy(store)
    say(session, "はじめ")
    version = session.version
    session.do({"type": "table.close_session"}, actor="gm")
    _edit(session, version, "あらため")

    assert _at(session, version).event == Said(by="p1", text="あらため")

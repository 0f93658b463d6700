"""What a viewer may see of a line: the one filter before every output."""

import pytest
import sqlalchemy as sa
import toy
from toytable import all_commits, all_events, answer, append_raw, fold_prefix, roll, say, strike
from unguarded import unguarded

from tenmatsu.engine import timelines
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries, state_for, viewer_of
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.engine.table.commands import Note
from tenmatsu.events.base import Unknown
from tenmatsu.events.envelope import may_see
from tenmatsu.events.table import Noted, Said

CANARY = "カナリア"


@pytest.fixture
def secretive(session: Session) -> Session:
    """A session with open speech, whispers, a secret roll, something silent, and play behind them."""
    say(session, "開いた話")
    session.do({"type": "table.say", "text": CANARY, "to": ["@gm"]}, actor="p1")
    session.do({"type": "table.say", "text": CANARY, "to": ["p2"]}, actor="p1")
    roll(session, "3d6", secret=True)
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    strike(session)
    answer(session)
    return session


def _entries(session: Session, viewer: str | None) -> list[Entry]:
    return list(read_entries(session, viewer_of(session, viewer)))


def _said(entries: list[Entry]) -> list[str]:
    return [entry.event.text for entry in entries if isinstance(entry.event, Said)]


def test_who_sees_all_reads_every_event_under_its_own_version(secretive: Session) -> None:
    entries = _entries(secretive, None)

    assert [entry.event for entry in entries] == all_events(secretive)
    assert [entry.version for entry in entries] == list(range(1, secretive.version + 1))
    assert not any(entry.sealed for entry in entries)


@pytest.mark.parametrize("viewer,heard", [("gm", 1), ("p1", 2), ("p2", 1), ("guest", 0)])
def test_whisper_is_heard_by_those_it_was_meant_for(secretive: Session, viewer: str, heard: int) -> None:
    assert _said(_entries(secretive, viewer)).count(CANARY) == heard


@pytest.mark.parametrize("viewer", ["gm", "p1", "p2", "guest"])
def test_nothing_that_a_viewer_gets_holds_what_they_may_not_see(secretive: Session, viewer: str) -> None:
    who = viewer_of(secretive, viewer)
    hidden = [
        item.data.decode()
        for commit in all_commits(secretive)
        for item in commit.items()
        if item.data is not None and not may_see(item.audience, viewer, is_gm=who.is_gm)
    ]
    got = repr(_entries(secretive, viewer)) + repr(state_for(secretive, who))

    assert hidden or viewer == "gm"
    for data in hidden:
        if '"table.rolled"' in data:
            key = data.partition('"key":"')[2][:64]
            assert key
            assert key not in got
    if viewer == "guest":
        assert CANARY not in got


def test_secret_shows_as_one_sealed_entry_without_type_count_or_asker(secretive: Session) -> None:
    sealed = [entry for entry in _entries(secretive, "guest") if entry.sealed]

    assert len(sealed) == 3, "two whispers and the secret roll"
    for entry in sealed:
        assert (entry.tag, entry.event, entry.digest, entry.actor, entry.at) == ("", None, "", "", "")
        assert (entry.command, entry.audience) == ("", "")


def test_several_secrets_of_one_commit_are_one_sealed_entry_among_what_is_seen(session: Session) -> None:
    crept, hid = toy.Crept(who="a"), toy.Hid(who="a", well=True)
    append_raw(
        session,
        Note(as_="gm", text="x"),
        Recorded(crept),
        Recorded(hid, "@gm"),
        Recorded(crept),
        Recorded(hid, "@gm"),
        Recorded(hid, "p2"),
        Recorded(hid, "!p2"),
    )
    shown = {viewer: _entries(session, viewer)[12:] for viewer in ("p1", "p2", "gm")}

    assert [entry.tag for entry in shown["p1"]] == ["toy.crept", "", "toy.crept"]
    assert [entry.tag for entry in shown["p2"]] == ["toy.crept", "", "toy.crept", "toy.hid", "toy.hid"]
    assert [entry.tag for entry in shown["gm"]] == [
        *("toy.crept", "toy.hid", "toy.crept", "toy.hid", ""),
    ]


def test_silent_events_are_not_shown_at_all(secretive: Session) -> None:
    mine = _entries(secretive, "p1")

    assert any(isinstance(entry.event, toy.Crept) for entry in mine)
    assert not any(isinstance(entry.event, toy.Hid) for entry in mine)
    crept = next(entry for entry in mine if isinstance(entry.event, toy.Crept))
    assert not any(entry.sealed and entry.commit == crept.commit for entry in mine)
    assert any(isinstance(entry.event, toy.Hid) for entry in _entries(secretive, "gm"))


@pytest.mark.parametrize("viewer", ["gm", "p1", "p2", "guest"])
def test_viewers_log_is_numbered_for_that_viewer_without_a_gap(secretive: Session, viewer: str) -> None:
    assert [entry.version for entry in _entries(secretive, viewer)] == list(
        range(1, len(_entries(secretive, viewer)) + 1)
    )


def test_a_wholly_silent_commit_leaves_no_gap_in_what_a_viewer_gets(session: Session) -> None:
    before = _entries(session, "p2")[-1]
    append_raw(session, Note(as_="gm", text=CANARY), Recorded(Noted(by="gm", text=CANARY), "!@gm"))
    say(session)
    after = _entries(session, "p2")[-1]

    assert (after.number, after.version) == (before.number + 1, before.version + 1)
    assert _entries(session, "gm")[-1].number == before.number + 2


@pytest.mark.parametrize("viewer", [None, "p2"])
def test_part_of_a_history_is_cut_by_the_viewers_own_numbers(secretive: Session, viewer: str | None) -> None:
    who = viewer_of(secretive, viewer)
    whole = list(read_entries(secretive, who))
    for first in range(1, len(whole) + 2):
        for last in (first - 1, first, first + 3, None):
            cut = list(read_entries(secretive, who, first, last))
            assert cut == whole[first - 1 : last]


def test_entry_names_who_asked_what_and_when(secretive: Session) -> None:
    entry = _entries(secretive, "p2")[-1]

    assert (entry.actor, entry.command, entry.branch) == ("p2", "toy.answer", "0")
    assert entry.at.startswith("2026-11-29T20:")
    assert entry.commit == secretive.head


def test_command_that_would_tell_a_secret_is_not_named(secretive: Session) -> None:
    crept = next(e for e in _entries(secretive, "p2") if isinstance(e.event, toy.Crept))

    assert (crept.actor, crept.command) == ("p1", "")
    crept = next(e for e in _entries(secretive, "gm") if isinstance(e.event, toy.Crept))
    assert (crept.actor, crept.command) == ("p1", "toy.hide")


def test_state_for_who_sees_all_is_the_state(secretive: Session) -> None:
    assert state_for(secretive, EVERYTHING) is secretive.state
    assert state_for(secretive, EVERYTHING, 9).game == fold_prefix(secretive, 9).game


def test_state_for_a_viewer_is_folded_from_what_they_see_alone(secretive: Session) -> None:
    secretive.do({"type": "table.adjust", "name": "a.hp", "value": 7}, actor="gm")
    mine = state_for(secretive, viewer_of(secretive, "p1"))

    assert mine.game.hp == secretive.game.hp
    assert mine.game.hidden == ()
    assert mine.table.rings["h1"].spent == 0, "how many hidden keys are spent is a secret"
    assert mine.table.rings["o1"].spent == secretive.table.rings["o1"].spent
    assert mine.version == len(_entries(secretive, "p1"))
    gm = state_for(secretive, viewer_of(secretive, "gm"))
    assert gm.game == secretive.game


def test_state_for_a_viewer_at_a_number_is_that_of_their_own_log(secretive: Session) -> None:
    who = viewer_of(secretive, "guest")
    count = len(_entries(secretive, "guest"))

    assert state_for(secretive, who, count) == state_for(secretive, who)
    assert state_for(secretive, who, count - 1).version == count - 1


def test_viewer_has_to_be_at_the_table(session: Session) -> None:
    with pytest.raises(UsageError) as caught:
        viewer_of(session, "stranger")

    assert caught.value.code == "actor_unknown"
    assert viewer_of(session, None) == EVERYTHING
    assert viewer_of(session, "gm") == Viewer("gm", is_gm=True)
    assert viewer_of(session, "p1") == Viewer("p1", is_gm=False)


def test_redacted_event_shows_as_such_and_keeps_its_place(session: Session) -> None:
    say(session, CANARY)
    digest = all_commits(session)[-1].events[0].digest
    with session.store.database.writing() as connection:
        connection.execute(sa.insert(schema.redactions).values(session=session.id, digest=digest))
        one = schema.events.c.digest == digest
        connection.execute(sa.update(schema.events).where(one).values(data=None, salt=None))
    entry = _entries(session, None)[-1]

    assert (entry.redacted, entry.sealed, entry.event, entry.tag) == (True, False, None, "table.said")
    assert entry.digest == digest.hex()
    assert entry.version == session.version


def test_damaged_event_hides_no_other(session: Session) -> None:
    say(session, "一")
    say(session, "二")
    with unguarded(session.store) as connection:
        one = schema.events.c.version == session.version - 1
        connection.execute(sa.update(schema.events).where(one).values(data=b'{"type":"table.said"'))
    entries = _entries(session, "p1")

    assert entries[-2].event == Unknown("", b'{"type":"table.said"')
    assert _said(entries) == ["二"]


def test_entries_of_a_whatif_line_are_marked_from_where_it_left(session: Session) -> None:
    strike(session)
    at = session.version
    whatif = timelines.fork(session, "もしも", at, actor="gm")
    answer(whatif)
    nested = timelines.fork(whatif, "もしもの中", whatif.version, actor="gm")
    say(nested)

    for line in (whatif, nested):
        assert [entry.whatif for entry in read_entries(line)] == [
            entry.version > at for entry in read_entries(line)
        ]
    assert not any(entry.whatif for entry in read_entries(session))


def test_entries_of_an_adopted_line_are_not_marked(session: Session) -> None:
    whatif = timelines.fork(session, "もしも", session.version, actor="gm")
    strike(whatif)
    timelines.adopt(session, "もしも", actor="gm")

    assert not any(entry.whatif for entry in read_entries(session))


def test_history_is_read_while_the_session_plays_on(session: Session) -> None:
    read = 0
    for entry in read_entries(session):
        read += 1
        assert session.state_at(entry.version).version == entry.version
        say(session)

    assert read == 12, "what came while it was read is not in it"

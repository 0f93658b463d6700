"""Reveals: an old entry is opened in its place, on every line, and proven to be what was kept."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from forging import forge, tell
from toytable import all_commits, append_raw, roll, say

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.proving import prove_roll
from tenmatsu.engine.errors import RuleViolation, TenmatsuError, UsageError
from tenmatsu.engine.history import Entry, read_entries, state_for, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.portable import audit_file, export_log, import_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store
from tenmatsu.engine.table.commands import Note
from tenmatsu.engine.timelines import fork, undo
from tenmatsu.events.digests import item_digest
from tenmatsu.events.table import OpenedItem, Revealed, Rolled, Said

CANARY = "カナリア"


def _entries(session: Session, viewer: str) -> list[Entry]:
    return list(read_entries(session, viewer_of(session, viewer)))


def _reveal(session: Session, *what: str, actor: str = "gm", **more: Any) -> Revealed:
    result = session.do({"type": "table.reveal", "what": list(what), **more}, actor=actor)
    (found,) = (event for event in result.events if isinstance(event, Revealed))
    return found


def _secret(session: Session, actor: str = "gm") -> str:
    """Roll in secret and return the digest."""
    roll(session, "3d17", actor=actor, secret=True)
    return all_commits(session)[-1].events[0].digest.hex()


def _export(session: Session, path: Path, viewer: str | None) -> Path:
    with path.open("wb") as file:
        export_log(session, file, viewer_of(session, viewer))
    return path


def test_revealed_roll_stands_where_it_was_for_everybody(session: Session) -> None:
    digest = _secret(session)
    say(session, "そのあと")
    before = _entries(session, "p1")
    place = next(one.version for one in before if one.sealed)
    _reveal(session, digest)
    after = _entries(session, "p1")

    assert [one.sealed for one in after].count(True) == 0
    opened = after[place - 1]
    assert isinstance(opened.event, Rolled)
    assert (opened.digest, opened.revealed, opened.audience) == (digest, True, "")
    assert (opened.actor, opened.command) == ("gm", "table.roll")
    assert [one.digest for one in after if one.version != place][:-1] == [
        one.digest for one in before if one.version != place
    ]


def test_version_of_the_gm_is_the_logs_own_and_a_players_their_own(session: Session) -> None:
    _secret(session)
    _reveal(session, str(session.version))
    roll(session, "3d17", actor="p1", secret=True)
    mine = _entries(session, "p1")[-1]

    assert _reveal(session, str(mine.version), actor="p1").items[-1].digest == mine.digest


def test_commits_hash_stands_for_all_that_it_keeps_closed(session: Session) -> None:
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    _reveal(session, all_commits(session)[-1].hash.hex()[:12])
    tags = [one.tag for one in _entries(session, "guest")]

    assert tags[-4:] == ["toy.crept", "table.rolled", "toy.hid", "table.revealed"]


def test_reveal_to_some_opens_it_to_them_alone(session: Session) -> None:
    digest = _secret(session)
    _reveal(session, digest, to=["p1"])

    opened = next(one for one in _entries(session, "p1") if one.digest == digest)
    assert opened.audience == "@gm,gm,p1"
    assert not any(one.digest == digest for one in _entries(session, "p2"))
    assert _entries(session, "p2")[-1].sealed
    with pytest.raises(RuleViolation, match="open to them already"):
        _reveal(session, digest, to=["@gm"])


def test_whoever_was_shown_by_a_reveal_that_was_itself_revealed_sees_it(session: Session) -> None:
    digest = _secret(session)
    _reveal(session, digest, to=["p1"])
    _reveal(session, all_commits(session)[-1].events[0].digest.hex())

    assert any(one.digest == digest for one in _entries(session, "guest"))


def test_it_is_open_on_every_line_also_where_the_reveal_does_not_stand(session: Session) -> None:
    digest = _secret(session)
    line = fork(session, "もしも", session.version, actor="gm")
    _reveal(session, digest)
    undo(session, actor="gm")

    for one in (session, line, session.on("0")):
        assert any(entry.digest == digest for entry in _entries(one, "p2"))


def test_state_of_a_viewer_folds_it_at_its_old_place(session: Session) -> None:
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    at = len(_entries(session, "guest"))
    hid = all_commits(session)[-1].hash.hex()
    say(session)
    session.do({"type": "table.adjust", "name": "a.hp", "value": 5, "secret": True}, actor="gm")
    adjusted = all_commits(session)[-1].events[0].digest.hex()
    guest = viewer_of(session, "guest")
    assert state_for(session, guest).game.hp["a"] == 10
    _reveal(session, hid, adjusted)

    assert state_for(session, guest).game == session.game
    assert state_for(session, guest, at + 2).game.hp["a"] == 10
    assert state_for(session, guest).table.rings["h1"].spent == session.table.rings["h1"].spent


@pytest.mark.parametrize("actor,ok", [("gm", True), ("p1", True), ("p2", False), ("guest", False)])
def test_gm_opens_anything_and_a_player_what_only_they_and_the_gm_see(
    session: Session, actor: str, ok: bool
) -> None:
    digest = _secret(session, "p1")
    if ok:
        _reveal(session, digest, actor=actor)
        return
    with pytest.raises(TenmatsuError) as caught:
        _reveal(session, digest, actor=actor)
    assert caught.value.code in {"reveal_unknown", "spectators_watch"}


def test_player_does_not_open_what_somebody_else_was_told_too(session: Session) -> None:
    session.do({"type": "table.say", "text": CANARY, "to": ["p2"]}, actor="p1")
    digest = all_commits(session)[-1].events[0].digest.hex()
    for actor in ("p1", "p2"):
        with pytest.raises(RuleViolation):
            _reveal(session, digest, actor=actor)
    _reveal(session, digest, actor="gm")

    assert any(isinstance(one.event, Said) and one.event.text == CANARY for one in _entries(session, "guest"))


@pytest.mark.parametrize("what", ["999", "0", "deadbeefdeadbeef", "x", "12ab", ""])
def test_what_is_not_there_is_said_to_be_unknown(session: Session, what: str) -> None:
    _secret(session)
    with pytest.raises(UsageError) as caught:
        _reveal(session, what)
    assert caught.value.code == "reveal_unknown"


def test_open_entry_needs_no_reveal(session: Session) -> None:
    say(session)
    with pytest.raises(RuleViolation) as caught:
        _reveal(session, str(session.version))
    assert caught.value.code == "reveal_open"


def test_same_command_id_again_reveals_once(session: Session) -> None:
    digest = _secret(session)
    asked = {"type": "table.reveal", "what": [digest[:10]]}
    first = session.do(asked, actor="gm", command_id="one")

    assert session.do(asked, actor="gm", command_id="one").commit.hash == first.commit.hash


# proofs


def test_dice_of_a_revealed_roll_are_proven_by_the_key_it_shows(session: Session) -> None:
    digest = _secret(session)
    _reveal(session, digest)
    proof = prove_roll(session, digest)

    assert proof.problems == ()
    assert proof.leaf_committed == proof.leaf_of_key
    assert audit_session(session.store, session.id).ok


@pytest.mark.parametrize("viewer", ["p1", "p2", "guest", "gm"])
def test_d2_export_for_a_viewer_opens_it_and_verifies(session: Session, tmp_path: Path, viewer: str) -> None:
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    _reveal(session, all_commits(session)[-1].events[1].digest.hex())
    digest = _secret(session)
    say(session, "つづき")
    _reveal(session, digest)
    path = _export(session, tmp_path / "view.jsonl", viewer)
    report = audit_file(path)
    store = Store("sqlite://")
    import_log(store, path)
    view = find_opened(store, session.id)

    assert report.ok, report.failures
    mine = [(one.tag, one.event, one.sealed) for one in _entries(session, viewer)]
    theirs = list(read_entries(view))
    assert sorted(map(repr, mine)) == sorted(repr((one.tag, one.event, one.sealed)) for one in theirs)
    assert [one.version for one in theirs] == list(range(1, len(mine) + 1))
    assert view.version == len(mine)
    for at in range(1, view.version + 1):
        assert view.state_at(at).version == at


def test_half_opened_commit_keeps_the_rest_closed(session: Session, tmp_path: Path) -> None:
    session.do({"type": "toy.hide", "character": "a"}, actor="p1")
    rolled, hid = all_commits(session)[-1].events[1:]
    _reveal(session, rolled.digest.hex())
    text = _export(session, tmp_path / "view.jsonl", "p2").read_text(encoding="utf-8")

    assert rolled.salt is not None
    assert rolled.salt.hex() in text
    assert hid.salt is not None
    assert hid.salt.hex() not in text
    assert "toy.hid" not in text
    assert hid.digest.hex() in text


def _forged(session: Session, **changes: Any) -> list[str]:
    story = tell(session.store, session.id)
    told = next(one for one in story if any(isinstance(each.event, Revealed) for each in one.events))
    told.replace(Revealed, **changes)
    forge(session.store, session.id, story)
    return [one.code for one in audit_session(session.store, session.id).failures]


def test_forged_reveal_of_other_words_fails_the_audit(session: Session) -> None:
    session.do({"type": "table.say", "text": "白", "secret": True}, actor="gm")
    found = _reveal(session, str(session.version))
    items = [*found.items]
    items[-1] = msgspec.structs.replace(items[-1], text=items[-1].text.replace("白", "黒"))

    assert "audit_reveal_wrong" in _forged(session, items=tuple(items))


def test_reveal_of_an_item_that_no_commit_holds_fails_the_audit(session: Session) -> None:
    session.do({"type": "table.say", "text": "白", "secret": True}, actor="gm")
    _reveal(session, str(session.version))
    text, salt = '{"type":"table.said","by":"gm","text":"黒"}', bytes(16)
    digest = item_digest("event", salt, text.encode())
    made_up = OpenedItem(digest=digest.hex(), kind="event", salt=salt.hex(), text=text)

    assert "audit_reveal_wrong" in _forged(session, items=(made_up,))


def test_made_up_item_opens_nothing(session: Session) -> None:
    digest = _secret(session)
    text = '{"type":"table.said","by":"gm","text":"黒"}'
    fake = OpenedItem(digest=digest, kind="event", salt="00" * 16, text=text)
    append_raw(session, Note(as_="gm", text="x"), Recorded(Revealed(by="gm", items=(fake,))))

    assert not any(one.digest == digest for one in _entries(session, "p1"))
    assert "audit_reveal_wrong" in [one.code for one in audit_session(session.store, session.id).failures]

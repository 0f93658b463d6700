"""Events of a later release: kept, shown, and no ground to decide on."""

import pytest
from toytable import append_raw, check_chain, dump, facts, fold_prefix, say

from tenmatsu.engine import session as session_module
from tenmatsu.engine import timelines
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.history import read_entries
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.table.commands import Note
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.codec import encode


class Flew(Event, frozen=True, kw_only=True, tag="toy.flew"):
    """Something that this release of the toy does not know."""

    who: str


FLEW = Flew(who="a")


@pytest.fixture
def later(session: Session) -> Session:
    """A session into which a later release wrote an event of its own."""
    append_raw(session, Note(as_="p1", text="x"), Recorded(FLEW))
    return find_opened(session.store, session.id)


def test_unknown_event_is_kept_with_its_exact_bytes_and_verifies(later: Session) -> None:
    entry = list(read_entries(later))[-1]

    assert entry.event == Unknown("toy.flew", encode(FLEW))
    assert entry.tag == "toy.flew"
    assert later.state.unknown == ("toy.flew",)
    check_chain(later)
    assert facts(later.state) == facts(fold_prefix(later, later.version))


def test_game_commands_are_refused_naming_what_is_unknown(later: Session) -> None:
    rows = dump(later.store)
    with pytest.raises(RuleViolation) as caught:
        later.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")

    assert caught.value.code == "unknown_events"
    assert "toy.flew" in caught.value.say("en")
    assert dump(later.store) == rows


def test_table_talk_passes_and_what_is_unknown_stays_so(later: Session) -> None:
    say(later)
    later.do({"type": "table.note", "text": "x"}, actor="p1")

    assert later.state.unknown == ("toy.flew",)
    assert find_opened(later.store, later.id).state == later.state


def test_undo_of_the_unknown_event_gives_the_game_back(later: Session) -> None:
    timelines.undo(later, actor="gm")

    assert later.state.unknown == ()
    later.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1")


def test_unknown_events_survive_a_snapshot(later: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "SNAPSHOT_EVERY", 1)
    say(later)

    assert find_opened(later.store, later.id).state == later.state

"""Event versions, replay, branches: the rows E of the reports, each in the name of its test."""

import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from clitools import FAILED, Cli
from toytable import all_commits, answer, facts, fold_prefix, say, strike

from tenmatsu.engine import loading, timelines
from tenmatsu.engine import session as session_module
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.following import follow_commits, last_position
from tenmatsu.engine.history import read_entries
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.codec import Codec
from tenmatsu.events.table import TimelineAdopted
from tenmatsu.events.upcasting import Upcasters
from tenmatsu.projections.projection import rebuild
from tenmatsu.projections.recap import recap
from tenmatsu.projections.rolls import ROLLS

SAMPLES = Path(__file__).parents[1]


def _play(session: Session) -> None:
    strike(session, dice=[1, 2])
    answer(session)


def test_e1_a_log_keeps_outcomes_and_folds_without_any_rule(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    _play(session)

    def no_rules(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Folder, "rules", no_rules)

    assert facts(fold_prefix(session, session.version)) == facts(session.state)
    assert session.table.rules_version == 2


def test_e2_a_line_taken_up_says_who_did_it_and_the_old_head_is_there(session: Session) -> None:
    _play(session)
    old = session.head
    line = timelines.fork(session, "もしも", session.version, actor="p1")
    say(line, actor="gm")
    timelines.adopt(session, "もしも", actor="gm")

    (adopted,) = [e for e in read_entries(session) if isinstance(e.event, TimelineAdopted)]
    assert adopted.actor == "gm"
    assert find_opened(session.store, session.id, "0").head == old


class Cooked(Event, frozen=True, kw_only=True, tag="kitchen.cooked@2"):
    """A dish was cooked."""

    dish: str
    minutes: int | None = None


def test_e3_what_an_old_event_lacks_stays_unknown() -> None:
    def lift(fields: dict[str, Any]) -> dict[str, Any]:
        return {"type": "kitchen.cooked@2", "dish": fields["name"]}

    codec = Codec([Cooked], Upcasters({"kitchen.cooked": lift}))

    assert codec.decode(b'{"type":"kitchen.cooked","name":"soba"}') == Cooked(dish="soba", minutes=None)
    assert isinstance(codec.decode(b'{"type":"kitchen.eaten"}'), Unknown)


def test_e4_reading_again_tells_nobody_anything(session: Session) -> None:
    _play(session)
    position = last_position(session.store)

    rebuild(session, ROLLS)
    session.reload()
    assert audit_session(session.store, session.id).ok

    assert list(follow_commits(session.store, position)) == []


def test_e5_a_snapshot_of_other_rules_is_passed_over(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (loading, session_module):
        monkeypatch.setattr(module, "SNAPSHOT_EVERY", 5)
    for _ in range(12):
        say(session)
    with session.store.database.writing() as connection:
        connection.execute(sa.update(schema.snapshots).values(fingerprint="of another release"))

    assert find_opened(session.store, session.id).state == session.state


def test_e7_the_past_is_edited_on_a_line_of_its_own(session: Session) -> None:
    at = session.version
    _play(session)
    head, commits = session.head, all_commits(session)
    line = timelines.fork(session, "別の道", at, actor="gm")
    say(line, actor="gm")

    session.reload()
    assert (session.head, all_commits(session)) == (head, commits)


def test_e8_a_line_knows_when_its_parent_was_changed(session: Session, cli: Cli) -> None:
    timelines.fork(session, "もしも", session.version, actor="gm")
    with session.store.database.writing() as connection:
        names = connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
        for name in list(names):
            connection.execute(sa.text(f'DROP TRIGGER "{name}"'))
        connection.execute(sa.text("UPDATE events SET data = '{}' WHERE branch = '0' AND version = 2"))

    assert cli("audit", "@last").code == FAILED


def test_e9_lines_know_nothing_of_each_other(session: Session) -> None:
    one = timelines.fork(session, "甲", session.version, actor="gm")
    other = timelines.fork(session, "乙", session.version, actor="gm")
    before = other.head
    _play(one)
    other.reload()

    assert other.head == before
    assert other.game.hp["b"] == 10


def test_e10_what_if_is_said_everywhere_and_stays_out_of_the_main_recap(session: Session, cli: Cli) -> None:
    line = timelines.fork(session, "もしも", session.version, actor="gm")
    line.do({"type": "table.narrate", "text": "もし逃げていたら"}, actor="gm")

    assert "逃げていたら" not in recap(session, style="raw", format="txt")
    assert "もしも" in recap(line, style="book", format="txt")
    assert "what if" in cli("log", "@last", "--branch", "もしも").out.casefold()


def test_e11_every_entry_has_a_place_to_link_to_and_notes_speak_of_places(session: Session) -> None:
    session.do({"type": "table.narrate", "text": "日は落ちた"}, actor="gm")
    version = session.version
    session.do({"type": "table.note", "text": "!!", "about": version}, actor="p1")

    page = recap(session, style="book", format="html")

    assert re.search(f'id="[a-z]?{version}"', page)
    assert any(getattr(entry.event, "about", None) == version for entry in read_entries(session))


def test_e12_logs_of_every_release_are_kept_and_read() -> None:
    kept = [*SAMPLES.glob("*/samples/*/*.jsonl")]

    assert {path.parent.name for path in kept} >= {"0.1.0"}
    assert len(kept) >= 2


def test_e13_the_state_of_any_moment_is_the_fold_up_to_it(session: Session, cli: Cli) -> None:
    version = session.version
    _play(session)

    assert facts(session.state_at(version)) == facts(fold_prefix(session, version))
    assert session.sheet("b", version).entries[0].value == 10
    assert "10" in cli("show", "@last", "b", "--at", version).out


def test_e15_every_line_of_a_recap_names_the_event_it_is_from(session: Session) -> None:
    session.do({"type": "table.narrate", "text": "日は落ちた"}, actor="gm")
    _play(session)

    told = recap(session, style="raw", format="txt", lang="en").splitlines()

    lines = [line for line in told[2:-2] if line]
    assert all(re.match(r"v\d+ [0-9a-f]{12}", line) for line in lines)
    hurt = next(line for line in lines if "(7 left)" in line)
    timelines.undo(session, actor="gm")
    assert hurt not in recap(session, style="raw", format="txt", lang="en").splitlines()

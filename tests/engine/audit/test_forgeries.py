"""A keeper who makes every hash anew is found out by what the log then says."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
import toy
from evening import fixed_outside, open_toy, play_evening
from forging import Told, forge, tell
from unguarded import unguarded

from tenmatsu.engine import line
from tenmatsu.engine.api import Rolled, Session, Store, UsageError, adopt, audit_session, fork, undo
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.dice.keyring import ring_leaves
from tenmatsu.engine.dice.stirring import add_word
from tenmatsu.engine.folding import Folder
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import schema
from tenmatsu.engine.table import commands
from tenmatsu.events.base import Event
from tenmatsu.events.envelope import hash_items
from tenmatsu.events.table import (
    BranchForked,
    DiceCommitted,
    EntropyAdded,
    NoncesCommitted,
    TimelineAdopted,
)

STRIKE = {"type": "toy.strike", "character": "a", "at": "b"}
SEED = bytes(range(32))


@pytest.fixture
def session() -> Session:
    """A table of the toy where nobody dodges."""
    return open_toy(Store("sqlite://", fixed_outside()), options={"dodge": "never"})


def _roll(session: Session, *, actor: str = "gm", **more: Any) -> None:
    session.do({"type": "table.roll", "dice": "2d6", **more}, actor=actor)


def _codes(session: Session, change: Callable[[list[Told]], None]) -> list[tuple[str, str]]:
    """Forge the session's log and return what the audit then finds."""
    assert audit_session(session.store, session.id).ok
    story = tell(session.store, session.id)
    change(story)
    forge(session.store, session.id, story)
    return _found(session)


def _found(session: Session) -> list[tuple[str, str]]:
    failures = audit_session(session.store, session.id).failures
    return sorted({(failure.check, failure.code) for failure in failures})


def _last(story: list[Told], kind: type[Event] = Rolled) -> Told:
    return [told for told in story if any(isinstance(one.event, kind) for one in told.events)][-1]


def test_a_log_told_as_it_was_passes() -> None:
    session = play_evening(Store("sqlite://", fixed_outside()))

    assert _codes(session, lambda _: None) == []


def test_a_commit_with_a_roll_taken_out_of_the_middle_leaves_its_key_out(session: Session) -> None:
    _roll(session)
    _roll(session)
    _roll(session)

    def forget(story: list[Told]) -> None:
        del story[-2]

    assert _codes(session, forget) == [("dice", "dice_key_left_out")]


def test_events_in_another_order_are_not_what_the_command_gives(session: Session) -> None:
    session.do(STRIKE, actor="p1")

    def swap(story: list[Told]) -> None:
        events = story[-1].events
        events[-2], events[-1] = events[-1], events[-2]

    assert _codes(session, swap) == [("rules", "audit_outcome_differs")]


def test_an_event_shown_to_others_than_it_was_for_is_found(session: Session) -> None:
    session.do({"type": "table.say", "text": "内緒", "to": ["p2"]}, actor="p1")

    def tell_all(story: list[Told]) -> None:
        story[-1].events = [Recorded(one.event) for one in story[-1].events]

    assert _codes(session, tell_all) == [("rules", "audit_outcome_differs")]


@pytest.mark.parametrize("name", ["header", "command"])
def test_who_asked_for_what_everybody_saw_is_not_kept_from_anybody(session: Session, name: str) -> None:
    session.do({"type": "table.say", "text": "聞け"}, actor="p1")
    commit = session.store.commit_at(session.id, "0", session.state.number)
    item = msgspec.structs.replace(getattr(commit, name), audience="@gm")
    kept = msgspec.structs.replace(commit, pad=None, **{name: item})
    digest = hash_items(kept.previous, tuple(kept.items()), None)
    here = schema.commits.c.hash == commit.hash
    values = {f"{name}_audience": "@gm", "hash": digest, "pad": None}
    with unguarded(session.store) as connection:
        connection.execute(sa.update(schema.commits).where(here).values(values))
        connection.execute(sa.update(schema.branches).values(head_hash=digest))

    assert _found(session) == [("rules", "audit_outcome_differs")]


def test_opening_without_rings_is_found(session: Session) -> None:
    def leave_out(story: list[Told]) -> None:
        story[0].events = [one for one in story[0].events if not isinstance(one.event, DiceCommitted)]

    assert _codes(session, leave_out) == [("rules", "audit_outcome_differs")]


@pytest.mark.parametrize("source", ["whatif", "same"])
def test_whatif_dice_on_the_tables_line_do_not_slip_past_the_ring(session: Session, source: str) -> None:
    session.do(STRIKE, actor="p1")

    def dodge_the_ring(story: list[Told]) -> None:
        changes = {"source": source, "ring": None, "index": None, "key": None}
        story[-1].replace(Rolled, **changes)

    found = _codes(session, dodge_the_ring)

    assert ("dice", "dice_of_other_line") in found


def test_the_ring_on_a_whatif_line_is_found(session: Session) -> None:
    line = fork(session, "もしも", session.version, actor="p1")
    session.do(STRIKE, actor="p1")
    line.do(STRIKE, actor="p1")

    def take_the_key(story: list[Told]) -> None:
        honest = story[-2].events[story[-2].place(Rolled)].event
        dice = story[-1].events[story[-1].place(Rolled)].event
        assert isinstance(honest, Rolled)
        assert isinstance(dice, Rolled)
        story[-1].replace(Rolled, source="ring", ring=honest.ring, index=1, key=honest.key)

    assert ("dice", "dice_of_other_line") in _codes(session, take_the_key)


def test_a_repeated_roll_must_stand_in_the_log(session: Session) -> None:
    before = session.version
    session.do(STRIKE, actor="p1")
    line = fork(session, "もしも", before, actor="p1", dice="same")
    line.do(STRIKE, actor="p1")

    def of_another(story: list[Told]) -> None:
        story[-1].replace(Rolled, index=7)

    assert _codes(session, of_another) == [("dice", "dice_same_of_none")]


@pytest.mark.parametrize("source", ["scripted", "imported"])
def test_dice_from_elsewhere_are_reported_as_unchecked(session: Session, source: Any) -> None:
    session.do({"type": "table.roll", "dice": "d6"}, actor="gm", dice=[3], dice_source=source)

    report = audit_session(session.store, session.id)

    assert report.ok
    assert [(one.code, one.details["source"]) for one in report.unchecked] == [
        ("audit_dice_unproven", source)
    ]


@pytest.mark.parametrize("changes", [{"vouched": "p2"}, {"vouched": None}])
def test_entered_dice_are_vouched_for_by_who_entered_them(session: Session, changes: dict[str, Any]) -> None:
    session.do({"type": "table.roll", "dice": "d6"}, actor="p1", dice=[3])

    assert _codes(session, lambda story: story[-1].replace(Rolled, **changes)) == [
        ("dice", "dice_entered_wrong")
    ]


@pytest.mark.parametrize("who,actor", [("nobody", "gm"), ("gm", "p1")])
def test_dice_entered_against_the_tables_option_are_found(session: Session, who: str, actor: str) -> None:
    change = {"type": "table.change_options", "table_options": {"entered_dice": who}}
    session.do(change, actor="gm")
    session.do({"type": "table.roll", "dice": "d6"}, actor=actor)

    def by_hand(story: list[Told]) -> None:
        changes = {"source": "entered", "ring": None, "index": None, "key": None, "vouched": actor}
        story[-1].replace(Rolled, **changes)

    assert _codes(session, by_hand) == [("dice", "dice_entered_wrong")]


def test_one_roll_of_a_commit_swapped_for_an_entered_one_is_found(session: Session) -> None:
    session.do(STRIKE, actor="p1")

    def one_more(story: list[Told]) -> None:
        rolled = story[-1].events[story[-1].place(Rolled)].event
        assert isinstance(rolled, Rolled)
        hand = Rolled(dice=((6, 6),), by="a", for_="strike", source="entered", vouched="p1")
        story[-1].events.append(Recorded(hand))

    assert ("dice", "dice_mixed") in _codes(session, one_more)


def test_a_link_to_the_roll_left_behind_cannot_be_taken_away_or_made_up(session: Session) -> None:
    _roll(session)
    undo(session, actor="gm")
    _roll(session)
    _roll(session)

    assert _codes(session, lambda story: _last(story[:-1]).replace(Rolled, retry_of=None)) == [
        ("dice", "dice_retry_wrong")
    ]
    first = tell(session.store, session.id)[5].was.events[0].digest.hex()
    story = tell(session.store, session.id)
    story[-2].replace(Rolled, retry_of=first)
    forge(session.store, session.id, story)
    assert _found(session) == []
    story = tell(session.store, session.id)
    story[-1].replace(Rolled, retry_of=first)
    forge(session.store, session.id, story)
    assert _found(session) == [("dice", "dice_retry_wrong")]


def test_links_between_rolls_hold_over_lines_left_and_taken_up_again(session: Session) -> None:
    _roll(session, actor="p1")
    undo(session, actor="gm")
    _roll(session)
    adopt(session, "0", actor="gm")
    _roll(session)
    undo(session, actor="gm")
    _roll(session)
    _roll(session, actor="p1")
    adopt(session, "1", actor="gm")
    _roll(session)
    _roll(session, actor="p1")

    assert audit_session(session.store, session.id).failures == ()


@pytest.mark.parametrize("option,actor", [("never", "gm"), ("gm", "p1"), ("free", "s1"), ("free", "nobody")])
def test_an_undo_by_somebody_without_the_right_is_found(session: Session, option: str, actor: str) -> None:
    _roll(session)
    undo(session, actor="gm")

    def by(story: list[Told]) -> None:
        opened = story[0].command
        assert isinstance(opened, commands.OpenSession)
        told = {**msgspec.to_builtins(commands.TableOptions()), "undo": option}
        story[0].command = msgspec.structs.replace(opened, table_options=told)
        story[0].events[0] = Recorded(
            msgspec.structs.replace(story[0].events[0].event, table_options=told),
        )
        story[-1].command = msgspec.structs.replace(story[-1].command, as_=actor)
        story[-1].header = msgspec.structs.replace(story[-1].header, actor=actor)

    assert _codes(session, by) == [("rules", "audit_now_refused")]


def test_an_undo_passes_by_forks_and_adoptions(session: Session) -> None:
    session.do({"type": "table.say", "text": "はじめ"}, actor="gm")
    adopt(session, fork(session, "もしも", session.version, actor="gm").branch, actor="gm")
    undo(session, actor="gm")

    assert _found(session) == []


def test_an_undo_that_left_more_than_the_last_commit_is_found(session: Session) -> None:
    _roll(session)
    session.do({"type": "table.say", "text": "まだ"}, actor="p1")
    undo(session, actor="gm")
    story = tell(session.store, session.id)
    earlier = story[-3].was.previous.hex()
    number, version = story[-4].was.number, story[-4].was.last_version
    b = schema.branches.c
    values = {"fork_hash": bytes.fromhex(earlier), "fork_number": number, "fork_version": version}
    with session.store.database.writing() as connection:
        connection.execute(sa.update(schema.branches).where(b.id == "1").values(values))
    story[-1].command = msgspec.structs.replace(story[-1].command, at=earlier)
    story[-1].replace(BranchForked, at=earlier)
    forge(session.store, session.id, story)

    assert _found(session) == [("rules", "audit_now_refused")]


@pytest.mark.parametrize("actor", ["p1", "s1"])
def test_an_adoption_by_anybody_but_the_gm_is_found(session: Session, actor: str) -> None:
    fork(session, "もしも", session.version, actor="p1")
    adopt(session, "もしも", actor="gm")

    def by(story: list[Told]) -> None:
        story[-1].command = msgspec.structs.replace(story[-1].command, as_=actor)
        story[-1].header = msgspec.structs.replace(story[-1].header, actor=actor)

    assert _codes(session, by) == [("rules", "audit_now_refused")]


def test_a_command_in_the_name_of_another_is_found(session: Session) -> None:
    session.do({"type": "table.say", "text": "わたし"}, actor="p1")

    def sign(story: list[Told]) -> None:
        story[-1].header = msgspec.structs.replace(story[-1].header, actor="p2")

    assert _codes(session, sign) == [("rules", "audit_actor_differs")]


def test_an_adoption_told_twice_or_on_another_line_is_found(session: Session) -> None:
    _roll(session)
    undo(session, actor="gm")

    def twice(story: list[Told]) -> None:
        adopted = story[-1].events[story[-1].place(TimelineAdopted)]
        story[-2].events.append(adopted)

    assert ("chain", "audit_adoption_wrong") in _codes(session, twice)


def test_a_line_cannot_turn_into_a_whatif_line_later(session: Session) -> None:
    session.do({"type": "table.say", "text": "……"}, actor="p1")
    session.do({"type": "toy.draw", "character": "a"}, actor="p1")

    def slip_away(story: list[Told]) -> None:
        at = story[-2].was.previous.hex()
        story[-2].command = commands.Fork(as_="p1", name="x", at=at)
        named = BranchForked(parent="0", at=at, why="whatif")
        story[-2].events = [Recorded(named)]
        story[-1].replace(Rolled, source="whatif", ring=None, index=None, key=None)

    assert ("chain", "audit_fork_wrong") in _codes(session, slip_away)


def _add_ring(told: Told, **changes: Any) -> None:
    fields: dict[str, Any] = {"ring": "o2", "keeper": "gm", "why": "ahead", **changes}
    told.events.append(Recorded(DiceCommitted(count=256, leaves=ring_leaves(SEED).hex(), **fields)))


@pytest.mark.parametrize(
    "changes,check",
    [
        ({}, None),
        ({"ring": "o1"}, "dice"),
        ({"ring": "x2"}, "dice"),
        ({"keeper": "p2"}, "dice"),
        ({"why": "renewed"}, "rules"),
        ({"why": "opened"}, "rules"),
        ({"why": "carried"}, "dice"),
    ],
)
def test_a_ring_is_committed_once_by_its_keeper_and_by_a_command_that_may(
    session: Session, changes: dict[str, Any], check: str | None
) -> None:
    _roll(session)

    found = _codes(session, lambda story: _add_ring(story[-1], **changes))

    assert (check in {one for one, _ in found}) if check else found == []


def test_a_ring_hidden_from_the_table_is_found(session: Session) -> None:
    _roll(session)

    def hide(story: list[Told]) -> None:
        _add_ring(story[-1])
        story[-1].events[-1] = Recorded(story[-1].events[-1].event, "@gm")

    assert ("rules", "audit_outcome_differs") in _codes(session, hide)


def test_a_ring_that_was_given_up_serves_no_more_and_is_listed(session: Session) -> None:
    _roll(session)
    session.do({"type": "table.renew_dice"}, actor="gm")
    report = audit_session(session.store, session.id)
    listed = [(one.details["ring"], one.details["unspent"]) for one in report.unchecked]
    assert report.ok
    assert listed == [("h1", 256), ("o1", 255)]
    _roll(session)

    def go_on(story: list[Told]) -> None:
        renewed = story.pop(-2)
        story.append(renewed)

    assert _codes(session, go_on) != []


def test_a_ring_carried_after_an_undo_is_the_one_that_was_left(session: Session) -> None:
    session.do({"type": "table.renew_dice"}, actor="gm")
    undo(session, actor="gm")
    found = _codes(session, lambda story: _last(story, DiceCommitted).replace(DiceCommitted, keeper="p1"))

    assert ("dice", "dice_ring_wrong") in found


def _stir(told: Told, at: int, **fields: Any) -> None:
    given: dict[str, Any] = {"by": "p1", "value": "11" * 32, "word": True, **fields}
    told.events.insert(at, Recorded(EntropyAdded(**given)))


def test_a_word_behind_the_rings_first_key_is_found(session: Session) -> None:
    add_word(session, "さくら", actor="p1")
    _roll(session)
    found = _codes(session, lambda story: story.append(story.pop(-2)))

    assert {("dice", "dice_word_wrong"), ("rules", "audit_now_refused")} <= set(found)


def test_a_word_of_the_keeper_is_found(session: Session) -> None:
    add_word(session, "さくら", actor="p1")

    def speak(story: list[Told]) -> None:
        told = story[-1]
        told.header = msgspec.structs.replace(told.header, actor="gm")
        told.command = msgspec.structs.replace(told.command, as_="gm")
        told.replace(EntropyAdded, by="gm")

    assert _codes(session, speak) == [("dice", "dice_word_wrong"), ("rules", "audit_now_refused")]


def test_a_word_is_stirred_in_by_its_own_command_alone(session: Session) -> None:
    session.do({"type": "table.say", "text": "さくら"}, actor="p1")

    assert _codes(session, lambda story: _stir(story[-1], 0)) == [("rules", "audit_outcome_differs")]


def test_what_is_stirred_in_stands_before_the_rolls_of_its_commit(session: Session) -> None:
    _roll(session)

    assert ("rules", "audit_outcome_differs") in _codes(session, lambda story: _stir(story[-1], 1))


@pytest.mark.parametrize("length", [0, 2**40])
def test_a_chain_of_nonces_has_a_length_that_can_be_followed(session: Session, length: int) -> None:
    session.do({"type": "table.say", "text": "鎖"}, actor="p1")

    def promise(story: list[Told]) -> None:
        chain = NoncesCommitted(by="p1", chain=1, length=length, anchor="22" * 32)
        story[-1].events.append(Recorded(chain))
        _stir(story[-1], 2, word=False, chain=1, link=2**39)

    assert ("dice", "dice_chain_wrong") in _codes(session, promise)


@pytest.mark.parametrize(
    "table,values",
    [
        ("branches", {"name": "別の名"}),
        ("branches", {"is_left": True}),
        ("branches", {"why": "ruling"}),
        ("branches", {"parent": None}),
        ("branches", {"parent": "2"}),
        ("branches", {"parent": "1"}),
        ("branches", {"fork_hash": None}),
        ("sessions", {"opened_at": "2020-01-01T00:00:00.000000+00:00"}),
        ("sessions", {"adoptions": 3}),
        ("sessions", {"current_branch": "1"}),
        ("sessions", {"view": "p1"}),
    ],
)
def test_rows_beside_the_log_that_say_otherwise_are_found(
    session: Session, table: str, values: dict[str, Any]
) -> None:
    fork(session, "もしも", session.version, actor="p1")
    fork(session, "または", session.version, actor="p1")
    rows = schema.metadata.tables[table]
    with session.store.database.writing() as connection:
        where = rows.c.id == ("1" if table == "branches" else session.id)
        connection.execute(sa.update(rows).where(where).values(values))

    assert _found(session) != []


def test_a_whole_log_does_not_take_its_closed_half_on_trust(session: Session) -> None:
    session.do({"type": "table.say", "text": "内緒", "to": ["p2"]}, actor="p1")
    c = schema.commits.c
    commit = session.store.commit_at(session.id, "0", session.state.number)
    with unguarded(session.store) as connection:
        connection.execute(sa.update(schema.commits).where(c.hash == commit.hash).values(closed=b"\1" * 32))

    assert ("chain", "audit_hash_wrong") in _found(session)


def test_figures_that_are_not_those_of_the_log_stop_play_and_are_not_judged(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.do(STRIKE, actor="p1")
    changed = {1: "hp = 10\ndodge = 5\n", 2: "hp = 10\ndodge = 2\n"}
    monkeypatch.setattr(toy, "_TABLES", changed)
    monkeypatch.setattr(line, "folder_of", Folder)  # a later release is another process
    later = find_opened(session.store, session.id)

    with pytest.raises(UsageError, match="figures of toy"):
        later.do(STRIKE, actor="p1")
    later.do({"type": "table.say", "text": "話はできる"}, actor="p1")
    report = audit_session(session.store, session.id)
    assert report.ok
    assert {one.code for one in report.unchecked} == {"audit_figures_differ"}
    later.do({"type": "table.move_rules", "rules_version": 2}, actor="gm")
    later.do(STRIKE, actor="p1")
    assert audit_session(session.store, session.id).ok


def test_a_move_to_rules_with_other_figures_is_not_judged(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.do({"type": "table.move_rules", "rules_version": 1}, actor="gm")
    monkeypatch.setattr(toy, "_TABLES", {1: "hp = 10\ndodge = 3\n", 2: "hp = 10\ndodge = 4\n"})
    report = audit_session(session.store, session.id)

    assert report.ok
    assert "audit_figures_differ" in {one.code for one in report.unchecked}


def test_an_audit_beside_somebody_who_plays_on_finds_nothing_wrong(tmp_path: Path) -> None:
    session = open_toy(Store(f"sqlite:///{tmp_path}/a.db", fixed_outside()), options={"dodge": "never"})
    other = find_opened(Store(f"sqlite:///{tmp_path}/a.db"), session.id)
    turns = iter(range(3))

    def play_on(_: int) -> None:
        if next(turns, None) is not None:
            _roll(other)

    assert audit_session(session.store, session.id, progress=play_on).failures == ()

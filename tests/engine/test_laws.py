"""What holds of every evening, whatever is played."""

from random import Random
from typing import Any

import msgspec
import toy
from hypothesis import given
from hypothesis import strategies as st
from stores import FreshStores
from strategies import table_events
from toyevenings import EVENINGS, PLAYS, Step, quick
from toytable import SECRET, all_commits, all_events, check_chain, dump, facts, open_toy

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.deciding import decide
from tenmatsu.engine.decision import DiceSource, MoreDice
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.history import read_entries, state_for, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema
from tenmatsu.engine.table.evolve import evolve_table
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.base import Event
from tenmatsu.events.codec import encode
from tenmatsu.events.table import Rolled


def _open(fresh_store: FreshStores) -> Session:
    return open_toy(fresh_store(), dice_secret=SECRET)


def _try(session: Session, step: Step) -> bool:
    """Take a step; a refusal is none."""
    try:
        step(session)
    except TenmatsuError:
        return False
    return True


def _play(session: Session, steps: list[Step]) -> Session:
    for step in steps:
        _try(session, step)
    return session


@quick
@given(EVENINGS)
def test_folded_state_is_the_live_state_at_every_version_and_on_every_line(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _open(fresh_store)
    seen: dict[tuple[str, int], LineState] = {}
    for step in steps:
        _try(session, step)
        seen[session.branch, session.version] = session.state

    again = find_opened(session.store, session.id)
    assert again.state == session.state
    for (branch, version), state in seen.items():
        line = again.on(branch)
        assert facts(line.state_at(version)) == facts(state)
    for branch in again.store.branches(again.id):
        line = again.on(branch)
        events = all_events(line)
        state = LineState()
        for version, event in enumerate(events, 1):
            state = line.folder.fold(state, [event])
            if version % 7 == 0:
                assert facts(line.state_at(version)) == facts(state)
        assert facts(state) == facts(line.state)


@quick
@given(EVENINGS)
def test_refused_command_changes_nothing_in_the_database_and_in_memory(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _open(fresh_store)
    for step in steps:
        rows, state, head = dump(session.store), session.state, session.head
        if not _try(session, step):
            assert dump(session.store) == rows
            assert (session.state, session.head) == (state, head)


@quick
@given(EVENINGS)
def test_every_line_of_every_evening_verifies_and_passes_its_audit(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _play(_open(fresh_store), steps)

    for branch in session.store.branches(session.id):
        check_chain(session.on(branch))
    report = audit_session(session.store, session.id)
    assert report.ok, [failure.say("en") for failure in report.failures]
    assert {finding.code for finding in report.unchecked} <= {"audit_ring_given_up"}


@quick
@given(PLAYS, PLAYS, PLAYS, st.sampled_from(["same", "fresh"]))
def test_forks_are_independent_of_each_other_and_of_their_parent(
    fresh_store: FreshStores, before: list[Step], one: list[Step], other: list[Step], dice: Any
) -> None:
    session = _play(_open(fresh_store), before)
    first = timelines.fork(session, "one", session.version, actor="gm", dice=dice)
    second = timelines.fork(session, "other", session.version, actor="gm", dice=dice)
    kept = [line.state for line in (session, first, second)]
    _play(first, one)
    assert [session.on(line).state for line in ("0", "2")] == [kept[0], kept[2]]
    played = session.on("1").state
    _play(second, other)
    assert [session.on(line).state for line in ("0", "1")] == [kept[0], played]
    _play(session, one)
    assert session.on("1").state == played == first.state


class _Again:
    """Gives the rolls of a commit once more."""

    def __init__(self, rolls: list[Rolled]) -> None:
        self._rolls = list(rolls)

    def roll(self, sides: Any, *, by: str, for_: str, audience: str, more: MoreDice | None) -> Rolled:
        """Return the next of them."""
        return self._rolls.pop(0)


@quick
@given(PLAYS)
def test_same_command_on_the_same_state_with_the_same_dice_records_the_same_events(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _open(fresh_store)
    for step in steps:
        before = session.state
        if not _try(session, step):
            continue
        commit = all_commits(session)[-1]
        events = [session.folder.decode(item.data) for item in commit.events]
        dice: DiceSource = _Again([event for event in events if isinstance(event, Rolled)])
        command = session.commands.decode(commit.command.data or b"")
        frozen = msgspec.msgpack.encode(before)
        rules = session.folder.rules(before.table)
        decided = [one.event for one in decide(session.folder, before, command, dice, rules).recorded]

        assert decided == events[: len(decided)]
        assert msgspec.msgpack.encode(before) == frozen, "deciding changed the state it was given"


@quick
@given(EVENINGS, st.integers(0, 2**32), st.floats(0, 1))
def test_folding_a_log_with_holes_never_raises(
    fresh_store: FreshStores, steps: list[Step], seed: int, share: float
) -> None:
    session = _play(_open(fresh_store), steps)
    chance = Random(seed)
    events = all_events(session)
    for _ in range(10):
        kept = [None if chance.random() < share else event for event in events]
        assert session.folder.fold(LineState(), kept).version == len(events)
        dropped = [event for event in events if chance.random() >= share]
        session.folder.fold(LineState(), dropped)
        chance.shuffle(dropped)
        session.folder.fold(LineState(), dropped)


@given(st.lists(table_events, max_size=12))
def test_tables_fold_is_total_over_all_its_events(events: list[Event]) -> None:
    state = TableState()
    for event in events:
        state = evolve_table(state, event)
    assert isinstance(state, TableState)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=TableState) == state


@quick
@given(EVENINGS)
def test_prefix_and_rest_fold_to_the_whole(fresh_store: FreshStores, steps: list[Step]) -> None:
    session = _play(_open(fresh_store), steps)
    folder, events = Folder(session.system), all_events(session)
    whole = folder.fold(LineState(), events)
    for cut in range(0, len(events), 5):
        assert folder.fold(folder.fold(LineState(), events[:cut]), events[cut:]) == whole


@quick
@given(EVENINGS)
def test_same_secret_clock_entropy_and_commands_give_the_same_log(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    one, other = (_play(_open(fresh_store), steps) for _ in range(2))

    assert _told(one) == _told(other)


def _told(session: Session) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows but the place of a commit among all of its database, which is no part of the log."""
    assert schema.commits.columns.keys()[0] == "position"
    rows = dump(session.store)
    return {**rows, "commits": sorted((row[1:] for row in rows["commits"]), key=repr)}


@quick
@given(EVENINGS)
def test_no_key_is_shown_twice_but_by_a_line_that_repeats_it(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _play(_open(fresh_store), steps)
    shown: dict[tuple[Any, Any], str] = {}
    for branch in session.store.branches(session.id):
        for commit in all_commits(session.on(branch)):
            for item in commit.events:
                event = session.folder.decode(item.data)
                if isinstance(event, Rolled) and event.source == "ring":
                    place = event.ring, event.index
                    assert shown.setdefault(place, item.digest.hex()) == item.digest.hex()
    assert set(shown) == session.store.spent_places(session.id)


@quick
@given(EVENINGS)
def test_state_of_a_viewer_holds_only_what_that_viewer_was_shown(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _play(_open(fresh_store), steps)
    for viewer in session.table.seats:
        who = viewer_of(session, viewer)
        shown = [entry.event for entry in read_entries(session, who)]
        hidden = [event for event in shown if isinstance(event, toy.Hid)]
        state = state_for(session, who)
        assert facts(state) == facts(session.folder.fold(LineState(), shown))
        assert who.is_gm or not hidden
        assert state.table.rings["o1"] == session.table.rings["o1"]


@quick
@given(EVENINGS)
def test_every_stored_event_and_command_is_whole_and_encodes_to_its_bytes(
    fresh_store: FreshStores, steps: list[Step]
) -> None:
    session = _play(_open(fresh_store), steps)
    for branch in session.store.branches(session.id):
        for commit in all_commits(session.on(branch)):
            command = session.commands.decode(commit.command.data or b"")
            assert encode(command) == commit.command.data
            for item in commit.events:
                event = session.folder.decode(item.data)
                assert isinstance(event, Event)
                assert encode(event) == item.data

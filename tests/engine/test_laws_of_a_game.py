"""The laws of every evening, held by a whole game: the demo's evening and what an auto-player makes of it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from goldenevening import play_demo
from toytable import all_commits, all_events, check_chain, dump, facts

from tenmatsu.engine import timelines
from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import read_entries, state_for, viewer_of
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store

LINES = 8
STEPS = 10


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The demo's evening, and what-if lines that an auto-player leaves it by."""
    path: Path = tmp_path_factory.mktemp("evening") / "evening.db"
    play_demo(path)
    store = Store(f"sqlite:///{path}")
    session = find_opened(store, "@last")
    ends = [commit.last_version for commit in all_commits(session)]
    rng = Random(20261129)
    for number in range(LINES):
        at = ends[(number + 1) * (len(ends) - 1) // LINES]
        line = timelines.fork(session, f"もしも{number}", at, actor="gm", dice=rng.choice(["same", "fresh"]))
        for _ in range(STEPS):
            _play_on(line, rng)
    yield session
    store.close()


def _play_on(line: Session, rng: Random) -> None:
    """Let the auto-player take one step for whoever may; every step taken is held to the laws."""
    waiting = [choice.whom for choice in line.pending()]
    characters = list(line.table.characters)
    for who in waiting or rng.sample(characters, len(characters)):
        before, frozen, rows = line.state, msgspec.msgpack.encode(line.state), dump(line.store)["commits"]
        try:
            command = line.system.choose(line.game, line.rules(), who, rng)
            line.do(command, actor="gm")
        except TenmatsuError:
            assert line.state is before
            assert dump(line.store)["commits"] == rows
            continue
        assert msgspec.msgpack.encode(before) == frozen
        assert find_opened(line.store, line.id, line.branch).state == line.state
        return


def _lines(evening: Session) -> Iterator[Session]:
    for branch in evening.store.branches(evening.id):
        yield evening.on(branch)


def test_auto_player_takes_steps_on_many_lines(evening: Session) -> None:
    grown = [line.state.number - evening.branches[line.branch].fork_number for line in _lines(evening)]

    assert sum(number > 3 for number in grown[1:]) >= LINES // 2


def test_state_at_every_version_is_the_fold_of_the_events_up_to_it(evening: Session) -> None:
    for line in _lines(evening):
        state = LineState()
        for version, event in enumerate(all_events(line), 1):
            state = line.folder.fold(state, [event])
            if version % 9 == 0 or version == line.version:
                assert facts(line.state_at(version)) == facts(state)


def test_evening_verifies_and_passes_its_audit_with_all_its_lines(evening: Session) -> None:
    for line in _lines(evening):
        check_chain(line)
    report = audit_session(evening.store, evening.id)

    assert report.ok, [failure.say("en") for failure in report.failures]
    assert not report.unchecked
    assert report.tally.decided > 100


@pytest.mark.parametrize("seed", range(5))
def test_folding_the_evening_with_holes_never_raises(evening: Session, seed: int) -> None:
    chance = Random(seed)
    for line in _lines(evening):
        events = all_events(line)
        for share in (0.02, 0.1, 0.3, 0.6):
            kept = [None if chance.random() < share else event for event in events]
            assert line.folder.fold(LineState(), kept).version == len(events)
            dropped = [event for event in events if event is not None and chance.random() >= share]
            state = line.folder.fold(LineState(), dropped)
            if state.game is not None:
                line.system.pending(state.game)
                line.system.adjustable(state.game)


def test_every_participant_has_a_state_folded_from_what_they_see(evening: Session) -> None:
    for viewer in evening.table.seats:
        who = viewer_of(evening, viewer)
        shown = [entry.event for entry in read_entries(evening, who)]
        assert facts(state_for(evening, who)) == facts(evening.folder.fold(LineState(), shown))


def test_every_sheet_can_be_shown_at_every_version(evening: Session) -> None:
    for version in range(1, evening.version + 1, 5):
        state = evening.state_at(version)
        for character in state.table.characters:
            assert evening.sheet(character, version).character == character
        evening.overview(version)

"""Many processes at one database: no command is lost, none is stored twice, no version is left out."""

from collections import defaultdict
from contextlib import closing

import pytest
from players import SHARED_EVERY, Nursery
from toytable import PARTICIPANTS
from tries import COMMANDS, PLAYERS, SESSIONS
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.opening import open_session
from tenmatsu.engine.store import Store

LOOKS = 20
"""How often a reader looks meanwhile."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("sessions", [1, SESSIONS])
def test_commands_of_many_processes_are_all_stored_once_and_readers_see_whole_commits(
    file_url: str, sessions: int
) -> None:
    with closing(Store(file_url)) as store:
        ids = [open_session(store, "夜", "toy", participants=PARTICIPANTS).id for _ in range(sessions)]
    named: dict[str, dict[str, str]] = {one: {} for one in ids}
    told: defaultdict[str, list[str]] = defaultdict(list)
    players, commands = PLAYERS.now, COMMANDS.now
    with closing(Store(file_url)) as store, Nursery() as nursery:
        for player in range(players):
            nursery.play(file_url, ids, f"player{player}", commands, shared=sessions == 1)
        ended = count = 0
        while ended < players:
            word, *rest = nursery.listen()
            ended += word == "end"
            if word != "done":
                continue
            session, command, stored = rest
            named[session][command] = stored
            told[command].append(stored)
            count += 1
            if count % (players * commands // LOOKS) == 0:
                check_moment(store)

    own = players * commands
    shared = commands // SHARED_EVERY if sessions == 1 else 0
    assert count == own + players * shared, "every command was answered"
    assert all(len(set(answers)) == 1 for answers in told.values()), "with one and the same result"
    with closing(Store(file_url)) as store:
        found = sum(check_session(store, one, named[one]) for one in ids)
        # beside what was asked: what opens a session, and rings committed ahead in commits of their own
        extra = found - own - shared - sessions
        assert 0 <= extra <= own // 100
        check_moment(store)
        for one in ids[:2]:
            check_audit(store, one)

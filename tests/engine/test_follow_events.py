"""Follow the bare events: the same commits in the same order as whole ones, read with less work."""

from toytable import open_toy, say, strike

from tenmatsu.engine.api import follow_commits, follow_events, fork
from tenmatsu.engine.store import Store


def test_bare_events_are_those_of_the_whole_commits_on_all_lines_of_all_sessions(store: Store) -> None:
    first, second = open_toy(store), open_toy(store)
    strike(first)
    say(second)
    line = fork(first, "other", first.version, actor="gm")
    say(line)
    say(first, "つづき")
    whole = follow_commits(store)
    bare = follow_events(store)
    assert [(one.position, one.session, one.branch, one.number, one.events) for one in bare] == [
        (
            one.position,
            one.session,
            one.commit.branch,
            one.commit.number,
            [item.data for item in one.commit.events],
        )
        for one in whole
    ]
    assert follow_events(store, bare[2].position, most=2) == bare[3:5]
    assert follow_events(store, session=second.id) == [one for one in bare if one.session == second.id]
    assert follow_events(store, bare[-1].position) == []

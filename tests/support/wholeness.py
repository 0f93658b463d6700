"""What must be true of a database whatever happened to it."""

from collections.abc import Mapping

from toytable import all_commits

from tenmatsu.engine.audit import audit_session
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import hash_items

_HEADS = """
SELECT count(*) FROM branches b WHERE
head_number - fork_number <> (SELECT count(*) FROM commits c WHERE c.session = b.session AND c.branch = b.id)
OR head_version - fork_version <>
(SELECT count(*) FROM events e WHERE e.session = b.session AND e.branch = b.id)
OR NOT EXISTS (SELECT 1 FROM commits c WHERE c.session = b.session AND c.branch = b.id
AND c.number = b.head_number AND c.hash = b.head_hash)
"""
Named = Mapping[str, str]
"""Hashes of commits that were acknowledged, by the id of their command."""


def check_moment(store: Store) -> None:
    """Assert that a reader sees whole commits only: every head has all rows up to it and none behind it."""
    with store.database.reading() as connection:
        assert connection.exec_driver_sql(_HEADS).scalar_one() == 0


def check_session(store: Store, session_id: str, named: Named) -> int:
    """Assert that a session is whole and holds what was acknowledged; return how many commits it has."""
    session = find_opened(store, session_id)
    commits = all_commits(session)
    previous = NO_PREVIOUS
    for number, commit in enumerate(commits, 1):
        assert (commit.number, commit.previous) == (number, previous)
        assert hash_items(previous, tuple(commit.items()), commit.pad) == commit.hash
        previous = commit.hash
    assert previous.hex() == session.head
    numbers = {commit.hash.hex(): commit.number for commit in commits}
    for command, stored in named.items():
        found = store.find_command(session_id, command)
        assert found == (session.branch, numbers[stored]), command
    spent = store.spent_keys(session_id)
    # others may roll on meanwhile
    assert all(spent.get(ring, 0) >= kept.spent for ring, kept in session.table.rings.items())
    return len(commits)


def check_audit(store: Store, session_id: str) -> None:
    """Assert that the audit finds nothing."""
    report = audit_session(store, session_id)
    assert report.ok, [failure.say("en") for failure in report.failures]

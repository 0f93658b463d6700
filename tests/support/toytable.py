"""A table that plays the toy game: fixed clock and entropy, an evening's opening, rows to compare."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
import toy

from tenmatsu.engine.command import Command
from tenmatsu.engine.commits import make_commit
from tenmatsu.engine.decision import Recorded
from tenmatsu.engine.folding import Folder, LineState
from tenmatsu.engine.opening import Participant, open_session
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.registry import register_system
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import Append, Store, schema
from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.digests import NO_PREVIOUS
from tenmatsu.events.envelope import Commit, Header, hash_items
from tenmatsu.events.table import Rolled

register_system(toy.SYSTEM)

SECRET = b"a fixed secret for tests"
PARTICIPANTS = (
    Participant("gm", "語り部", "gm"),
    Participant("p1", "太郎"),
    Participant("p2", "花子"),
    Participant("guest", "客", "spectator"),
)


def fixed_outside(seed: str = "") -> Outside:
    """Return a clock that ticks by a second, and bytes that follow from `seed`."""
    start = datetime.fromisoformat("2026-11-29T20:00:00+09:00")
    ticks = iter(range(1_000_000))
    stream = _bytes(seed)
    return Outside(
        now=lambda: start + timedelta(seconds=next(ticks)),
        entropy=lambda count: bytes(next(stream) for _ in range(count)),
    )


def _bytes(seed: str) -> Iterator[int]:
    for block in range(1_000_000):
        yield from sha256(f"{seed}/{block}".encode()).digest()


def open_toy(store: Store, **settings: Any) -> Session:
    """Open a session of the toy with `p1` playing `a`, `p2` playing `b`; both are on the board."""
    session = open_session(store, "夜桜", "toy", participants=PARTICIPANTS, **settings)
    for player, character in (("p1", "a"), ("p2", "b")):
        session.do({"type": "table.take_character", "character": character}, actor=player)
        session.do({"type": "toy.enter", "character": character}, actor=player)
    return session


def strike(session: Session, **extra: Any) -> Result:
    """Let `a` strike `b`."""
    return session.do({"type": "toy.strike", "character": "a", "at": "b"}, actor="p1", **extra)


def answer(session: Session, choice: str = "take", *, actor: str = "p2", **extra: Any) -> Result:
    """Let `b` take the blow or dodge it."""
    return session.do({"type": "toy.answer", "character": "b", "choice": choice}, actor=actor, **extra)


def say(session: Session, text: str = "……", *, actor: str = "p1", **extra: Any) -> Result:
    """Say something."""
    return session.do({"type": "table.say", "text": text}, actor=actor, **extra)


def roll(session: Session, notation: str = "d6", *, actor: str = "gm", **extra: Any) -> Rolled:
    """Roll outside any rule and return what was recorded; `secret` goes to the command."""
    secret = extra.pop("secret", False)
    asked = {"type": "table.roll", "dice": notation, "secret": secret}
    return only(session.do(asked, actor=actor, **extra).events)


def only(events: Iterable[Event]) -> Rolled:
    """Return the one roll among events."""
    (found,) = (event for event in events if isinstance(event, Rolled))
    return found


def append_raw(session: Session, command: Command, *recorded: Recorded) -> Commit:
    """Append a commit of events that no command would record, and let the session read it."""
    outside = session.store.outside
    header = Header(
        session=session.id,
        branch=session.branch,
        number=session.state.number + 1,
        at=outside.stamp(),
        actor=command.as_,
        command_id=outside.new_id(),
    )
    commit = make_commit(session.state, header, command, recorded, outside)
    session.store.append(Append(commit=commit, header=header))
    session.reload()
    return commit


def dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table."""
    with store.database.reading() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(sa.select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }


def all_commits(session: Session) -> list[Commit]:
    """Return the commits of the session's line from the first on."""
    return list(session.store.commits(session.id, session.segments()))


def all_events(session: Session) -> list[Event | Unknown | None]:
    """Return the events of the session's line, decoded anew from its commits."""
    folder = Folder(session.system)
    return [folder.decode(item.data) for commit in all_commits(session) for item in commit.events]


def fold_prefix(session: Session, version: int) -> LineState:
    """Return the fold of the first events of a line, by no cache."""
    return Folder(session.system).fold(LineState(), all_events(session)[:version])


def facts(state: LineState) -> tuple[Any, ...]:
    """Return what of a state follows from events alone."""
    return state.version, state.table, state.game, state.unknown


def check_chain(session: Session) -> None:
    """Assert that a line's hashes follow from its items, and its numbers and versions from their order."""
    previous, version = NO_PREVIOUS, 0
    for number, commit in enumerate(all_commits(session), 1):
        assert commit.number == number
        assert commit.first_version == version + 1
        assert commit.previous == previous
        assert all(item.is_whole for item in commit.items())
        assert hash_items(previous, tuple(commit.items()), commit.pad) == commit.hash
        previous, version = commit.hash, commit.last_version
    row = session.store.branches(session.id)[session.branch]
    assert (row.head_hash, row.head_version) == (previous, version)

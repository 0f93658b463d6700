"""The tables of the log and of its caches; Alembic's migrations make the same ones (`migrations/`)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

REVISION = "0002"
"""The newest migration; a database at another one is not opened for work."""

metadata = MetaData()
_POSITION = BigInteger().with_variant(Integer(), "sqlite")


def _text(length: int) -> String:
    """Return the type of an id: it sorts by its bytes, on every database."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


sessions = Table(
    "sessions",
    metadata,
    Column("id", _text(64), primary_key=True),
    Column("system", _text(64), nullable=False),
    Column("opened_at", _text(40), nullable=False),
    Column("current_branch", _text(32), nullable=False),
    Column("adoptions", Integer, nullable=False),
    Column("view", _text(64)),
)
"""One row a session; `view` names the viewer of an imported partial log, which is for reading only."""

participants = Table(
    "participants",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("id", _text(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("token_hash", _text(64)),
    PrimaryKeyConstraint("session", "id"),
)
"""Names of people and the hashes of their tokens, beside the log so that a person can be forgotten."""

branches = Table(
    "branches",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("id", _text(32), nullable=False),
    Column("parent", _text(32)),
    Column("fork_hash", LargeBinary),
    Column("fork_number", Integer, nullable=False),
    Column("fork_version", Integer, nullable=False),
    Column("why", _text(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("head_number", Integer, nullable=False),
    Column("head_version", Integer, nullable=False),
    Column("head_hash", LargeBinary, nullable=False),
    Column("is_left", Boolean, nullable=False),
    PrimaryKeyConstraint("session", "id"),
)
"""One row a line: what it leaves, its head, and whether it was left behind."""

commits = Table(
    "commits",
    metadata,
    Column("position", _POSITION, primary_key=True, autoincrement=True),
    Column("session", _text(64), nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("number", Integer, nullable=False),
    Column("first_version", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("at", _text(40), nullable=False),
    Column("actor", _text(64), nullable=False),
    Column("command_id", _text(64), nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("pad", LargeBinary),
    Column("header_digest", LargeBinary, nullable=False),
    Column("header_salt", LargeBinary),
    Column("header", LargeBinary),
    Column("header_audience", Text, nullable=False),
    Column("command_digest", LargeBinary, nullable=False),
    Column("command_salt", LargeBinary),
    Column("command", LargeBinary),
    Column("command_audience", Text, nullable=False),
    Column("closed", LargeBinary),
    UniqueConstraint("session", "branch", "number"),
    UniqueConstraint("session", "command_id"),
)

events = Table(
    "events",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("type", _text(96), nullable=False),
    Column("audience", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("salt", LargeBinary),
    Column("data", LargeBinary),
    PrimaryKeyConstraint("session", "branch", "version"),
    sqlite_with_rowid=False,
)

Index(
    "events_revealed",
    events.c.session,
    events.c.type,
    sqlite_where=text("type = 'table.revealed'"),
    postgresql_where=text("type = 'table.revealed'"),
)
"""Reveals hold on every line, so they are looked for before a viewer reads any."""

redactions = Table(
    "redactions",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("digest", LargeBinary, nullable=False),
    PrimaryKeyConstraint("session", "digest"),
)
"""Items whose bytes and salt may go: the only way in which a row of the log ever changes."""

adoptions = Table(
    "adoptions",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("left_branch", _text(32), nullable=False),
    Column("left_head", LargeBinary, nullable=False),
    PrimaryKeyConstraint("session", "number"),
)

keys_spent = Table(
    "keys_spent",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("ring", _text(16), nullable=False),
    Column("index", Integer, nullable=False),
    PrimaryKeyConstraint("session", "ring", "index"),
)

ring_seeds = Table(
    "ring_seeds",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("ring", _text(16), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("session", "ring"),
)
"""Secret: never exported."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("fingerprint", _text(64), nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("session", "branch", "version"),
)
"""A cache of states; droppable at any time."""

read_models = Table(
    "read_models",
    metadata,
    Column("name", _text(64), nullable=False),
    Column("session", _text(64), nullable=False),
    Column("fingerprint", _text(64), nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("name", "session", "branch"),
)
"""A cache of projections with their checkpoints; droppable at any time."""

packs = Table(
    "packs",
    metadata,
    Column("session", _text(64), nullable=False),
    Column("branch", _text(32), nullable=False),
    Column("first_version", Integer, nullable=False),
    Column("last_version", Integer, nullable=False),
    Column("end_hash", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("session", "branch", "first_version"),
)
"""
A cache of the older history, many events a row: whole commits of one branch, as a JSON array of their bytes.

`end_hash` is the hash of the last commit in it, `digest` the SHA-256 of `data`. Droppable at any time.
"""

followers = Table(
    "followers",
    metadata,
    Column("name", _text(64), primary_key=True),
    Column("fingerprint", _text(64), nullable=False),
    Column("position", BigInteger, nullable=False),
)
"""How far each follower of the whole log has come: all commits up to `position` are done."""

upkeep = Table(
    "upkeep",
    metadata,
    Column("name", _text(32), primary_key=True),
    Column("value", BigInteger, nullable=False),
)
"""Small counters of the database's own: cleaning that is owed, where positions begin."""

LOG_TABLES = (commits, events)
CACHES = (snapshots, read_models, packs)
KEYED_BY_SESSION = (
    participants,
    branches,
    commits,
    events,
    redactions,
    adoptions,
    keys_spent,
    ring_seeds,
    snapshots,
    read_models,
    packs,
)
"""Tables in which a session is the key by which rows are spread over partitions or machines."""

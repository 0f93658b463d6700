"""
The log, its lines, and its caches.

What stands here is frozen: it says how a database of this revision was made, whatever the engine's
own schema says today.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _id(name: str, length: int = 64, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=nullable)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _bytes(name: str, *, nullable: bool = False) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=nullable)


def upgrade() -> None:
    """Make the tables, the index by hash, and the triggers that keep the log as it is."""
    _make_lines()
    _make_log()
    _make_dice()
    _make_caches()
    for trigger in _TRIGGERS:
        op.execute(trigger)


def _make_lines() -> None:
    """Make the tables of sessions, people and lines."""
    op.create_table(
        "sessions",
        _id("id"),
        _id("system"),
        _id("opened_at", 40),
        _id("current_branch", 32),
        _number("adoptions"),
        _id("view", nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "participants",
        _id("session"),
        _id("id"),
        _text("name"),
        _id("token_hash", nullable=True),
        sa.PrimaryKeyConstraint("session", "id"),
    )
    op.create_table(
        "branches",
        _id("session"),
        _id("id", 32),
        _id("parent", 32, nullable=True),
        _bytes("fork_hash", nullable=True),
        _number("fork_number"),
        _number("fork_version"),
        _id("why", 16),
        _text("name"),
        _number("head_number"),
        _number("head_version"),
        _bytes("head_hash"),
        sa.Column("is_left", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("session", "id"),
    )
    op.create_table(
        "adoptions",
        _id("session"),
        _number("number"),
        _id("branch", 32),
        _id("left_branch", 32),
        _bytes("left_head"),
        sa.PrimaryKeyConstraint("session", "number"),
    )


def _make_log() -> None:
    """Make the tables of the log."""
    op.create_table(
        "commits",
        sa.Column("position", _POSITION, primary_key=True, autoincrement=True),
        _id("session"),
        _id("branch", 32),
        _number("number"),
        _number("first_version"),
        _number("events"),
        _id("at", 40),
        _id("actor"),
        _id("command_id"),
        _bytes("previous"),
        _bytes("hash"),
        _bytes("pad", nullable=True),
        _bytes("header_digest"),
        _bytes("header_salt", nullable=True),
        _bytes("header", nullable=True),
        _text("header_audience"),
        _bytes("command_digest"),
        _bytes("command_salt", nullable=True),
        _bytes("command", nullable=True),
        _text("command_audience"),
        _bytes("closed", nullable=True),
        sa.UniqueConstraint("session", "branch", "number"),
        sa.UniqueConstraint("session", "command_id"),
    )
    op.create_table(
        "events",
        _id("session"),
        _id("branch", 32),
        _number("version"),
        _number("number"),
        _id("type", 96),
        _text("audience"),
        _bytes("digest"),
        _bytes("salt", nullable=True),
        _bytes("data", nullable=True),
        sa.PrimaryKeyConstraint("session", "branch", "version"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "events_revealed",
        "events",
        ["session", "type"],
        sqlite_where=sa.text("type = 'table.revealed'"),
        postgresql_where=sa.text("type = 'table.revealed'"),
    )
    op.create_table(
        "redactions",
        _id("session"),
        _bytes("digest"),
        sa.PrimaryKeyConstraint("session", "digest"),
    )


def _make_dice() -> None:
    """Make the tables of dice keys."""
    op.create_table(
        "keys_spent",
        _id("session"),
        _id("ring", 16),
        _number("index"),
        sa.PrimaryKeyConstraint("session", "ring", "index"),
    )
    op.create_table(
        "ring_seeds",
        _id("session"),
        _id("ring", 16),
        _bytes("seed"),
        sa.PrimaryKeyConstraint("session", "ring"),
    )


def _make_caches() -> None:
    """Make the tables that can be dropped at any time."""
    op.create_table(
        "snapshots",
        _id("session"),
        _id("branch", 32),
        _number("version"),
        _id("fingerprint"),
        _bytes("state"),
        sa.PrimaryKeyConstraint("session", "branch", "version"),
    )
    op.create_table(
        "read_models",
        _id("name"),
        _id("session"),
        _id("fingerprint"),
        _id("branch", 32),
        _number("version"),
        _bytes("state"),
        sa.PrimaryKeyConstraint("name", "session", "branch"),
    )


_TRIGGERS = (
    (
        "CREATE TRIGGER commits_no_update BEFORE UPDATE ON commits "
        'WHEN NOT (NEW."position" IS OLD."position" AND NEW."session" IS OLD."session" '
        'AND NEW."branch" IS OLD."branch" AND NEW."number" IS OLD."number" '
        'AND NEW."first_version" IS OLD."first_version" AND NEW."events" IS OLD."events" '
        'AND NEW."at" IS OLD."at" AND NEW."actor" IS OLD."actor" '
        'AND NEW."command_id" IS OLD."command_id" AND NEW."previous" IS OLD."previous" '
        'AND NEW."hash" IS OLD."hash" AND NEW."pad" IS OLD."pad" '
        'AND NEW."header_digest" IS OLD."header_digest" '
        'AND NEW."header_audience" IS OLD."header_audience" '
        'AND NEW."command_digest" IS OLD."command_digest" '
        'AND NEW."command_audience" IS OLD."command_audience" AND NEW."closed" IS OLD."closed" '
        'AND ((NEW."header" IS OLD."header" AND NEW."header_salt" IS OLD."header_salt") '
        'OR (NEW."header" IS NULL AND NEW."header_salt" IS NULL AND EXISTS (SELECT 1 FROM redactions '
        'WHERE redactions.session = OLD.session AND redactions.digest = OLD."header_digest"))) '
        'AND ((NEW."command" IS OLD."command" AND NEW."command_salt" IS OLD."command_salt") '
        'OR (NEW."command" IS NULL AND NEW."command_salt" IS NULL AND EXISTS (SELECT 1 FROM redactions '
        'WHERE redactions.session = OLD.session AND redactions.digest = OLD."command_digest")))) '
        "BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END"
    ),
    (
        "CREATE TRIGGER commits_no_delete BEFORE DELETE ON commits "
        "BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END"
    ),
    (
        "CREATE TRIGGER events_no_update BEFORE UPDATE ON events "
        'WHEN NOT (NEW."session" IS OLD."session" AND NEW."branch" IS OLD."branch" '
        'AND NEW."version" IS OLD."version" AND NEW."number" IS OLD."number" '
        'AND NEW."type" IS OLD."type" AND NEW."audience" IS OLD."audience" '
        'AND NEW."digest" IS OLD."digest" AND ((NEW."data" IS OLD."data" AND NEW."salt" IS OLD."salt") '
        'OR (NEW."data" IS NULL AND NEW."salt" IS NULL AND EXISTS (SELECT 1 FROM redactions '
        'WHERE redactions.session = OLD.session AND redactions.digest = OLD."digest")))) '
        "BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END"
    ),
    (
        "CREATE TRIGGER events_no_delete BEFORE DELETE ON events "
        "BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END"
    ),
)

"""
The tables on PostgreSQL as revision 0002 makes them: the first one that there is for it.

What stands here is frozen, as all steps are: later ones change it, this page never.
"""

from collections.abc import Iterator

PARTITIONS = 16
_SPREAD = ("commits", "events")

_TABLES = (
    """
    CREATE TABLE adoptions ( session VARCHAR(64) COLLATE "C" NOT NULL, number INTEGER NOT NULL, branch
    VARCHAR(32) COLLATE "C" NOT NULL, left_branch VARCHAR(32) COLLATE "C" NOT NULL, left_head BYTEA NOT
    NULL, PRIMARY KEY (session, number) )
    """,
    """
    CREATE TABLE branches ( session VARCHAR(64) COLLATE "C" NOT NULL, id VARCHAR(32) COLLATE "C" NOT
    NULL, parent VARCHAR(32) COLLATE "C", fork_hash BYTEA, fork_number INTEGER NOT NULL, fork_version
    INTEGER NOT NULL, why VARCHAR(16) COLLATE "C" NOT NULL, name TEXT NOT NULL, head_number INTEGER NOT
    NULL, head_version INTEGER NOT NULL, head_hash BYTEA NOT NULL, is_left BOOLEAN NOT NULL, PRIMARY KEY
    (session, id) )
    """,
    """
    CREATE TABLE commits ( position BIGINT NOT NULL, session VARCHAR(64) COLLATE "C" NOT NULL, branch
    VARCHAR(32) COLLATE "C" NOT NULL, number INTEGER NOT NULL, first_version INTEGER NOT NULL, events
    INTEGER NOT NULL, at VARCHAR(40) COLLATE "C" NOT NULL, actor VARCHAR(64) COLLATE "C" NOT NULL,
    command_id VARCHAR(64) COLLATE "C" NOT NULL, previous BYTEA NOT NULL, hash BYTEA NOT NULL, pad
    BYTEA, header_digest BYTEA NOT NULL, header_salt BYTEA, header BYTEA, header_audience TEXT NOT NULL,
    command_digest BYTEA NOT NULL, command_salt BYTEA, command BYTEA, command_audience TEXT NOT NULL,
    closed BYTEA, PRIMARY KEY (session, position), UNIQUE (session, branch, number), UNIQUE (session,
    command_id) ) PARTITION BY HASH (session)
    """,
    """
    CREATE INDEX commits_in_order ON commits (position)
    """,
    """
    CREATE TABLE events ( session VARCHAR(64) COLLATE "C" NOT NULL, branch VARCHAR(32) COLLATE "C" NOT
    NULL, version INTEGER NOT NULL, number INTEGER NOT NULL, type VARCHAR(96) COLLATE "C" NOT NULL,
    audience TEXT NOT NULL, digest BYTEA NOT NULL, salt BYTEA, data BYTEA, PRIMARY KEY (session, branch,
    version) ) PARTITION BY HASH (session)
    """,
    """
    CREATE INDEX events_revealed ON events (session, type) WHERE type = 'table.revealed'
    """,
    """
    CREATE TABLE followers ( name VARCHAR(64) COLLATE "C" NOT NULL, fingerprint VARCHAR(64) COLLATE "C"
    NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (name) )
    """,
    """
    CREATE TABLE keys_spent ( session VARCHAR(64) COLLATE "C" NOT NULL, ring VARCHAR(16) COLLATE "C" NOT
    NULL, index INTEGER NOT NULL, PRIMARY KEY (session, ring, index) )
    """,
    """
    CREATE TABLE packs ( session VARCHAR(64) COLLATE "C" NOT NULL, branch VARCHAR(32) COLLATE "C" NOT
    NULL, first_version INTEGER NOT NULL, last_version INTEGER NOT NULL, end_hash BYTEA NOT NULL, digest
    BYTEA NOT NULL, data BYTEA NOT NULL, PRIMARY KEY (session, branch, first_version) )
    """,
    """
    CREATE TABLE participants ( session VARCHAR(64) COLLATE "C" NOT NULL, id VARCHAR(64) COLLATE "C" NOT
    NULL, name TEXT NOT NULL, token_hash VARCHAR(64) COLLATE "C", PRIMARY KEY (session, id) )
    """,
    """
    CREATE TABLE read_models ( name VARCHAR(64) COLLATE "C" NOT NULL, session VARCHAR(64) COLLATE "C"
    NOT NULL, fingerprint VARCHAR(64) COLLATE "C" NOT NULL, branch VARCHAR(32) COLLATE "C" NOT NULL,
    version INTEGER NOT NULL, state BYTEA NOT NULL, PRIMARY KEY (name, session, branch) )
    """,
    """
    CREATE TABLE redactions ( session VARCHAR(64) COLLATE "C" NOT NULL, digest BYTEA NOT NULL, PRIMARY
    KEY (session, digest) )
    """,
    """
    CREATE TABLE ring_seeds ( session VARCHAR(64) COLLATE "C" NOT NULL, ring VARCHAR(16) COLLATE "C" NOT
    NULL, seed BYTEA NOT NULL, PRIMARY KEY (session, ring) )
    """,
    """
    CREATE TABLE sessions ( id VARCHAR(64) COLLATE "C" NOT NULL, system VARCHAR(64) COLLATE "C" NOT
    NULL, opened_at VARCHAR(40) COLLATE "C" NOT NULL, current_branch VARCHAR(32) COLLATE "C" NOT NULL,
    adoptions INTEGER NOT NULL, view VARCHAR(64) COLLATE "C", PRIMARY KEY (id) )
    """,
    """
    CREATE TABLE snapshots ( session VARCHAR(64) COLLATE "C" NOT NULL, branch VARCHAR(32) COLLATE "C"
    NOT NULL, version INTEGER NOT NULL, fingerprint VARCHAR(64) COLLATE "C" NOT NULL, state BYTEA NOT
    NULL, PRIMARY KEY (session, branch, version) )
    """,
    """
    CREATE TABLE upkeep ( name VARCHAR(32) COLLATE "C" NOT NULL, value BIGINT NOT NULL, PRIMARY KEY
    (name) )
    """,
)
_FUNCTIONS = (
    """
    CREATE FUNCTION commits_stay_as_they_are() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF
    NEW."position" IS NOT DISTINCT FROM OLD."position" AND NEW."session" IS NOT DISTINCT FROM
    OLD."session" AND NEW."branch" IS NOT DISTINCT FROM OLD."branch" AND NEW."number" IS NOT DISTINCT
    FROM OLD."number" AND NEW."first_version" IS NOT DISTINCT FROM OLD."first_version" AND NEW."events"
    IS NOT DISTINCT FROM OLD."events" AND NEW."at" IS NOT DISTINCT FROM OLD."at" AND NEW."actor" IS NOT
    DISTINCT FROM OLD."actor" AND NEW."command_id" IS NOT DISTINCT FROM OLD."command_id" AND
    NEW."previous" IS NOT DISTINCT FROM OLD."previous" AND NEW."hash" IS NOT DISTINCT FROM OLD."hash"
    AND NEW."pad" IS NOT DISTINCT FROM OLD."pad" AND NEW."header_digest" IS NOT DISTINCT FROM
    OLD."header_digest" AND NEW."header_audience" IS NOT DISTINCT FROM OLD."header_audience" AND
    NEW."command_digest" IS NOT DISTINCT FROM OLD."command_digest" AND NEW."command_audience" IS NOT
    DISTINCT FROM OLD."command_audience" AND NEW."closed" IS NOT DISTINCT FROM OLD."closed" AND
    ((NEW."header" IS NOT DISTINCT FROM OLD."header" AND NEW."header_salt" IS NOT DISTINCT FROM
    OLD."header_salt") OR (NEW."header" IS NULL AND NEW."header_salt" IS NULL AND EXISTS (SELECT 1 FROM
    redactions WHERE redactions.session = OLD.session AND redactions.digest = OLD."header_digest"))) AND
    ((NEW."command" IS NOT DISTINCT FROM OLD."command" AND NEW."command_salt" IS NOT DISTINCT FROM
    OLD."command_salt") OR (NEW."command" IS NULL AND NEW."command_salt" IS NULL AND EXISTS (SELECT 1
    FROM redactions WHERE redactions.session = OLD.session AND redactions.digest =
    OLD."command_digest"))) THEN RETURN NEW; END IF; RAISE EXCEPTION 'the log is never changed'; END $$
    """,
    """
    CREATE FUNCTION events_stay_as_they_are() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF
    NEW."session" IS NOT DISTINCT FROM OLD."session" AND NEW."branch" IS NOT DISTINCT FROM OLD."branch"
    AND NEW."version" IS NOT DISTINCT FROM OLD."version" AND NEW."number" IS NOT DISTINCT FROM
    OLD."number" AND NEW."type" IS NOT DISTINCT FROM OLD."type" AND NEW."audience" IS NOT DISTINCT FROM
    OLD."audience" AND NEW."digest" IS NOT DISTINCT FROM OLD."digest" AND ((NEW."data" IS NOT DISTINCT
    FROM OLD."data" AND NEW."salt" IS NOT DISTINCT FROM OLD."salt") OR (NEW."data" IS NULL AND
    NEW."salt" IS NULL AND EXISTS (SELECT 1 FROM redactions WHERE redactions.session = OLD.session AND
    redactions.digest = OLD."digest"))) THEN RETURN NEW; END IF; RAISE EXCEPTION 'the log is never
    changed'; END $$
    """,
    """
    CREATE FUNCTION log_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the log is
    never deleted'; END $$
    """,
)


def list_statements() -> Iterator[str]:
    """Yield the statements in order."""
    yield from _TABLES
    yield from (
        f"CREATE TABLE {table}_{part} PARTITION OF {table}"
        f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        for table in _SPREAD
        for part in range(PARTITIONS)
    )
    yield from _FUNCTIONS
    for table in _SPREAD:
        yield (
            f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {table}_stay_as_they_are()"
        )
        yield (
            f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION log_stays()"
        )
        for one in (table, *(f"{table}_{part}" for part in range(PARTITIONS))):
            yield (
                f"CREATE TRIGGER {one}_no_truncate BEFORE TRUNCATE ON {one}"
                " FOR EACH STATEMENT EXECUTE FUNCTION log_stays()"
            )

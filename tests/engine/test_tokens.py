"""Tokens: told once, kept as a hash beside the log, and nowhere else."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from toytable import open_toy

from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.history import EVERYTHING, viewer_of
from tenmatsu.engine.portable import export_log
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.tokens import check_token, issue_token, revoke_token


def test_a_token_stands_for_its_participant_alone(session: Session) -> None:
    tokens = {who: issue_token(session, who) for who in ("gm", "p1", "p2")}

    assert len(set(tokens.values())) == 3
    for who, token in tokens.items():
        assert check_token(session, token) == who
        assert check_token(session, f" {token.upper()} ") == who
    for wrong in ("", "x", tokens["p1"][:-1], tokens["p1"] + "a", "トークン"):
        assert check_token(session, wrong) is None


def test_a_new_token_makes_the_old_one_worth_nothing(session: Session) -> None:
    old = issue_token(session, "p1")
    new = issue_token(session, "p1")

    assert check_token(session, old) is None
    assert check_token(session, new) == "p1"


def test_a_revoked_token_is_worth_nothing(session: Session) -> None:
    token = issue_token(session, "p1")

    assert revoke_token(session, "p1")
    assert check_token(session, token) is None
    assert not revoke_token(session, "p1")


def test_who_has_left_is_nobody(session: Session) -> None:
    token = issue_token(session, "p1")
    session.do({"type": "table.leave", "participant": "p1"}, actor="p1")

    assert check_token(session, token) is None


def test_a_token_is_for_one_session(session: Session) -> None:
    token = issue_token(session, "p1")
    other = open_toy(session.store)

    assert check_token(other, token) is None


def test_who_joined_without_a_name_gets_one_too(session: Session) -> None:
    session.do({"type": "table.join", "participant": "p9"}, actor="gm")

    assert check_token(session, issue_token(session, "p9")) == "p9"
    assert session.names().get("p9") == "p9"


def test_nobody_from_outside_gets_one(session: Session) -> None:
    for act in (issue_token, revoke_token):
        with pytest.raises(UsageError):
            act(session, "stranger")


def test_256_bits_are_told_and_their_hash_is_kept(session: Session) -> None:
    token = issue_token(session, "p1")
    with session.store.database.reading() as connection:
        kept = connection.execute(
            sa.select(schema.participants.c.token_hash).where(schema.participants.c.id == "p1")
        ).scalar()

    assert len(token) == 52
    assert len(str(kept)) == 64
    assert token not in str(kept)


def test_neither_file_nor_export_holds_the_token_and_no_export_its_hash(
    file_store: Store, tmp_path: Path
) -> None:
    session = open_toy(file_store)
    token = issue_token(session, "p1")
    with session.store.database.reading() as connection:
        kept = str(
            connection.execute(
                sa.select(schema.participants.c.token_hash).where(schema.participants.c.id == "p1")
            ).scalar()
        )
    whole, partial = tmp_path / "whole.jsonl", tmp_path / "p1.jsonl"
    for path, viewer in ((whole, EVERYTHING), (partial, viewer_of(session, "p1"))):
        with path.open("wb") as file:
            export_log(session, file, viewer)
    exports = whole.read_text() + partial.read_text()
    database = b"".join(path.read_bytes() for path in tmp_path.glob("table.db*"))

    assert token not in exports
    assert kept not in exports
    assert token.encode() not in database

"""
Tokens: what shows a front end on another machine who a participant is.

A token is told once, to whom it is for. The store keeps its SHA-256 beside the log, in no event, no export
and no backup that a viewer gets.
"""

import base64
import hmac
from hashlib import sha256

import sqlalchemy as sa

from tenmatsu.engine.session import Session
from tenmatsu.engine.store import schema

_BYTES = 32
_P = schema.participants.c


def issue_token(session: Session, participant: str) -> str:
    """
    Return a new token for a participant; it stands for none other, and the one before is worth nothing.

    Raises `UsageError` for somebody who is not at the table.
    """
    session.check_participant(participant)
    token = base64.b32encode(session.store.outside.entropy(_BYTES)).decode().rstrip("=").lower()
    where = (_P.session == session.id, _P.id == participant)
    with session.store.database.writing() as connection:
        changed = connection.execute(
            sa.update(schema.participants).where(*where).values(token_hash=_hash(token))
        ).rowcount
        if not changed:
            row = {"session": session.id, "id": participant, "name": participant, "token_hash": _hash(token)}
            connection.execute(sa.insert(schema.participants).values(row))
    return token


def check_token(session: Session, token: str) -> str | None:
    """
    Return the participant that a token is for, None where it is for nobody who sits at the table.

    It takes as long for any wrong token: every participant's hash is compared whole.
    """
    given = _hash(token.strip().lower())
    found: str | None = None
    for participant, known in _hashes(session):
        if hmac.compare_digest(given, known):
            found = participant
    seat = session.table.seats.get(found) if found is not None else None
    return found if seat is not None and seat.present else None


def revoke_token(session: Session, participant: str) -> bool:
    """Make a participant's token worth nothing; return whether they had one."""
    session.check_participant(participant)
    where = (_P.session == session.id, _P.id == participant, _P.token_hash.is_not(None))
    with session.store.database.writing() as connection:
        cleared = sa.update(schema.participants).where(*where).values(token_hash=None)
        return connection.execute(cleared).rowcount > 0


def _hashes(session: Session) -> list[tuple[str, str]]:
    statement = sa.select(_P.id, _P.token_hash).where(_P.session == session.id, _P.token_hash.is_not(None))
    with session.store.database.reading() as connection:
        return [(str(row.id), str(row.token_hash)) for row in connection.execute(statement)]


def _hash(token: str) -> str:
    return sha256(token.encode(errors="replace")).hexdigest()

"""Listen to what is sent to a PostgreSQL server, statement by statement, whatever layer sends it."""

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from tenmatsu.engine.store import schema

Sent = dict[str, Any]
"""Each statement once, with the values it was sent with last."""


@contextmanager
def listening() -> Generator[Sent]:
    """Note every statement that any connection of the driver sends in a block."""
    sent: Sent = {}
    with pytest.MonkeyPatch.context() as patch:
        for kind in (psycopg.Cursor, psycopg.ServerCursor):
            patch.setattr(kind, "execute", _noting(kind.execute, sent, many=False))
        patch.setattr(psycopg.Cursor, "executemany", _noting(psycopg.Cursor.executemany, sent, many=True))
        patch.setattr(psycopg.Cursor, "copy", _noting(psycopg.Cursor.copy, sent, many=False))
        yield sent


def _noting(method: Any, sent: Sent, *, many: bool) -> Any:
    def noted(cursor: Any, query: Any, params: Any = None, **more: Any) -> Any:
        values = next(iter(params), None) if many else params
        sent[query.decode() if isinstance(query, bytes) else str(query)] = values
        return method(cursor, query, params, **more)

    return noted


KEYED = {table.name for table in schema.KEYED_BY_SESSION}
SPREAD = {table.name for table in schema.LOG_TABLES}
_USED = re.compile(r"\b(FROM|JOIN|INTO|UPDATE|USING|COPY)\s+(?:ONLY\s+)?(\w+)", re.IGNORECASE)
_PUT = re.compile(r"\b(?:INSERT INTO|COPY) \w+ \((?:[^)]*, )?session(?:, [^)]*)?\)")
"""Rows that are put in with their session; what they are taken from is another matter."""
_GIVEN = r"\b{table}\.session = (?:%s|%\(\w+\)s)"
_JOINED = re.compile(r"\b(\w+)\.session = (\w+)\.session\b")
_BY_POSITION = re.compile(
    r"FROM commits WHERE commits\.position > %s\S* AND commits\.position <= %s\S* ORDER BY commits\.position"
    r"|SELECT max\(commits\.position\) AS \w+ FROM commits WHERE commits\.position <= %s"
    r"|\(SELECT max\(position\) >> \d+ FROM commits\)"
)
"""What followers ask, and what a store asks once when it is opened: the log of all sessions, in its order."""


def find_unkeyed(sent: Sent) -> list[str]:
    """Return the statements on tables with a session in their key that do not say of which session."""
    return [text for text in map(_plain, sent) if not _is_keyed(text) and not _BY_POSITION.search(text)]


def find_spread(url: str, sent: Sent) -> list[str]:
    """Return the statements about a session for which the server would look into more than one partition."""
    found: list[str] = []
    with psycopg.connect(url) as connection:
        for text, values in sent.items():
            plain = _plain(text)
            if not plain.startswith(("SELECT", "UPDATE", "DELETE", "WITH")) or _BY_POSITION.search(plain):
                continue
            if not SPREAD & {table for _, table in _USED.findall(plain)}:
                continue
            plan = connection.execute(f"EXPLAIN (FORMAT JSON) {text}".encode(), values).fetchone()
            assert plan is not None
            parts = set(re.findall(r'"Relation Name": "(\w+?_\d+)"', json.dumps(plan[0])))
            if any(sum(part.startswith(f"{table}_") for part in parts) > 1 for table in SPREAD):
                found.append(plain)
        connection.rollback()
    return found


def _plain(text: str) -> str:
    return " ".join(text.split())


def _is_keyed(text: str) -> bool:
    text = _PUT.sub("", text)
    used = {table for _, table in _USED.findall(text)} & KEYED
    keyed = {table for table in used if re.search(_GIVEN.format(table=table), text)}
    for _ in used:
        for one, other in _JOINED.findall(text):
            if {one, other} & keyed:
                keyed |= {one, other}
    return used <= keyed

"""Find rows of a session that no listed line holds: an audit that follows lines would never meet them."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.store import Store, schema


def find_unlisted(store: Store, session: str, branches: Collection[str]) -> Iterator[Problem]:
    """Yield what is wrong where commits or events name a line that is not listed, or there are none."""
    found: dict[str, int] = {}
    statements = [
        store.database.text(f"lines_in_{table}", partial(_count, table)) for table in schema.LOG_TABLES
    ]
    with store.database.glancing() as cursor:
        for statement in statements:
            for line, rows in cursor.execute(statement, (session,)).fetchall():
                found[str(line)] = found.get(str(line), 0) + int(rows)
    if not found:
        yield "audit_empty", {}
    for line, rows in sorted(found.items()):
        if line not in branches:
            yield "audit_unlisted", {"branch": line, "rows": rows}


def _count(table: sa.Table) -> sa.Select[Any]:
    """Return how many rows of a session name each line."""
    branch = table.c.branch
    counted = sa.select(branch, sa.func.count()).where(table.c.session == sa.bindparam("s"))
    return counted.group_by(branch)

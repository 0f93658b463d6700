"""Find rows of a session that no listed line holds: an audit that follows lines would never meet them."""

from collections.abc import Collection, Iterator

import sqlalchemy as sa

from tenmatsu.engine.audit.chain import Problem
from tenmatsu.engine.store import Store, schema


def find_unlisted(store: Store, session: str, branches: Collection[str]) -> Iterator[Problem]:
    """Yield what is wrong where commits or events name a line that is not listed, or there are none."""
    with store.database.reading() as connection:
        found: dict[str, int] = {}
        for table in schema.LOG_TABLES:
            branch = table.c.branch
            counted = sa.select(branch, sa.func.count()).where(table.c.session == session).group_by(branch)
            for line, rows in connection.execute(counted):
                found[str(line)] = found.get(str(line), 0) + int(rows)
    if not found:
        yield "audit_empty", {}
    for line, rows in sorted(found.items()):
        if line not in branches:
            yield "audit_unlisted", {"branch": line, "rows": rows}

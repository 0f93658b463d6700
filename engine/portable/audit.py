"""Audit a portable log."""

from collections.abc import Callable
from pathlib import Path

from tenmatsu.engine.audit import AuditReport, audit_session
from tenmatsu.engine.portable.restore import import_read
from tenmatsu.engine.portable.verify import read_log
from tenmatsu.engine.store import Store


def audit_file(
    path: Path, *, since: str | None = None, progress: Callable[[int], None] | None = None
) -> AuditReport:
    """Audit a portable log: its own bytes first, then everything that an audit of its session finds."""
    log = read_log(path)
    store = Store("sqlite://")
    try:
        import_read(store, log)
        return audit_session(store, log.session, since=since, progress=progress)
    finally:
        store.close()

"""The store of sessions on SQLAlchemy Core: the log, its lines, and its caches."""

from tenmatsu.engine.store.log_rows import Append
from tenmatsu.engine.store.reading import ancestry, lineage
from tenmatsu.engine.store.rows import AdoptionRow, BranchRow, CommitPlace, Segment, SessionRow
from tenmatsu.engine.store.store import Store

__all__ = [
    "AdoptionRow",
    "Append",
    "BranchRow",
    "CommitPlace",
    "Segment",
    "SessionRow",
    "Store",
    "ancestry",
    "lineage",
]

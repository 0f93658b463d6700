"""The store of sessions on SQLAlchemy Core: the log, its lines, and its caches."""

from tenmatsu.engine.store.log_rows import Append
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import AdoptionRow, BranchRow, Segment, SessionRow
from tenmatsu.engine.store.store import Store

__all__ = ["AdoptionRow", "Append", "BranchRow", "Segment", "SessionRow", "Store", "lineage"]

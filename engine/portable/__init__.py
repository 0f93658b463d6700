"""The portable log: JSON Lines with the exact bytes of a session, whole or as one viewer may see it."""

from tenmatsu.engine.portable.audit import audit_file
from tenmatsu.engine.portable.export import export_log
from tenmatsu.engine.portable.plain import export_plain
from tenmatsu.engine.portable.restore import ImportReport, import_log
from tenmatsu.engine.portable.verify import read_log

__all__ = ["ImportReport", "audit_file", "export_log", "export_plain", "import_log", "read_log"]

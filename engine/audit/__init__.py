"""The audit: prove that a log is whole, its dice honest and its outcomes what the rules give."""

from tenmatsu.engine.audit.audit import audit_session
from tenmatsu.engine.audit.report import AuditReport, Failure

__all__ = ["AuditReport", "Failure", "audit_session"]

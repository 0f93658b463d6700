"""
The Python API: what a bot, a virtual table or a command line embeds.

Open a store, open a session in it, ask commands, answer pending choices, read states, sheets and the
log, follow new commits. Read models and recaps stand in `tenmatsu.projections`.
"""

from tenmatsu.engine.audit import AuditReport, Failure, audit_session
from tenmatsu.engine.audit.report import CHECKS
from tenmatsu.engine.bcdice import BOTS, Bot, Evaluation, TypedLine, evaluate, find_bot, read_typed
from tenmatsu.engine.command import Command, Value
from tenmatsu.engine.contract import (
    AnySystem,
    Chance,
    Circumstance,
    Move,
    Odds,
    OpenField,
    Outcome,
    Pending,
    Sheet,
    SheetEntry,
    System,
    Verdict,
)
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.dice.notation import parse_dice
from tenmatsu.engine.dice.proving import RollProof, prove_roll
from tenmatsu.engine.differences import Difference, ValueChange, compare_versions, find_difference
from tenmatsu.engine.errors import (
    AuditFailed,
    ConcurrencyConflict,
    Fault,
    RuleViolation,
    StoreError,
    TenmatsuError,
    UsageError,
)
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.following import Followed, follow_commits, last_position
from tenmatsu.engine.history import EVERYTHING, Entry, Viewer, read_entries, state_for, viewer_of
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.opening import Participant, find_opened, open_session
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.portable import ImportReport, audit_file, export_log, import_log
from tenmatsu.engine.registry import find_system, register_system, system_ids
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.store import BranchRow, SessionRow, Store
from tenmatsu.engine.table.commands import TableOptions
from tenmatsu.engine.timelines import UndoPlan, adopt, commit_ending, fork, plan_undo, undo
from tenmatsu.engine.upkeep import Health, check_database, drop_caches, keep_snapshot
from tenmatsu.engine.words import Words, table_words
from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.envelope import Commit, Item
from tenmatsu.events.table import DiceCommitted, Evaluated, Noted, Role, Rolled, Said


def open_store(url: str = "sqlite://", *, create: bool = True, outside: Outside | None = None) -> Store:
    """
    Open a database of sessions, `sqlite:///evening.db`; a new file is created, `sqlite://` is in memory.

    Raises `StoreError` where it cannot be opened or is at another schema.
    """
    return Store(url, outside, create=create)


__all__ = [
    "BOTS",
    "CHECKS",
    "EVERYTHING",
    "LANGUAGES",
    "AnySystem",
    "AuditFailed",
    "AuditReport",
    "Bot",
    "BranchRow",
    "Chance",
    "Circumstance",
    "Command",
    "Commands",
    "Commit",
    "ConcurrencyConflict",
    "DiceCommitted",
    "Difference",
    "Entry",
    "Evaluated",
    "Evaluation",
    "Event",
    "Failure",
    "Fault",
    "Followed",
    "Health",
    "ImportReport",
    "Item",
    "Lang",
    "LineState",
    "Move",
    "Noted",
    "Odds",
    "OpenField",
    "Outcome",
    "Outside",
    "Participant",
    "Pending",
    "Result",
    "Role",
    "RollProof",
    "Rolled",
    "RuleViolation",
    "Said",
    "Session",
    "SessionRow",
    "Sheet",
    "SheetEntry",
    "Store",
    "StoreError",
    "System",
    "TableOptions",
    "TenmatsuError",
    "TypedLine",
    "UndoPlan",
    "Unknown",
    "UsageError",
    "Value",
    "ValueChange",
    "Verdict",
    "Viewer",
    "Words",
    "adopt",
    "audit_file",
    "audit_session",
    "check_database",
    "commit_ending",
    "compare_versions",
    "drop_caches",
    "evaluate",
    "event_type",
    "export_log",
    "find_bot",
    "find_difference",
    "find_opened",
    "find_system",
    "follow_commits",
    "fork",
    "import_log",
    "keep_snapshot",
    "last_position",
    "open_session",
    "open_store",
    "parse_dice",
    "plan_undo",
    "prove_roll",
    "read_entries",
    "read_typed",
    "register_system",
    "state_for",
    "system_ids",
    "table_words",
    "undo",
    "viewer_of",
]

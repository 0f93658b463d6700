"""
The Python API: what a bot, a virtual table or a command line embeds.

Open a store, open a session in it, ask commands, answer pending choices, read states, sheets and the
log, follow new commits. Read models and recaps stand in `tenmatsu.projections`.
"""

from tenmatsu.engine.audit import AuditReport, Failure, audit_session
from tenmatsu.engine.audit.report import CHECKS, DisputeFound
from tenmatsu.engine.backup import Backup, Copied, Copy, back_up, copy_file, copy_sessions, open_to_read
from tenmatsu.engine.bcdice import BOTS, Bot, Evaluation, TypedLine, evaluate, find_bot, read_typed
from tenmatsu.engine.command import Command, Value
from tenmatsu.engine.contract import (
    AnySystem,
    Chance,
    Circumstance,
    Drawing,
    Look,
    Move,
    Odds,
    OpenField,
    Outcome,
    Pending,
    SetAside,
    Sheet,
    SheetEntry,
    System,
    Turn,
    Verdict,
)
from tenmatsu.engine.corrections import Text, read_texts
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.dice.chains import CHAIN_LENGTH, NonceChain, make_chain
from tenmatsu.engine.dice.explaining import Contribution, DieStory, RollStory, explain_roll
from tenmatsu.engine.dice.notation import parse_dice
from tenmatsu.engine.dice.overview import ChainView, DiceView, RingView, look_at_dice
from tenmatsu.engine.dice.proving import RollProof, prove_roll
from tenmatsu.engine.dice.stirring import add_word, commit_chain, next_link
from tenmatsu.engine.differences import (
    CommitPair,
    CommitSide,
    Difference,
    LineEnd,
    PairKind,
    RollShown,
    SheetChange,
    ValueChange,
    compare_versions,
    find_difference,
    pair_commits,
)
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
from tenmatsu.engine.followers import (
    CommitFollower,
    Follower,
    Lag,
    Superseded,
    catch_up_followers,
    forget_follower,
    measure_lag,
    run_followers,
)
from tenmatsu.engine.following import (
    Feed,
    Followed,
    FollowedEvents,
    follow_commits,
    follow_entries,
    follow_events,
    last_position,
)
from tenmatsu.engine.history import (
    EVERYTHING,
    Entry,
    Viewer,
    entries_in,
    entries_of,
    head_seen,
    locate,
    read_entries,
    state_for,
    version_at,
    viewer_of,
)
from tenmatsu.engine.language import LANGUAGES, Lang
from tenmatsu.engine.lines_seen import LineSeen, lines_seen
from tenmatsu.engine.logs import FIELDS as LOG_FIELDS
from tenmatsu.engine.marking import read_line_marks, read_markings
from tenmatsu.engine.naming import find_named
from tenmatsu.engine.opening import Participant, find_opened, open_session
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.portable import ImportReport, audit_file, export_log, export_plain, import_log
from tenmatsu.engine.publishing.access import NatsAccess
from tenmatsu.engine.publishing.cloudevents import make_event
from tenmatsu.engine.publishing.jetstream import Publisher
from tenmatsu.engine.registry import find_system, register_system, system_ids
from tenmatsu.engine.rescue import Repair, Rescued, repair_database
from tenmatsu.engine.rollouts import (
    ChoiceReport,
    Comparison,
    FirstMove,
    PairedDifference,
    Rollout,
    Share,
    Spread,
    roll_out,
    roll_out_state,
)
from tenmatsu.engine.seen import (
    chance_seen,
    moves_seen,
    overview_seen,
    pending_seen,
    sheet_seen,
    state_seen,
)
from tenmatsu.engine.session import Result, Session
from tenmatsu.engine.sight import Sight, sight_of, visible_branches
from tenmatsu.engine.store import BranchRow, CommitPlace, SessionRow, Store
from tenmatsu.engine.store.address import show_address
from tenmatsu.engine.table.commands import TableOptions
from tenmatsu.engine.table.state import Dispute, Marking, TableState
from tenmatsu.engine.timelines import (
    UndoAnswer,
    UndoPlan,
    adopt,
    can_undo,
    commit_ending,
    fork,
    plan_undo,
    undo,
)
from tenmatsu.engine.tokens import check_token, issue_token, revoke_token
from tenmatsu.engine.toml import read_toml
from tenmatsu.engine.tracing import stop_spans, trace_spans
from tenmatsu.engine.upkeep import Health, check_database, drop_caches, keep_snapshot
from tenmatsu.engine.whatif import (
    LeftOut,
    OtherRules,
    WhatIf,
    check_unhidden,
    command_at,
    replace_commit,
    rerule,
)
from tenmatsu.engine.words import Words, table_words
from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.envelope import GM_ONLY, Commit, Item
from tenmatsu.events.table import (
    DiceCommitted,
    DisputeOpened,
    DisputeRuled,
    Evaluated,
    Noted,
    Revealed,
    Role,
    Rolled,
    Said,
)


def open_store(url: str = "sqlite://", *, create: bool = True, outside: Outside | None = None) -> Store:
    """
    Open a database of sessions, `sqlite:///evening.db`; a new file is created, `sqlite://` is in memory.

    Raises `StoreError` where it cannot be opened or is at another schema.
    """
    return Store(url, outside, create=create)


__all__ = [
    "BOTS",
    "CHAIN_LENGTH",
    "CHECKS",
    "EVERYTHING",
    "GM_ONLY",
    "LANGUAGES",
    "LOG_FIELDS",
    "AnySystem",
    "AuditFailed",
    "AuditReport",
    "Backup",
    "Bot",
    "BranchRow",
    "ChainView",
    "Chance",
    "ChoiceReport",
    "Circumstance",
    "Command",
    "Commands",
    "Commit",
    "CommitFollower",
    "CommitPair",
    "CommitPlace",
    "CommitSide",
    "Comparison",
    "ConcurrencyConflict",
    "Contribution",
    "Copied",
    "Copy",
    "DiceCommitted",
    "DiceView",
    "DieStory",
    "Difference",
    "Dispute",
    "DisputeFound",
    "DisputeOpened",
    "DisputeRuled",
    "Drawing",
    "Entry",
    "Evaluated",
    "Evaluation",
    "Event",
    "Failure",
    "Fault",
    "Feed",
    "FirstMove",
    "Followed",
    "FollowedEvents",
    "Follower",
    "Health",
    "ImportReport",
    "Item",
    "Lag",
    "Lang",
    "LeftOut",
    "LineEnd",
    "LineSeen",
    "LineState",
    "Look",
    "Marking",
    "Move",
    "NatsAccess",
    "NonceChain",
    "Noted",
    "Odds",
    "OpenField",
    "OtherRules",
    "Outcome",
    "Outside",
    "PairKind",
    "PairedDifference",
    "Participant",
    "Pending",
    "Publisher",
    "Repair",
    "Rescued",
    "Result",
    "Revealed",
    "RingView",
    "Role",
    "RollProof",
    "RollShown",
    "RollStory",
    "Rolled",
    "Rollout",
    "RuleViolation",
    "Said",
    "Session",
    "SessionRow",
    "SetAside",
    "Share",
    "Sheet",
    "SheetChange",
    "SheetEntry",
    "Sight",
    "Spread",
    "Store",
    "StoreError",
    "Superseded",
    "System",
    "TableOptions",
    "TableState",
    "TenmatsuError",
    "Text",
    "Turn",
    "TypedLine",
    "UndoAnswer",
    "UndoPlan",
    "Unknown",
    "UsageError",
    "Value",
    "ValueChange",
    "Verdict",
    "Viewer",
    "WhatIf",
    "Words",
    "add_word",
    "adopt",
    "audit_file",
    "audit_session",
    "back_up",
    "can_undo",
    "catch_up_followers",
    "chance_seen",
    "check_database",
    "check_token",
    "check_unhidden",
    "command_at",
    "commit_chain",
    "commit_ending",
    "compare_versions",
    "copy_file",
    "copy_sessions",
    "drop_caches",
    "entries_in",
    "entries_of",
    "evaluate",
    "event_type",
    "explain_roll",
    "export_log",
    "export_plain",
    "find_bot",
    "find_difference",
    "find_named",
    "find_opened",
    "find_system",
    "follow_commits",
    "follow_entries",
    "follow_events",
    "forget_follower",
    "fork",
    "head_seen",
    "import_log",
    "issue_token",
    "keep_snapshot",
    "last_position",
    "lines_seen",
    "locate",
    "look_at_dice",
    "make_chain",
    "make_event",
    "measure_lag",
    "moves_seen",
    "next_link",
    "open_session",
    "open_store",
    "open_to_read",
    "overview_seen",
    "pair_commits",
    "parse_dice",
    "pending_seen",
    "plan_undo",
    "prove_roll",
    "read_entries",
    "read_line_marks",
    "read_markings",
    "read_texts",
    "read_toml",
    "read_typed",
    "register_system",
    "repair_database",
    "replace_commit",
    "rerule",
    "revoke_token",
    "roll_out",
    "roll_out_state",
    "run_followers",
    "sheet_seen",
    "show_address",
    "sight_of",
    "state_for",
    "state_seen",
    "stop_spans",
    "system_ids",
    "table_words",
    "trace_spans",
    "undo",
    "version_at",
    "viewer_of",
    "visible_branches",
]

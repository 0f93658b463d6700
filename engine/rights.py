"""Who may ask what, and what must be answered first."""

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import Pending
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.table.commands import (
    ENGINE_COMMANDS,
    TABLE_COMMANDS,
    CommitDice,
    Leave,
    Mark,
    Note,
    OpenSession,
    ResumeSession,
    Say,
)
from tenmatsu.engine.table.corrections import CORRECTIONS
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.envelope import GM_ONLY

_FOR_SPECTATORS: tuple[type[Command], ...] = (Say, Note, Mark, Leave, *CORRECTIONS)
"""What spectators may do: speak for themselves, say what they think, correct their own words, and go."""
_IN_A_CLOSED_SESSION: tuple[type[Command], ...] = (ResumeSession, Mark, *CORRECTIONS)
_OF_THE_TABLE = frozenset([*TABLE_COMMANDS, *ENGINE_COMMANDS])


def acting_character(command: Command) -> str:
    """Return the character that a command acts for, or nothing."""
    field = command.acts_for
    return str(getattr(command, field, "") or "") if field else ""


def check_rights(table: TableState, command: Command, actor: str) -> None:
    """
    Check that `actor` may ask this.

    Raises `UsageError` for somebody who is not at the table, `RuleViolation` where a right is missing.
    """
    if isinstance(command, CommitDice) or (isinstance(command, OpenSession) and not table.system):
        return
    seat = table.seats.get(actor)
    if seat is None or not seat.present:
        raise UsageError("actor_unknown", actor=actor, known=", ".join(sorted(table.seats)))
    if not table.is_open and not isinstance(command, _IN_A_CLOSED_SESSION):
        raise RuleViolation("session_is_closed")
    if seat.role == "gm":
        return
    if command.gm_only:
        raise RuleViolation("gm_only")
    if seat.role == "spectator" and not isinstance(command, _FOR_SPECTATORS):
        raise RuleViolation("spectators_watch")
    character = acting_character(command)
    if seat.role == "spectator" and isinstance(command, Say) and command.tab != "chat" and not character:
        raise RuleViolation("spectators_chat")
    owner = table.player_of(character) if character else None
    if character and owner is None:
        raise UsageError("character_unknown", character=character, known=", ".join(sorted(table.characters)))
    if character and owner != actor:
        raise RuleViolation("character_not_yours", character=character)


def check_pending(pending: tuple[Pending, ...], command: Command, *, is_gm: bool) -> None:
    """Refuse a game command while a choice is open, unless it answers one or may come at any time."""
    if command.anytime or command.__class__ in _OF_THE_TABLE:
        return
    if not pending:
        if command.answers:
            raise RuleViolation("nothing_pending")
        return
    whom = acting_character(command)
    for choice in pending:
        if choice.kind in command.answers and (choice.whom == whom or (choice.whom == GM_ONLY and is_gm)):
            return
    first = pending[0]
    raise RuleViolation("choice_pending", whom="GM" if first.whom == GM_ONLY else first.whom)

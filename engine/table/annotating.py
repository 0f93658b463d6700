"""Decide marks and names of lines; what they are about was looked up by the session."""

import re
from typing import Any

from tenmatsu.engine.audiences import ids_of
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import Fault, RuleViolation
from tenmatsu.engine.table.annotations import Mark, NameLine
from tenmatsu.engine.table.state import TableState
from tenmatsu.events import table as t
from tenmatsu.events.envelope import GM_ONLY

_HASH = re.compile("[0-9a-f]{64}")


def mark(decision: Decision[Any, Any, Any], command: Mark, system: AnySystem) -> None:
    """Mark a commit or a line; nobody learns of it who may not see what is marked."""
    commit = str(command.what)
    if commit and _HASH.fullmatch(commit) is None:
        raise Fault("the session looks up what is marked")
    if not (command.mark or command.text.strip()):
        known = {(one.by, one.commit, one.line) for one in decision.table.marks}
        if (decision.actor, commit, command.line) not in known:
            raise RuleViolation("nothing_marked")
    if not decision.audience:
        decision.audience = command.audience
    elif not _covers(command.audience, decision.audience, decision.table):
        raise RuleViolation("mark_unseen")
    text = command.text if command.text.strip() else ""
    decision.record(
        t.Marked(by=decision.actor, commit=commit, line=command.line, mark=command.mark, text=text)
    )


def name_line(decision: Decision[Any, Any, Any], command: NameLine, system: AnySystem) -> None:
    """Give a line another name; that of the table's own line is for the GM to give."""
    table = decision.table
    if not decision.is_gm and (table.forked != "whatif" or table.adopted):
        raise RuleViolation("gm_only")
    if not command.line:
        raise Fault("the session says which line is named")
    decision.record(t.BranchNamed(branch=command.line, name=command.name))


def _covers(audience: str, narrower: str, table: TableState) -> bool:
    """Return whether whoever is of one audience is of another, the GM by name or role."""
    if not audience:
        return True
    ids = set(ids_of(audience))
    gms = {one for one in table.seats if table.is_gm(one)} if GM_ONLY in ids else set[str]()
    return set(ids_of(narrower)) <= ids | gms

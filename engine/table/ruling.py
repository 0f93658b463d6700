"""Decide what the GM says of values and outcomes: values set by hand, disputes and rulings."""

import re
from typing import Any

from tenmatsu.engine.command import Value
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.engine.table import commands as c
from tenmatsu.engine.table.disputes import OpenDispute, Rule
from tenmatsu.engine.table.state import Dispute, TableState
from tenmatsu.events import table as t

_HASH = re.compile("[0-9a-f]{64}")
AnyDecision = Decision[Any, Any, Any]


def adjust(decision: AnyDecision, command: c.Adjust, system: AnySystem) -> None:
    """Set a value by hand."""
    decision.record(plan_adjustment(decision, system, command.name, command.value))
    if command.reason:
        decision.record(t.Noted(by=decision.actor, text=command.reason))


def plan_adjustment(decision: AnyDecision, system: AnySystem, name: str, value: Value) -> t.Adjusted:
    """Return the event that sets a value by hand; `UsageError` where there is none, or of another kind."""
    values = system.adjustable(decision.state)
    if name not in values:
        start = name.partition(".")[0]
        near = [known for known in values if known.startswith(f"{start}.")] or list(values)
        raise UsageError("adjust_unknown", name=name, known=", ".join(sorted(near)[:12]))
    old = values[name]
    if type(old) is not type(value) and old is not None:
        raise UsageError("adjust_type", name=name, old=old, value=value)
    return t.Adjusted(name=name, old=old, new=value)


def open_dispute(decision: AnyDecision, command: OpenDispute, system: AnySystem) -> None:
    """Question a roll or outcome; only those who may see it see that it is questioned."""
    table = decision.table
    if table.forked == "whatif" and not table.adopted:
        raise RuleViolation("dispute_elsewhere")
    if not (_HASH.fullmatch(command.about) and _HASH.fullmatch(command.commit)):
        raise UsageError("dispute_about_unknown", about=command.about[:40])
    waiting = next((one for one in table.open_disputes() if one.about == command.about), None)
    if waiting is not None:
        raise RuleViolation("dispute_open_already", dispute=waiting.number)
    decision.audience = command.audience
    decision.record(
        t.DisputeOpened(
            dispute=max((one.number for one in table.disputes), default=0) + 1,
            by=decision.actor,
            about=command.about,
            commit=command.commit,
            audience=command.audience,
        )
    )
    if command.reason:
        decision.record(t.Noted(by=decision.actor, text=command.reason))


def rule(decision: AnyDecision, command: Rule, system: AnySystem) -> None:
    """Rule that it stands, or correct a value in the same commit."""
    if command.answer == "wound_back":
        raise Fault("a ruling that winds back opens a line: `Session` does that")
    dispute = find_open_dispute(decision.table, command)
    adjusted = None
    if command.answer == "corrected":
        adjusted = plan_adjustment(decision, system, command.name, command.value)
    decision.record(
        t.DisputeRuled(dispute=dispute.number, by=decision.actor, answer=command.answer),
        audience=dispute.audience,
    )
    if adjusted is not None:
        decision.record(adjusted)
    if command.reason:
        decision.record(t.Noted(by=decision.actor, text=command.reason), audience=dispute.audience)


def find_open_dispute(table: TableState, command: Rule) -> Dispute:
    """Return the dispute that a ruling is on; refuse where it waits for none, or the fields do not fit."""
    if table.forked == "whatif" and not table.adopted:
        raise RuleViolation("dispute_elsewhere")
    dispute = table.find_dispute(command.dispute)
    if dispute is None:
        known = ", ".join(str(one.number) for one in table.open_disputes()) or "-"
        raise UsageError("dispute_unknown", dispute=command.dispute, known=known)
    if dispute.answer is not None:
        raise RuleViolation("dispute_ruled", dispute=dispute.number)
    if (command.answer == "corrected") != bool(command.name):
        raise UsageError("ruling_value")
    return dispute

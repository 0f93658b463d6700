"""Decide edits, retractions, redactions and aliases; what they are about was looked up by the session."""

import re
from typing import Any

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import Fault, RuleViolation, UsageError
from tenmatsu.engine.table.corrections import Alias, Edit, Redact, Retract
from tenmatsu.events import table as t

_DIGEST = re.compile("[0-9a-f]{64}")
AnyDecision = Decision[Any, Any, Any]


def edit(decision: AnyDecision, command: Edit, system: AnySystem) -> None:
    """Give words another text; whoever could see the old one sees the new one."""
    digest = _digest(command.what)
    _check_own(decision, command.whose)
    edited = t.SpeechEdited(by=decision.actor, of=digest, text=command.text)
    decision.record(edited, audience=command.audience)


def retract(decision: AnyDecision, command: Retract, system: AnySystem) -> None:
    """Take words back before those who could see them."""
    digest = _digest(command.what)
    _check_own(decision, command.whose)
    decision.record(t.SpeechRetracted(by=decision.actor, of=digest), audience=command.audience)


def redact(decision: AnyDecision, command: Redact, system: AnySystem) -> None:
    """Name the items that go, each before those who could see it."""
    if not command.items:
        raise RuleViolation("nothing_to_redact")
    _check_own(decision, *command.whose)
    for audience, items in command.items.items():
        for item in items:
            _digest(item)
        decision.record(t.Redacted(by=decision.actor, items=items), audience=audience)


def alias(decision: AnyDecision, command: Alias, system: AnySystem) -> None:
    """Show somebody under another name."""
    table, who = decision.table, command.who or decision.actor
    if who not in table.seats and who not in table.characters:
        known = ", ".join(sorted({*table.seats, *table.characters}))
        raise UsageError("alias_unknown", who=who, known=known)
    if not decision.is_gm and decision.actor not in (who, table.player_of(who)):
        raise RuleViolation("alias_not_yours", who=who)
    if table.aliases.get(who, "") == command.alias:
        raise RuleViolation("alias_same", who=who)
    decision.record(t.Aliased(who=who, alias=command.alias))


def _check_own(decision: AnyDecision, *whose: str) -> None:
    """Refuse to touch what others typed; the GM may."""
    if not decision.is_gm and set(whose) != {decision.actor}:
        raise RuleViolation("words_not_yours")


def _digest(text: int | str) -> str:
    if not isinstance(text, str) or _DIGEST.fullmatch(text) is None:
        raise Fault("the session looks up what a correction is about")
    return text

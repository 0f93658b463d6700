"""Decide what participants stir into the dice: chains of nonces, spoken words."""

import re
from typing import Any

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.dice.rings import newest_rings
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.table.commands import AddWord, CommitNonces
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.table import EntropyAdded, NoncesCommitted

LONGEST_CHAIN = 2**20
_VALUE = re.compile("[0-9a-f]{64}")
AnyDecision = Decision[Any, Any, Any]


def commit_nonces(decision: AnyDecision, command: CommitNonces, system: AnySystem) -> None:
    """Commit a chain of whoever asks; its number follows."""
    _check_line(decision.table)
    if not 1 <= command.length <= LONGEST_CHAIN:
        raise UsageError("chain_length_wrong", length=command.length, most=LONGEST_CHAIN)
    check_value(command.anchor)
    last = decision.table.links.get(decision.actor)
    decision.record(
        NoncesCommitted(
            by=decision.actor,
            chain=last.chain + 1 if last else 1,
            length=command.length,
            anchor=command.anchor,
        )
    )


def add_word(decision: AnyDecision, command: AddWord, system: AnySystem) -> None:
    """Stir in a word: before the newest rings' first key is spent, and never from their keeper."""
    _check_line(decision.table)
    check_value(command.value)
    for ring in newest_rings(decision.table.rings).values():
        if ring.keeper == decision.actor:
            raise RuleViolation("word_of_keeper")
        if ring.spent:
            raise RuleViolation("word_late")
    decision.record(EntropyAdded(by=decision.actor, value=command.value, word=True))


def check_value(text: str) -> None:
    """Raise `UsageError` unless this is a link, an anchor or a word's value: 32 bytes in lower-case hex."""
    if _VALUE.fullmatch(text) is None:
        raise UsageError("nonce_value_wrong", value=text[:72])


def _check_line(table: TableState) -> None:
    if table.forked == "whatif" and not table.adopted:
        raise RuleViolation("whatif_no_entropy")

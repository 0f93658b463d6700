"""Links of participants' chains of nonces: which one comes next, over all lines of a session."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.dice.keyring import previous_link
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.store.reading import lineage
from tenmatsu.engine.store.rows import BranchRow
from tenmatsu.engine.table.state import LastLink
from tenmatsu.engine.table.stirring import check_value
from tenmatsu.events.base import event_type
from tenmatsu.events.table import EntropyAdded

if TYPE_CHECKING:
    from tenmatsu.engine.store.store import Store

_ADDED = msgspec.json.Decoder(EntropyAdded)


def links_left_behind(
    store: "Store", session: str, branches: Mapping[str, BranchRow], branch: str
) -> dict[str, EntropyAdded]:
    """Return, by participant, the highest link of their newest chain that lines left behind show."""
    highest: dict[str, EntropyAdded] = {}
    for row, low in _rests(branches, branch):
        for _, data in store.reader.of_type(session, row.id, low, row.head_version, event_type(EntropyAdded)):
            try:
                event = _ADDED.decode(data or b"")
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue  # the audit names it
            known = highest.get(event.by)
            if not event.word and (known is None or _place(known) < _place(event)):
                highest[event.by] = event
    return highest


def _rests(branches: Mapping[str, BranchRow], branch: str) -> Iterator[tuple[BranchRow, int]]:
    """Yield the lines that hold what this one does not, and the version from which on they do."""
    if not any(row.is_left for row in branches.values()):
        return
    mine = {segment.branch: segment.last_version for segment in lineage(branches, branch)}
    for row in branches.values():
        if row.id != branch:
            yield row, mine.get(row.id, row.fork_version) + 1


def _place(event: EntropyAdded) -> tuple[int, int]:
    return event.chain or 0, event.link or 0


def last_shown(here: LastLink | None, elsewhere: EntropyAdded | None) -> LastLink | None:
    """Return a participant's last link over all lines, from the one on this line and that of the others."""
    if here is None or elsewhere is None or elsewhere.chain != here.chain:
        return here
    if (elsewhere.link or 0) <= here.index:
        return here
    return msgspec.structs.replace(here, index=elsewhere.link or 0, value=elsewhere.value)


def read_link(text: str, by: str, last: LastLink | None, *, whatif: bool) -> EntropyAdded:
    """
    Return the event for a link that a command brings.

    `last` is the last one shown in the session. Raises `UsageError` where it is no value at all,
    `RuleViolation` where it is not the next link, or the line is a what-if line.
    """
    if whatif:
        raise RuleViolation("whatif_no_entropy")
    check_value(text)
    if last is None:
        raise RuleViolation("link_no_chain", by=by)
    if last.index >= last.length:
        raise RuleViolation("link_used_up", by=by, chain=last.chain, length=last.length)
    if previous_link(bytes.fromhex(text)).hex() != last.value:
        raise RuleViolation("link_not_next", by=by, chain=last.chain, link=last.index + 1)
    return EntropyAdded(by=by, value=text, chain=last.chain, link=last.index + 1)

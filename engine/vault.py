"""What the log keeps closed, as a decision on opening it needs it: bytes and salts, not states."""

from collections.abc import Sequence
from typing import Protocol

from tenmatsu.engine.audiences import covers, ids_of
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.engine.table.state import TableState
from tenmatsu.engine.unreadable import log_unreadable
from tenmatsu.events.envelope import GM_ONLY, Commit, Item
from tenmatsu.events.table import OpenedItem


class Vault(Protocol):
    """Gives out closed items to those who may open them."""

    def open(
        self, digests: Sequence[str], *, audience: str, by: str, table: TableState
    ) -> tuple[OpenedItem, ...]:
        """Return what opens these events (digests in hex); `RuleViolation` where `by` may not open one."""
        ...

    def choices(self, plot: str) -> tuple[str, ...]:
        """Return the digests of the newest choice of each who sealed one in a plot on this line."""
        ...


def may_open(audience: str, by: str, table: TableState) -> bool:
    """Return whether somebody may open an item: the GM any, others what only they (and the GM) see."""
    if table.is_gm(by):
        return True
    others = {one for one in ids_of(audience) if one not in (by, GM_ONLY) and not table.is_gm(one)}
    return by in ids_of(audience) and not others


def open_events(commit: Commit, digests: Sequence[bytes], audience: str) -> tuple[OpenedItem, ...]:
    """
    Return what opens events of one commit to an audience.

    With them goes the header, and the command where they then see every event. Raises `RuleViolation`
    where the words of one are gone, `AuditFailed` where they cannot be read.
    """
    wanted = [item for item in commit.events if item.digest in digests]
    seen = all(covers(item.audience, audience) or item.digest in digests for item in commit.events)
    around = [commit.header, *([commit.command] if seen else [])]
    items = [item for item in around if not covers(item.audience, audience) and item.data is not None]
    try:
        return tuple(_opened(item) for item in [*items, *wanted])
    except UnicodeDecodeError as error:
        raise log_unreadable(commit.hash) from error


def _opened(item: Item) -> OpenedItem:
    if item.data is None or item.salt is None:
        raise RuleViolation("reveal_redacted", digest=item.digest.hex()[:12])
    return OpenedItem(digest=item.digest.hex(), kind=item.kind, salt=item.salt.hex(), text=item.data.decode())

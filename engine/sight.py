"""What somebody may see: items by their audience, and those that were opened to them later."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from tenmatsu.engine.audiences import joined
from tenmatsu.engine.store.finding import find_fork_headers, find_reveals
from tenmatsu.events.envelope import Item, may_see
from tenmatsu.events.table import OpenedItem, Revealed

if TYPE_CHECKING:
    from tenmatsu.engine.store.rows import BranchRow
    from tenmatsu.engine.store.store import Store

_REVEAL = msgspec.json.Decoder(Revealed)
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: a participant, or nobody in particular, who sees all."""

    id: str | None = None
    is_gm: bool = True

    def sees(self, item: Item) -> bool:
        """Return whether the viewer is of an item's audience; what was opened later, `Sight` knows."""
        return may_see(item.audience, self.id, is_gm=self.is_gm)


EVERYTHING = Viewer()


class Opened(msgspec.Struct, frozen=True, gc=False):
    """An item that was opened: its salt and bytes, and to whom."""

    salt: bytes
    data: bytes
    audience: str


class Sight:
    """What one viewer sees of a session, the reveals made so far on any line among it."""

    def __init__(self, viewer: Viewer, opened: Mapping[bytes, Opened]) -> None:
        self.viewer = viewer
        self._opened = opened

    @property
    def opened(self) -> Collection[bytes]:
        """The digests of the items that were opened to the viewer."""
        return self._opened.keys()

    def sees(self, item: Item) -> bool:
        """Return whether the viewer may see an item, for being of its audience or by a reveal."""
        return self.viewer.sees(item) or item.digest in self._opened

    def is_opened(self, item: Item) -> bool:
        """Return whether an item with an audience was opened to others."""
        return bool(item.audience) and item.digest in self._opened

    def audience(self, item: Item) -> str:
        """Return who sees an item now, as far as this viewer knows of reveals."""
        found = self._opened.get(item.digest)
        return item.audience if found is None else joined(item.audience, found.audience)


def sight_of(store: "Store", session: str, viewer: Viewer) -> Sight:
    """
    Return what a viewer sees of a session.

    A reveal counts for who sees it, also one that came by another reveal; an item that was made up (its
    digest does not follow) opens nothing.
    """
    reveals = find_reveals(store.database, session)
    opened: dict[bytes, Opened] = {}
    waiting = [(one.audience, one.digest, one.data) for one in reveals if one.data is not None]
    while True:
        seen = [one for one in waiting if may_see(one[0], viewer.id, is_gm=viewer.is_gm) or one[1] in opened]
        if not seen:
            return Sight(viewer, opened)
        waiting = [one for one in waiting if one not in seen]
        for audience, digest, data in seen:
            by_reveal = opened.get(digest)
            whole = audience if by_reveal is None else joined(audience, by_reveal.audience)
            for item in _items_in(data):
                _add(opened, item, whole)


def _items_in(data: bytes | None) -> tuple[OpenedItem, ...]:
    try:
        items = _REVEAL.decode(data or b"").items
    except _UNREADABLE:
        return ()  # the audit names it
    return tuple(item for item in items if item.is_whole)


def _add(opened: dict[bytes, Opened], item: OpenedItem, audience: str) -> None:
    digest = bytes.fromhex(item.digest)
    known = opened.get(digest)
    to = audience if known is None else joined(known.audience, audience)
    opened[digest] = Opened(bytes.fromhex(item.salt), item.text.encode(), to)


def visible_branches(
    store: "Store", session: str, sight: Sight, branches: Mapping[str, "BranchRow"]
) -> dict[str, "BranchRow"]:
    """Return the lines that a viewer knows of: not those that left where they may not see it."""
    if sight.viewer.id is None:
        return dict(branches)
    headers = find_fork_headers(store.database, session)
    found: dict[str, BranchRow] = {}
    for row in branches.values():
        if row.parent is None or (row.parent in found and _sees_fork(headers, sight, row)):
            found[row.id] = row
    return found


def _sees_fork(headers: Mapping[str, Item], sight: Sight, row: "BranchRow") -> bool:
    if row.why != "whatif" or row.head_number == row.fork_number:
        return True
    header = headers.get(row.id)
    return header is not None and sight.sees(header)

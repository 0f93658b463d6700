"""The envelope: items, commits and who may see them."""

from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.events import digests
from tenmatsu.events.digests import ItemKind

EVERYBODY = ""
"""The audience of an item that all may see."""
GM_ONLY = "@gm"
"""The audience of an item for the game master's role alone."""
SALT_SIZE = 16
"""Bytes of the salt of an item, and of the pad of a commit."""
SEALED = "@sealed"
"""Stands, in a viewer's imported log, for what they may only know to be there."""


class Header(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The first item of a commit: where it stands, who asked, when."""

    session: str
    branch: str
    number: int
    """Commits from the session's first along the line, counted from 1."""
    at: str
    """RFC 3339 with six decimals and a numeric offset."""
    actor: str
    """The participant who asked."""
    command_id: str


class Item(msgspec.Struct, frozen=True, gc=False):
    """One header, command or event as stored: its exact bytes, their salt and digest, its audience."""

    kind: ItemKind
    digest: bytes
    salt: bytes | None
    data: bytes | None
    """`None` where the item is redacted or sealed for this reader."""
    audience: str = EVERYBODY
    tag: str = ""
    """The stored name of an event whose bytes are gone, as the keeper of the log tells it; unhashed."""

    @property
    def is_whole(self) -> bool:
        """Whether the digest follows from salt and bytes; a longer salt could hold some of the bytes."""
        if self.salt is None or self.data is None or len(self.salt) != SALT_SIZE:
            return False
        return digests.item_digest(self.kind, self.salt, self.data) == self.digest


class Commit(msgspec.Struct, frozen=True, gc=False):
    """One accepted command and what followed from it, with its place in the chain."""

    session: str
    branch: str
    number: int
    first_version: int
    """The version of its first event; its last is `first_version + len(events) - 1`."""
    previous: bytes
    hash: bytes
    pad: bytes | None
    header: Item
    command: Item
    events: tuple[Item, ...]
    position: int = 0
    """Orders the commits of one database; unhashed."""
    closed: bytes | None = None
    """The digest of its closed half, where not all of what that holds is here (a viewer's log)."""

    @property
    def last_version(self) -> int:
        """The version of its last event."""
        return self.first_version + len(self.events) - 1

    def items(self) -> Iterator[Item]:
        """Yield header, command and events in the order in which they are hashed."""
        yield self.header
        yield self.command
        yield from self.events


def seal(kind: ItemKind, data: bytes, salt: bytes, audience: str = EVERYBODY) -> Item:
    """Return the item made of these bytes."""
    return Item(kind, digests.item_digest(kind, salt, data), salt, data, audience)


def hash_open(previous: bytes, items: Sequence[bytes], pad: bytes) -> bytes:
    """Return the commit hash over the digests of items that everybody may see."""
    opened, closed = digests.open_digest(items), digests.closed_digest((), pad)
    return digests.commit_hash(previous, opened, closed)


def hash_items(
    previous: bytes, items: Sequence[Item], pad: bytes | None, closed: bytes | None = None
) -> bytes:
    """
    Return the commit hash over `items`.

    `pad` counts only where no item has a narrower audience; `closed` stands for the whole closed
    half where it is given.
    """
    opened = digests.open_digest(item.digest for item in items if not item.audience)
    if closed is not None:
        return digests.commit_hash(previous, opened, closed)
    groups: dict[str, list[tuple[int, bytes]]] = {}
    for position, item in enumerate(items):
        if item.audience:
            groups.setdefault(item.audience, []).append((position, item.digest))
    whole = digests.closed_digest([digests.group_digest(a, g) for a, g in groups.items()], pad)
    return digests.commit_hash(previous, opened, whole)


def may_see(audience: str, viewer: str | None, *, is_gm: bool) -> bool:
    """
    Return whether `viewer` (a participant's id, `None` for the whole log) may see an item.

    An audience is empty (everybody) or ids joined by commas, `@gm` the role, `!` in front: silent.
    """
    if not audience or viewer is None:
        return True
    names = audience.removeprefix("!").split(",")
    return viewer in names or (is_gm and GM_ONLY in names)


def is_silent(audience: str) -> bool:
    """Return whether those left out are not even shown a sealed entry."""
    return audience.startswith("!")


def audience_of(ids: Sequence[str], *, silent: bool = False) -> str:
    """Return the audience text for these ids, in byte order."""
    joined = ",".join(sorted(set(ids), key=str.encode))
    return f"!{joined}" if silent and joined else joined

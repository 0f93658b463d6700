"""Events of secrets: what was kept closed is opened, choices are sealed until all are opened together."""

from typing import ClassVar

import msgspec

from tenmatsu.events.base import Event
from tenmatsu.events.digests import ItemKind, item_digest
from tenmatsu.events.envelope import SALT_SIZE


class OpenedItem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An item of the log that was closed: what anybody needs to see that it is the one it says."""

    digest: str
    """In hex: as the commit that holds it has hashed it."""
    kind: ItemKind
    salt: str
    """16 bytes in hex."""
    text: str
    """Its exact bytes, as a text."""

    @property
    def is_whole(self) -> bool:
        """Whether the digest follows from salt and text: else somebody made it up."""
        try:
            salt, digest = bytes.fromhex(self.salt), bytes.fromhex(self.digest)
            return len(salt) == SALT_SIZE and item_digest(self.kind, salt, self.text.encode()) == digest
        except ValueError:
            return False


class Revealed(Event, frozen=True, kw_only=True, tag="table.revealed"):
    """
    Closed items were opened to whoever sees this event.

    It is a fact about these items: whoever sees it sees them in their old places, on every line.
    """

    redactable: ClassVar[bool] = True
    by: str
    items: tuple[OpenedItem, ...]
    plot: str = ""
    """The plot whose choices these are, where they are such."""


class ChoiceSealed(Event, frozen=True, kw_only=True, tag="table.choice_sealed"):
    """Somebody laid a choice face down; what it says stands closed beside it."""

    plot: str
    by: str
    """The character or participant whose choice it is."""
    participant: str
    among: tuple[str, ...]
    """The participants whose choices the plot waits for."""
    again: bool = False
    """Whether it stands in place of an earlier one of theirs."""


class ChoiceMade(Event, frozen=True, kw_only=True, tag="table.choice_made"):
    """What somebody chose; nobody else sees it before the plot is opened."""

    redactable: ClassVar[bool] = True
    plot: str
    by: str
    text: str


class PlotOpened(Event, frozen=True, kw_only=True, tag="table.plot_opened"):
    """All choices of a plot were turned up together; nothing is sealed in it any more."""

    plot: str
    by: str


class AsideOpened(Event, frozen=True, kw_only=True, tag="table.aside_opened"):
    """The game waits for a choice that not everybody sees; what follows has the same audience."""

    audience: str


class AsideClosed(Event, frozen=True, kw_only=True, tag="table.aside_closed"):
    """What only some could see has come to its end."""

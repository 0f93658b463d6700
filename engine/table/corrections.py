"""What can be asked about words already in the log: edit, retract, redact; and names shown instead."""

from typing import ClassVar

import msgspec

from tenmatsu.engine.command import Command


class Edit(Command, frozen=True, kw_only=True, tag="table.edit"):
    """Give speech, narration or a note another text; the older one stays in the log."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    what: int | str
    """A version as whoever asks counts, or the start of a digest; the session writes the digest in full."""
    text: str
    whose: str = ""
    """Who typed the words; the session fills it in."""
    audience: str = ""
    """Who may see them; the session fills it in."""


class Retract(Command, frozen=True, kw_only=True, tag="table.retract"):
    """Take speech, narration, a note or a free roll back: recaps leave it out, the log shows it so."""

    acts_for: ClassVar[str | None] = None
    what: int | str
    """As for an edit."""
    whose: str = ""
    """Who asked for it; the session fills it in."""
    audience: str = ""
    """Who may see it; the session fills it in."""


class Redact(Command, frozen=True, kw_only=True, tag="table.redact"):
    """Take words out of the log for good; their digests stay."""

    acts_for: ClassVar[str | None] = None
    what: tuple[int | str, ...] = ()
    """Versions as whoever asks counts, or starts of digests or of a commit's hash; the session empties it."""
    of: str = ""
    """All that this participant has said, on every line."""
    only: bool = False
    """Just these texts: not the edits of the same words, nor the same words on other lines."""
    whose: tuple[str, ...] = ()
    """Who typed the words; the session fills it in."""
    items: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict[str, tuple[str, ...]])
    """By audience, the digests of events and commands, in hex; the session fills it in."""


class Alias(Command, frozen=True, kw_only=True, tag="table.alias"):
    """Show a participant or character under another name from here on."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    who: str = ""
    """Whoever asks, where left out."""
    alias: str = ""
    """Empty: under their own name again."""


CORRECTIONS: tuple[type[Command], ...] = (Edit, Retract, Redact, Alias)
"""They are taken in a closed session too, and from spectators for their own words."""

"""Events by which what a table sees of its words changes; what happened does not."""

from typing import ClassVar

from tenmatsu.events.base import Event


class SpeechEdited(Event, frozen=True, kw_only=True, tag="table.speech_edited"):
    """Speech, narration or a note got another text. The older one stays in the log."""

    redactable: ClassVar[bool] = True
    by: str
    """The participant who edited it."""
    of: str
    """The digest of the event whose text it replaces, in hex; never that of another edit."""
    text: str


class SpeechRetracted(Event, frozen=True, kw_only=True, tag="table.speech_retracted"):
    """Speech, narration, a note or a free roll was taken back: recaps leave it out, the log shows it so."""

    by: str
    of: str
    """The digest of the event, in hex."""


class Redacted(Event, frozen=True, kw_only=True, tag="table.redacted"):
    """Words were taken out of the log for good: of these items only the digests are left."""

    by: str
    items: tuple[str, ...]
    """Digests of events and commands, in hex, in the order of the log."""


class Aliased(Event, frozen=True, kw_only=True, tag="table.aliased"):
    """A participant or character is shown under another name from here on."""

    redactable: ClassVar[bool] = True
    who: str
    alias: str
    """Empty: under their own name again."""

"""What can be asked about disputes: to open one, and to rule on it."""

from typing import ClassVar

from tenmatsu.engine.command import Command, Value
from tenmatsu.events.table import Answer


class OpenDispute(Command, frozen=True, kw_only=True, tag="table.dispute"):
    """Question a roll or outcome; the game goes on until the GM rules."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    about: str
    """A version as whoever asks counts, or the start of a digest or hash; the session writes it in full."""
    commit: str = ""
    """The hash of the commit that holds it; the session fills it in."""
    audience: str = ""
    """Who may see what it is about; the session fills it in."""
    reason: str = ""


class Rule(Command, frozen=True, kw_only=True, tag="table.rule"):
    """Rule on a dispute: it stands, a value is corrected, or the table goes back before it."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    dispute: int
    answer: Answer
    name: str = ""
    """For `corrected`: the value to set, under the name that the sheet shows."""
    value: Value = None
    reason: str = ""

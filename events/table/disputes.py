"""Events of disputes: somebody questions a roll or outcome, the GM rules."""

from typing import Literal

from tenmatsu.events.base import Event

Answer = Literal["upheld", "corrected", "wound_back"]
"""It stands, a value was set by hand, or the table went back before it."""


class DisputeOpened(Event, frozen=True, kw_only=True, tag="table.dispute_opened"):
    """Somebody questioned a roll or outcome. Play goes on; the reason stands in a note beside it."""

    dispute: int
    """Counted from 1; a number stands for the same dispute on every line that has it."""
    by: str
    about: str
    """The digest of the event, or the hash of the commit, in hex."""
    commit: str
    """The hash of the commit that holds it, in hex."""
    audience: str = ""
    """Who may see the dispute and its ruling: whoever may see what it is about."""
    carried: bool = False
    """Whether it was opened on a line that was left and goes on here."""

    @property
    def mark(self) -> str:
        """Return the first digits of what it is about, as lines show them."""
        return self.about[:12]


class DisputeRuled(Event, frozen=True, kw_only=True, tag="table.dispute_ruled"):
    """The GM ruled on a dispute. The reason stands in a note beside it."""

    dispute: int
    by: str
    answer: Answer
    carried: bool = False
    """Whether it was ruled on a line that was left and holds here too."""

"""Events of annotations: what people at the table think of a commit, or of a whole line."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event

MarkSign = Literal["", "!!", "!", "!?", "?!", "?", "??"]
"""As players of board games write them: brilliant, good, interesting, doubtful, bad, a blunder; or none."""


class Marked(Event, frozen=True, kw_only=True, tag="table.marked"):
    """
    Somebody marked a commit, or a whole line, and may have left a note with it.

    Their newest mark stands for those before it on the same thing; with neither sign nor text it takes
    them back.
    """

    redactable: ClassVar[bool] = True
    by: str
    commit: str = ""
    """The hash of the commit, in hex; empty where a whole line is meant."""
    line: str = ""
    """The line that is meant as a whole; empty for a commit."""
    mark: MarkSign = ""
    text: str = ""

    @property
    def about(self) -> str:
        """Return what it is about as lines show it: the first digits of the commit, or the line."""
        return self.commit[:12] or self.line

    @property
    def told(self) -> str:
        """Return the sign and the note in one."""
        return " ".join(part for part in (self.mark, self.text) if part)

    @property
    def kind(self) -> str:
        """Return whether it marks a `commit` or a `line`, or takes a mark `back`."""
        if not (self.mark or self.text):
            return "back"
        return "commit" if self.commit else "line"

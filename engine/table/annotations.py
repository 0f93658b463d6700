"""What can be asked about what happened without changing it: to mark a commit or line, to name a line."""

from typing import ClassVar

from tenmatsu.engine.command import Command
from tenmatsu.events.table import MarkSign


class Mark(Command, frozen=True, kw_only=True, tag="table.mark"):
    """Mark a commit, or a whole line, as good or bad, with a note or without."""

    acts_for: ClassVar[str | None] = None
    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    what: int | str = ""
    """A version as whoever asks counts, or the start of a hash or digest; left out, a whole line is meant."""
    line: str = ""
    """The line whose versions are counted, or that is meant as a whole; left out, the one it is asked on."""
    mark: MarkSign = ""
    """Left out together with `text`, it takes an earlier mark back."""
    text: str = ""
    audience: str = ""
    """Who may see what is marked; the session fills it in."""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class NameLine(Command, frozen=True, kw_only=True, tag="table.name_line"):
    """Give the line that it is asked on another name; a player may name what-if lines alone."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    name: str
    line: str = ""
    """The line; the session fills it in."""

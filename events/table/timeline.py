"""Events of the lines of a session: forks and adoptions."""

from typing import ClassVar, Literal

from tenmatsu.events.base import Event

ForkReason = Literal["undo", "ruling", "whatif"]


class BranchForked(Event, frozen=True, kw_only=True, tag="table.branch_forked"):
    """A line left another at the end of a commit."""

    parent: str
    """The line that was forked. It may have inherited the commit, and gone on in another way behind it."""
    at: str
    """The hash of the commit it leaves, in hex."""
    why: ForkReason
    dice: Literal["same", "fresh"] = "fresh"
    """For a what-if line: whether it repeats first what the forked line rolled behind that commit."""
    audience: str = ""
    """Who may see the line and all that happens on it, where not everybody may."""


class BranchNamed(Event, frozen=True, kw_only=True, tag="table.branch_named"):
    """A line got a name."""

    redactable: ClassVar[bool] = True
    branch: str
    name: str


class TimelineAdopted(Event, frozen=True, kw_only=True, tag="table.timeline_adopted"):
    """The table plays on along this line from now on."""

    number: int
    """Adoptions of the session, counted from 1."""
    left: str
    """The line left behind."""
    head: str
    """The hash of the last commit of the left line, in hex."""


class DecidedAgain(Event, frozen=True, kw_only=True, tag="table.decided_again"):
    """A what-if line decided the command of a commit again; it stands last, behind what came of it."""

    of: str
    """The hash of the commit that it stands for, in hex."""

"""What came of deciding the past again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tenmatsu.engine.errors import TenmatsuError
from tenmatsu.engine.session import Session
from tenmatsu.events.envelope import Commit

Why = Literal["unasked", "refused", "waits", "gone", "held"]
"""
Why a command was left out: it answers what nobody asked now; the rules refuse it; another choice waits
for an answer; its words were redacted; it would change what the what-if holds fast.
"""
Progress = Callable[[int, int], None]
"""Told how many commits are done, of how many."""


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """A commit of the old line that the new one lacks."""

    commit: Commit
    why: Why
    refusal: TenmatsuError | None = None
    """What the command would meet on the new line."""


@dataclass(frozen=True, kw_only=True)
class WhatIf:
    """A line on which the past was decided again."""

    source: Session
    """The line as it was."""
    line: Session
    """The new line."""
    replaced: Commit | None
    """The commit in whose place another command stands; None for other rules."""
    redecided: int
    """Commits decided again, each with its own dice; the replaced one among them."""
    talk: int
    """Commits of table talk, undos and adoptions, which are not copied."""
    left: tuple[LeftOut, ...]
    """What was left out, in order."""
    answered: tuple[Commit, ...]
    """Choices that came up newly and that the auto-player answered."""
    stopped: LeftOut | None
    """Where it ended early: the first command that does not fit any more."""

    @property
    def first_left(self) -> LeftOut | None:
        """The first command that is no longer legal or no longer asked."""
        return self.left[0] if self.left else self.stopped

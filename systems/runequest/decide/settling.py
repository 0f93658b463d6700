"""
What goes on by itself behind every command, as far as nobody is asked.

One step at a time, the innermost first: the blow under way, the spell, the round, the clock. Each function
takes one step and says whether there was one; a choice that it opens stops everything.
"""

from collections.abc import Callable

from tenmatsu.systems.runequest.decide.blowing import resume_blow
from tenmatsu.systems.runequest.decide.casting import resume_casting
from tenmatsu.systems.runequest.decide.rounding import resume_round
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.decide.wounding import run_time
from tenmatsu.systems.runequest.pending import list_pending

COURSES: tuple[Callable[[Work], bool], ...] = (resume_blow, resume_casting, resume_round, run_time)
"""The innermost first."""


def settle(work: Work) -> None:
    """Go on as far as nobody is asked."""
    while not list_pending(work.state) and any(resume(work) for resume in COURSES):
        pass

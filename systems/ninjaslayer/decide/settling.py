"""What goes on by itself behind every command, as far as nobody is asked."""

from tenmatsu.systems.ninjaslayer.decide.course import resume_assault
from tenmatsu.systems.ninjaslayer.decide.turns import resume_turn
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.pending import list_pending


def settle(work: Work) -> None:
    """Go on with assaults, then with the turn, until somebody must choose or act."""
    while not list_pending(work.state) and (resume_assault(work) or resume_turn(work)):
        pass

"""What goes on by itself behind every command, as far as nobody is asked."""

from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.pending import list_pending


def settle(work: Work) -> None:
    """Go on with assaults, then with the turn, until somebody must choose or act."""
    while not list_pending(work.state) and (resume_assault(work) or resume_turn(work)):
        pass


def resume_assault(work: Work) -> bool:
    """Take the next step of the newest assault; False where there is none."""
    return False


def resume_turn(work: Work) -> bool:
    """Take the next step of the turn that nobody has to ask for; False where somebody has to act."""
    return False

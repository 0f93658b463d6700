"""How blows become an assault, in the order in which they are settled."""

from tenmatsu.systems.ninjaslayer.assaults import Blow
from tenmatsu.systems.ninjaslayer.decide.groups import arrange
from tenmatsu.systems.ninjaslayer.decide.judging import may_sense
from tenmatsu.systems.ninjaslayer.decide.work import Work
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun


def launch(work: Work, attackers: tuple[str, ...], blows: tuple[Blow, ...]) -> None:
    """
    Let blows come upon their targets, each made with `set_dodge`.

    Misses (`Blow.missed`) belong to it too: they can be rolled again as long as nobody has dodged. Nothing
    is recorded where nothing hit and nobody may roll again.
    """
    sensing = next((one for one in attackers if may_sense(work.state, work.rules, one)), "")
    if not any(blow.faces and not blow.counter for blow in blows):
        sensing = ""
    standing = blows if sensing else tuple(blow for blow in blows if not blow.missed)
    if standing:
        ordered = arrange(work.state, work.rules, standing)
        work.record(AssaultBegun(attackers=attackers, blows=ordered, sensing=sensing))

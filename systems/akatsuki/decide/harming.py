"""What a blow that was taken does: the damage card, counters lost, survival checks due, certain death."""

from collections.abc import Sequence

from tenmatsu.systems.akatsuki.decide.dying import die, doom, end_zombies, is_zombie
from tenmatsu.systems.akatsuki.decide.stacking import Stacked, stack
from tenmatsu.systems.akatsuki.decide.work import Work
from tenmatsu.systems.akatsuki.events.damage import CountersLost, SurvivalDue, WoundChanged
from tenmatsu.systems.akatsuki.state import Due, Harm, State, Wound
from tenmatsu.systems.akatsuki.tables import RANKS

__all__ = ["die", "doom", "end_zombies", "queue_checks", "suffer"]


def suffer(work: Work, character: str, harm: Harm, rank: int) -> None:
    """Let a blow be felt: it is stacked on the damage card, and a survival check is due."""
    figure = work.state.characters.get(character)
    if figure is None or figure.dead:
        return
    stacked = stack(work.rules.options, figure.wound, harm, rank)
    _record_card(work, character, figure.wound, stacked)
    if is_zombie(work.state, figure):
        _lose_counters(work, character, rank if work.rules.options.zombie_loss == "blow" else stacked.rank)
    if stacked.harm == "lethal" and stacked.rank == RANKS:
        doom(work, character, "rank5")
    queue_checks(work, (Due(character=character, why="damage"),))


def _record_card(work: Work, character: str, held: Wound | None, stacked: Stacked) -> None:
    """Record the card after a blow; its times count anew where it changes or is turned face up again."""
    wound = Wound(harm=stacked.harm, rank=stacked.rank, since=work.state.clock.now)
    if held is None or stacked.how != "same":
        work.record(WoundChanged(character=character, wound=wound, how=stacked.how))
    elif held.treated and work.rules.options.treated_hit == "always":
        work.record(WoundChanged(character=character, wound=wound, how="turned"))
    else:
        work.record(WoundChanged(character=character, wound=held, how="same"))


def _lose_counters(work: Work, character: str, count: int) -> None:
    held = work.state.characters[character].zombie_counters
    lost = min(count, held)
    work.record(CountersLost(character=character, lost=lost, now=held - lost))
    if held == lost:
        die(work, character, "counters")


def queue_checks(work: Work, due: Sequence[Due]) -> None:
    """Let survival checks fall due, behind those that are already, for whoever needs one."""
    needed = tuple(one for one in due if needs_check(work, one.character))
    if needed:
        work.record(SurvivalDue(due=needed))


def needs_check(work: Work, character: str) -> bool:
    """Return whether survival checks fall due for somebody; the doomed by option `zombie_checks`."""
    figure = work.state.characters.get(character)
    if figure is None or figure.dead or figure.wound is None or is_beyond_check(work.state, character):
        return False
    return not figure.doomed or work.rules.options.zombie_checks == "usual"


def is_beyond_check(state: State, character: str) -> bool:
    """Return whether somebody holds the card that leaves no check (殺傷ランク5)."""
    figure = state.characters.get(character)
    wound = None if figure is None else figure.wound
    return wound is not None and wound.harm == "lethal" and wound.rank == RANKS

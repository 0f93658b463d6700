"""Magic points and rune points: spent, lost, and come back with time."""

from tenmatsu.systems.runequest.decide.felling import awaken, faint
from tenmatsu.systems.runequest.decide.work import Work
from tenmatsu.systems.runequest.events.magic import MpReturned, MpSpent, RunePointsSpent
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.state import ROUNDS_A_DAY


def spend_mp(work: Work, character: str, points: int) -> None:
    """Take magic points, never below 0; at 0 the embodied lose consciousness."""
    figure = work.state.characters.get(character)
    if figure is None or points <= 0:
        return
    mp = max(0, figure.mp - points)
    work.record(MpSpent(character=character, points=figure.mp - mp, mp=mp, since=work.state.now))
    if not mp and figure.embodied:
        faint(work, character)


def spend_rune_points(work: Work, character: str, points: int) -> None:
    """Take rune points, never below 0."""
    figure = work.state.characters.get(character)
    if figure is None or points <= 0:
        return
    left = max(0, figure.rune_points - points)
    spent = figure.rune_points - left
    work.record(RunePointsSpent(character=character, points=spent, rune_points=left))


def return_mp(work: Work, character: str, now: int) -> None:
    """Let the magic points come back that are due by a round of the clock: all of them within a day."""
    figure = work.state.characters[character]
    if figure.dead or figure.mp_since is None or not figure.max_mp:
        return
    due = (now - figure.mp_since) * figure.max_mp // ROUNDS_A_DAY
    if due <= 0:
        return
    points = min(due, max(0, figure.max_mp - figure.mp))
    mp = figure.mp + points
    since = None if mp >= figure.max_mp else figure.mp_since + _count_rounds(figure, due)
    work.record(MpReturned(character=character, points=points, mp=mp, since=since))
    awaken(work, character, now)


def find_return(figure: Figure) -> int | None:
    """Return the round of the clock at which one who has no magic points has one again."""
    if figure.mp_since is None or figure.mp > 0 or not figure.max_mp:
        return None
    return figure.mp_since + _count_rounds(figure, 1)


def _count_rounds(figure: Figure, points: int) -> int:
    """Return the rounds in which so many points come back."""
    return -(-points * ROUNDS_A_DAY // figure.max_mp)

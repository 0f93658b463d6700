"""Death that is certain, the zombie time before it (仏恥義理ゾンビタイム), and death."""

from typing import Literal

from tenmatsu.systems.akatsuki.decide.work import Work
from tenmatsu.systems.akatsuki.events.damage import Died, Doomed, SurvivalSettled
from tenmatsu.systems.akatsuki.state import Figure, State

Death = Literal["survival", "counters", "fight_over", "nonlethal", "rank5"]
"""What somebody died of."""


def is_fighting(state: State, character: str) -> bool:
    """Return whether somebody is in a fight that is not over yet."""
    combat = state.combat
    return combat is not None and combat.ending is None and character in combat.order


def is_zombie(state: State, figure: Figure) -> bool:
    """Return whether zombie time has begun for somebody and is not over."""
    if not figure.doomed or figure.dead:
        return False
    combat = state.combat
    return figure.zombie_from is None or combat is None or figure.zombie_from <= combat.round


def die(work: Work, character: str, why: Death) -> None:
    """Let somebody die; checks that were due fall away."""
    figure = work.state.characters.get(character)
    if figure is None or figure.dead:
        return
    work.record(Died(character=character, why=why))
    drop_checks(work, character)


def drop_checks(work: Work, character: str) -> None:
    """Let the checks that are due of somebody dead or doomed fall away."""
    for due in work.state.due:
        if due.character == character:
            work.record(SurvivalSettled(character=character, survived=False))


def doom(work: Work, character: str, why: Death = "survival") -> None:
    """
    Make somebody's death certain (死亡確定); by their card, zombie time begins at once or next round.

    Others than players' characters and important NPCs die at once, and so do those who lie unconscious, whom
    nothing keeps up, and outside a fight everybody, unless option `zombie_no_fight` leaves them the counters.
    """
    figure = work.state.characters.get(character)
    if figure is None or figure.dead or figure.doomed or figure.wound is None:
        return
    options, fighting = work.rules.options, is_fighting(work.state, character)
    rises = figure.important and not figure.unconscious
    if not rises or not (fighting or options.zombie_no_fight == "counters"):
        die(work, character, why)
        return
    row = work.rules.tables.wound("lethal", figure.wound.rank)
    combat = work.state.combat
    starts = combat.round + row.wait if combat is not None and fighting else None
    waits = starts is not None and row.wait > 0
    acts = options.zombie_wait == "acts" if waits else options.zombie_now == "kept"
    work.record(
        Doomed(
            character=character,
            zombie_counters=row.counters,
            zombie_from=starts,
            majors=figure.majors if acts else 0,
        )
    )
    drop_checks(work, character)


def end_zombies(work: Work) -> None:
    """Let those who are in zombie time, or would be, die with the end of the fight."""
    combat = work.state.combat
    for character, figure in work.state.characters.items():
        if figure.doomed and (
            figure.zombie_from is not None or (combat is not None and character in combat.order)
        ):
            die(work, character, "fight_over")

"""Death that is certain, the zombie time before it (仏恥義理ゾンビタイム), and death."""

from typing import Literal

from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work
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


def rises(state: State, rules: Rulebook, character: str) -> bool:
    """
    Return whether somebody whose death becomes certain has zombie time, and does not die at once.

    It is for players' characters and important NPCs. Who lies unconscious has nothing to keep them up, as
    with a death by the nonlethal rank 5; outside a fight option `zombie_no_fight` decides.
    """
    figure = state.characters.get(character, Figure())
    if not figure.important or figure.unconscious:
        return False
    return is_fighting(state, character) or rules.options.zombie_no_fight == "counters"


def doom(work: Work, character: str, why: Death = "survival") -> None:
    """
    Make somebody's death certain (死亡確定).

    By their card, zombie time begins at once or with the next round; `why` is for those who have none.
    """
    figure = work.state.characters.get(character)
    if figure is None or figure.dead or figure.doomed or figure.wound is None:
        return
    if not rises(work.state, work.rules, character):
        die(work, character, why)
        return
    row = work.rules.tables.wound("lethal", figure.wound.rank)
    options, combat = work.rules.options, work.state.combat
    starts = None
    if combat is not None and is_fighting(work.state, character):
        starts = combat.round + row.wait
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
    """Let those who are in zombie time, or would be, die with the fight's end, also where they left it."""
    combat = work.state.combat
    for character, figure in work.state.characters.items():
        if figure.doomed and (
            figure.zombie_from is not None
            or (combat is not None and character in (*combat.order, *combat.left))
        ):
            die(work, character, "fight_over")

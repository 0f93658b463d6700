"""Opposed judgements (対抗判定): the same judgement by two or more, and their successes compared."""

from tenmatsu.systems.ninjaslayer.commands.judging import Oppose
from tenmatsu.systems.ninjaslayer.decide import damage
from tenmatsu.systems.ninjaslayer.decide.judging import (
    Spec,
    check_difficulty,
    check_quick,
    continue_with,
    find_place,
    judge,
    list_changes,
)
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, refuse
from tenmatsu.systems.ninjaslayer.events.judging import OppositionBegun, OppositionSettled
from tenmatsu.systems.ninjaslayer.evolve.judging import OPPOSED
from tenmatsu.systems.ninjaslayer.state import Contest, Judging


def specify_opposed(contest: Contest, character: str) -> Spec:
    """Return what one of them rolls: no action of their own, so no focus."""
    return Spec(
        character=character,
        purpose=OPPOSED,
        value=contest.value,
        dice=contest.dice.get(character, 0),
        difficulty=contest.place,
        circumstances=list_changes(harder=contest.harder),
    )


def oppose(work: Work, command: Oppose) -> None:
    """Begin an opposed judgement; each rolls in turn, and a sixth sense may roll again at once."""
    characters = command.characters
    if len(characters) < 2 or len(set(characters)) < len(characters):
        refuse(work, "oppose_two")
    for character in characters:
        find_able(work, character)
        check_quick(work, character, command.quick.get(character, 0))
    for character in (*command.dice, *command.quick):
        if character not in characters:
            refuse(work, "not_opposed", character=character)
    check_difficulty(work, command.difficulty)
    work.record(
        OppositionBegun(
            characters=characters,
            value=command.value,
            place=find_place(work.rules, command.difficulty),
            harder=command.harder,
            dice=command.dice,
            quick=command.quick,
            damage=command.damage,
        )
    )
    roll_next(work)


def roll_next(work: Work) -> None:
    """Let the next of them roll; when all have, compare."""
    contest = work.state.contest
    if contest is None:
        return
    waiting = [one for one in contest.characters if one not in contest.successes]
    if waiting:
        spec = specify_opposed(contest, waiting[0])
        judge(work, spec, quick=contest.quick.get(waiting[0], 0), then=OPPOSED)
    else:
        settle_opposed(work, contest)


@continue_with(OPPOSED)
def _go_on(work: Work, judging: Judging) -> None:
    roll_next(work)


def find_winner(contest: Contest) -> tuple[str, int, int]:
    """Return who has the most successes (nobody where two have), how many, and the most of anybody else."""
    ranked = sorted(contest.characters, key=lambda one: -contest.successes[one])
    most, second = (contest.successes[one] for one in ranked[:2])
    return (ranked[0] if most > second else ""), most, second


def settle_opposed(work: Work, contest: Contest) -> None:
    """Say who won; where it is agreed, every other takes the difference to the winner as damage."""
    winner, most, second = find_winner(contest)
    work.record(OppositionSettled(winner=winner, most=most, second=second))
    if not (winner and contest.damage):
        return
    for loser in contest.characters:
        if loser != winner:
            damage.hurt(work, loser, most - contest.successes[loser], winner)

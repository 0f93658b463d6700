"""Play on from each of many states, so that their chances can be set side by side."""

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.registry import folder_of
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rollouts.games import MOST_COMMANDS, MOST_ROUNDS, play
from tenmatsu.engine.rollouts.job import Job, make_job, open_job
from tenmatsu.engine.rollouts.rollout import check_numbers
from tenmatsu.engine.rollouts.tally import UNFINISHED
from tenmatsu.engine.rollouts.workers import CHUNK, WORTH_CORES, Part, Progress, count_cores, share_out

MOST_GAMES = 100_000
"""From each state: how every one of them ended is kept."""


class Finish(NamedTuple):
    """How one game ended."""

    result: str
    """A key of `[labels]`, or `unfinished`."""
    alive: tuple[str, ...] | None
    """The characters still alive; None for a game that came to no end."""


_NOT_YET = Finish(UNFINISHED, None)


def play_states(
    system: AnySystem,
    states: Sequence[LineState],
    *,
    games: int,
    seed: int = 0,
    rounds: int = MOST_ROUNDS,
    commands: int = MOST_COMMANDS,
    workers: int | None = None,
    holes: bool = False,
    progress: Progress | None = None,
) -> list[list[Finish]]:
    """
    Return for each state how its games ended, by the game's number.

    `holes` says that something of the log behind the states was kept from whoever asks (`roll_out_state`).

    All states are played on the same random numbers, so what differs from one to the next is theirs. One
    pool of processes plays them all; their number does not change the answer.
    """
    check_numbers(games=games, rounds=rounds, workers=workers)
    if games > MOST_GAMES:
        raise UsageError("rollout_number", name="games", value=games, most=MOST_GAMES)
    for state in states:
        if state.unknown:
            raise RuleViolation("unknown_events", tags=", ".join(sorted(set(state.unknown))))
        folder_of(system).check_figures(state.table)
    jobs = [
        make_job(system, state, (), seed=seed, rounds=rounds, commands=commands, holes=holes)
        for state in states
    ]
    total = games * len(jobs)
    if workers is None:
        workers = count_cores() if total >= WORTH_CORES else 1
    if workers > 1:
        jobs = [job.to_travel() for job in jobs]
    parts: list[Part] = [
        (job, first, min(CHUNK, games - first)) for job in jobs for first in range(0, games, CHUNK)
    ]
    here = ((part, play_part(*part)) for part in parts)
    ended = here if workers == 1 else share_out(play_part, iter(parts), min(workers, len(parts) or 1))
    found: dict[Job, list[Finish]] = {job: [_NOT_YET] * games for job in jobs}
    known: dict[Finish, Finish] = {}
    done = 0
    with closing(ended):
        for (job, first, count), results in ended:
            found[job][first : first + count] = [known.setdefault(one, one) for one in results]
            done += count
            if progress is not None:
                progress(done, total)
    return [found[job] for job in jobs]


def play_part(job: Job, first: int, count: int) -> list[Finish]:
    """Play the games with these numbers, and return how each ended."""
    situation, _ = open_job(job)
    endings = (
        play(situation, situation.start.game, GameChance(job.seed, game), job.rounds, job.commands)
        for game in range(first, first + count)
    )
    outcomes = (one.outcome for one in endings)
    return [_NOT_YET if one is None else Finish(one.result, one.alive) for one in outcomes]

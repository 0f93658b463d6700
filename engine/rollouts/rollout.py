"""Roll out a moment of a session, or any state: check it, play the games, report."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.deciding import is_of_table
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Viewer, locate, state_for
from tenmatsu.engine.refusing import sees_all
from tenmatsu.engine.registry import folder_of
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rollouts.games import MOST_COMMANDS, MOST_ROUNDS, Situation
from tenmatsu.engine.rollouts.job import Job, make_job
from tenmatsu.engine.rollouts.report import Rollout, report
from tenmatsu.engine.rollouts.tally import Tally
from tenmatsu.engine.rollouts.workers import WORTH_CORES, Progress, count_cores, play_here, play_on_cores
from tenmatsu.engine.table.commands import Adjust

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session

GAMES = 1_000
MOST_GAMES = 10_000_000
MOST_WORKERS = 256


class FirstMove(msgspec.Struct, frozen=True, kw_only=True):
    """A command to compare with others: every game under it begins with it."""

    command: Command | dict[str, Any]
    """As a Struct, or as plain fields (`{"type": …}`)."""
    actor: str
    label: str = ""
    """What reports call it."""


def roll_out(
    session: "Session",
    *,
    viewer: Viewer = EVERYTHING,
    at: int | None = None,
    moves: Sequence[FirstMove] = (),
    games: int = GAMES,
    seed: int = 0,
    rounds: int = MOST_ROUNDS,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """
    Play a session's line on from its head, or from a version, as a viewer knows it; record nothing.

    For anybody but the GM the games start from the state that they themselves know. `at` is in the
    viewer's own numbers and ends a commit. `moves` are compared on the same random numbers, in the
    actors' rights. `workers` is the number of processes (all cores by default), `scheduler` the address
    of a Dask cluster to use in their place; neither changes the answer. Raises `UsageError` where nothing
    plays itself out, `RuleViolation` where a first move is refused.
    """
    from tenmatsu.engine.timelines import commit_ending

    if at is not None:
        commit_ending(session, locate(session, viewer, at))
    start = state_for(session, viewer, at)
    session.folder.check_figures(start.table)
    return roll_out_state(
        session.system,
        start,
        moves=[session.read_command(move.command, move.actor) for move in moves],
        labels=[move.label for move in moves],
        games=games,
        seed=seed,
        rounds=rounds,
        holes=session.view is not None or not sees_all(session, viewer),
        workers=workers,
        scheduler=scheduler,
        progress=progress,
    )


def roll_out_state(
    system: AnySystem,
    start: LineState,
    *,
    moves: Sequence[Command] = (),
    labels: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 0,
    rounds: int = MOST_ROUNDS,
    commands: int = MOST_COMMANDS,
    holes: bool = False,
    workers: int | None = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """
    Play any state of a system on, `games` times, and report what becomes of it.

    `holes` says that something of the log behind the state was kept from whoever asks: what breaks a
    decision then ends its game (`unseen`), and is no fault.

    Raises `UsageError` (`rollout_nothing`, `rollout_decided`) where nothing plays itself out from it or
    its outcome is decided already, and what refuses one of the `moves`.
    """
    check_numbers(games=games, rounds=rounds, workers=workers)
    _check_start(system, start, moves, holes=holes)
    job = make_job(system, start, moves, seed=seed, rounds=rounds, commands=commands, holes=holes)
    tally = _play(job, games, workers, scheduler, progress)
    named = tuple(labels) if labels else tuple(str(number + 1) for number in range(len(moves)))
    return report(tally, named or ("",), seed=seed, rounds=rounds)


def _play(
    job: Job, games: int, workers: int | None, scheduler: str | None, progress: Progress | None
) -> Tally:
    if scheduler is not None:
        from tenmatsu.engine.rollouts.cluster import play_on_cluster

        return play_on_cluster(job, games, scheduler, progress)
    if workers is None:
        workers = count_cores() if games * job.choices >= WORTH_CORES else 1
    workers = min(workers, games)
    if workers == 1:
        return play_here(job, games, progress)
    return play_on_cores(job, games, workers, progress)


def check_numbers(*, games: int, rounds: int, workers: int | None) -> None:
    """Check numbers that somebody asked for; `UsageError` (`rollout_number`) where one is out of reach."""
    for name, value, most in (
        ("games", games, MOST_GAMES),
        ("rounds", rounds, 10_000),
        ("workers", 1 if workers is None else workers, MOST_WORKERS),
    ):
        if not 1 <= value <= most:
            raise UsageError("rollout_number", name=name, value=value, most=most)


def _check_start(system: AnySystem, start: LineState, moves: Sequence[Command], *, holes: bool) -> None:
    """Check that there is something to play out, and that every first move may be made."""
    if start.game is None:
        raise UsageError("rollout_nothing")
    if start.unknown:
        raise RuleViolation("unknown_events", tags=", ".join(sorted(set(start.unknown))))
    if system.outcome(start.game) is not None:
        raise UsageError("rollout_decided")
    situation = Situation(folder_of(system), start, holes=holes)
    is_open = _is_open(situation, start.game)
    for move in moves:
        if is_of_table(move) and not isinstance(move, Adjust):
            raise UsageError("rollout_move", command=str(move.__struct_config__.tag))
        state = situation.begin(move, GameChance(0, 0))
        if not is_open and not _is_open(situation, state):
            raise UsageError("rollout_nothing")
    if not moves and not is_open:
        raise UsageError("rollout_nothing")


def _is_open(situation: Situation, state: Any) -> bool:
    """Return whether a state plays itself out, or is decided."""
    return situation.system.outcome(state) is not None or bool(situation.next_to_act(state)[0])

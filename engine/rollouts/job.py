"""A job that travels to workers: a situation, first moves and limits, as bytes; and a chunk of its games."""

import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import AnySystem
from tenmatsu.engine.errors import RuleViolation, UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.registry import commands_of, find_system, folder_of, is_installed
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rollouts.games import Ending, Situation, play
from tenmatsu.engine.rollouts.tally import Tally
from tenmatsu.engine.table.state import TableState
from tenmatsu.events.codec import encode


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be played; any number of games of it, by their numbers, anywhere."""

    system: Any
    """The system, or the id under which it is installed where the job is done."""
    table: bytes
    game: bytes
    """The states, as msgpack."""
    moves: tuple[bytes, ...]
    """The commands compared, as JSON; none where the auto-player makes the first move."""
    seed: int
    rounds: int
    commands: int
    holes: bool = False
    """Whether something of the log behind the states was kept from whoever asks."""

    @property
    def choices(self) -> int:
        """How many games are played for each number."""
        return max(1, len(self.moves))

    def to_travel(self) -> "Job":
        """Return the job as another process can open it; `UsageError` where it could not find the system."""
        if is_installed(self.system):
            return msgspec.structs.replace(self, system=self.system.id)
        try:
            pickle.dumps(self.system)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise UsageError("rollout_system_here", system=self.system.id) from error
        return self


def make_job(
    system: AnySystem,
    start: LineState,
    moves: Sequence[Command],
    *,
    seed: int,
    rounds: int,
    commands: int,
    holes: bool = False,
) -> Job:
    """Return the job of playing on from a state."""
    return Job(
        system=system,
        table=msgspec.msgpack.encode(start.table),
        game=msgspec.msgpack.encode(start.game),
        moves=tuple(encode(move) for move in moves),
        seed=seed,
        rounds=rounds,
        commands=commands,
        holes=holes,
    )


def play_chunk(job: Job, first: int, count: int) -> Tally:
    """Play the games with these numbers under every choice, and return what became of them."""
    situation, moves = open_job(job)
    tally, start = Tally.of(job.choices), situation.start.game
    for game in range(first, first + count):
        endings: list[Ending] = []
        for move in moves or (None,):
            chance = GameChance(job.seed, game)
            try:
                state = start if move is None else situation.begin(move, chance)
            except RuleViolation:
                endings.append(Ending(None, 1, "unseen"))
            else:
                endings.append(play(situation, state, chance, job.rounds, job.commands))
        tally.count(endings)
    return tally


@lru_cache(maxsize=4)
def open_job(job: Job) -> tuple[Situation, tuple[Command, ...]]:
    """Open a job once for all chunks of it that this process plays."""
    system: AnySystem = find_system(job.system) if isinstance(job.system, str) else job.system
    folder = folder_of(system)
    start = LineState(
        table=msgspec.msgpack.decode(job.table, type=TableState),
        game=msgspec.msgpack.decode(job.game, type=system.state),
    )
    commands = commands_of(system)
    return Situation(folder, start, holes=job.holes), tuple(commands.decode(move) for move in job.moves)

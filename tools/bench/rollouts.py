"""Rollouts of the demo's last fight, against a bare loop that decides and evolves the same games."""

import argparse
import contextlib
import io
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tenmatsu.engine.api import LineState, Session, find_opened, open_store, read_entries, roll_out_state
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.rollouts.dice import GameChance
from tenmatsu.engine.rollouts.games import MOST_COMMANDS, MOST_ROUNDS
from tenmatsu.engine.rollouts.job import Job, make_job
from tenmatsu.engine.rollouts.workers import count_cores, play_here
from tenmatsu.events.base import Event
from tenmatsu.tools.bench.measure import Aim, Comparison, compare, timed

FEW, MANY = 1_000, 10_000
"""Games between which memory must not grow."""
_SAMPLE = 200
"""Games of the bare loop: it takes as long for each."""
_BEGUN = "ukiyozoshi.combat_begun"


class Fight:
    """The demo's last fight at its beginning, in a database of its own."""

    def __init__(self, place: Path, *, play: bool = True) -> None:
        self.database = place / "fight.db"
        if play:
            _play_demo(self.database)
        self.session: Session = find_opened(open_store(f"sqlite:///{self.database}"), "@last")
        entries = list(read_entries(self.session))
        number = [entry.number for entry in entries if entry.tag == _BEGUN][-1]
        self.start: LineState = self.session.state_at(
            max(entry.version for entry in entries if entry.number == number)
        )

    def job(self) -> Job:
        """Return the job of playing it out."""
        return make_job(
            self.session.system, self.start, (), seed=0, rounds=MOST_ROUNDS, commands=MOST_COMMANDS
        )


def _play_demo(database: Path) -> None:
    from tenmatsu.tools.cli.main import main

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        if main(["--db", f"sqlite:///{database}", "run", "@demo"]):
            raise RuntimeError("the demo did not run")


def _play_bare(fight: Fight) -> None:
    """Play games with nothing around them: who is next, choose, decide, evolve; the ends are thrown away."""
    system, table = fight.session.system, fight.start.table
    rules, words = fight.session.rules(table), system.words()
    mine, evolve = frozenset(system.events), system.evolve

    def evolve_game(state: Any, event: Event) -> Any:
        return evolve(state, event) if event.__class__ in mine else state

    for game in range(_SAMPLE):
        state, dice = fight.start.game, GameChance(0, game)
        while system.outcome(state) is None:
            choices = system.pending(state)
            turn = system.turn(state)
            whom = choices[0].whom if choices else "" if turn is None else turn.character
            decision = Decision[Any, Any, Any](
                state=state,
                table=table,
                rules=rules,
                actor="gm",
                dice=dice,
                evolve=evolve_game,
                evolve_table=lambda seats, _: seats,
                words=words,
            )
            system.decide(decision, system.choose(state, rules, whom, dice.generator(whom)))
            state = decision.state


def against_bare(fight: Fight) -> Comparison:
    """Compare rollouts in one process with the bare loop."""
    job = fight.job()
    contenders = {
        "bare decide and evolve": lambda: timed(_SAMPLE, lambda: _play_bare(fight)),
        "rollouts, one process": lambda: timed(_SAMPLE, lambda: play_here(job, _SAMPLE)),
    }
    aims = [Aim("rollouts, one process", "bare decide and evolve", 0.83)]
    return compare("Rollouts of the demo's last fight", "games", contenders, aims=aims, rounds=3)


def in_bulk(fight: Fight) -> list[str]:
    """Measure rollouts on all cores: the rate of a core, and the memory for few games and for many."""
    rows: list[str] = []
    for games in (FEW, MANY):
        command = [sys.executable, "-m", "tenmatsu.tools.bench.rollouts", str(fight.database), str(games)]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        found = json.loads(told.stdout)
        rate = games / found["seconds"] / found["cores"]
        rows.append(
            f"| {games:,} | {found['seconds']:.1f} | {found['cores']} | {rate:,.0f} "
            f"| {found['parent'] / 1024:.0f} MiB | {found['worker'] / 1024:.0f} MiB |"
        )
    return [
        "### Rollouts in bulk, on all cores",
        "",
        "| games | seconds | cores | games/s a core | peak memory | of the largest worker |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        "Aim: memory as flat as noise; the start of the processes is in the seconds.",
        "",
    ]


def main() -> int:
    """Roll out a fight's database once and print what it took, in a process of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database", type=Path)
    parser.add_argument("games", type=int)
    given = parser.parse_args()
    fight = Fight(given.database.parent, play=False)
    start = time.perf_counter()
    roll_out_state(fight.session.system, fight.start, games=given.games, workers=None)
    seconds = time.perf_counter() - start
    peaks = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    found = {"seconds": seconds, "cores": count_cores(), "parent": peaks[0], "worker": peaks[1]}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())

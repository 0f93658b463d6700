"""Measure how fast the events of each game fold, by its scripted evening."""

import contextlib
import io
from pathlib import Path

from tenmatsu.engine.api import Session, find_opened, open_store
from tenmatsu.engine.folding import LineState
from tenmatsu.tools.bench.measure import Aim, Comparison, Contender, compare, timed
from tenmatsu.tools.cli.main import main
from tenmatsu.tools.demo import find_evening

REPOSITORY = Path(__file__).parents[2]
SECRETS = {
    "ukiyozoshi": "00112233445566778899aabbccddeeff",
    "akatsuki": "616b617473756b690000000003aa0f00",
    "bloodberry": "626c6f6f64626572727900000000006c",
    "ninjaslayer": "6e696e6a61736c617965720000000001",
    "runequest": "72756e65717565737400000000000001",
}
"""What fixes the dice of each game's evening, as its first line says."""
EACH = 5_000
"""Events that are folded in a round, at least: an evening over and over."""


def find_script(system: str) -> Path:
    """Return the scripted evening of a game; that of the demo comes with Tenmatsu."""
    if system == "ukiyozoshi":
        return find_evening()
    return REPOSITORY / "tests" / "systems" / system / "evening.toml"


def play(system: str, place: Path) -> Session:
    """Play a game's evening into a database and return its session."""
    address = f"sqlite:///{place / f'{system}.db'}"
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = main(["--db", address, "run", str(find_script(system)), "--dice-secret", SECRETS[system]])
    if code:
        raise RuntimeError(f"the evening of {system} stopped: {code}")
    return find_opened(open_store(address), "@last")


def fold_evening(session: Session) -> Contender:
    """Return a contender that decodes and folds a session's events again and again."""
    folder = session.folder
    kept = [
        item.data
        for commit in session.store.commits(session.id, session.segments())
        for item in commit.events
        if item.data is not None
    ]
    start = LineState()
    times = -(-EACH // len(kept))

    def run() -> None:
        for _ in range(times):
            folder.fold(start, (folder.codec.decode(data) for data in kept))

    return lambda: timed(times * len(kept), run)


def folds(place: Path) -> Comparison:
    """Compare the games' folds, an event each: none is slower than twice the fastest of them."""
    contenders = {system: fold_evening(play(system, place)) for system in SECRETS}
    rates = {system: units / seconds for system, run in contenders.items() for units, seconds in [run()]}
    ordered = sorted(contenders, key=lambda system: -rates[system])
    return compare(
        "Fold a game's evening: decode and fold, by game",
        "events",
        {system: contenders[system] for system in ordered},
        aims=[Aim(system, ordered[0], 0.5) for system in ordered[1:]],
    )

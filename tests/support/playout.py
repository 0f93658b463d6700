"""A fight of the toy's three figures to roll out: `p1` plays `a`, `p2` plays `b`, the GM plays `c`."""

from typing import Any

from toy import Strike
from toytable import open_toy

from tenmatsu.engine.api import FirstMove, Session, Store
from tenmatsu.engine.rollouts.job import Job, make_job
from tenmatsu.engine.table.commands import Adjust


def open_brawl(store: Store, **settings: Any) -> Session:
    """Open a session with three figures on the board, nobody hurt yet."""
    session = open_toy(store, **settings)
    session.do({"type": "table.take_character", "character": "c"}, actor="gm")
    session.do({"type": "toy.enter", "character": "c"}, actor="gm")
    return session


def strike_at(*targets: str) -> list[FirstMove]:
    """Return first moves: `a` strikes each of these."""
    return [FirstMove(command=Strike(character="a", at=at), actor="p1", label=at) for at in targets]


def make_brawl(session: Session, *, seed: int = 0, rounds: int = 50, moves: tuple[str, ...] = ()) -> Job:
    """Return the job of playing a session on from its head, with strikes of `a` compared."""
    commands = [Strike(as_="p1", character="a", at=at) for at in moves]
    return make_job(session.system, session.state, commands, seed=seed, rounds=rounds, commands=500)


def set_hp(figure: str, value: int) -> Adjust:
    """Return the GM's setting hit points by hand."""
    return Adjust(as_="gm", name=f"{figure}.hp", value=value)

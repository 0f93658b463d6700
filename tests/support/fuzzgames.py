"""What a fuzzer does with the built-in games: lays maps of letters, bends the commands of their evenings."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from evening import fixed_outside
from goldenevening import EVENINGS
from mending import bend_value

from tenmatsu.engine import timelines
from tenmatsu.engine.api import (
    Participant,
    Session,
    Store,
    TenmatsuError,
    copy_sessions,
    find_opened,
    open_session,
)
from tenmatsu.engine.contract import Look
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.projections.sheets import read_sheets

Choose = Callable[[int], int]
Say = Callable[[TenmatsuError], None]
GAMES = tuple(sorted(EVENINGS))
MOST_LINES = 200
"""Lines that leave an evening before it is begun anew."""


class Moment(NamedTuple):
    """A command of an evening, and the version before it."""

    version: int
    actor: str
    command: dict[str, Any]


@cache
def _evening(game: str) -> tuple[Session, list[Moment]]:
    """Return a game's evening in memory, and the commands of the game in it."""
    store = Store("sqlite://", fixed_outside())
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "evening.db"
        EVENINGS[game].play(database)
        played = Store(f"sqlite:///{database}")
        copy_sessions(played, store)
        played.close()
    session = find_opened(store, "@last")
    moments: list[Moment] = []
    for commit in store.commits(session.id, session.segments()):
        asked, actor = json.loads(commit.command.data or b"{}"), json.loads(commit.header.data or b"{}")
        if asked["type"].startswith(f"{game}."):
            moments.append(Moment(commit.first_version - 1, actor["actor"], asked))
    return session, moments


def ask(choose: Choose, say: Say) -> None:
    """Ask for a command of a game's evening where it was asked there, but with its fields bent."""
    session, moments = _evening(GAMES[choose(len(GAMES))])
    moment = moments[choose(len(moments))]
    asked = json.loads(json.dumps(moment.command))
    fields = {"type": asked.pop("type")}
    for _ in range(choose(4)):
        bend_value(asked, choose)
    gm = next(one for one, seat in session.table.seats.items() if seat.role == "gm")
    line = timelines.fork(session, f"bent {len(session.branches)}", moment.version, actor=gm)
    try:
        line.do({**asked, **fields}, actor=moment.actor)
    except TenmatsuError as error:
        say(error)
    else:
        _look(line)
    if len(line.branches) > MOST_LINES:
        _evening.cache_clear()


@cache
def _floor() -> Session:
    store = Store("sqlite://", fixed_outside())
    return open_session(store, "地図", "ninjaslayer", participants=[Participant("gm", "GM", "gm")])


def lay_map(text: str, say: Say) -> None:
    """Lay a text as the map of ニンジャスレイヤーTRPG, one line or many, and draw it."""
    session = _floor()
    try:
        session.do({"type": "ninjaslayer.lay_map", "rows": [text], "name": text[:40]}, actor="gm")
    except TenmatsuError as error:
        say(error)
    else:
        _look(session)
    if session.version > MOST_LINES:
        _floor.cache_clear()


def _look(session: Session) -> None:
    """Make every sheet and drawing of a state."""
    read_sheets(session)
    for lang in LANGUAGES:
        for character in ("", *session.table.characters):
            for one in session.system.drawings(session.game, session.rules(), character, Look(lang=lang)):
                ET.fromstring(one.svg)

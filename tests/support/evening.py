"""A short evening of the toy game, with everything that a log can hold."""

import itertools
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import toy

from tenmatsu.engine.api import Outside, Participant, Session, Store, adopt, fork, open_session, undo
from tenmatsu.engine.registry import register_system

register_system(toy.SYSTEM)

PEOPLE = (
    Participant("gm", "司会", "gm"),
    Participant("p1", "太郎"),
    Participant("p2", "花子"),
    Participant("s1", "見学", "spectator"),
)


def fixed_outside(seed: str = "evening") -> Outside:
    """Return a clock that ticks once a call and random bytes that follow from a seed."""
    ticks, blocks = itertools.count(), itertools.count()
    start = datetime(2026, 11, 29, 20, tzinfo=UTC)

    def entropy(count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += sha256(f"{seed}/{next(blocks)}".encode()).digest()
        return data[:count]

    return Outside(now=lambda: start + timedelta(seconds=next(ticks)), entropy=entropy)


def open_toy(store: Store, **more: object) -> Session:
    """Open a session of the toy with a GM, two players and a spectator, and two figures on the board."""
    session = open_session(store, "題", "toy", participants=PEOPLE, **more)  # type: ignore[arg-type]
    for player, figure, name in (("p1", "a", "あきら"), ("p2", "b", "べに")):
        session.do({"type": "table.take_character", "character": figure, "name": name}, actor=player)
        session.do({"type": "toy.enter", "character": figure}, actor=player)
    return session


def play_evening(store: Store) -> Session:
    """Play speech, blows, a secret, an undo, a what-if line and a value set by hand."""
    session = open_toy(store)
    strike = {"type": "toy.strike", "character": "a", "at": "b"}
    dodge = {"type": "toy.answer", "character": "b", "choice": "dodge"}
    session.do({"type": "table.open_scene", "title": "夜桜"}, actor="gm")
    session.do({"type": "table.say", "character": "a", "text": 'いざ、"勝負"！'}, actor="p1")
    session.do(strike, actor="p1")
    ends = session.version
    session.do(dodge, actor="p2")
    session.do({"type": "table.roll", "dice": "1d100", "secret": True}, actor="gm")
    session.do({"type": "table.say", "text": "罠がある", "to": ["p1"]}, actor="gm")
    undo(session, actor="gm", reason="言い直し")
    session.do({"type": "table.roll", "dice": "2d6+1d100"}, actor="p1", dice=[3, 4, 77])
    fork(session, "もしも", ends, actor="p2", dice="same").do(dodge, actor="p2")
    if session.game.hp["b"] == 0:
        session.do({"type": "table.adjust", "name": "b.hp", "value": 3, "reason": "情け"}, actor="gm")
    session.do({"type": "table.adjust", "name": "b.hp", "value": 7}, actor="gm")
    session.do(strike, actor="p1")
    session.do(dodge, actor="p2")
    adopt(session, "もしも", actor="gm")
    adopt(session, "1", actor="gm")
    return session

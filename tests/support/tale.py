"""An evening of the toy game for the tests of read models: speech, secrets, dice, a scene, two sittings."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import toy

from tenmatsu.engine.contract import Sheet, SheetEntry
from tenmatsu.engine.opening import Participant, open_session
from tenmatsu.engine.outside import Outside
from tenmatsu.engine.registry import register_system
from tenmatsu.engine.session import Session
from tenmatsu.engine.store import Store

CANARY = "カナリアCANARY"
"""Stands only in what the GM alone may see."""


def _overview(state: toy.State, rules: toy.ToyRules) -> Sheet:
    """Show the damage done as the round, so that the toy has one."""
    lost = sum(rules.tables.hp - hp for hp in state.hp.values())
    return Sheet(character="", entries=(SheetEntry(key="round", value=lost or None),))


SYSTEM = replace(toy.SYSTEM, id="tale", overview=_overview, highlights=frozenset({"toy.dodged"}))
register_system(SYSTEM)


def _outside() -> Outside:
    minutes, numbers = count(), count()
    start = datetime(2026, 1, 1, 21, 0, tzinfo=UTC)

    def entropy(size: int) -> bytes:
        return sha256(str(next(numbers)).encode()).digest()[:size].ljust(size, b"\0")

    return Outside(lambda: start + timedelta(minutes=next(minutes)), entropy)


def begin(folder: Path, title: str = "夜桜") -> Session:
    """Return a session with a GM, two players and their figures, お竜 and 伊織."""
    people = [Participant("gm", "GM佐藤", "gm"), Participant("p1", "太郎"), Participant("p2", "花子")]
    store = Store(f"sqlite:///{folder}/tale.db", _outside())
    session = open_session(store, title, "tale", participants=people)
    for player, figure, name in (("p1", "a", "お竜"), ("p2", "b", "伊織")):
        do(session, player, "table.take_character", character=figure, name=name)
        do(session, player, "toy.enter", character=figure)
    return session


def do(session: Session, actor: str, tag: str, thrown: list[int] | None = None, **fields: Any) -> None:
    """Ask a command."""
    session.do({"type": tag, **fields}, actor=actor, dice=thrown)


def strike(session: Session, *, faces: tuple[int, int] = (1, 2), dodge: int | None = None) -> None:
    """Let お竜 strike 伊織 with physical dice, who takes the blow or dodges."""
    do(session, "p1", "toy.strike", thrown=list(faces), character="a", at="b")
    if dodge is None:
        do(session, "p2", "toy.answer", character="b", choice="take")
    else:
        do(session, "p2", "toy.answer", thrown=[dodge], character="b", choice="dodge")


def play_evening(session: Session) -> Session:
    """Play two sittings with everything that a recap tells, and secrets that it keeps."""
    do(session, "gm", "table.open_scene", title="長屋の夜")
    do(session, "gm", "table.narrate", text="日は落ちた。")
    do(session, "p1", "table.say", text="なにやつ！", character="a")
    do(session, "p1", "table.say", text="判定いりますか")
    do(session, "p2", "table.say", text="おなかすいた", tab="chat")
    do(session, "gm", "table.say", text="血のついた扇", tab="info")
    do(session, "gm", "table.say", text=CANARY, to=["@gm"])
    do(session, "gm", "table.roll", dice="3d6", secret=True)
    strike(session, faces=(1, 2))
    strike(session, faces=(3, 4), dodge=5)
    do(session, "p1", "table.roll", dice="2d6")
    do(session, "gm", "table.close_session")
    do(session, "gm", "table.resume_session")
    do(session, "gm", "table.open_scene", title="翌朝")
    do(session, "gm", "table.adjust", name="b.hp", value=9, reason="一晩寝た")
    strike(session, faces=(1, 1), dodge=2)
    return session


def make_evening(folder: Path) -> Session:
    """Return a session that has been played."""
    return play_evening(begin(folder))


def versions(session: Session) -> Iterator[int]:
    """Yield the versions of a session's line."""
    yield from range(1, session.version + 1)

"""A session of ukiyozoshi with one swordswoman, who fails, rolls again and buys."""

from pathlib import Path
from typing import Any

from evening import fixed_outside

from tenmatsu.engine.api import Participant, Result, Session, Store, open_session

FAILED, MADE = [3, 2, 1], [6, 5, 1]
"""Faces with which a check of difficulty 20 fails, and with which it succeeds."""


def begin_swordplay(folder: Path | None = None, points: int = 5) -> Session:
    """Return a session in which `p1` plays お竜, who has so many 活劇点."""
    url = "sqlite://" if folder is None else f"sqlite:///{folder}/swordplay.db"
    people = [Participant("gm", "司会", "gm"), Participant("p1", "太郎")]
    session = open_session(Store(url, fixed_outside()), "試し斬り", "ukiyozoshi", participants=people)
    do(session, "gm", "ukiyozoshi.open_party", players=1)
    do(session, "p1", "table.take_character", character="oryu", name="お竜")
    skills = {"剣術": 5, "体さばき": 3}
    figure: dict[str, Any] = {"rank": "second", "shin": 7, "gi": 7, "tai": 6, "skills": skills}
    do(session, "gm", "ukiyozoshi.make_character", character="oryu", **figure)
    do(session, "gm", "table.adjust", name="oryu.katsugeki", value=points)
    return session


def do(session: Session, actor: str, tag: str, dice: list[int] | None = None, **fields: Any) -> Result:
    """Ask a command."""
    return session.do({"type": tag, **fields}, actor=actor, dice=dice)


def draw_sword(session: Session, dice: list[int] | None = None) -> Result:
    """Roll 剣術 against 20."""
    tag = "ukiyozoshi.roll_skill"
    return do(session, "p1", tag, dice, character="oryu", skill="剣術", difficulty=20)


def answer(session: Session, choice: str, dice: list[int] | None = None) -> Result:
    """Answer a failure: stand, reroll or success."""
    return do(session, "p1", "ukiyozoshi.answer_failure", dice, character="oryu", choice=choice)

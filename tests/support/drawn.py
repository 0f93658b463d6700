"""The toy game with drawings (the name of a figure and the hit points that its viewer knows of) and cards."""

from collections.abc import Iterator
from dataclasses import replace

import toy

from tenmatsu.engine.api import Participant, Session, Store, open_session, register_system
from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.engine.drawings import escape, frame_svg


def draw(state: toy.State, rules: toy.ToyRules, character: str, look: Look) -> Iterator[Drawing]:
    """Yield a board for each figure that stands on it."""
    if character in state.hp:
        words = f"{look.name(character)} {state.hp[character]}"
        svg = frame_svg(200, 20, words, words, [f'<text y="15">{escape(words)}</text>'])
        yield Drawing(title="hp", text=(words, "``` "), svg=svg, alt=words)


register_system(replace(toy.SYSTEM, id="drawn", drawings=draw, card_rolls=frozenset({"draw"})))


def begin(store: Store, name: str) -> Session:
    """Return a session with a GM, two players and their figures, the first under a name of its own."""
    people = [Participant("gm", "GM佐藤", "gm"), Participant("p1", "太郎"), Participant("p2", "花子")]
    session = open_session(store, "夜桜", "drawn", participants=people)
    for player, figure, called in (("p1", "a", name), ("p2", "b", "伊織")):
        session.do({"type": "table.take_character", "character": figure, "name": called}, actor=player)
        session.do({"type": "toy.enter", "character": figure}, actor=player)
    return session

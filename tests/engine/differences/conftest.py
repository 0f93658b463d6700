"""A duel on which lines leave."""

import pytest
from duels import answer, play, strike

from tenmatsu.engine.session import Session


@pytest.fixture
def duel(session: Session) -> Session:
    """Strike b for 5, who dodges with a 5; strike back for 7, which a takes."""
    play(
        session,
        strike("a", "b"),
        answer("b", "dodge"),
        strike("b", "a"),
        answer("a", "take"),
        dice=[[2, 3], [5], [3, 4], None],
    )
    return session

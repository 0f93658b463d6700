"""What may be done at any time (いつでも) is done also while a choice is open, as in a session."""

from typing import Any

import pytest
from toytable import fixed_outside

from tenmatsu.engine.api import Participant, RuleViolation, Session, open_session
from tenmatsu.engine.store import Store


@pytest.fixture
def session() -> Session:
    """A session in which お竜, with three fate cards, has a survival check to roll."""
    people = (Participant("gm", "GM", "gm"), Participant("p1"), Participant("p2"))
    found = open_session(Store("sqlite://", fixed_outside()), "夜", "akatsuki", participants=people)
    for player, character in (("p1", "oryu"), ("p2", "bunta")):
        found.do({"type": "table.take_character", "character": character}, actor=player)
        making: dict[str, Any] = {"character": character, "archetype": "bare_fists"}
        found.do({"type": "akatsuki.make_character", **making}, actor=player)
    return found


def open_choice(session: Session, character: str = "oryu") -> None:
    """Let harm come to a character: it waits for an answer."""
    harm = {"type": "akatsuki.harm", "character": character, "harm": "nonlethal", "rank": 1}
    session.do(harm, actor="gm")
    assert session.pending()


def test_a_soul_burns_also_while_a_choice_is_open(session: Session) -> None:
    open_choice(session)
    session.do({"type": "akatsuki.burn_soul", "character": "oryu", "count": 2}, actor="p1")
    figure = session.game.characters["oryu"]
    assert (len(figure.fate), len(figure.awakening)) == (1, 2)
    assert session.pending()


def test_cards_are_given_also_while_a_choice_is_open(session: Session) -> None:
    session.do({"type": "akatsuki.burn_soul", "character": "bunta"}, actor="p2")
    (held,) = session.game.characters["bunta"].awakening
    open_choice(session)
    gift = {"type": "akatsuki.give_cards", "character": "bunta", "to_character": "oryu", "cards": [held.card]}
    session.do(gift, actor="p2")
    assert session.game.characters["oryu"].awakening[-1].given
    assert session.pending()


def test_the_last_fate_card_burnt_while_a_hit_waits_negates_it_no_more(session: Session) -> None:
    open_choice(session)
    assert {choice.kind for choice in session.pending()} == {"take"}
    session.do({"type": "akatsuki.burn_soul", "character": "oryu", "count": 3}, actor="p1")
    with pytest.raises(RuleViolation):
        session.do({"type": "akatsuki.take_hit", "character": "oryu", "choice": "negate"}, actor="p1")
    session.do({"type": "akatsuki.take_hit", "character": "oryu", "choice": "take"}, actor="p1")
    assert session.game.characters["oryu"].wound is not None


def test_other_commands_of_the_game_wait(session: Session) -> None:
    open_choice(session)
    with pytest.raises(RuleViolation) as refused:
        session.do({"type": "akatsuki.roll_check", "character": "bunta", "ability": "goro"}, actor="p2")
    assert refused.value.code == "choice_pending"

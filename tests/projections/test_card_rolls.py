"""A card that is drawn is no die: it says nothing of anybody's luck."""

from collections.abc import Iterator

import drawn
import pytest

from tenmatsu.engine.api import Session, open_store
from tenmatsu.engine.language import LANGUAGES
from tenmatsu.projections.projection import catch_up
from tenmatsu.projections.recap import gather, recap
from tenmatsu.projections.rolls import ROLLS, rolls_of, without_cards
from tenmatsu.projections.trust import find_trust


@pytest.fixture
def session() -> Iterator[Session]:
    """A session in which a figure drew a card and rolled two dice."""
    store = open_store()
    begun = drawn.begin(store, "お竜")
    begun.do({"type": "toy.draw", "character": "a"}, actor="p1")
    begun.do({"type": "table.roll", "dice": "2d6"}, actor="p1")
    yield begun
    store.close()


def test_cards_are_told_apart_from_dice(session: Session) -> None:
    rolls = rolls_of(catch_up(session, ROLLS))

    assert [roll.for_ for roll in rolls if roll not in without_cards(rolls, session.system)] == ["draw"]


def test_luck_and_trust_count_dice_alone(session: Session) -> None:
    (luck,) = gather(session, "en").sittings[0].luck
    trust = find_trust(session)
    person = next(one for one in trust.people if one.id == "p1")

    assert (luck.rolls, luck.dice) == (1, 2)
    assert [one.by_sides for one in person.luck] == [{6: 2}]
    assert (person.rolls, sum(trust.proofs.values())) == (2, 2)


def test_a_recap_tells_which_card_of_how_many(session: Session) -> None:
    card = next(roll for roll in rolls_of(catch_up(session, ROLLS)) if roll.for_ == "draw")
    ((count, place),) = card.dice
    told = {lang: recap(session, format="txt", lang=lang) for lang in LANGUAGES}

    assert f"{count}枚のうちの{place}枚目" in told["ja"]
    assert f"number {place} of {count}" in told["en"]

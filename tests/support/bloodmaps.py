"""Flag maps of ブラッドベリー for tests, their hands dealt by hand."""

from typing import Any

import msgspec
from bloodberries import begin, make_npc
from bloodties import make_quiet
from kit import Play

from tenmatsu.systems.bloodberry.decide.dealing import name_cards
from tenmatsu.systems.bloodberry.decide.placing import read_needs
from tenmatsu.systems.bloodberry.staging import Cards, FlagMap, Place
from tenmatsu.systems.bloodberry.state import State

DECK = name_cards(2)


def make_place(needs: str, **values: Any) -> Place:
    """Return a place with this condition, with changes."""
    return Place(needs=read_needs(needs) or (), **values)


def begin_map(
    places: dict[str, Place],
    hand: tuple[str, ...] = (),
    *,
    foes: tuple[str, ...] | None = None,
    options: dict[str, Any] | None = None,
    **people: Any,
) -> Play:
    """
    Return a map in play of `a` and `b`, camp `pc`, who hold these cards.

    With `foes` there is a camp of the NPC, `foe`, which holds those and comes second.
    """
    known: dict[str, Any] = {"a": make_quiet(), "b": make_quiet(), "npc": make_npc(), **people}
    play = begin(options, **known)
    camps = {"pc": ("a", "b"), **({} if foes is None else {"foe": ("npc",)})}
    hands = {"pc": hand, **({} if foes is None else {"foe": foes})}
    gone = {card for cards in (*hands.values(), *_lying(places)) for card in cards}
    cards = Cards(
        pile=tuple(card for card in DECK if card not in gone),
        hands=hands,
        counts={camp: len(held) for camp, held in hands.items()},
    )
    flags = FlagMap(stage="play", places=places, camps=camps, order=tuple(camps))
    return play.given_state(msgspec.structs.replace(play.state, map=flags, cards=cards))


def _lying(places: dict[str, Place]) -> list[tuple[str, ...]]:
    return [
        cards for place in places.values() for side in (place.pieces, place.extras) for cards in side.values()
    ]


def list_cards(state: State) -> list[str]:
    """Return each playing card as often as it lies somewhere."""
    cards = state.cards
    held = [card for hand in cards.hands.values() for card in hand]
    laid = [card for some in _lying(state.map.places if state.map else {}) for card in some]
    return sorted((*cards.pile, *cards.discard, *held, *laid))

"""Confrontations of ブラッドベリー as samples for the laws of every game, and the places of cards."""

from random import Random
from typing import Any

import msgspec
from bloodberries import TABLES, hold, make_curse, make_npc, make_person

from tenmatsu.systems.bloodberry.decide.dealing import name_cards
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.staging import Camp, Cards, Rounds
from tenmatsu.systems.bloodberry.state import State

CARDS = name_cards(2)
"""All 104."""


def draw_person(rng: Random, **values: Any) -> Person:
    """Return a player's character with abilities and three traits by chance, some of these sublimated."""
    names = rng.sample(list(TABLES.traits), 3)
    sublimated = tuple(rng.sample(names, rng.randint(0, 3)))
    used = tuple(name for name in sublimated if rng.random() < 0.3)
    class_ = TABLES.traits[names[0]].class_
    feats = TABLES.species["fairy"] if rng.random() < 0.2 else ()
    person = make_person(
        passion=rng.randint(1, 3),
        grace=rng.randint(1, 3),
        maturity=rng.randint(1, 3),
        vigour=rng.randint(0, 3),
        traits=hold(*names, sublimated=sublimated, used=used),
        class_=class_,
        feats=(*TABLES.classes[class_], *feats),
    )
    return msgspec.structs.replace(person, **values)


def make_confrontation(rng: Random) -> State:
    """Return a confrontation of three or four with a curse or two: camps, with cards or without."""
    people: dict[str, Person] = {name: draw_person(rng) for name in ("aki", "beni", "chika")}
    friend = rng.random() < 0.4
    if friend:
        people["kin"] = make_npc()
    curses: tuple[str, ...] = ("mist",) if rng.random() < 0.7 else ("mist", "mirror")
    for curse in curses:
        people[curse] = make_curse(
            doubt=rng.randint(0, 3), malice=rng.randint(1, 3), unease=rng.randint(1, 3)
        )
    fresh: dict[str, int] = dict.fromkeys(curses, 0)
    camps = {"pcs": Camp(members=tuple(one for one in people if one not in curses), size=3, strengths=fresh)}
    if rng.random() < 0.3:
        members = ("chika", "kin") if friend else ("chika",)
        camps = {
            "one": Camp(members=("aki", "beni"), size=2, strengths=fresh),
            "other": Camp(members=members, size=1, strengths=fresh),
        }
    state = State(people=people, confrontation=curses, confronting=camps)
    return deal_hands(state, rng) if rng.random() < 0.5 else state


def deal_hands(state: State, rng: Random, *actors: str) -> State:
    """Return the state in round progress: all have a hand, and an order by chance."""
    able = actors or tuple(state.people)
    shuffled = rng.sample(CARDS, len(CARDS))
    hands = {one: tuple(shuffled[at * 3 : at * 3 + 3]) for at, one in enumerate(able)}
    left = tuple(card for card in CARDS if card not in shuffled[: len(able) * 3])
    return msgspec.structs.replace(
        state,
        rounds=Rounds(actors=able, order=tuple(rng.sample(able, len(able)))),
        cards=Cards(pile=left, hands=hands, counts=dict.fromkeys(able, 3)),
    )


def hold_cards(state: State, **hands: str) -> State:
    """Return the state in round progress with these hands, in this order of initiative: `aki="s1 h2 d3"`."""
    held: dict[str, tuple[str, ...]] = {}
    free = list(CARDS)
    for one, text in hands.items():
        cards: list[str] = []
        for name in text.split():
            card = next(card for card in free if name in (card, card.partition("_")[0]))
            free.remove(card)
            cards.append(card)
        held[one] = tuple(cards)
    counts = {one: len(cards) for one, cards in held.items()}
    return msgspec.structs.replace(
        state,
        rounds=Rounds(actors=tuple(hands), order=tuple(hands)),
        cards=Cards(pile=tuple(free), hands=held, counts=counts),
    )


def list_places(cards: Cards) -> list[str]:
    """Return every card as often as it lies somewhere."""
    return [*cards.pile, *cards.discard, *(card for hand in cards.hands.values() for card in hand)]

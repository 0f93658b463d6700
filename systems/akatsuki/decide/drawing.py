"""Cards and chips drawn, dealt face down and turned over; each is a roll among what nobody has seen."""

from typing import Literal

from tenmatsu.events.envelope import GM_ONLY, audience_of
from tenmatsu.systems.akatsuki.decide.work import Work, find_figure, refuse
from tenmatsu.systems.akatsuki.events.cards import (
    AwakeningGained,
    DeckRenewed,
    FateChipTurned,
    FateDealt,
    FateSeen,
    FateTurned,
)
from tenmatsu.systems.akatsuki.state import Figure, State

Gained = Literal["start", "double", "granted"]
"""Why an awakening card is gained."""
Turned = Literal["negated", "burned"]
"""Why a fate card is turned: 死中に活, 魂を燃やす."""


def count_drawable(state: State) -> int:
    """Return how many cards can be drawn: the pile's, and those of the discard that renew it."""
    return state.deck.left + len(state.deck.discard)


def has_fate(figure: Figure) -> bool:
    """Return whether they have a fate card, or an NPC a fate chip."""
    return bool(figure.fate) or figure.fate_chips > 0


def count_fate(figure: Figure) -> int:
    """Return their fate cards, an NPC's fate chips among them."""
    return len(figure.fate) + figure.fate_chips


def draw_awakening(work: Work, character: str, why: Gained) -> bool:
    """Let a character draw an awakening card; return whether there was one to draw."""
    if not _ready_deck(work):
        return False
    deck = work.state.deck
    place = work.draw(
        len(deck.unseen),
        by=character,
        for_="awakening_card",
        hidden=_is_partly_seen(work.state, deck.generation),
    )
    work.record(AwakeningGained(character=character, card=deck.unseen[place], why=why, left=deck.left - 1))
    return True


def deal_fate(work: Work, character: str) -> bool:
    """
    Deal a character a fate card; return whether there was one to deal.

    Its picture is not drawn before it is turned, unless its owner may look at it (option `fate_face`):
    then the roll, and the picture, are for the owner and the GM alone.
    """
    if not _ready_deck(work):
        return False
    seen = work.rules.options.fate_face == "owner"
    deck, place = work.state.deck, len(find_figure(work, character).fate)
    work.record(
        FateDealt(
            character=character, generation=deck.generation, now=place + 1, left=deck.left - 1, seen=seen
        )
    )
    if seen:
        owner = work.table.player_of(character)
        audience = audience_of((GM_ONLY, owner) if owner else (GM_ONLY,))
        (face,) = work.roll((len(deck.unseen),), by=character, for_="fate_card", audience=audience)
        work.record(FateSeen(character=character, place=place, card=deck.unseen[face - 1]), audience=audience)
    return True


def find_seen(work: Work, character: str, card: str) -> int:
    """Return where a fate card lies that its owner has looked at, or refuse."""
    seen = [fate.card for fate in find_figure(work, character).fate]
    if card not in seen:
        refuse(work, "fate_card_unseen", character=character, card=card)
    return seen.index(card)


def turn_fate(work: Work, character: str, why: Turned, place: int = 0) -> None:
    """Turn a character's fate card over, an NPC's chip where it has no card; there must be one."""
    figure = find_figure(work, character)
    if not figure.fate:
        _turn_chip(work, character, why)
        return
    fate, deck = figure.fate[place], work.state.deck
    card = fate.card
    if not card:
        here = fate.generation == deck.generation
        pool = deck.unseen if here else deck.older.get(fate.generation, ())
        hidden = _is_partly_seen(work.state, fate.generation)
        card = pool[work.draw(len(pool), by=character, for_="fate_card", hidden=hidden)]
    work.record(FateTurned(character=character, card=card, place=place, why=why, now=len(figure.fate) - 1))


def draw_chip(work: Work, character: str, chips: dict[int, int]) -> int:
    """Return what is printed on a chip drawn from these; nothing but the roll is recorded."""
    values = [value for value in sorted(chips, reverse=True) for _ in range(chips[value])]
    hidden = any(figure.fate_values for figure in work.state.characters.values())
    return values[work.draw(len(values), by=character, for_="chip", hidden=hidden)]


def _turn_chip(work: Work, character: str, why: Turned) -> None:
    figure = find_figure(work, character)
    chosen = figure.fate_values
    value = chosen[0] if chosen else draw_chip(work, character, work.state.chips)
    work.record(FateChipTurned(character=character, value=value, why=why, now=figure.fate_chips - 1))


def _ready_deck(work: Work) -> bool:
    """Make a new pile of the discard where the pile is empty; return whether there is a card to draw."""
    deck = work.state.deck
    if deck.left < 1 and deck.discard:
        work.record(DeckRenewed(generation=deck.generation + 1, cards=deck.discard))
    return work.state.deck.left > 0


def _is_partly_seen(state: State, generation: int) -> bool:
    """Return whether somebody knows the picture of a fate card of a shuffle: its draws are closed then."""
    return any(
        fate.card and fate.generation == generation
        for figure in state.characters.values()
        for fate in figure.fate
    )

"""Characters of 君ヨ、暁ノ大地ニ死スベシ。 for tests, put into the state by hand."""

from typing import Any

import msgspec
from kit import Play

from tenmatsu.systems.akatsuki import SYSTEM
from tenmatsu.systems.akatsuki.state import CHIP, Deck, Fate, Figure, Held, State
from tenmatsu.systems.akatsuki.tables import load

TABLES = load(1)
CARDS = tuple(TABLES.deck)
CHIPS = dict(TABLES.chips)


def make_figure(**values: Any) -> Figure:
    """Return a player's character with 体躯 8, 命運点 5 and the field 気合, without cards, with changes."""
    defaults: dict[str, Any] = {
        "goro": 6,
        "taiku": 8,
        "tosei": 6,
        "kaigu": 5,
        "fields": {"goro": "決斗", "taiku": "気合", "tosei": "手練", "kaigu": "仁義"},
        "fate_points": 5,
    }
    return msgspec.convert({**defaults, **values}, Figure)


def make_npc(**values: Any) -> Figure:
    """Return an NPC of no importance, a foe, with every ability at 5."""
    defaults = {"npc": True, "important": False, "friendly": False}
    return msgspec.convert({**defaults, **values}, Figure)


def hold(*cards: str, given: tuple[str, ...] = ()) -> tuple[Held, ...]:
    """Return awakening cards, those got by oneself before the given ones."""
    return (*(Held(card) for card in cards), *(Held(card, given=True) for card in given))


def face_down(count: int, generation: int = 0) -> tuple[Fate, ...]:
    """Return so many fate cards that nobody has seen."""
    return (Fate(generation),) * count


def begin(tables: str | None = None, *, options: dict[str, Any] | None = None, **figures: Figure) -> Play:
    """
    Return a play with these characters; those of players belong to `pl_<id>`.

    All 48 cards and 96 chips are somewhere: what nobody has is in the pile and with the GM.
    """
    players = {name: f"pl_{name}" for name, figure in figures.items() if not figure.npc}
    play = Play(SYSTEM, tables, players=players, **(options or {}))
    return play.given_state(lay_out(figures))


def lay_out(figures: dict[str, Figure], *, pile: int | None = None) -> State:
    """Return the state of these figures, with so many cards in the pile and the rest discarded, if said."""
    shown = [held.card for figure in figures.values() for held in figure.awakening]
    seen = [fate.card for figure in figures.values() for fate in figure.fate if fate.card]
    down = sum(not fate.card for figure in figures.values() for fate in figure.fate)
    unseen = tuple(card for card in CARDS if card not in (*shown, *seen))
    cut = len(unseen) if pile is None else pile + down
    chips = dict(CHIPS)
    for figure in figures.values():
        for held in figure.awakening:
            if held.card not in CARDS:
                chips[int(held.card.removeprefix(CHIP))] -= 1
        for value in figure.fate_values:
            chips[value] -= 1
    chivalry = sum(figure.chivalry for figure in figures.values())
    chips[1] -= chivalry
    return State(
        characters=figures,
        deck=Deck(unseen=unseen[:cut], down=down, discard=unseen[cut:]),
        chips=chips,
        chivalry_chips={1: chivalry} if chivalry else {},
    )


def gather(*characters: str, tables: str | None = None, options: dict[str, Any] | None = None) -> Play:
    """Return a play at a table that knows these characters, none of them made yet."""
    return Play(SYSTEM, tables, players={name: f"pl_{name}" for name in characters}, **(options or {}))


def draws(play: Play, *cards: str) -> list[tuple[int, int]]:
    """Return the dice that draw these cards in a row from what nobody has seen of the present shuffle."""
    pool, dice = list(play.state.deck.unseen), list[tuple[int, int]]()
    for card in cards:
        dice.append((len(pool), pool.index(card) + 1))
        pool.remove(card)
    return dice


def draw_chips(play: Play, *values: int) -> list[tuple[int, int]]:
    """Return the dice that draw chips of these prints in a row, 20 first."""
    pool = [value for value in sorted(play.state.chips, reverse=True) for _ in range(play.state.chips[value])]
    dice = list[tuple[int, int]]()
    for value in values:
        dice.append((len(pool), pool.index(value) + 1))
        pool.remove(value)
    return dice


def list_places(state: State) -> list[str]:
    """Return each card as often as it lies somewhere: unseen, face up or face down, discarded."""
    deck, figures = state.deck, state.characters.values()
    return [
        *deck.unseen,
        *(card for cards in deck.older.values() for card in cards),
        *(held.card for figure in figures for held in figure.awakening if held.card in CARDS),
        *(fate.card for figure in figures for fate in figure.fate if fate.card),
        *deck.discard,
    ]


def list_chips(state: State) -> list[int]:
    """Return what is printed on each chip, wherever it lies."""
    chips = [
        value for lying in (state.chips, state.chivalry_chips) for value, n in lying.items() for _ in range(n)
    ]
    for figure in state.characters.values():
        chips += figure.fate_values
        chips += [int(one.card.removeprefix(CHIP)) for one in figure.awakening if one.card.startswith(CHIP)]
    return chips

"""The order of round progress: the highest card shown, ties, what may be shown."""

from typing import Any

import msgspec
from bloodberries import change
from confronted import DULL, deal, rounds_of
from kit import Play

from tenmatsu.systems.bloodberry.commands.rounds import (
    ShowCard,
)
from tenmatsu.systems.bloodberry.decide.rounds import find_turn
from tenmatsu.systems.bloodberry.events.rounds import (
    CardChosen,
    CardLaid,
    CardShown,
    InitiativeTied,
    OrderSet,
    RoundsBegun,
)


def show(options: dict[str, Any] | None = None, **hands: str) -> Play:
    """Return a play in which everybody is to show a card."""
    play = deal(options, **hands)
    change(play, rounds=None)
    cards = play.state.cards
    play.given_state(play.system.evolve(play.state, RoundsBegun(actors=tuple(hands))))
    return change(play, cards=cards)


def test_the_highest_card_shown_comes_first_face_cards_below_one_and_the_cards_go_back() -> None:
    play = show(a="s13 h2 d3", b="s1 h7 d4", m="s10 h9 d5")
    play.when(ShowCard(character="a", card="s13"))
    play.then(CardLaid(character="a"), CardChosen(character="a", card="s13_a"))
    play.given(ShowCard(character="b", card="s1"))
    play.when(ShowCard(character="m", card="h9")).then(
        CardLaid(character="m"),
        CardChosen(character="m", card="h9_a"),
        CardShown(character="a", card="s13_a"),
        CardShown(character="b", card="s1_a"),
        CardShown(character="m", card="h9_a"),
        OrderSet(order=("m", "b", "a")),
    )
    assert all(len(hand) == 3 for hand in play.state.cards.hands.values())
    assert find_turn(rounds_of(play)) == "m"


def test_a_tie_goes_to_player_characters_first_and_then_by_lot() -> None:
    play = show(n="s5 h2 d3", a="h5 h7 d4", b="d5 h9 d6")
    play.given(ShowCard(character="n", card="s5"), ShowCard(character="a", card="h5"))
    play.when(ShowCard(character="b", card="d5"), dice=[(2, 2)])

    assert play.only(OrderSet) == OrderSet(order=("b", "a", "n"))


def test_or_those_who_tie_show_another_card() -> None:
    play = show({"initiative": "more"}, n="s5 h2 d3", a="h5 h7 d4", b="d9 h9 d6")
    play.given(ShowCard(character="n", card="s5"), ShowCard(character="a", card="h5"))
    play.when(ShowCard(character="b", card="d9"))
    assert play.events[-1] == InitiativeTied(tied=("n", "a"))
    play.asks("show_card", "n", "h2_a", "d3_a")
    play.when(ShowCard(character="n", card="s5")).refused("bloodberry.card_shown")
    play.given(ShowCard(character="n", card="d3"))
    play.when(ShowCard(character="a", card="h7"))

    assert play.only(OrderSet) == OrderSet(order=("b", "a", "n"))


def test_a_tie_that_no_card_breaks_is_broken_by_lot() -> None:
    play = show({"initiative": "more"}, a="s5 h2 d3", b="h5 s2 c3")
    for card in ("5", "2", "3"):
        suits = {"5": "sh", "2": "hs", "3": "dc"}[card]
        play.given(ShowCard(character="a", card=suits[0] + card))
        dice = [(2, 2)] if card == "3" else []
        play.given(ShowCard(character="b", card=suits[1] + card), dice=dice)

    assert rounds_of(play).order == ("b", "a")


def test_only_a_card_of_ones_hand_is_shown_and_only_when_it_is_asked_for() -> None:
    play = show(a=DULL, b="s3 h7 c8")
    play.when(ShowCard(character="a", card="d1")).refused("bloodberry.not_in_hand")
    deal(a=DULL).when(ShowCard(character="a", card="s2")).refused("bloodberry.nothing_to_show")


def test_the_question_names_the_cards_of_a_hand_to_those_alone_who_know_them() -> None:
    play = show(n="s5 h2 d3", a="h5 h7 d4")
    play.asks("show_card", "n", "s5_a", "h2_a", "d3_a")
    hidden = msgspec.structs.replace(play.state.cards, hands={"a": play.state.cards.hands["a"]})
    change(play, cards=hidden)
    play.asks("show_card", "n")

"""Flag maps: pieces, sub-events, drawing and moving, flags, the clock, several camps."""

from typing import Any

import pytest
from bloodberries import change, make_npc
from bloodmaps import DECK, begin_map, list_cards, make_place
from kit import Play

from tenmatsu.systems.bloodberry.commands.mapping import (
    DrawForMap,
    GoTo,
    LayExtras,
    LayPieces,
)
from tenmatsu.systems.bloodberry.commands.scenes import EndInterlude
from tenmatsu.systems.bloodberry.events.mapping import (
    ExtrasLaid,
    FlagRaised,
    MapEnded,
    MapTurnPassed,
    PiecesLaid,
    PlaceReached,
    SubEventDue,
)
from tenmatsu.systems.bloodberry.events.rounds import CardsDrawn, CardsSeen
from tenmatsu.systems.bloodberry.events.scenes import InterludeBegun, InterludeEnded

HAND = ("d1_a", "h2_a", "h3_a", "s4_a", "c11_a")

# ---- pieces ----


def test_pieces_that_meet_the_condition_establish_a_place() -> None:
    play = begin_map({"神社": make_place("♦1 ♥2")}, HAND)
    play.when(LayPieces(character="a", place="神社", cards=("h2_a", "h3_a")))
    play.then(PiecesLaid(camp="pc", place="神社", cards=("h2_a", "h3_a"), established=False, hand=3))
    play.when(GoTo(character="a", place="神社")).refused("bloodberry.place_not_established")
    play.when(LayPieces(character="b", place="神社", cards=("d1_a",)))
    assert play.only(PiecesLaid).established
    assert play.state.cards.hands["pc"] == ("s4_a", "c11_a")
    assert list_cards(play.state) == sorted(DECK)


def test_pieces_that_the_condition_does_not_take_are_refused() -> None:
    play = begin_map({"神社": make_place("♦1 ♥2")}, HAND)
    for cards in (("s4_a",), ("d1_a", "s4_a"), ("c11_a",)):
        play.when(LayPieces(character="a", place="神社", cards=cards)).refused("bloodberry.pieces_do_not_fit")
    play.when(LayPieces(character="a", place="神社", cards=("h9_a",))).refused("bloodberry.card_not_held")
    play.when(LayPieces(character="a", place="神社", cards=("h2_a", "h2_a")))
    play.refused("bloodberry.card_not_held")
    play.when(LayPieces(character="a", place="神社", cards=())).refused("bloodberry.no_cards")
    play.when(LayPieces(character="a", place="海", cards=("h2_a",))).refused("bloodberry.unknown_place")
    play.when(LayPieces(character="npc", place="神社", cards=("h2_a",))).refused("bloodberry.not_in_camp")


def test_a_card_is_named_without_its_deck_where_the_hand_has_it() -> None:
    play = begin_map({"神社": make_place("♥2")}, ("h2_a", "h2_b", "s4_a"))
    play.when(LayPieces(character="a", place="神社", cards=("h2", "h2", "h2"))).refused(
        "bloodberry.card_not_held"
    )
    play.when(LayPieces(character="a", place="神社", cards=("h2", "h2")))
    assert play.only(PiecesLaid).cards == ("h2_a", "h2_b")
    play.when(LayExtras(character="a", place="神社", cards=("s4",)))
    assert play.only(ExtrasLaid).cards == ("s4_a",)


def test_a_camp_lays_three_pieces_in_20_minutes_and_three_more_in_the_next() -> None:
    play = begin_map({"神社": make_place("any3"), "港": make_place("any2")}, HAND)
    play.given(LayPieces(character="a", place="神社", cards=("d1_a", "h2_a")))
    play.when(LayPieces(character="a", place="港", cards=("h3_a", "s4_a")))
    play.refused("bloodberry.too_many_pieces")
    play.given(LayPieces(character="a", place="港", cards=("h3_a",)))
    play.when(LayPieces(character="a", place="港", cards=("s4_a",))).refused("bloodberry.too_many_pieces")
    play.given(DrawForMap(character="a"), dice=[(len(DECK) - 5, 1)])
    play.when(LayPieces(character="a", place="港", cards=("s4_a",)))
    assert play.only(PiecesLaid).established


def test_cards_are_laid_sideways_at_an_established_place_without_that_limit() -> None:
    place = make_place("♦1", pieces={"pc": ("d9_a",)})
    play = begin_map({"神社": place, "港": make_place("♠1")}, HAND)
    play.when(LayExtras(character="a", place="神社", cards=HAND))
    play.then(ExtrasLaid(camp="pc", place="神社", cards=HAND, hand=0))
    assert list_cards(play.state) == sorted(DECK)
    play = begin_map({"港": make_place("♠1")}, HAND)
    play.when(LayExtras(character="a", place="港", cards=("h2_a",)))
    play.refused("bloodberry.place_not_established")


# ---- drawing and moving ----


def test_a_card_costs_20_minutes() -> None:
    play = begin_map({"港": make_place("♠1")}, HAND)
    play.when(DrawForMap(character="a"), [(99, 1)])
    drawn: CardsDrawn = play.only(CardsDrawn)
    assert (drawn.owner, drawn.now, drawn.left) == ("pc", 6, 98)
    assert play.only(MapTurnPassed) == MapTurnPassed(camp="pc", at=0, passed=20, minutes=20, clock=20)
    assert play.state.clock == 20


def test_no_card_is_drawn_where_none_is_left() -> None:
    play = begin_map({"港": make_place("♠1")}, DECK)
    play.when(DrawForMap(character="a")).refused("bloodberry.no_card_left")


def test_an_empty_pile_waits_for_the_gm_where_the_table_says_so() -> None:
    hand, rest = DECK[:-1], DECK[-1:]
    for option, drawn in (("shuffled", True), ("gm", False)):
        play = begin_map({"港": make_place("♠1")}, hand, options={"empty_deck": option})
        cards = play.state.cards
        change(play, cards=type(cards)(discard=rest, hands=cards.hands, counts=cards.counts))
        play.when(DrawForMap(character="a"), [(1, 1)] if drawn else [])
        if drawn:
            assert play.only(CardsSeen).cards == rest
        else:
            play.refused("bloodberry.no_card_left")


def there(**values: Any) -> Play:
    """Return a map with one place that `pc` has established with the nine and the queen of diamonds."""
    place = make_place("♦2", pieces={"pc": ("d9_a", "d12_a")}, **values)
    return begin_map({"神社": place, "港": make_place("♠1")}, HAND)


def test_a_move_that_raises_a_flag_takes_20_minutes_and_an_interlude_follows() -> None:
    play = there(flags=1)
    play.when(GoTo(character="a", place="神社"))
    play.then(
        PlaceReached(camp="pc", place="神社"),
        FlagRaised(place="神社", flag=1, camp="pc", end=False),
        MapTurnPassed(camp="pc", at=0, passed=20, minutes=20, clock=20),
        InterludeBegun(),
    )
    assert play.state.scene.interlude
    assert play.state.map.where == {"pc": "神社"}
    play.when(DrawForMap(character="a")).refused("bloodberry.map_waits")
    play.when(EndInterlude()).then(InterludeEnded())
    play.when(DrawForMap(character="a"), [(97, 1)]).only(CardsDrawn)


@pytest.mark.parametrize("values", [{}, {"flags": 1, "raised": 1}])
def test_a_move_without_a_flag_takes_20_minutes_and_no_interlude_follows(values: dict[str, Any]) -> None:
    play = there(**values)
    play.when(GoTo(character="b", place="神社"))
    play.then(
        PlaceReached(camp="pc", place="神社"),
        MapTurnPassed(camp="pc", at=0, passed=20, minutes=20, clock=20),
    )
    assert not play.state.scene.interlude


def test_flags_of_a_place_are_raised_one_at_each_coming_and_the_last_of_an_end_place_ends_the_map() -> None:
    play = there(flags=2, end=True)
    play.given(GoTo(character="a", place="神社"), EndInterlude())
    play.when(GoTo(character="a", place="神社"))
    assert play.only(FlagRaised) == FlagRaised(place="神社", flag=2, camp="pc", end=True)
    assert play.only(MapEnded) == MapEnded(why="flag", minutes=40, cards={"pc": HAND})
    assert play.state.map is None
    assert play.state.clock == 40
    assert play.state.scene.interlude
    assert list_cards(play.state) == sorted(DECK)
    assert not play.state.cards.hands


def test_a_sub_event_comes_with_the_move_and_its_cards_are_discarded() -> None:
    play = there(extras={"pc": ("s1_a", "s2_a"), "foe": ("s3_a",)})
    play.when(GoTo(character="a", place="神社"))
    assert play.only(SubEventDue) == SubEventDue(camp="pc", place="神社", cards=("s1_a", "s2_a"))
    assert play.state.map.places["神社"].extras == {"foe": ("s3_a",)}
    assert play.state.cards.discard == ("s1_a", "s2_a")
    assert list_cards(play.state) == sorted(DECK)


# ---- several camps ----


def test_camps_take_turns_and_the_clock_goes_on_when_all_had_theirs() -> None:
    play = begin_map({"港": make_place("♠1")}, HAND, foes=("s9_b",))
    play.when(DrawForMap(character="npc")).refused("bloodberry.camp_waits")
    play.when(DrawForMap(character="a"), [(98, 1)])
    assert play.only(MapTurnPassed) == MapTurnPassed(camp="pc", at=1, passed=0, minutes=0, clock=0)
    play.when(LayPieces(character="a", place="港", cards=("s4_a",))).refused("bloodberry.camp_waits")
    play.when(DrawForMap(character="npc"), [(97, 1)])
    assert play.only(MapTurnPassed) == MapTurnPassed(camp="foe", at=0, passed=20, minutes=20, clock=20)


def test_each_camp_lays_pieces_of_its_own() -> None:
    play = begin_map({"港": make_place("♠1")}, HAND, foes=("s9_b",))
    play.given(
        LayPieces(character="a", place="港", cards=("s4_a",)), DrawForMap(character="a"), dice=[(98, 1)]
    )
    play.when(GoTo(character="npc", place="港")).refused("bloodberry.place_not_established")
    play.when(LayPieces(character="npc", place="港", cards=("s9_b",)))
    assert play.only(PiecesLaid).established


def test_a_flag_is_raised_by_the_camp_that_comes_first() -> None:
    place = make_place("♦1", pieces={"pc": ("d9_a",), "foe": ("d9_b",)}, flags=1)
    play = begin_map({"神社": place}, HAND, foes=())
    play.given(GoTo(character="a", place="神社"), EndInterlude())
    play.when(GoTo(character="npc", place="神社"))
    assert not play.all(FlagRaised)


def test_a_camp_of_which_nobody_can_act_is_passed_over() -> None:
    play = begin_map({"港": make_place("♠1")}, HAND, foes=(), npc=make_npc(out=True, grace=0))
    play.when(DrawForMap(character="a"), [(99, 1)])
    assert play.only(MapTurnPassed).at == 0
    assert play.state.clock == 20

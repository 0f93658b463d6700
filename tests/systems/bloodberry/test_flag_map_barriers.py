"""Flag maps: barriers, places asked for, changes, the end."""

from typing import Any

import pytest
from bloodberries import begin, change, make_npc
from bloodmaps import DECK, begin_map, list_cards, make_place
from bloodties import make_quiet
from kit import Play, d6

from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.commands.mapping import (
    AnswerPlace,
    AskPlace,
    EndMap,
    GoTo,
    LayPieces,
    OpenPlace,
    SetPlace,
)
from tenmatsu.systems.bloodberry.commands.scenes import EndInterlude
from tenmatsu.systems.bloodberry.events.judging import JudgeBegun, JudgeRolled
from tenmatsu.systems.bloodberry.events.mapping import (
    BarrierMet,
    ExtrasLaid,
    FlagRaised,
    FlagsNamed,
    MapEnded,
    PiecesLaid,
    PlaceAsked,
    PlaceOpened,
    PlaceReached,
    PlaceRefused,
    PlaceSet,
    SubEventDue,
    TurnedAway,
)

HAND = ("d1_a", "h2_a", "h3_a", "s4_a", "c11_a")


def there(**values: Any) -> Play:
    """Return a map with one place that `pc` has established with the nine and the queen of diamonds."""
    place = make_place("♦2", pieces={"pc": ("d9_a", "d12_a")}, **values)
    return begin_map({"神社": place, "港": make_place("♠1")}, HAND)


# ---- barriers ----


def barred(options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a place behind a barrier of grace, established with a nine and a queen."""
    place = make_place("♦2", pieces={"pc": ("d9_a", "d12_a")}, barrier=("grace", "grace"), **values)
    return begin_map({"神社": place}, HAND, options=options)


def test_a_barrier_is_an_opposed_judge_against_the_highest_number_among_its_cards() -> None:
    play = barred(flags=1)
    play.when(GoTo(character="a", place="神社"), d6(5, 5, 5, 5, *(1,) * 9))
    assert play.only(BarrierMet) == BarrierMet(camp="pc", place="神社", character="a", number=9)
    judge = play.only(JudgeBegun).judge
    assert (judge.kind, judge.active.first, judge.active.second) == ("opposed", "grace", "grace")
    assert play.only(PlaceOpened) == PlaceOpened(place="神社", camps=("pc",))
    assert play.only(FlagRaised).flag == 1
    assert play.state.clock == 20
    play.given(EndInterlude()).when(GoTo(character="a", place="神社"))
    assert not play.all(BarrierMet), "it is open to the camp from here on"


def test_the_chance_to_get_in_is_told_before_the_roll() -> None:
    play = barred({"barrier": "achievement"})
    chance = play.system.chance(play.state, play.rules, GoTo(character="a", place="神社"))
    assert {one.outcome: one.favourable for one in chance.odds} == {
        "active_wins": 0,
        "passive_wins": 6**4,
        "nobody_wins": 0,
    }
    play.given(OpenPlace(place="神社"))
    with pytest.raises(RuleViolation) as caught:
        play.system.chance(play.state, play.rules, GoTo(character="a", place="神社"))
    assert caught.value.code == "bloodberry.no_roll"


def test_the_dice_of_a_place_bear_its_name_and_no_fairy_curses_it() -> None:
    play = barred(flags=1)
    fairy = make_quiet(fairy=True, feats=("妖精の呪い",))
    change(play, people={**play.state.people, "b": fairy})
    play.when(GoTo(character="a", place="神社"), d6(5, 5, 5, 5, *(1,) * 9))
    assert [event.character for event in play.all(JudgeRolled)] == ["a", "神社"]
    assert play.only(PlaceOpened).camps == ("pc",), "nobody is asked"


def test_who_is_turned_away_has_spent_the_time() -> None:
    play = barred(flags=1)
    play.when(GoTo(character="a", place="神社"), d6(1, 1, 1, 1, 5, *(1,) * 8))
    assert play.only(TurnedAway) == TurnedAway(camp="pc", place="神社")
    assert not play.all(PlaceReached)
    assert not play.state.scene.interlude
    assert play.state.clock == 20


def test_equal_achievements_leave_the_barrier_shut() -> None:
    play = barred()
    play.when(GoTo(character="a", place="神社"), d6(5, 1, 1, 1, 5, *(1,) * 8))
    assert play.only(TurnedAway).place == "神社"


def test_the_number_is_the_places_achievement_where_the_table_says_so() -> None:
    play = barred({"barrier": "achievement"})
    play.when(GoTo(character="a", place="神社"), d6(5, 5, 5, 5))
    assert play.only(TurnedAway).place == "神社"


def test_face_cards_have_no_number_to_bar_the_way_with() -> None:
    place = make_place("♦1", pieces={"pc": ("d12_a",)}, barrier=("grace", "grace"))
    play = begin_map({"神社": place}, HAND, options={"barrier": "achievement"})
    play.when(GoTo(character="a", place="神社"), d6(5, 1, 1, 1))
    assert play.only(BarrierMet).number == 0
    assert play.only(PlaceReached).place == "神社"


def test_the_gm_lets_a_camp_pass_that_has_paid_or_holds_the_key() -> None:
    play = barred()
    play.when(OpenPlace(place="神社", camp="foe")).refused("bloodberry.unknown_camp")
    play.when(OpenPlace(place="神社")).then(PlaceOpened(place="神社", camps=("pc",)))
    play.when(OpenPlace(place="神社")).refused("bloodberry.place_not_barred")
    play.when(GoTo(character="a", place="神社", use=("give_up",))).refused("bloodberry.no_barrier")
    play.when(GoTo(character="a", place="神社")).only(PlaceReached)


def gather(options: dict[str, Any] | None = None) -> Play:
    """Return two player characters and somebody else, without a map."""
    return begin(options, a=make_quiet(), b=make_quiet(), npc=make_npc())


def deal(count: int) -> list[tuple[int, int]]:
    """Return the dice that draw so many cards, always the first of the pile."""
    return [(len(DECK) - at, 1) for at in range(count)]


# ---- places asked for, changes, the end ----


def test_a_place_asked_for_stands_where_the_gm_grants_it_and_adds_no_cards() -> None:
    play = there()
    play.when(AskPlace(character="a", place="屋上"), by="pl_a").then(PlaceAsked(character="a", place="屋上"))
    play.asks("place", "@gm", "grant", "refuse")
    play.when(AnswerPlace(answer="grant", needs="?")).refused("bloodberry.no_condition")
    play.when(AnswerPlace(answer="grant", needs="♥1", flags=("手紙",)))
    play.then(
        PlaceSet(place="屋上", needs=("h",), flags=1, end=False, barrier=(), asked=True),
        FlagsNamed(place="屋上", flags=("手紙",)),
    )
    play.settled()
    assert play.state.cards.hands["pc"] == HAND
    play.when(LayPieces(character="a", place="屋上", cards=("h2_a",)))
    assert play.only(PiecesLaid).established


def test_a_place_asked_for_may_be_refused() -> None:
    play = there()
    play.when(AskPlace(character="a", place="港")).refused("bloodberry.place_known")
    play.when(AskPlace(character="a", place="屋上"), by="pl_a")
    play.when(AnswerPlace(answer="refuse")).then(PlaceRefused(character="a", place="屋上")).settled()
    assert "屋上" not in play.state.map.places


def test_a_place_named_after_the_deal_was_asked_for() -> None:
    play = there()
    play.when(SetPlace(place="屋上", needs="♥1"))
    assert play.only(PlaceSet).asked


def test_a_place_that_stands_gets_further_flags_but_keeps_its_pieces() -> None:
    play = there(flags=1, raised=1)
    play.when(SetPlace(place="神社", needs="♥1")).refused("bloodberry.place_has_pieces")
    play.when(SetPlace(place="神社", needs="♦2")).refused("bloodberry.flags_raised")
    play.given(SetPlace(place="神社", needs="♦2", flags=("鍵", "扉")))
    play.when(GoTo(character="a", place="神社"))
    assert play.only(FlagRaised).flag == 2


def test_the_gm_breaks_a_map_off() -> None:
    play = there(extras={"pc": ("s1_a",)})
    play.when(EndMap()).then(MapEnded(why="gm", minutes=0, cards={"pc": HAND}))
    assert play.state.map is None
    assert list_cards(play.state) == sorted(DECK)
    assert not play.state.scene.interlude


def test_what_cannot_be_placed_is_passed_over() -> None:
    play = gather()
    before = play.state
    for event in (
        PiecesLaid(camp="x", place="y", cards=("s1_a",), established=True, hand=0),
        ExtrasLaid(camp="x", place="y", cards=("s1_a",), hand=0),
        PlaceReached(camp="x", place="y"),
        SubEventDue(camp="x", place="y", cards=("s1_a",)),
        MapEnded(why="gm", minutes=0, cards={}),
    ):
        play.state = play.system.evolve(play.state, event)
    assert play.state == before

"""Flag maps: camps, places, the deal, the order of the camps."""

from typing import Any

from bloodberries import begin, change, make_npc
from bloodmaps import DECK, list_cards
from bloodties import make_quiet
from kit import Play, work_on

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.bloodberry.commands.mapping import (
    AskPlace,
    BeginMap,
    DealMap,
    DrawForMap,
    EndMap,
    OpenPlace,
    SetPlace,
    ShowMapCard,
)
from tenmatsu.systems.bloodberry.events.mapping import (
    FlagsNamed,
    MapBegun,
    MapCardChosen,
    MapCardPut,
    MapCardsShown,
    MapDealt,
    MapOrderSet,
    PlaceSet,
)
from tenmatsu.systems.bloodberry.events.rounds import CardsDrawn, CardsSeen
from tenmatsu.systems.bloodberry.staging import Rounds


def gather(options: dict[str, Any] | None = None) -> Play:
    """Return two player characters and somebody else, without a map."""
    return begin(options, a=make_quiet(), b=make_quiet(), npc=make_npc())


def deal(count: int) -> list[tuple[int, int]]:
    """Return the dice that draw so many cards, always the first of the pile."""
    return [(len(DECK) - at, 1) for at in range(count)]


# ---- camps, places, the deal ----


def test_a_map_begins_with_one_camp_of_all_player_characters() -> None:
    play = gather()
    play.when(BeginMap()).then(MapBegun(camps={"pc": ("a", "b")}, by_cards=False))
    play.when(BeginMap()).refused("bloodberry.map_under_way")


def test_each_camp_gets_two_cards_for_each_place() -> None:
    play = gather().given(
        BeginMap(camps={"pc": ("a", "b"), "foe": ("npc",)}),
        SetPlace(place="神社", needs="♦1 ♥2"),
        SetPlace(place="港", needs="♠1"),
    )
    play.when(DealMap(), deal(8))
    assert play.only(MapDealt) == MapDealt(places=("神社", "港"), hand=4)
    assert [(one.owner, one.count, one.left) for one in play.all(CardsDrawn)] == [
        ("pc", 4, 100),
        ("foe", 4, 96),
    ]
    assert [one.cards for one in play.all(CardsSeen)] == [DECK[:4], DECK[4:8]]
    assert play.only(MapOrderSet).order == ("pc", "foe")
    assert list_cards(play.state) == sorted(DECK)
    play.when(DealMap()).refused("bloodberry.map_dealt")


def test_hands_are_seen_by_the_camps_players_and_the_gm_alone() -> None:
    play = gather().given(
        BeginMap(camps={"foe": ("npc",), "pc": ("a", "b")}), SetPlace(place="港", needs="♠1")
    )
    work = work_on(play, ScriptedDice(deal(4)))
    play.system.decide(work, DealMap())
    seen = [one for one in work.recorded if isinstance(one.event, CardsSeen)]
    assert [one.audience for one in seen] == ["@gm", "@gm,pl_a,pl_b"]


def test_a_place_says_what_it_takes_and_what_comes_about_there() -> None:
    play = gather().given(BeginMap())
    play.when(SetPlace(place="神社", needs="♦1 ♥2", flags=("鍵", "扉"), end=True, barrier=("grace", "grace")))
    play.then(
        PlaceSet(
            place="神社",
            needs=("d", "h", "h"),
            flags=2,
            end=True,
            barrier=("grace", "grace"),
            asked=False,
        ),
        FlagsNamed(place="神社", flags=("鍵", "扉")),
    )
    play.when(SetPlace(place="港", needs="?")).refused("bloodberry.no_condition")
    play.when(SetPlace(place="港", needs="")).refused("bloodberry.no_condition")
    play.when(SetPlace(place="港 ", needs="♠1")).refused("bloodberry.name_wrong")
    play.when(SetPlace(place="港", needs="♠1", end=True)).refused("bloodberry.end_without_flag")
    play.when(SetPlace(place="港", needs="♠1", barrier=("grace",))).refused("bloodberry.barrier_standards")


def test_camps_are_of_people_who_can_act_each_in_one() -> None:
    play = gather()
    play.when(BeginMap(camps={"pc": ()})).refused("bloodberry.camp_empty")
    play.when(BeginMap(camps={"a": ("b",)})).refused("bloodberry.camp_named_so")
    play.when(BeginMap(camps={"x": ("a",), "y": ("a",)})).refused("bloodberry.in_two_camps")
    play.when(BeginMap(camps={"x": ("nobody",)})).refused("bloodberry.unknown_character")
    begin(npc=make_npc()).when(BeginMap()).refused("bloodberry.camp_empty")
    change(play, rounds=Rounds()).when(BeginMap()).refused("bloodberry.rounds_run")


def test_without_a_map_there_is_nothing_to_do_on_it() -> None:
    play = gather()
    for command in (
        SetPlace(place="港", needs="♠1"),
        DealMap(),
        DrawForMap(character="a"),
        EndMap(),
        OpenPlace(place="港"),
        AskPlace(character="a", place="港"),
    ):
        play.when(command).refused("bloodberry.no_map")
    play.given(BeginMap()).when(DealMap()).refused("bloodberry.no_places")
    play.when(DrawForMap(character="a")).refused("bloodberry.map_not_dealt")
    play.when(AskPlace(character="a", place="港")).refused("bloodberry.map_not_dealt")


def test_two_decks_have_to_do_for_all_hands() -> None:
    play = gather().given(BeginMap(camps={"x": ("a",), "y": ("b",), "z": ("npc",)}))
    play.given(*(SetPlace(place=f"場所{at}", needs="♠1") for at in range(18)))
    play.when(DealMap()).refused("bloodberry.too_few_cards")


# ---- the order of the camps ----


def showing(options: dict[str, Any] | None = None) -> Play:
    """Return a map of two camps that are to show cards: a three and a four against two fives."""
    camps = {"foe": ("npc",), "pc": ("a", "b")}
    play = gather(options).given(BeginMap(camps=camps, by_cards=True), SetPlace(place="港", needs="♠1"))
    return play.given(DealMap(), dice=[(104, 3), (103, 3), (102, 3), (101, 15)])


def test_players_camps_come_before_the_others() -> None:
    play = gather().given(BeginMap(camps={"foe": ("npc",), "pc": ("a",)}), SetPlace(place="港", needs="♠1"))
    play.when(DealMap(), deal(4))
    assert play.only(MapOrderSet).order == ("pc", "foe")


def test_the_order_goes_by_cards_shown_at_once_where_the_gm_says_so() -> None:
    play = showing()
    assert play.state.cards.hands == {"foe": ("s3_a", "s4_a"), "pc": ("s5_a", "h5_a")}
    play.when(DrawForMap(character="a")).refused("bloodberry.order_open")
    play.when(ShowMapCard(character="npc", card="s4_a"))
    play.then(MapCardPut(camp="foe"), MapCardChosen(camp="foe", card="s4_a"))
    play.when(ShowMapCard(character="npc", card="s3_a")).refused("bloodberry.no_card_asked")
    play.when(ShowMapCard(character="a", card="s4_a")).refused("bloodberry.card_not_held")
    play.when(ShowMapCard(character="a", card="s5"))
    assert play.only(MapCardsShown) == MapCardsShown(cards={"foe": "s4_a", "pc": "s5_a"}, tied=())
    assert play.only(MapOrderSet).order == ("pc", "foe")
    assert list_cards(play.state) == sorted(DECK)


def tie(options: dict[str, Any] | None = None) -> Play:
    """Return two camps of NPCs that hold a four and a five each, and have laid down the four."""
    play = begin(options, npc=make_npc(), other=make_npc())
    play.given(BeginMap(camps={"x": ("npc",), "y": ("other",)}, by_cards=True))
    play.given(SetPlace(place="港", needs="♠1"))
    play.given(DealMap(), dice=[(104, 4), (103, 4), (102, 15), (101, 15)])
    assert play.state.cards.hands == {"x": ("s4_a", "s5_a"), "y": ("h4_a", "h5_a")}
    return play.given(ShowMapCard(character="npc", card="s4_a"))


def test_equal_cards_draw_lots() -> None:
    play = tie()
    play.when(ShowMapCard(character="other", card="h4_a"), [(2, 2)])
    assert play.only(MapOrderSet).order == ("y", "x")


def test_equal_cards_show_another_where_the_table_says_so() -> None:
    play = tie({"initiative": "more"})
    play.when(ShowMapCard(character="other", card="h4_a"))
    assert play.only(MapCardsShown).tied == ("x", "y")
    assert play.state.map.showing == ("x", "y")
    play.when(ShowMapCard(character="npc", card="s4_a")).refused("bloodberry.card_shown_already")
    play.given(ShowMapCard(character="npc", card="s5_a"))
    play.when(ShowMapCard(character="other", card="h5_a"), [(2, 1)])
    assert play.only(MapCardsShown).tied == ()
    assert play.only(MapOrderSet).order == ("x", "y")


def test_players_come_first_among_equal_cards() -> None:
    play = gather()
    play.given(BeginMap(camps={"x": ("npc",), "y": ("a",)}, by_cards=True), SetPlace(place="港", needs="♠1"))
    play.given(DealMap(), dice=[(104, 4), (103, 4), (102, 15), (101, 15)])
    play.given(ShowMapCard(character="npc", card="s4_a"))
    play.when(ShowMapCard(character="a", card="h4_a"))
    assert play.only(MapOrderSet).order == ("y", "x")

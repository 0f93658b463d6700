"""Awakening cards given to allies (覚醒札を譲渡する): half their points, never given on."""

from typing import Any

import msgspec
import pytest
from akatsukis import CARDS, begin, hold, list_chips, list_places, make_figure, make_npc
from kit import Play

from tenmatsu.systems.akatsuki.commands.cards import GiveCards
from tenmatsu.systems.akatsuki.commands.combat import BeginCombat
from tenmatsu.systems.akatsuki.decide.paying import count_points
from tenmatsu.systems.akatsuki.events.cards import CardsGiven
from tenmatsu.systems.akatsuki.events.combat import MinorSpent
from tenmatsu.systems.akatsuki.state import Figure, State


def give(*cards: str, to: str = "b", chivalry: int = 0, character: str = "a") -> GiveCards:
    """Return the command by which `a` gives `b` cards."""
    return GiveCards(character=character, to_character=to, cards=cards, chivalry=chivalry)


def begin_fight(*, lanes: dict[str, int], **figures: Figure) -> Play:
    """Return a fight in the order of these characters."""
    return begin(None, options=None, **figures).given(BeginCombat(characters=tuple(figures), lanes=lanes))


def worth(play: Play, character: str) -> int:
    """Return what somebody's cards and chips are worth."""
    return count_points(play.rules, play.state.characters[character])


def test_a_given_card_lies_crosswise_and_is_worth_half_rounded_up() -> None:
    play = begin(a=make_figure(awakening=hold("matsu_1", "ume_1", "ume_2", "ume_3")), b=make_figure())
    assert worth(play, "a") == 20 + 10 + 5 + 1

    play.when(give("matsu_1", "ume_1", "ume_2", "ume_3"))
    play.then(
        CardsGiven(character="a", to_character="b", cards=("matsu_1", "ume_1", "ume_2", "ume_3"), chivalry=0)
    )
    assert play.state.characters["b"].awakening == hold(given=("matsu_1", "ume_1", "ume_2", "ume_3"))
    assert worth(play, "b") == 10 + 5 + 3 + 1
    assert play.state.characters["a"].awakening == ()


def test_a_given_plain_card_counts_1() -> None:
    play = begin(a=make_figure(awakening=hold("ume_3")), b=make_figure()).when(give("ume_3"))

    assert worth(play, "b") == 1


def test_outside_a_fight_giving_is_free_at_any_time() -> None:
    play = begin(a=make_figure(awakening=hold("ume_1", "ume_2")), b=make_figure())

    play.given(give("ume_1"), give("ume_2"))
    assert len(play.state.characters["b"].awakening) == 2


def test_a_given_card_cannot_be_given_on() -> None:
    play = begin(a=make_figure(awakening=hold("ume_1", given=("ume_2",))), b=make_figure())

    play.when(give("ume_1", "ume_2")).refused("akatsuki.given_card")


def test_chips_are_cards_too_and_given_chivalry_cannot_be_given_on() -> None:
    play = begin(a=make_figure(chivalry=2), b=make_figure(chivalry=1), c=make_figure())

    play.when(give(chivalry=2))
    assert (worth(play, "a"), worth(play, "b")) == (0, 3)
    assert play.state.characters["b"].chivalry_given == 2
    play.when(give(chivalry=2, character="b", to="c")).refused("akatsuki.too_little_own_chivalry")
    play.when(give(chivalry=1, character="b", to="c"))
    assert (worth(play, "b"), worth(play, "c")) == (2, 1)


def test_an_npcs_chip_given_to_an_npc_is_turned_upside_down_and_worth_half() -> None:
    play = begin(a=make_npc(awakening=hold("chip_20", "chip_5")), b=make_npc()).when(give("chip_5"))

    assert play.state.characters["b"].awakening == hold(given=("chip_5",))
    assert (worth(play, "a"), worth(play, "b")) == (20, 3)


def test_a_chip_given_to_a_players_character_is_chivalry_whatever_is_printed_on_it() -> None:
    play = begin(a=make_npc(friendly=True, awakening=hold("chip_20")), b=make_figure()).when(give("chip_20"))
    b = play.state.characters["b"]

    assert play.only(CardsGiven).as_chivalry == (20,)
    assert (b.awakening, b.chivalry, b.chivalry_given) == ((), 1, 1)
    assert play.state.chivalry_chips == {20: 1}
    assert len(list_chips(play.state)) == 96


def test_a_friendly_npc_may_get_cards_and_chivalry_of_a_players_character() -> None:
    play = begin(a=make_figure(awakening=hold("kiri_1"), chivalry=1), b=make_npc(friendly=True))

    play.when(give("kiri_1", chivalry=1))
    assert worth(play, "b") == 10 + 1
    assert sorted(list_places(play.state)) == sorted(CARDS)


def test_of_two_chips_with_the_same_print_the_own_one_is_given() -> None:
    play = begin(a=make_npc(awakening=hold("chip_10", given=("chip_10",))), b=make_npc())

    play.given(give("chip_10")).when(give("chip_10")).refused("akatsuki.given_card")


@pytest.mark.parametrize(
    "figures,command,code",
    [
        ({}, give(), "gives_nothing"),
        ({}, give("ume_1", to="a"), "gives_to_oneself"),
        ({}, give("ume_1", to="nobody"), "unknown_character"),
        ({}, give("ume_1", character="nobody"), "unknown_character"),
        ({}, give("kiku_1"), "not_held"),
        ({}, give("ume_1", "ume_1"), "not_held"),
        ({}, give(chivalry=-1), "negative_count"),
        ({}, give(chivalry=1), "too_little_own_chivalry"),
        ({"b": make_npc()}, give("ume_1"), "not_an_ally"),
        ({"b": make_figure(dead=True)}, give("ume_1"), "is_dead"),
        ({"a": make_figure(unconscious=True, awakening=hold("ume_1"))}, give("ume_1"), "cannot_act"),
        ({"a": make_figure(dead=True, awakening=hold("ume_1"))}, give("ume_1"), "cannot_act"),
    ],
)
def test_what_cannot_be_given_is_refused(figures: dict[str, Any], command: GiveCards, code: str) -> None:
    figures = {"a": make_figure(awakening=hold("ume_1")), "b": make_figure(), **figures}

    begin(**figures).when(command).refused(f"akatsuki.{code}")


def test_the_unconscious_may_be_given_cards() -> None:
    play = begin(a=make_figure(awakening=hold("ume_1")), b=make_figure(unconscious=True)).when(give("ume_1"))

    assert worth(play, "b") == 5


@pytest.mark.parametrize("lane", [0, 1])
def test_in_a_fight_giving_to_the_same_or_the_next_lane_costs_the_giver_a_minor_action(lane: int) -> None:
    a, b = make_figure(awakening=hold("ume_1", "ume_2")), make_figure()
    play = begin_fight(lanes={"b": lane}, a=a, b=b).when(give("ume_1"))

    assert [type(event) for event in play.events] == [MinorSpent, CardsGiven]
    assert play.state.characters["b"].minors == 1
    play.when(give("ume_2")).refused("akatsuki.no_minor")


def test_in_a_fight_nothing_reaches_two_lanes_away_or_out_of_the_fight() -> None:
    a = make_figure(awakening=hold("ume_1"))
    begin_fight(lanes={"b": 2}, a=a, b=make_figure()).when(give("ume_1")).refused("akatsuki.too_far_to_give")

    play = begin(a=a, b=make_figure(), n=make_npc()).given(BeginCombat(characters=("a", "n")))
    play.when(give("ume_1")).refused("akatsuki.too_far_to_give")


def test_two_who_are_not_in_the_fight_give_freely() -> None:
    play = begin(a=make_figure(awakening=hold("ume_1")), b=make_figure(), n=make_npc(), c=make_figure())
    play.given(BeginCombat(characters=("n", "c"))).when(give("ume_1"))

    assert play.all(MinorSpent) == []
    assert play.state.characters["b"].awakening == hold(given=("ume_1",))


def test_in_a_fight_one_gives_on_ones_own_turn_alone() -> None:
    play = begin_fight(lanes={}, b=make_figure(), a=make_figure(awakening=hold("ume_1")))

    play.when(give("ume_1")).refused("akatsuki.not_your_turn")


def test_holes_in_the_log_change_nothing_else() -> None:
    """A gift of somebody who was never made is passed over."""
    state = State(characters={"a": make_figure(awakening=hold("ume_1"))})
    play = begin(a=make_figure()).given_state(state)
    event = CardsGiven(character="a", to_character="x", cards=("ume_1",), chivalry=0)

    assert play.system.evolve(state, event) == state
    unheld = msgspec.structs.replace(event, to_character="a", cards=("kiri_1",))
    assert play.system.evolve(state, unheld) == state

"""Awakening points: what cards are worth, what they pay for, what is left over."""

from typing import Any

import pytest
from akatsukis import CARDS, begin, hold, list_places, make_figure, make_npc
from kit import d6, work_on

from tenmatsu.systems.akatsuki.commands.cards import UsePower
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.decide.paying import (
    begin_action,
    count_points,
    spend_chivalry,
)
from tenmatsu.systems.akatsuki.events.cards import CardsSpent, ChivalrySpent, PointsLapsed, PowerUsed
from tenmatsu.systems.akatsuki.events.checks import Checked
from tenmatsu.systems.akatsuki.state import Figure, State

KEPT = {"surplus": "kept"}
MISS = d6(6, 5)


def power(*cards: str, cost: int, chivalry: int = 0) -> UsePower:
    """Return the command by which `a` uses a power."""
    return UsePower(character="a", power="一閃", cost=cost, cards=cards, chivalry=chivalry)


def check(*cards: str, plus: int, chivalry: int = 0) -> RollCheck:
    """Return a check of `a` outside of its fields, by 廻逢 5."""
    return RollCheck(character="a", ability="kaigu", plus=plus, cards=cards, chivalry=chivalry)


def rich(**values: Any) -> Figure:
    """Return a character with cards of every kind, own and given, and two chips of 義侠魂."""
    held = hold("matsu_1", "sakura_1", "ume_1", "ume_3", given=("ume_2", "kiri_1", "kiri_2"))
    return make_figure(**{"awakening": held, "chivalry": 2, **values})


def test_two_own_bright_cards_and_a_given_ribbon_are_worth_43() -> None:
    play = begin(a=rich()).when(power("matsu_1", "sakura_1", "ume_2", cost=43))

    play.then(
        CardsSpent(
            character="a",
            cards=("matsu_1", "sakura_1", "ume_2"),
            chivalry=0,
            chivalry_given=0,
            chips={},
            points=43,
            needed=43,
            kept=0,
            use="power",
        ),
        PowerUsed(character="a", power="一閃", cost=43),
    )
    assert play.state.deck.discard == ("matsu_1", "sakura_1", "ume_2")
    assert sorted(list_places(play.state)) == sorted(CARDS)


@pytest.mark.parametrize(
    "cards,given,points",
    [
        (("matsu_1",), (), 20),
        (("ume_1",), (), 10),
        (("ume_2",), (), 5),
        (("ume_3",), (), 1),
        ((), ("matsu_1",), 10),
        ((), ("ume_1",), 5),
        ((), ("ume_2",), 3),
        ((), ("ume_3",), 1),
        (("chip_20", "chip_5"), ("chip_10", "chip_1"), 31),
    ],
)
def test_own_cards_are_worth_all_and_given_ones_half_rounded_up(
    cards: tuple[str, ...], given: tuple[str, ...], points: int
) -> None:
    play = begin(a=make_figure(awakening=hold(*cards, given=given)))

    assert count_points(play.rules, play.state.characters["a"]) == points


def test_cards_and_chivalry_are_spent_together_and_chips_go_back_to_the_gm() -> None:
    play = begin(a=rich()).when(power("ume_3", cost=3, chivalry=2))

    assert (play.only(CardsSpent).points, play.only(CardsSpent).chips) == (3, {1: 2})
    assert (play.state.chips[1], play.state.chivalry_chips) == (48, {1: 0})
    assert play.state.characters["a"].chivalry == 0


def test_given_chivalry_is_spent_first_since_it_cannot_be_given_on() -> None:
    play = begin(a=rich(chivalry=3, chivalry_given=2)).when(power(cost=1, chivalry=1))

    assert play.state.characters["a"].chivalry_given == 1
    play.when(power(cost=2, chivalry=2))
    assert play.state.characters["a"].chivalry_given == 0


def test_an_npcs_chips_are_worth_what_is_printed_and_go_back_to_the_gm() -> None:
    play = begin(a=make_npc(awakening=hold("chip_20", given=("chip_20",))))
    assert (play.state.chips[20], count_points(play.rules, play.state.characters["a"])) == (8, 30)

    play.when(power("chip_20", "chip_20", cost=30))
    assert play.state.chips[20] == 10
    assert play.state.deck.discard == ()


def test_of_two_chips_with_the_same_print_the_own_one_is_spent_first() -> None:
    play = begin(a=make_npc(awakening=hold("chip_20", given=("chip_20",))))

    play.when(power("chip_20", cost=20))
    assert play.state.characters["a"].awakening == hold(given=("chip_20",))


def test_a_boost_says_what_was_spent_and_how_much_it_raised_the_target() -> None:
    play = begin(a=rich()).when(check("ume_2", plus=3), dice=MISS)

    spent = play.only(CardsSpent)
    assert (spent.use, spent.points, spent.needed, spent.plus) == ("boost", 3, 3, 3)
    assert play.only(Checked).target == 5 + 3


def test_boost_rate_one_buys_a_point_of_the_target_with_each_point() -> None:
    begin(a=rich()).when(check("ume_1", plus=11)).refused("akatsuki.too_few_points")
    assert begin(a=rich()).when(check("ume_1", plus=10), dice=MISS).only(CardsSpent).needed == 10


def test_boost_rate_table_takes_the_tables_figure() -> None:
    options = {"boost_rate": "table"}

    begin(options=options, a=rich()).when(check("ume_1", plus=3)).refused("akatsuki.too_few_points")
    play = begin(options=options, a=rich()).when(check("ume_1", plus=2), dice=MISS)
    assert play.only(CardsSpent).needed == 10
    own = begin("[checks]\nboost_points = 2", options=options, a=rich())
    assert own.when(check("ume_1", plus=5), dice=MISS).only(CardsSpent).needed == 10


@pytest.mark.parametrize(
    "command,code",
    [
        (check("kiku_1", plus=1), "not_held"),
        (check("ume_1", "ume_1", plus=1), "not_held"),
        (check("ume_1", plus=-1), "negative_plus"),
        (check("ume_1", plus=0), "pays_for_nothing"),
        (check(plus=0, chivalry=1), "pays_for_nothing"),
        (check(plus=1), "too_few_points"),
        (check(plus=1, chivalry=3), "too_little_chivalry"),
        (check(plus=1, chivalry=-1), "negative_count"),
        (power("ume_2", cost=4), "too_few_points"),
        (power("ume_1", cost=-1), "negative_cost"),
        (power("ume_1", cost=0), "power_is_free"),
        (power(cost=0, chivalry=1), "power_is_free"),
        (power("ume_1", cost=1, chivalry=3), "too_little_chivalry"),
    ],
)
def test_what_does_not_pay_is_refused_before_anything_is_rolled(command: Any, code: str) -> None:
    begin(a=rich()).when(command).refused(f"akatsuki.{code}")


def test_who_cannot_act_uses_no_power() -> None:
    begin(a=rich(unconscious=True)).when(power("ume_1", cost=1)).refused("akatsuki.cannot_act")


def test_a_power_may_cost_nothing() -> None:
    begin(a=rich()).when(power(cost=0)).then(PowerUsed(character="a", power="一閃", cost=0))


def test_surplus_lost_leaves_nothing() -> None:
    play = begin(a=rich()).when(power("matsu_1", cost=12))

    assert (play.only(CardsSpent).points, play.only(CardsSpent).kept) == (20, 0)
    assert play.state.characters["a"].points == 0


def test_surplus_kept_pays_for_the_boost_of_the_same_action() -> None:
    play = begin(options=KEPT, a=rich()).given(power("matsu_1", cost=12))
    assert play.state.characters["a"].points == 8

    play.when(check(plus=8), dice=MISS)
    assert (play.only(CardsSpent).cards, play.only(CardsSpent).points) == ((), 8)
    assert play.only(Checked).target == 13
    assert play.state.characters["a"].points == 0


def test_surplus_kept_is_used_before_cards_and_the_rest_is_kept_again() -> None:
    play = begin(options=KEPT, a=rich()).given(power("matsu_1", cost=12)).when(power("ume_1", cost=9))

    assert (play.only(CardsSpent).points, play.only(CardsSpent).kept) == (18, 9)
    assert play.state.characters["a"].points == 9


def test_surplus_kept_by_a_check_serves_powers_until_the_next_check() -> None:
    play = begin(options=KEPT, a=rich()).given(check("matsu_1", plus=4), dice=MISS)
    play.given(power(cost=6))
    assert play.state.characters["a"].points == 10

    play.when(check(plus=1)).refused("akatsuki.too_few_points")
    play.when(check("ume_1", plus=1), dice=MISS)
    assert play.only(PointsLapsed) == PointsLapsed(character="a", points=10)
    assert play.state.characters["a"].points == 9


def test_surplus_kept_lapses_with_a_check_that_is_not_boosted() -> None:
    play = begin(options=KEPT, a=rich()).given(power("matsu_1", cost=12)).when(check(plus=0), dice=MISS)

    assert play.only(PointsLapsed).points == 8
    assert play.state.characters["a"].points == 0


def test_another_action_begun_lets_points_lapse_once() -> None:
    work = work_on(begin(a=rich(points=4)))

    begin_action(work, "a")
    begin_action(work, "a")
    assert [one.event for one in work.recorded] == [PointsLapsed(character="a", points=4)]


def test_a_chip_of_chivalry_that_negates_a_hit_goes_back_to_the_gm() -> None:
    play = begin(options={"chips_as_damage": "yes"}, a=rich(chivalry_given=1))
    work = work_on(play)
    spend_chivalry(work, "a")
    assert [one.event for one in work.recorded] == [ChivalrySpent(character="a", now=1, given=0, value=1)]
    assert (work.state.chips[1], work.state.chivalry_chips) == (47, {1: 1})


def test_what_the_log_does_not_tell_is_passed_over() -> None:
    """Events of somebody who was never made leave the state as it is."""
    play = begin(a=rich())
    spent = CardsSpent(
        character="x",
        cards=("ume_1",),
        chivalry=0,
        chivalry_given=0,
        chips={},
        points=10,
        needed=1,
        kept=0,
        use="power",
    )
    for event in (
        spent,
        ChivalrySpent(character="x", now=0, given=0, value=1),
        PointsLapsed(character="x", points=1),
    ):
        assert play.system.evolve(play.state, event) == play.state
    assert play.system.evolve(State(), spent) == State()

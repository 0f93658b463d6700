"""活劇点: the six uses, gains by doubles, a lead's duties, the limits of NPCs, refills."""

import pytest
from edo import begin, make_figure, make_npc
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, RollAbility, RollSkill
from tenmatsu.systems.ukiyozoshi.commands.katsugeki import (
    AnswerPrice,
    AskCoincidence,
    CheatDeath,
    ComeRound,
    PriceCoincidence,
    RefillKatsugeki,
)
from tenmatsu.systems.ukiyozoshi.events.checks import Checked, FailureAccepted
from tenmatsu.systems.ukiyozoshi.events.katsugeki import (
    CameRound,
    CoincidenceAsked,
    CoincidencePriced,
    CoincidenceSettled,
    DeathCheated,
    KatsugekiGained,
    KatsugekiLost,
    KatsugekiRefilled,
    KatsugekiSpent,
)

SWORD = RollSkill(character="oryu", skill="剣術", difficulty=20)
STAND = AnswerFailure(character="oryu", choice="stand")
REROLL = AnswerFailure(character="oryu", choice="reroll")
SUCCESS = AnswerFailure(character="oryu", choice="success")


def points(play: Play, character: str = "oryu") -> int:
    value: int = play.state.characters[character].katsugeki
    return value


# ---- after a failure ----


def test_a_failed_check_asks_to_stand_reroll_or_succeed() -> None:
    begin(oryu=make_figure()).when(SWORD, d6(3, 2, 1)).asks(
        "after_failure", "oryu", "stand", "reroll", "success"
    )


def test_a_success_asks_nothing() -> None:
    begin(oryu=make_figure()).when(SWORD, d6(4, 4, 1)).settled()


@pytest.mark.parametrize(
    "have, options",
    [(0, ()), (1, ("stand", "reroll")), (2, ("stand", "reroll")), (3, ("stand", "reroll", "success"))],
)
def test_only_what_can_be_paid_is_offered(have: int, options: tuple[str, ...]) -> None:
    play = begin(oryu=make_figure(katsugeki=have)).when(SWORD, d6(3, 2, 1))
    assert tuple(o for p in play.pending for o in p.options) == options


def test_a_success_is_not_offered_where_there_never_was_a_chance() -> None:
    command = RollSkill(character="oryu", skill="剣術", difficulty=25)
    begin(oryu=make_figure()).when(command, d6(3, 2, 1)).asks("after_failure", "oryu", "stand", "reroll")


def test_who_says_beforehand_that_the_result_stands_is_not_asked() -> None:
    command = RollSkill(character="oryu", skill="剣術", difficulty=20, stand=True)
    begin(oryu=make_figure()).when(command, d6(3, 2, 1)).settled()


def test_a_failure_may_stand() -> None:
    play = begin(oryu=make_figure()).given(SWORD, dice=d6(3, 2, 1)).when(STAND).settled()
    play.then(FailureAccepted(character="oryu", roll="skill"))
    assert points(play) == 5


def test_a_reroll_costs_1_and_both_results_stay_in_the_log() -> None:
    play = begin(oryu=make_figure()).given(SWORD, dice=d6(3, 2, 1)).when(REROLL, d6(6, 5, 1)).settled()
    assert play.only(KatsugekiSpent) == KatsugekiSpent(character="oryu", use="reroll", amount=1, now=4)
    assert play.only(Checked).check.success
    totals = [event.check.total for event in play.history if isinstance(event, Checked)]
    assert totals == [17, 23]


def test_a_failed_reroll_asks_again() -> None:
    play = begin(oryu=make_figure()).given(SWORD, dice=d6(3, 2, 1)).when(REROLL, d6(1, 2, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")


def test_a_failure_becomes_a_success_for_3_with_the_total_of_the_difficulty() -> None:
    play = begin(oryu=make_figure()).given(SWORD, dice=d6(3, 2, 1)).when(SUCCESS).settled()
    assert play.only(KatsugekiSpent) == KatsugekiSpent(character="oryu", use="success", amount=3, now=2)
    check = play.only(Checked).check
    assert (check.success, check.total, check.margin, check.bought) == (True, 20, 0, "after")


def test_option_bought_total_best_gives_the_best_that_the_dice_could() -> None:
    play = begin(options={"bought_total": "best"}, oryu=make_figure()).given(SWORD, dice=d6(3, 2, 1))
    check = play.when(SUCCESS).only(Checked).check
    assert (check.total, check.margin) == (24, 4)


def test_what_is_not_offered_is_refused() -> None:
    play = begin(oryu=make_figure(katsugeki=1)).given(SWORD, dice=d6(3, 2, 1))
    play.when(SUCCESS).refused("ukiyozoshi.not_offered")


def test_nothing_open_for_somebody_else() -> None:
    play = begin(oryu=make_figure(), bunta=make_figure()).given(SWORD, dice=d6(3, 2, 1))
    play.when(AnswerFailure(character="bunta", choice="stand")).refused("ukiyozoshi.nothing_open")


# ---- before the roll ----


def test_a_success_is_bought_before_the_roll_for_2() -> None:
    play = begin(oryu=make_figure())
    play.when(RollSkill(character="oryu", skill="剣術", difficulty=20, bought=True)).settled()
    assert play.only(KatsugekiSpent) == KatsugekiSpent(character="oryu", use="automatic", amount=2, now=3)
    assert (play.only(Checked).check.total, play.only(Checked).check.margin) == (20, 0)


def test_a_success_without_any_chance_cannot_be_bought() -> None:
    play = begin(oryu=make_figure())
    play.when(RollSkill(character="oryu", skill="剣術", difficulty=25, bought=True))
    play.refused("ukiyozoshi.no_chance")


def test_too_few_points_buy_nothing() -> None:
    play = begin(oryu=make_figure(katsugeki=1))
    play.when(RollSkill(character="oryu", skill="剣術", bought=True)).refused("ukiyozoshi.too_few_points")


# ---- gains ----


@pytest.mark.parametrize(
    "rank, faces, gained",
    [
        ("lead", (5, 5, 6), 1),
        ("second", (5, 5, 6), 0),
        ("second", (6, 6, 1), 1),
        ("second", (6, 1, 6), 1),
        ("second", (6, 6, 6), 1),
        ("lead", (5, 5, 1), 1),
        ("support", (6, 6, 2), 1),
        ("lead", (4, 4, 4), 0),
    ],
)
def test_a_pair_of_sixes_gains_a_point_and_for_a_lead_of_fives_too(
    rank: str, faces: tuple[int, ...], gained: int
) -> None:
    play = begin(oryu=make_figure(rank=rank)).when(RollSkill(character="oryu", skill="剣術"), d6(*faces))
    assert len(play.all(KatsugekiGained)) == gained
    assert points(play) == 5 + gained


def test_5_5_6_counts_as_11_all_the_same() -> None:
    play = begin(oryu=make_figure(rank="lead")).when(RollSkill(character="oryu", skill="剣術"), d6(5, 5, 6))
    assert play.only(Checked).check.total == 12 + 11


@pytest.mark.parametrize("faces, gained", [((6, 6), 1), ((6, 5), 0)])
def test_on_two_dice_both_must_be_six(faces: tuple[int, ...], gained: int) -> None:
    play = begin(oryu=make_figure()).when(
        RollAbility(character="oryu", ability="tai", covered=True), d6(*faces)
    )
    assert len(play.all(KatsugekiGained)) == gained


def test_at_the_limit_nothing_is_gained() -> None:
    play = begin(oryu=make_figure(katsugeki=7)).when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1))
    assert play.all(KatsugekiGained) == []


def test_a_point_gained_by_a_failed_roll_may_pay_its_reroll() -> None:
    play = begin(oryu=make_figure(katsugeki=0))
    play.when(RollSkill(character="oryu", skill="剣術", difficulty=30), d6(6, 6, 1))
    play.asks("after_failure", "oryu", "stand", "reroll")


def test_option_reroll_gain_stays_keeps_the_point_of_the_rerolled_dice() -> None:
    play = begin(oryu=make_figure()).given(
        RollSkill(character="oryu", skill="剣術", difficulty=30), dice=d6(6, 6, 1)
    )
    play.when(REROLL, d6(1, 2, 3))
    assert points(play) == 5


def test_option_reroll_gain_goes_takes_it_back() -> None:
    play = begin(options={"reroll_gain": "goes"}, oryu=make_figure()).given(
        RollSkill(character="oryu", skill="剣術", difficulty=30), dice=d6(6, 6, 1)
    )
    play.when(REROLL, d6(1, 2, 3))
    assert play.only(KatsugekiLost) == KatsugekiLost(character="oryu", amount=1, now=5)
    assert points(play) == 4


def test_option_reroll_gain_goes_cannot_pay_with_the_point_that_goes() -> None:
    play = begin(options={"reroll_gain": "goes"}, oryu=make_figure(katsugeki=0))
    play.when(RollSkill(character="oryu", skill="剣術", difficulty=30), d6(6, 6, 1)).settled()


# ---- leads ----


def test_a_lead_spends_for_gain_only_through_the_gm() -> None:
    lead = make_figure(rank="lead")
    command = RollSkill(character="oryu", skill="賭博", bought=True, selfish=True)
    begin(oryu=lead).when(command, by="pl_oryu").refused("ukiyozoshi.selfish_needs_gm")
    assert begin(oryu=lead).when(command, by="gm").only(KatsugekiSpent).selfish


def test_others_may_spend_for_gain() -> None:
    command = RollSkill(character="oryu", skill="賭博", bought=True, selfish=True)
    begin(oryu=make_figure()).when(command, by="pl_oryu").settled()


def test_the_gm_demands_points_of_a_lead() -> None:
    command = RollAbility(character="oryu", ability="tai", bought=True, forced=True)
    play = begin(oryu=make_figure(rank="lead")).when(command, by="gm")
    assert play.only(KatsugekiSpent) == KatsugekiSpent(
        character="oryu", use="automatic", amount=2, now=3, forced=True
    )


def test_only_the_gm_demands_points() -> None:
    command = RollAbility(character="oryu", ability="tai", bought=True, forced=True)
    begin(oryu=make_figure(rank="lead")).when(command, by="pl_oryu").refused("ukiyozoshi.only_gm_demands")


def test_points_are_demanded_of_leads_alone() -> None:
    command = RollAbility(character="oryu", ability="tai", bought=True, forced=True)
    begin(oryu=make_figure()).when(command, by="gm").refused("ukiyozoshi.only_leads_bound")


def test_the_gm_may_demand_that_a_failure_is_turned() -> None:
    play = begin(oryu=make_figure(rank="lead")).given(SWORD, dice=d6(3, 2, 1))
    play.when(AnswerFailure(character="oryu", choice="success", forced=True), by="gm")
    assert play.only(KatsugekiSpent).forced


# ---- NPCs ----


def test_an_npc_does_not_buy_a_success_before_the_roll() -> None:
    play = begin(oryu=make_npc(katsugeki=5))
    play.when(RollSkill(character="oryu", skill="剣術", bought=True)).refused("ukiyozoshi.npc_may_not_buy")


def test_an_npc_may_reroll_and_turn_a_failure() -> None:
    begin(oryu=make_npc(katsugeki=3)).when(SWORD, d6(3, 2, 1)).asks(
        "after_failure", "oryu", "stand", "reroll", "success"
    )


def test_option_npc_bought_both_bars_npcs_from_turning_a_failure_too() -> None:
    play = begin(options={"npc_bought": "both"}, oryu=make_npc(katsugeki=3)).when(SWORD, d6(3, 2, 1))
    play.asks("after_failure", "oryu", "stand", "reroll")


@pytest.mark.parametrize("companion, option, gained", [(False, "on", 0), (True, "on", 1), (True, "off", 0)])
def test_npcs_gain_nothing_but_companions_do(companion: bool, option: str, gained: int) -> None:
    figure = make_npc(katsugeki=1, katsugeki_limit=5, companion=companion)
    play = begin(options={"npc_companion_gains": option}, oryu=figure)
    play.when(RollSkill(character="oryu", skill="剣術"), d6(6, 6, 1))
    assert len(play.all(KatsugekiGained)) == gained


# ---- coincidences ----


def test_a_coincidence_is_priced_by_the_gm_and_paid() -> None:
    play = begin(oryu=make_figure())
    play.when(AskCoincidence(character="oryu"), by="pl_oryu").then(CoincidenceAsked(character="oryu"))
    play.asks("coincidence", "@gm", "allow", "deny")
    play.when(PriceCoincidence(choice="allow", price=2)).then(CoincidencePriced(character="oryu", price=2))
    play.asks("coincidence_price", "oryu", "pay", "decline")
    play.when(AnswerPrice(character="oryu", choice="pay"), by="pl_oryu").then(
        KatsugekiSpent(character="oryu", use="coincidence", amount=2, now=3),
        CoincidenceSettled(character="oryu", happens=True),
    )
    play.settled()


def test_a_coincidence_may_be_denied_or_declined() -> None:
    play = begin(oryu=make_figure()).given(AskCoincidence(character="oryu"))
    play.when(PriceCoincidence(choice="deny")).then(CoincidenceSettled(character="oryu", happens=False))
    play.given(AskCoincidence(character="oryu"), PriceCoincidence(choice="allow", price=5))
    play.when(AnswerPrice(character="oryu", choice="decline"))
    play.then(CoincidenceSettled(character="oryu", happens=False))
    assert points(play) == 5


def test_a_coincidence_needs_a_point_and_a_price_that_can_be_paid() -> None:
    begin(oryu=make_figure(katsugeki=0)).when(AskCoincidence(character="oryu")).refused(
        "ukiyozoshi.too_few_points"
    )
    play = begin(oryu=make_figure()).given(AskCoincidence(character="oryu"))
    play.when(PriceCoincidence(choice="allow", price=6)).refused("ukiyozoshi.too_few_points")


def test_a_lead_wishes_for_gain_only_through_the_gm() -> None:
    play = begin(oryu=make_figure(rank="lead"))
    play.when(AskCoincidence(character="oryu", selfish=True), by="pl_oryu")
    play.refused("ukiyozoshi.selfish_needs_gm")


def test_no_coincidence_waits_before_it_is_wished_for() -> None:
    play = begin(oryu=make_figure(), bunta=make_figure())
    play.when(PriceCoincidence(choice="allow")).refused("ukiyozoshi.no_coincidence")
    play.given(AskCoincidence(character="oryu"), PriceCoincidence(choice="allow"))
    play.when(AnswerPrice(character="bunta", choice="pay")).refused("ukiyozoshi.no_coincidence")


# ---- not dead after all ----


def test_2_points_bring_the_dead_back_later_with_1_endurance() -> None:
    play = begin(oryu=make_figure(endurance=-2, dead=True, katsugeki=2))
    play.when(CheatDeath(character="oryu")).then(
        KatsugekiSpent(character="oryu", use="survive", amount=2, now=0), DeathCheated(character="oryu")
    )
    assert not play.state.characters["oryu"].can_act
    play.when(ComeRound(character="oryu")).then(CameRound(character="oryu", endurance=1, wounds=7, hunger=0))
    assert play.state.characters["oryu"].can_act


def test_1_point_does_not_bring_back_the_dead() -> None:
    play = begin(oryu=make_figure(endurance=-2, dead=True, katsugeki=1))
    play.when(CheatDeath(character="oryu")).refused("ukiyozoshi.too_few_points")


def test_only_the_dead_cheat_death_and_only_the_senseless_come_round() -> None:
    play = begin(oryu=make_figure())
    play.when(CheatDeath(character="oryu")).refused("ukiyozoshi.not_dead")
    play.when(ComeRound(character="oryu")).refused("ukiyozoshi.not_senseless")


# ---- refills ----


def test_between_sessions_of_a_scenario_more_than_the_start_is_kept_and_less_is_filled_up() -> None:
    play = begin(oryu=make_figure(katsugeki=7), bunta=make_figure(katsugeki=1))
    play.when(RefillKatsugeki(scenario_goes_on=True)).then(KatsugekiRefilled(character="bunta", now=5))


def test_after_a_scenario_everybody_goes_back_to_the_start() -> None:
    play = begin(oryu=make_figure(katsugeki=7), bunta=make_figure(katsugeki=1), ronin=make_npc(katsugeki=1))
    play.when(RefillKatsugeki()).then(
        KatsugekiRefilled(character="oryu", now=5), KatsugekiRefilled(character="bunta", now=5)
    )
    play.when(RefillKatsugeki()).refused("ukiyozoshi.nothing_to_refill")

"""攻撃の四段階, steps one to three: declaration and counter, hit rolls, parry and sidestep."""

from typing import Any

import pytest
from edo import begin, begin_fight, make_figure, make_mob, make_npc, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, Attack
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure
from tenmatsu.systems.ukiyozoshi.commands.combat import BeginCombat, BuyAction, EndTurn
from tenmatsu.systems.ukiyozoshi.events.blows import (
    BlowDeclared,
    BlowEnded,
    CounterDeclared,
    CounterDeclined,
    CounterOffered,
    DamageDealt,
    DefenceDeclared,
    DefenceDeclined,
    DefenceOffered,
    Defended,
    Died,
    ExchangeEnded,
    HitJudged,
)
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.combat import ActionBought
from tenmatsu.systems.ukiyozoshi.events.katsugeki import KatsugekiSpent

STRIKE = Attack(character="oryu", target="ronin", weapon="大刀")
NO_COUNTER = AnswerAttack(character="ronin", choice="none")
COUNTER = AnswerAttack(character="ronin", choice="counter", weapon="大刀")
PARRY = AnswerBlow(character="ronin", choice="parry")
SIDESTEP = AnswerBlow(character="ronin", choice="sidestep")
NIMBLE = {"剣術": 4, "体さばき": 5}
"""Evasion 17: a sword of 12 misses with 1 1 1."""
TAKE = AnswerBlow(character="ronin", choice="none")


def fight(oryu: Any = None, ronin: Any = None, **options: Any) -> Play:
    return begin_fight(oryu or make_swordsman(), ronin or make_ronin(), options=options)


# ---- declaration and counter ----


def test_the_one_attacked_may_declare_a_counter() -> None:
    play = fight().when(STRIKE).asks("counter", "ronin", "counter", "none")
    assert play.only(BlowDeclared).blow.weapon == "大刀"
    assert play.only(CounterOffered).choices == ("counter", "none")


def test_the_crowd_never_counters_parries_or_sidesteps() -> None:
    play = fight(ronin=make_mob()).when(STRIKE, d6(4, 4, 1) + d6(3)).settled()
    assert play.only(DamageDealt).amount == 6


def test_who_has_attacked_in_this_round_counters_only_for_a_point() -> None:
    play = begin(
        oryu=make_swordsman(x=0, y=0, katsugeki=0), ronin=make_ronin(rank="lead", katsugeki=2, x=1, y=0)
    )
    play.given(BeginCombat(characters=("oryu", "ronin")))
    play.given(Attack(character="ronin", target="oryu", weapon="大刀", stand=True))
    play.given(AnswerAttack(character="oryu", choice="none"), dice=d6(1, 1, 2))
    play.given(EndTurn(character="ronin"))
    play.when(STRIKE).asks("counter", "ronin", "buy_counter", "none")
    play.when(AnswerAttack(character="ronin", choice="buy_counter"), d6(1, 1, 1) + d6(1, 1, 1))
    assert play.all(KatsugekiSpent)[0].use == "action"
    assert play.only(ActionBought).kind == "attack"


def test_without_a_point_who_has_attacked_does_not_counter() -> None:
    play = begin(
        oryu=make_swordsman(x=0, y=0, katsugeki=0), ronin=make_ronin(rank="lead", x=1, y=0, skills=NIMBLE)
    )
    play.given(BeginCombat(characters=("oryu", "ronin")))
    play.given(Attack(character="ronin", target="oryu", weapon="大刀", stand=True))
    play.given(AnswerAttack(character="oryu", choice="none"), dice=d6(1, 1, 2))
    play.given(EndTurn(character="ronin"))
    play.when(STRIKE, d6(1, 1, 1)).settled()


@pytest.mark.parametrize("flag", ["unconscious", "beaten", "helpless"])
def test_who_cannot_act_does_not_counter(flag: str) -> None:
    play = fight(ronin=make_ronin(**{flag: True})).when(STRIKE, d6(4, 4, 1) + d6(3))
    play.settled()
    assert play.only(DamageDealt)


def test_who_has_nothing_that_reaches_does_not_counter() -> None:
    fight(ronin=make_ronin(hands=())).when(STRIKE, d6(4, 4, 1)).asks("defend", "ronin", "sidestep", "none")


def test_a_counter_needs_a_weapon_in_reach() -> None:
    play = fight().given(STRIKE)
    command = AnswerAttack(character="ronin", choice="counter", weapon="拳")
    play.when(command).refused("ukiyozoshi.out_of_reach")


def test_only_the_one_attacked_answers_and_only_what_is_offered() -> None:
    play = fight().given(STRIKE)
    play.when(AnswerAttack(character="oryu", choice="none")).refused("ukiyozoshi.nothing_open")
    play.when(AnswerAttack(character="ronin", choice="buy_counter")).refused("ukiyozoshi.not_offered")


# ---- what an attack needs ----


def test_an_attack_needs_a_fight_a_turn_and_an_attack_left() -> None:
    begin(oryu=make_swordsman(), ronin=make_mob()).when(STRIKE).refused("ukiyozoshi.no_combat")
    play = fight(ronin=make_mob(skills=NIMBLE)).given(
        Attack(character="oryu", target="ronin", weapon="大刀", stand=True), dice=d6(1, 1, 1)
    )
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")
    play.given(BuyAction(character="oryu", kind="attack"))
    play.when(Attack(character="oryu", target="ronin", weapon="大刀", stand=True), d6(1, 1, 1)).settled()


def test_an_attack_needs_a_drawn_weapon_a_living_target_and_reach() -> None:
    play = fight()
    play.when(Attack(character="oryu", target="ronin", weapon="脇差")).refused("ukiyozoshi.not_in_hand")
    play.when(Attack(character="oryu", target="ronin", weapon="鍋")).refused("ukiyozoshi.unknown_weapon")
    play.when(Attack(character="oryu", target="ronin", weapon="組む")).refused("ukiyozoshi.use_grapple")
    play.when(Attack(character="oryu", target="oryu", weapon="大刀")).refused("ukiyozoshi.same_character")
    play.when(Attack(character="oryu", target="ghost", weapon="大刀")).refused("ukiyozoshi.unknown_character")
    fight(ronin=make_ronin(dead=True)).when(STRIKE).refused("ukiyozoshi.target_dead")


@pytest.mark.parametrize(
    "weapon, apart, reach, lands",
    [
        ("大刀", 1, "next", True),
        ("大刀", 0, "next", False),
        ("大刀", 0, "own", True),
        ("大刀", 2, "own", False),
        ("手槍", 2, "next", True),
        ("手槍", 1, "next", True),
        ("短刀", 0, "next", True),
        ("短刀", 1, "next", False),
        ("拳", 0, "next", True),
        ("拳", 1, "own", False),
    ],
)
def test_a_weapon_strikes_within_its_reach(weapon: str, apart: int, reach: str, lands: bool) -> None:
    oryu = make_swordsman(hands=(weapon,), belongings={weapon: 1})
    play = begin_fight(oryu, make_mob(skills=NIMBLE), options={"reach": reach}, apart=apart)
    command = Attack(character="oryu", target="ronin", weapon=weapon, stand=True)
    if lands:
        play.when(command, d6(*(1, 1, 1)[: 3 if weapon != "手槍" else 2])).settled()
    else:
        play.when(command).refused("ukiyozoshi.out_of_reach")


def test_without_map_or_distance_reach_is_left_to_the_table() -> None:
    play = begin(oryu=make_swordsman(), ronin=make_mob(skills=NIMBLE)).given(
        BeginCombat(characters=("oryu", "ronin"))
    )
    play.when(Attack(character="oryu", target="ronin", weapon="大刀", stand=True), d6(1, 1, 1)).settled()


# ---- hit rolls ----


def test_a_hit_needs_the_evasion_of_the_target() -> None:
    target = make_mob(skills={"体さばき": 3})
    check = fight(ronin=target).when(STRIKE, d6(2, 1, 1) + d6(3)).only(Checked).check
    assert (check.roll, check.difficulty, check.total) == ("hit", 15, 15)


def test_without_the_sidestep_skill_evasion_is_gi_and_5() -> None:
    assert fight(ronin=make_mob()).when(STRIKE, d6(2, 1, 1) + d6(3)).only(Checked).check.difficulty == 12


@pytest.mark.parametrize("option, evasion", [("lowers", 10), ("checks", 12)])
def test_option_armour_evasion(option: str, evasion: int) -> None:
    play = fight(ronin=make_mob(armour="具足"), armour_evasion=option).when(STRIKE, d6(4, 4, 1) + d6(5))
    assert play.only(Checked).check.difficulty == evasion


def test_option_sidestep_evasion_is_the_effective_level_and_5() -> None:
    play = fight(ronin=make_mob(skills={"体さばき": 3}), sidestep_evasion="effective")
    assert play.when(STRIKE, d6(2, 1, 1) + d6(3)).only(Checked).check.difficulty == 15


def test_an_attack_below_the_evasion_misses() -> None:
    play = fight(oryu=make_swordsman(katsugeki=0), ronin=make_mob(skills={"体さばき": 4}))
    play.when(STRIKE, d6(1, 1, 1)).settled()
    assert not play.only(HitJudged).hit
    assert play.only(BlowEnded).result == "missed"
    assert play.only(ExchangeEnded)


def test_a_missed_hit_roll_may_be_rerolled_and_the_attack_goes_on() -> None:
    play = fight(ronin=make_mob(skills={"体さばき": 4})).when(STRIKE, d6(1, 1, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    play.when(AnswerFailure(character="oryu", choice="reroll"), d6(5, 5, 1) + d6(3)).settled()
    assert play.only(DamageDealt).amount == 6


def test_a_hit_may_be_bought_before_the_roll() -> None:
    play = fight().given(Attack(character="oryu", target="ronin", weapon="大刀", bought=True))
    play.when(NO_COUNTER).asks("defend", "ronin", "parry", "sidestep", "none")
    assert play.only(CounterDeclined).character == "ronin"
    assert play.only(DefenceOffered).stage == "defend"
    assert play.only(HitJudged).total == 12


def test_a_hit_without_a_chance_is_not_bought() -> None:
    play = fight(ronin=make_mob(gi=10, skills={"体さばき": 10}))
    play.when(Attack(character="oryu", target="ronin", weapon="大刀", bought=True)).refused(
        "ukiyozoshi.no_chance"
    )


def test_what_the_gm_adds_counts_in_the_hit_roll() -> None:
    command = Attack(character="oryu", target="ronin", weapon="大刀", modifier=2, stand=True)
    check = fight(ronin=make_mob()).when(command, d6(1, 1, 1) + d6(3)).only(Checked).check
    assert check.circumstances == (Circumstance("situation", 2),)


# ---- counter against attack ----


def test_the_higher_total_lands_first_and_a_death_stops_the_other() -> None:
    play = fight(oryu=make_swordsman(endurance=3)).given(STRIKE)
    play.when(COUNTER, d6(4, 3, 1) + d6(6, 5, 1))
    play.asks("defend", "oryu", "parry", "sidestep", "none")
    play.when(AnswerBlow(character="oryu", choice="none"), d6(3)).settled()
    assert play.only(Died).character == "oryu"
    assert [event.result for event in play.all(BlowEnded)] == ["landed", "stopped"]


def test_the_slower_blow_still_lands_on_who_survives() -> None:
    play = fight().given(STRIKE, COUNTER, dice=d6(4, 3, 1) + d6(6, 5, 1))
    play.given(AnswerBlow(character="oryu", choice="none"), dice=d6(3))
    play.asks("defend", "ronin", "parry", "sidestep", "none")
    play.when(TAKE, d6(1) + d6(6, 6, 1)).settled()
    assert play.only(DamageDealt).target == "ronin"


@pytest.mark.parametrize(
    "option, results", [("both", ["landed", "landed"]), ("attacker", ["landed", "stopped"])]
)
def test_option_counter_tie(option: str, results: list[str]) -> None:
    play = fight(ronin=make_ronin(endurance=3), counter_tie=option).given(STRIKE)
    play.given(COUNTER, dice=d6(4, 3, 1) + d6(4, 4, 1))
    play.when(TAKE, d6(3))
    if option == "both":
        play.asks("defend", "oryu", "parry", "sidestep", "none")
        play.given(AnswerBlow(character="oryu", choice="none"), dice=d6(1))
    ended = [event.result for event in play.history if isinstance(event, BlowEnded)]
    assert ended == results


@pytest.mark.parametrize("option", ["may", "not"])
def test_option_counter_parry(option: str) -> None:
    play = fight(counter_parry=option).given(STRIKE)
    if option == "may":
        play.when(COUNTER, d6(6, 5, 1) + d6(4, 3, 1)).asks("defend", "ronin", "parry", "sidestep", "none")
    else:
        play.when(COUNTER, d6(6, 5, 1) + d6(4, 3, 1) + d6(1) + d6(6, 6, 1))
        assert play.only(DamageDealt).target == "ronin"


def test_both_roll_against_the_evasion_of_the_other() -> None:
    play = fight().given(STRIKE).when(COUNTER, d6(6, 5, 1) + d6(4, 3, 1))
    assert [event.check.difficulty for event in play.all(Checked)] == [12, 15]
    assert play.only(CounterDeclared).blow.counter


# ---- parry and sidestep ----


def test_a_parry_needs_the_total_of_the_attack() -> None:
    play = fight().given(STRIKE, NO_COUNTER, dice=d6(4, 3, 1))
    play.when(PARRY, d6(6, 1, 1) + d6(1) + d6(6, 6, 1))
    check = play.all(Checked)[0].check
    assert (check.skill, check.difficulty, check.total, check.success) == ("剣術", 19, 18, False)


@pytest.mark.parametrize("faces, parried", [((5, 1, 1), False), ((6, 1, 1), True)])
def test_18_is_parried_with_18_not_with_17(faces: tuple[int, ...], parried: bool) -> None:
    play = fight(ronin=make_ronin(skills={"剣術": 4, "体さばき": 3})).given(
        STRIKE, NO_COUNTER, dice=d6(4, 2, 1)
    )
    play.when(PARRY, d6(*faces) + ([] if parried else d6(3) + d6(6, 6, 1)))
    assert play.all(Checked)[0].check.difficulty == 18
    assert len(play.all(Defended)) == int(parried)
    assert len(play.all(DamageDealt)) == int(not parried)


def test_a_sidestep_is_rolled_with_its_own_skill() -> None:
    play = fight().given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.when(SIDESTEP, d6(4, 3)).settled()
    check = play.only(Checked).check
    assert play.only(DefenceDeclared).turn.defences == {"体さばき": 1}
    assert (check.skill, check.dice, check.difficulty) == ("体さばき", 2, 14)
    assert play.only(Defended).kind == "sidestep"


def test_a_blow_may_be_taken() -> None:
    play = fight().given(STRIKE, NO_COUNTER, dice=d6(4, 3, 1)).when(TAKE, d6(3) + d6(6, 6, 1)).settled()
    assert play.only(DefenceDeclined)
    assert play.only(DamageDealt).amount == 6


def test_one_parry_or_sidestep_a_round_more_for_a_point() -> None:
    ronin = make_ronin(katsugeki=1)
    play = fight(ronin=ronin).given(STRIKE, NO_COUNTER, PARRY, dice=d6(1, 1, 1) + d6(6, 6, 1))
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.asks("defend", "ronin", "buy_parry", "buy_sidestep", "none")
    play.when(AnswerBlow(character="ronin", choice="buy_sidestep"), d6(4, 4)).settled()
    assert play.only(ActionBought).kind == "defence"


def test_a_failed_parry_may_be_turned_for_3() -> None:
    play = fight(ronin=make_ronin(katsugeki=3)).given(STRIKE, NO_COUNTER, dice=d6(4, 3, 1))
    play.when(PARRY, d6(1, 1, 1)).asks("after_failure", "ronin", "stand", "reroll", "success")
    play.when(AnswerFailure(character="ronin", choice="success")).settled()
    assert play.only(Defended).kind == "parry"


def test_a_parry_may_be_bought_before_the_roll_by_a_pc() -> None:
    play = begin(oryu=make_swordsman(x=0, y=0), ronin=make_ronin(rank="lead", x=1, y=0))
    play.given(BeginCombat(characters=("oryu", "ronin")))
    play.given(
        Attack(character="ronin", target="oryu", weapon="大刀"),
        AnswerAttack(character="oryu", choice="none"),
        dice=d6(4, 3, 1),
    )
    play.when(AnswerBlow(character="oryu", choice="parry", bought=True)).settled()
    assert play.only(Defended).character == "oryu"


def test_who_is_senseless_or_unarmed_does_not_parry() -> None:
    fight(ronin=make_ronin(hands=())).when(STRIKE, d6(4, 4, 1)).asks("defend", "ronin", "sidestep", "none")


def test_missile_skills_do_not_parry() -> None:
    ronin = make_ronin(hands=("棒手裏剣",), belongings={"棒手裏剣": 1})
    fight(ronin=ronin).when(STRIKE, d6(4, 4, 1)).asks("defend", "ronin", "sidestep", "none")


def test_a_parry_is_made_with_what_can_parry() -> None:
    play = fight().given(STRIKE, NO_COUNTER, dice=d6(4, 3, 1))
    play.when(AnswerBlow(character="ronin", choice="parry", weapon="脇差")).refused(
        "ukiyozoshi.cannot_parry_with"
    )
    play.when(AnswerBlow(character="oryu", choice="parry")).refused("ukiyozoshi.nothing_open")
    play.when(AnswerBlow(character="ronin", choice="buy_parry")).refused("ukiyozoshi.not_offered")


def test_an_unskilled_parry_has_two_dice() -> None:
    ronin = make_ronin(hands=("手槍",), belongings={"手槍": 1})
    play = fight(ronin=ronin).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    assert play.when(PARRY, d6(4, 3)).only(Checked).check.dice == 2


def test_nobody_who_cannot_act_attacks() -> None:
    fight(oryu=make_swordsman(unconscious=True)).when(STRIKE).refused("ukiyozoshi.cannot_act")


def test_figures_without_a_name_in_the_fight_are_refused() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    play.when(BeginCombat(characters=("oryu", "ghost"))).refused("ukiyozoshi.unknown_character")


def test_the_gm_may_demand_that_a_lead_makes_sure_of_a_blow() -> None:
    command = Attack(character="oryu", target="ronin", weapon="大刀", bought=True, forced=True)
    play = fight(oryu=make_swordsman(rank="lead"), ronin=make_mob()).when(command, d6(1))
    assert play.only(KatsugekiSpent).forced
    fight(ronin=make_mob()).when(command).refused("ukiyozoshi.only_leads_bound")

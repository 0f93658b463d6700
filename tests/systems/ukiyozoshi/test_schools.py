"""剣術流派 and 我流特典: each school and perk in a fight in which it matters."""

from typing import Any

import pytest
from edo import begin_fight, make_mob, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import (
    AnswerAttack,
    AnswerBlow,
    AnswerHold,
    Attack,
    Choke,
    Grapple,
    Throw,
)
from tenmatsu.systems.ukiyozoshi.commands.combat import BuyAction, EndTurn
from tenmatsu.systems.ukiyozoshi.events.blows import DamageDealt, Defended
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.combat import WeaponDrawn, WeaponPutAway

STRIKE = Attack(character="oryu", target="ronin", weapon="大刀", stand=True)
SHORT = Attack(character="oryu", target="ronin", weapon="脇差", stand=True)
NO_COUNTER = AnswerAttack(character="ronin", choice="none")
COUNTER = AnswerAttack(character="ronin", choice="counter", weapon="大刀", stand=True)
PARRY = AnswerBlow(character="ronin", choice="parry", stand=True)
SIDESTEP = AnswerBlow(character="ronin", choice="sidestep", stand=True)
TAKE = AnswerBlow(character="ronin", choice="none")
HIT = d6(4, 4, 1)
SHIN = d6(6, 6, 1)
NIMBLE = {"剣術": 4, "体さばき": 5}


def fight(oryu: dict[str, Any], ronin: Any = None, **options: Any) -> Play:
    return begin_fight(make_swordsman(**oryu), ronin or make_ronin(), options=options)


def school(name: str, **values: Any) -> dict[str, Any]:
    return {"schools": (name,), **values}


def perk(*names: str, **values: Any) -> dict[str, Any]:
    return {"perks": names, **values}


# ---- 鹿島神当流 ----


def test_kashima_makes_a_3_deadly_as_well() -> None:
    harm = fight(school("鹿島神当流"), make_mob()).when(STRIKE, HIT + d6(3, 2)).only(DamageDealt)
    assert (harm.deadly, harm.amount) == (True, 8)


@pytest.mark.parametrize("armour, kept_off", [("具足", 2), ("鎖帷子", 1)])
def test_kashima_halves_the_armour_of_the_foe(armour: str, kept_off: int) -> None:
    harm = fight(school("鹿島神当流"), make_mob(armour=armour)).when(STRIKE, HIT + d6(2)).only(DamageDealt)
    assert harm.armour == kept_off


# ---- 薩摩示現流 ----


def test_jigen_triples_the_first_blow_with_everything_in_it() -> None:
    harm = fight(school("薩摩示現流"), make_mob()).when(STRIKE, HIT + d6(4)).only(DamageDealt)
    assert (harm.times, harm.rolled, harm.amount) == (3, 21, 21)


@pytest.mark.parametrize("option, amount", [("before", 17), ("after", 9)])
def test_option_triple_says_whether_armour_comes_after_or_before(option: str, amount: int) -> None:
    play = fight(school("薩摩示現流"), make_mob(armour="具足"), triple=option)
    assert play.when(STRIKE, HIT + d6(4)).only(DamageDealt).amount == amount


def test_a_miss_uses_the_first_blow_up() -> None:
    play = fight(school("薩摩示現流"), make_mob(skills=NIMBLE)).given(
        STRIKE, BuyAction(character="oryu", kind="attack"), dice=d6(1, 1, 2)
    )
    assert play.when(STRIKE, HIT + d6(4)).only(DamageDealt).times == 1


def test_every_round_has_its_first_blow() -> None:
    play = fight(school("薩摩示現流"), make_mob(endurance=50)).given(STRIKE, dice=HIT + d6(1))
    play.given(EndTurn(character="oryu"), EndTurn(character="ronin"))
    assert play.when(STRIKE, HIT + d6(4)).only(DamageDealt).times == 3


def test_jigen_goes_through_a_parry_with_what_is_above_tai() -> None:
    ronin = make_ronin(endurance=50, skills={"剣術": 9}, rank="second")
    play = begin_fight(make_swordsman(schools=("薩摩示現流",)), ronin).given(
        STRIKE, NO_COUNTER, dice=d6(1, 1, 2)
    )
    harm = play.when(PARRY, d6(6, 6, 1) + d6(4)).only(DamageDealt)
    assert play.only(Defended).kind == "parry"
    assert (harm.pierced, harm.rolled, harm.amount) == (True, 21, 21 - 5)


def test_what_does_not_exceed_tai_stops_at_the_parry() -> None:
    ronin = make_ronin(tai=10, skills={"剣術": 9})
    play = begin_fight(make_swordsman(perks=("受け越し",)), ronin).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 2))
    assert play.when(PARRY, d6(6, 6, 1) + d6(4)).only(DamageDealt).amount == 0


@pytest.mark.parametrize("option, pierces", [("every", True), ("first", False)])
def test_option_pierce_says_whether_only_the_first_blow_goes_through(option: str, pierces: bool) -> None:
    ronin = make_ronin(endurance=50, rank="second", skills={"剣術": 9})
    play = begin_fight(make_swordsman(schools=("薩摩示現流",)), ronin, options={"pierce": option})
    play.given(STRIKE, NO_COUNTER, TAKE, dice=d6(1, 1, 1) + d6(1))
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, NO_COUNTER, dice=d6(1, 1, 2))
    play.when(PARRY, d6(6, 5, 1) + (d6(4) if pierces else []))
    assert len(play.all(DamageDealt)) == int(pierces)


@pytest.mark.parametrize("option, amount", [("reduced", 12), ("whole", 16)])
def test_option_pierce_armour(option: str, amount: int) -> None:
    ronin = make_ronin(endurance=50, rank="second", skills={"剣術": 9}, armour="具足")
    oryu = make_swordsman(schools=("薩摩示現流",))
    play = begin_fight(oryu, ronin, options={"pierce_armour": option}).given(
        STRIKE, NO_COUNTER, dice=d6(1, 1, 2)
    )
    assert play.when(PARRY, d6(6, 6, 1) + d6(4)).only(DamageDealt).amount == amount


@pytest.mark.parametrize("answer, dice", [(PARRY, (6, 6, 1)), (SIDESTEP, (6, 6))])
def test_the_first_blow_of_jigen_is_parried_and_sidestepped_at_2_more(
    answer: AnswerBlow, dice: tuple[int, ...]
) -> None:
    play = fight(school("薩摩示現流")).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.when(answer, d6(*dice) + (d6(1) + SHIN if answer is PARRY else []))
    assert play.all(Checked)[0].check.circumstances == (Circumstance("first_blow", 2),)


def test_jigen_parries_at_2_more() -> None:
    play = begin_fight(make_swordsman(), make_ronin(schools=("薩摩示現流",)))
    play.given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    check = play.when(PARRY, d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == (Circumstance("parry_penalty", 2),)


# ---- 小野派一刀流 ----


def counter_after_parry(option: str) -> Play:
    """Let 小野派 parry an attack and land the counter declared with it."""
    ono = make_ronin(schools=("小野派一刀流",), skills={"剣術": 9})
    play = begin_fight(make_swordsman(skills={"剣術": 5}), ono, options={"ono_counter": option})
    play.given(STRIKE, COUNTER, dice=d6(6, 6, 1) + d6(1, 1, 1))
    play.given(PARRY, dice=d6(6, 4, 1))
    return play.when(AnswerBlow(character="oryu", choice="parry", stand=True), d6(6, 6, 1))


def test_a_counter_of_ono_after_a_parry_is_parried_at_2_more() -> None:
    check = counter_after_parry("same").only(Checked).check
    assert check.circumstances == (Circumstance("after_parry", 2),)


def test_option_ono_counter_next_gives_it_to_the_next_own_attack_on_that_foe() -> None:
    play = counter_after_parry("next")
    assert play.only(Checked).check.circumstances == ()
    play.given(EndTurn(character="oryu"))
    play.given(Attack(character="ronin", target="oryu", weapon="大刀", stand=True))
    play.given(AnswerAttack(character="oryu", choice="none"), dice=d6(1, 1, 2))
    play.when(AnswerBlow(character="oryu", choice="buy_parry", stand=True), d6(6, 6, 1))
    assert play.only(Checked).check.circumstances == (Circumstance("after_parry", 2),)


def test_ono_has_one_attack_or_parry_a_round_for_nothing() -> None:
    play = fight(school("小野派一刀流", katsugeki=0), make_mob(endurance=50)).given(
        STRIKE, STRIKE, dice=(HIT + d6(1)) * 2
    )
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")
    ono = make_ronin(schools=("小野派一刀流",), endurance=50, skills={"剣術": 9})
    play = begin_fight(make_swordsman(), ono).given(STRIKE, NO_COUNTER, PARRY, dice=d6(1, 1, 1) + d6(6, 6, 1))
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.asks("defend", "ronin", "parry", "none")


# ---- 柳生新陰流 ----


def test_yagyu_attacks_parries_and_sidesteps_at_2_less() -> None:
    play = fight(school("柳生新陰流"), make_mob()).when(STRIKE, HIT + d6(1))
    assert play.only(Checked).check.circumstances == (Circumstance("style", -2),)
    for answer, dice in ((PARRY, d6(6, 6, 1)), (SIDESTEP, d6(6, 6))):
        play = begin_fight(make_swordsman(), make_ronin(schools=("柳生新陰流",)))
        play.given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
        assert play.when(answer, dice).only(Checked).check.circumstances == (Circumstance("style", -2),)


# ---- 林崎夢想流 ----


def test_hayashizaki_strikes_without_drawing_first_and_that_blow_is_stopped_at_2_more() -> None:
    play = fight(school("林崎夢想流", hands=())).when(STRIKE)
    assert play.only(WeaponDrawn).striking
    play.given(NO_COUNTER, dice=d6(1, 1, 1))
    check = play.when(PARRY, d6(6, 6, 1)).only(Checked).check
    assert check.circumstances == (Circumstance("drawn_blow", 2),)


def test_with_the_blade_in_hand_hayashizaki_is_like_any_other() -> None:
    play = fight(school("林崎夢想流")).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    assert play.when(PARRY, d6(6, 6, 1)).only(Checked).check.circumstances == ()


# ---- 二天一流 ----

TWO = school("二天一流", hands=("大刀", "脇差"), katsugeki=5)


def test_niten_attacks_once_with_each_sword() -> None:
    play = fight(TWO, make_mob(endurance=50)).given(STRIKE, SHORT, dice=(HIT + d6(1)) * 2)
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")
    play.when(SHORT).refused("ukiyozoshi.no_attack_left")


def test_one_point_gives_niten_one_more_attack_with_each() -> None:
    play = fight(TWO, make_mob(endurance=50)).given(STRIKE, SHORT, dice=(HIT + d6(1)) * 2)
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, SHORT, dice=(HIT + d6(1)) * 2)
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")


def test_niten_parries_once_with_each_sword() -> None:
    niten = make_ronin(
        schools=("二天一流",), hands=("大刀", "脇差"), belongings={"大刀": 1, "脇差": 1}, skills={"剣術": 9}
    )
    play = begin_fight(make_swordsman(), niten)
    for _ in range(2):
        play.given(STRIKE, NO_COUNTER, PARRY, dice=d6(1, 1, 1) + d6(6, 6, 1))
        play.given(BuyAction(character="oryu", kind="attack"))
    play.when(STRIKE).given(NO_COUNTER, dice=d6(1, 1, 1) + d6(1) + SHIN)
    parries = [e.weapon for e in play.history if isinstance(e, Defended)]
    assert parries == ["大刀", "脇差"]


def test_with_one_sword_niten_is_like_any_other() -> None:
    play = fight(school("二天一流"), make_mob(endurance=50)).given(STRIKE, dice=HIT + d6(1))
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")


# ---- 我流特典 ----


def test_a_drawback_makes_own_parries_harder() -> None:
    play = begin_fight(make_swordsman(), make_ronin(perks=("受け下手",))).given(
        STRIKE, NO_COUNTER, dice=d6(1, 1, 1)
    )
    assert play.when(PARRY, d6(6, 6, 1)).only(Checked).check.circumstances == (
        Circumstance("parry_penalty", 2),
    )


def test_iai_strikes_and_parries_with_an_undrawn_blade() -> None:
    assert fight(perk("居合い抜き", hands=())).when(STRIKE).only(WeaponDrawn).striking
    play = begin_fight(make_swordsman(), make_ronin(perks=("居合い抜き",), hands=()))
    play.given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.when(PARRY, d6(6, 6, 1)).settled()
    assert play.only(WeaponDrawn).character == "ronin"


@pytest.mark.parametrize("name, times", [("初太刀二倍", 2), ("初太刀三倍", 3)])
def test_the_first_blow_is_doubled_or_tripled(name: str, times: int) -> None:
    assert fight(perk(name), make_mob()).when(STRIKE, HIT + d6(4)).only(DamageDealt).rolled == 7 * times


@pytest.mark.parametrize("option, times", [("strongest", 3), ("both", 6)])
def test_option_school_perk_stack(option: str, times: int) -> None:
    oryu = {"schools": ("薩摩示現流",), "perks": ("初太刀二倍",)}
    play = fight(oryu, make_mob(), school_perk_stack=option)
    assert play.when(STRIKE, HIT + d6(1)).only(DamageDealt).times == times


def test_a_3_may_be_deadly() -> None:
    assert fight(perk("三の目致命"), make_mob()).when(STRIKE, HIT + d6(3, 1)).only(DamageDealt).deadly


def test_own_attacks_may_be_easier() -> None:
    check = fight(perk("攻め上手"), make_mob()).when(STRIKE, HIT + d6(1)).only(Checked).check
    assert (check.difficulty, check.circumstances) == (10, (Circumstance("style", -2),))


def test_own_parries_may_be_easier_but_not_sidesteps() -> None:
    for answer, dice, expected in (
        (PARRY, d6(6, 6, 1), (Circumstance("style", -2),)),
        (SIDESTEP, d6(6, 6), ()),
    ):
        play = begin_fight(make_swordsman(), make_ronin(perks=("受け上手",)))
        play.given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
        assert play.when(answer, dice).only(Checked).check.circumstances == expected


@pytest.mark.parametrize("answer, dice", [(PARRY, (6, 6, 1)), (SIDESTEP, (6, 6))])
def test_foes_may_find_every_blow_harder_to_stop(answer: AnswerBlow, dice: tuple[int, ...]) -> None:
    play = fight(perk("崩し")).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    assert play.when(answer, d6(*dice)).only(Checked).check.circumstances == (Circumstance("foe_style", 2),)


@pytest.mark.parametrize("faces, breaks", [((6, 1), True), ((5,), False)])
def test_a_deadly_hit_that_was_parried_may_break_the_weapon(faces: tuple[int, ...], breaks: bool) -> None:
    play = fight(perk("武器砕き")).given(STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    play.when(PARRY, d6(6, 6, 1) + d6(*faces)).settled()
    assert [event.how for event in play.all(WeaponPutAway)] == (["broken"] if breaks else [])
    assert play.state.characters["ronin"].hands == (() if breaks else ("大刀",))
    assert play.all(DamageDealt) == []


def test_niten_does_not_parry_twice_with_the_same_sword() -> None:
    niten = make_ronin(
        schools=("二天一流",), hands=("大刀", "脇差"), belongings={"大刀": 1, "脇差": 1}, skills={"剣術": 9}
    )
    play = begin_fight(make_swordsman(), niten)
    play.given(STRIKE, NO_COUNTER, PARRY, dice=d6(1, 1, 1) + d6(6, 6, 1))
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, NO_COUNTER, dice=d6(1, 1, 1))
    again = AnswerBlow(character="ronin", choice="parry", weapon="大刀")
    play.when(again).refused("ukiyozoshi.no_defence_left")


KICK = Attack(character="oryu", target="ronin", weapon="蹴り", stand=True)


def test_a_kick_takes_the_whole_attack_of_niten() -> None:
    two = {**TWO, "skills": {"剣術": 5, "拳法": 5}}
    play = begin_fight(make_swordsman(**two), make_mob(endurance=50), options={"reach": "own"}, apart=0)
    play.given(KICK, dice=d6(5, 5, 1) + d6(1))
    play.when(STRIKE).refused("ukiyozoshi.no_attack_left")
    play.given(BuyAction(character="oryu", kind="attack"), STRIKE, SHORT, dice=(HIT + d6(1)) * 2)
    play.given(BuyAction(character="oryu", kind="attack")).when(KICK, d6(5, 5, 1) + d6(1)).settled()
    play.when(SHORT).refused("ukiyozoshi.no_attack_left")


def test_niten_sidesteps_once_and_parries_once_but_does_not_sidestep_twice() -> None:
    niten = make_ronin(schools=("二天一流",), hands=("大刀", "脇差"), belongings={"大刀": 1, "脇差": 1})
    play = begin_fight(make_swordsman(), niten)
    play.given(STRIKE, NO_COUNTER, SIDESTEP, dice=d6(1, 1, 1) + d6(6, 6))
    play.given(BuyAction(character="oryu", kind="attack"))
    play.when(STRIKE).given(NO_COUNTER, dice=d6(1, 1, 1)).asks("defend", "ronin", "parry", "none")


@pytest.mark.parametrize(
    "command, difficulty",
    [
        (Grapple(character="oryu", target="ronin", stand=True), 13),
        (Throw(character="oryu", target="ronin", stand=True), 8),
        (Choke(character="oryu", target="ronin", aim="faint", stand=True), 8),
    ],
)
def test_holds_throws_and_chokes_are_own_attacks_too(command: Any, difficulty: int) -> None:
    held = make_mob(held_by="" if isinstance(command, Grapple) else "oryu", endurance=50)
    play = begin_fight(make_swordsman(perks=("攻め上手",), skills={"柔術": 1}), held, apart=0)
    play.when(command, d6(6, 5, 1) + (d6(1) if isinstance(command, Throw) else []))
    assert play.only(Checked).check.difficulty == difficulty


def test_yagyu_sidesteps_a_hold_at_2_less() -> None:
    ronin = make_ronin(schools=("柳生新陰流",), hands=(), skills={"柔術": 1, "体さばき": 2})
    play = begin_fight(make_swordsman(skills={"柔術": 5}), ronin, apart=0)
    play.given(Grapple(character="oryu", target="ronin", stand=True), NO_COUNTER, dice=d6(5, 5, 1))
    play.when(AnswerHold(character="ronin", choice="sidestep", stand=True), d6(6, 6, 1))
    assert play.only(Checked).check.circumstances == (Circumstance("style", -2),)

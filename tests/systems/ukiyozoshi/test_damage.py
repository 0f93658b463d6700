"""打撃判定: deadly hits, body bonus, armour, death, pain, the back of the blade."""

from typing import Any

import pytest
from edo import begin_fight, make_mob, make_npc, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, Attack
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure
from tenmatsu.systems.ukiyozoshi.events.blows import Beaten, DamageDealt, Died, ExchangeEnded
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.wording import load_words

STRIKE = Attack(character="oryu", target="ronin", weapon="大刀", stand=True)
HIT = d6(4, 4, 1)


def strike(
    *faces: int, oryu: Any = None, ronin: Any = None, command: Attack = STRIKE, **options: Any
) -> Play:
    """Strike one of the crowd, who cannot do anything about it."""
    play = begin_fight(oryu or make_swordsman(), ronin or make_mob(), options=options)
    return play.when(command, HIT + d6(*faces)).settled()


def test_damage_is_the_die_the_weapon_and_the_body_bonus() -> None:
    harm = strike(3).only(DamageDealt)
    assert (harm.faces, harm.plus, harm.amount, harm.endurance, harm.wounds) == ((3,), 3, 6, 4, 6)


@pytest.mark.parametrize("tai, bonus", [(5, 0), (6, 1)])
def test_the_body_bonus_begins_at_tai_6(tai: int, bonus: int) -> None:
    assert strike(3, oryu=make_swordsman(tai=tai)).only(DamageDealt).plus == 2 + bonus


def test_a_weapon_without_the_mark_has_no_body_bonus() -> None:
    oryu = make_swordsman(hands=("匕首",), belongings={"匕首": 1})
    play = begin_fight(oryu, make_mob(), apart=0)
    play.when(Attack(character="oryu", target="ronin", weapon="匕首", stand=True), HIT + d6(3))
    assert play.only(DamageDealt).plus == 0


def test_a_6_with_a_deadly_weapon_adds_another_die() -> None:
    harm = strike(6, 4).only(DamageDealt)
    assert (harm.deadly, harm.rolled) == (True, 13)


def test_a_6_with_another_weapon_adds_nothing() -> None:
    oryu = make_swordsman(hands=("六尺棒",), belongings={"六尺棒": 1}, skills={"棒術": 5})
    command = Attack(character="oryu", target="ronin", weapon="六尺棒", stand=True)
    harm = strike(6, oryu=oryu, command=command).only(DamageDealt)
    assert (harm.deadly, harm.amount) == (False, 7)


@pytest.mark.parametrize("option, faces", [("once", (6, 6)), ("again", (6, 6, 2))])
def test_option_deadly_repeat(option: str, faces: tuple[int, ...]) -> None:
    assert strike(*faces, deadly_repeat=option).only(DamageDealt).faces == faces


@pytest.mark.parametrize("armour, amount", [("具足", 2), ("鎖帷子", 4), ("", 6)])
def test_armour_keeps_off_its_protection(armour: str, amount: int) -> None:
    assert strike(3, ronin=make_mob(armour=armour)).only(DamageDealt).amount == amount


def test_damage_never_goes_below_nothing() -> None:
    play = strike(1, oryu=make_swordsman(tai=5), ronin=make_mob(armour="具足"))
    assert (play.only(DamageDealt).amount, play.only(DamageDealt).endurance) == (0, 10)


@pytest.mark.parametrize(
    "option, faces, schools, weapon, armour",
    [
        ("deadly_six", (6, 1), (), "大刀", 0),
        ("deadly_six", (3, 1), ("三の目致命",), "大刀", 4),
        ("deadly", (3, 1), ("三の目致命",), "大刀", 0),
        ("six", (3, 1), ("三の目致命",), "大刀", 4),
        ("six", (6,), (), "六尺棒", 0),
        ("deadly_six", (6,), (), "六尺棒", 4),
    ],
)
def test_option_six_and_armour(
    option: str, faces: tuple[int, ...], schools: tuple[str, ...], weapon: str, armour: int
) -> None:
    oryu = make_swordsman(
        hands=(weapon,), belongings={weapon: 1}, perks=schools, skills={"剣術": 5, "棒術": 5}
    )
    command = Attack(character="oryu", target="ronin", weapon=weapon, stand=True)
    play = strike(*faces, oryu=oryu, ronin=make_mob(armour="具足"), command=command, six_and_armour=option)
    assert play.only(DamageDealt).armour == armour


def test_endurance_0_is_death() -> None:
    play = strike(3, ronin=make_mob(endurance=6))
    assert play.only(Died).cause == "wound"
    assert play.state.characters["ronin"].dead
    assert play.only(ExchangeEnded)


@pytest.mark.parametrize("option, serious", [("on", True), ("off", False)])
def test_option_serious_wounds_marks_a_blow_of_half_the_endurance(option: str, serious: bool) -> None:
    play = strike(3, ronin=make_mob(extra_endurance=5), serious_wounds=option)
    assert play.state.characters["ronin"].health.serious is serious


def test_less_than_half_the_endurance_is_not_serious() -> None:
    assert not strike(1, ronin=make_mob(), serious_wounds="on").only(DamageDealt).serious


# ---- pain ----


def wound(*faces: int, ronin: Any = None, shin: tuple[int, ...] = ()) -> Play:
    """Wound a support NPC who takes the blow."""
    play = begin_fight(make_swordsman(tai=5), ronin or make_ronin()).given(
        STRIKE, AnswerAttack(character="ronin", choice="none"), dice=HIT
    )
    return play.when(AnswerBlow(character="ronin", choice="none"), d6(*faces) + d6(*shin))


def test_a_support_npc_who_takes_4_rolls_shin_against_14_and_failing_is_out_of_the_fight() -> None:
    play = wound(2, shin=(3, 3, 1)).settled()
    check = play.only(Checked).check
    assert (check.ability, check.effective, check.difficulty, check.success) == ("shin", 7, 14, False)
    assert play.only(Beaten).character == "ronin"
    assert not play.state.characters["ronin"].can_act


def test_who_bears_the_pain_fights_on() -> None:
    play = wound(2, shin=(4, 3, 1)).settled()
    assert play.all(Beaten) == []


def test_the_pain_of_an_npc_with_points_may_be_rerolled() -> None:
    play = wound(2, ronin=make_ronin(katsugeki=1), shin=(3, 3, 1))
    play.asks("after_failure", "ronin", "stand", "reroll")
    play.when(AnswerFailure(character="ronin", choice="reroll"), d6(6, 5, 1)).settled()
    assert play.all(Beaten) == []


def test_neither_pcs_nor_higher_ranks_nor_the_crowd_roll_against_pain() -> None:
    assert strike(1).all(Beaten) == []
    play = begin_fight(make_swordsman(), make_npc(rank="second", skills={}, gi=5, hands=()))
    play.when(STRIKE, HIT)
    play.when(AnswerBlow(character="ronin", choice="none"), d6(1)).settled()


# ---- back of the blade ----


@pytest.mark.parametrize("halves, amount", [("down", 4), ("up", 5)])
def test_the_back_of_the_blade_halves_and_is_never_deadly(halves: str, amount: int) -> None:
    command = Attack(character="oryu", target="ronin", weapon="大刀", style="back", stand=True)
    harm = strike(6, command=command, halves=halves).only(DamageDealt)
    assert (harm.deadly, harm.amount) == (False, amount)


def test_an_edgeless_weapon_may_hold_back_too() -> None:
    oryu = make_swordsman(hands=("六尺棒",), belongings={"六尺棒": 1}, skills={"棒術": 5})
    command = Attack(character="oryu", target="ronin", weapon="六尺棒", style="back", stand=True)
    assert strike(5, oryu=oryu, command=command).only(DamageDealt).amount == 3


def test_armour_comes_after_the_half() -> None:
    command = Attack(character="oryu", target="ronin", weapon="大刀", style="back", stand=True)
    assert strike(5, command=command, ronin=make_mob(armour="鎖帷子")).only(DamageDealt).amount == 2


def test_the_line_of_a_blow_tells_how_the_damage_came_about() -> None:
    play = strike(4, oryu=make_swordsman(schools=("薩摩示現流",)), ronin=make_mob(armour="具足"))
    harm = play.only(DamageDealt)
    line = load_words().event("ukiyozoshi.damage_dealt", harm, "ja", {"oryu": "お竜", "ronin": "浪人"})
    assert line == "お竜の大刀: 打撃（4）+3の3倍で21、甲冑が4防ぎ、浪人に17点（耐久点-7）"

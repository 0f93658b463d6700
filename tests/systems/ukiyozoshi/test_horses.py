"""乗馬戦闘: riders as targets, and riders who strike."""

import pytest
from edo import begin_fight, make_mob, make_swordsman
from kit import d6

from tenmatsu.systems.ukiyozoshi.commands.blows import Attack
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll
from tenmatsu.systems.ukiyozoshi.events.blows import DamageDealt, HitJudged
from tenmatsu.systems.ukiyozoshi.events.checks import Checked


@pytest.mark.parametrize(
    "weapon, apart, harder, amount", [("匕首", 0, 5, 2), ("大刀", 1, 2, 6), ("手槍", 2, 0, 6)]
)
def test_a_rider_is_harder_to_hit_and_hurt_with_short_weapons(
    weapon: str, apart: int, harder: int, amount: int
) -> None:
    oryu = make_swordsman(hands=(weapon,), belongings={weapon: 1}, skills={"剣術": 5, "槍術": 5})
    play = begin_fight(oryu, make_mob(mounted="trained"), apart=apart)
    play.when(Attack(character="oryu", target="ronin", weapon=weapon, stand=True), d6(5, 5, 1) + d6(4))
    assert play.only(Checked).check.difficulty == 12 + harder
    assert play.only(DamageDealt).amount == amount


@pytest.mark.parametrize("horse, difficulty", [("trained", 15), ("untrained", 20)])
def test_a_riders_blow_needs_horsemanship_as_well(horse: str, difficulty: int) -> None:
    oryu = make_swordsman(mounted=horse, skills={"剣術": 5, "馬術": 5})
    play = begin_fight(oryu, make_mob())
    play.when(
        Attack(character="oryu", target="ronin", weapon="大刀", stand=True), d6(6, 5, 1) + d6(4, 4, 1) + d6(1)
    )
    riding, hit = (event.check for event in play.all(Checked))
    assert (riding.skill, riding.difficulty, hit.roll) == ("馬術", difficulty, "hit")


def test_a_rider_who_loses_the_horse_misses() -> None:
    oryu = make_swordsman(mounted="trained", skills={"剣術": 5})
    play = begin_fight(oryu, make_mob())
    play.when(Attack(character="oryu", target="ronin", weapon="大刀", stand=True), d6(1, 2)).settled()
    assert not play.only(HitJudged).hit


def test_a_failed_riding_roll_may_be_turned_and_the_blow_goes_on() -> None:
    oryu = make_swordsman(mounted="trained", skills={"剣術": 5})
    play = begin_fight(oryu, make_mob()).given(
        Attack(character="oryu", target="ronin", weapon="大刀"),
        AnswerRoll(character="oryu", choice="roll"),
        dice=d6(1, 2),
    )
    play.when(AnswerFailure(character="oryu", choice="success"), d6(4, 4, 1) + d6(1)).settled()
    assert play.only(DamageDealt)


def test_the_riding_roll_may_be_bought_before_it_falls() -> None:
    oryu = make_swordsman(mounted="trained", skills={"剣術": 5})
    play = begin_fight(oryu, make_mob()).when(Attack(character="oryu", target="ronin", weapon="大刀"))
    play.asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="buy"), d6(4, 4, 1) + d6(1)).settled()
    assert play.only(DamageDealt)
    assert play.state.characters["oryu"].katsugeki == 3

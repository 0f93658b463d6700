"""The exact chances before a roll, and what dice of three and two can do."""

from fractions import Fraction
from typing import Any

import pytest
from edo import begin, begin_fight, make_figure, make_mob, make_npc, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.engine.contract import Chance, Circumstance, Command
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.chance import count_sums
from tenmatsu.systems.ukiyozoshi.commands.blows import (
    AnswerAttack,
    AnswerBlow,
    AnswerHold,
    Attack,
    Grapple,
)
from tenmatsu.systems.ukiyozoshi.commands.checks import (
    AnswerFailure,
    Chase,
    Oppose,
    PickPocket,
    RollAbility,
    RollSkill,
    Sneak,
    TellLie,
)
from tenmatsu.systems.ukiyozoshi.commands.combat import EndTurn
from tenmatsu.systems.ukiyozoshi.commands.health import Recover, Treat
from tenmatsu.systems.ukiyozoshi.commands.missiles import Shoot
from tenmatsu.systems.ukiyozoshi.state import Health

STRIKE = Attack(character="oryu", target="ronin", weapon="大刀")


def tell(play: Play, command: Command) -> Chance:
    return SYSTEM.chance(play.state, play.rules, command)


def share(chance: Chance, outcome: str = "succeeds") -> Fraction:
    return next(Fraction(o.favourable, o.possible) for o in chance.odds if o.outcome == outcome)


@pytest.mark.parametrize("dice, possible", [(2, 36), (3, 216)])
def test_the_sums_of_the_best_two_are_counted_exactly(dice: int, possible: int) -> None:
    sums = count_sums(dice, 2)
    assert sum(sums.values()) == possible
    assert sums[12] == (1 if dice == 2 else 16)


def test_a_skill_of_12_against_20_needs_8_on_the_best_two_of_three() -> None:
    chance = tell(begin(oryu=make_figure()), RollSkill(character="oryu", skill="剣術", difficulty=20))
    assert (chance.needed, share(chance)) == (8, Fraction(147, 216))


def test_an_unskilled_check_is_counted_on_two_dice() -> None:
    chance = tell(begin(oryu=make_figure()), RollSkill(character="oryu", skill="泳術", difficulty=13))
    assert share(chance) == Fraction(21, 36)


def test_circumstances_are_told_with_the_chance() -> None:
    play = begin(oryu=make_figure(armour="具足"))
    chance = tell(play, RollSkill(character="oryu", skill="剣術", modifier=1))
    assert chance.circumstances == (Circumstance("situation", 1), Circumstance("armour", -2))


def test_a_bought_success_is_certain() -> None:
    command = RollAbility(character="oryu", ability="tai", bought=True)
    assert share(tell(begin(oryu=make_figure()), command)) == 1


def test_a_blow_is_counted_against_evasion() -> None:
    play = begin_fight(make_swordsman(), make_mob(skills={"体さばき": 8}))
    assert (tell(play, STRIKE).needed, share(tell(play, STRIKE))) == (8, Fraction(147, 216))


def test_a_rider_must_stay_in_the_saddle_as_well() -> None:
    play = begin_fight(make_swordsman(mounted="trained", skills={"剣術": 5}), make_mob())
    assert share(tell(play, STRIKE)) == Fraction(15, 36)


def test_a_shot_is_counted_by_its_range() -> None:
    oryu = make_figure(skills={"弓術": 5}, hands=("半弓",), loaded=("半弓",), belongings={"矢": 1})
    play = begin_fight(oryu, make_mob(), apart=3)
    assert tell(play, Shoot(character="oryu", target="ronin", weapon="半弓")).needed == 3
    with pytest.raises(RuleViolation):
        tell(play, Shoot(character="oryu", target="ronin", weapon="大刀"))


def test_answers_are_counted_against_what_stands_open() -> None:
    play = begin_fight(make_swordsman(), make_ronin()).given(STRIKE)
    assert tell(play, AnswerAttack(character="ronin", choice="counter", weapon="大刀")).needed == 4
    play.given(AnswerAttack(character="ronin", choice="none"), dice=d6(4, 3, 1))
    assert tell(play, AnswerBlow(character="ronin", choice="parry")).needed == 8
    assert tell(play, AnswerBlow(character="ronin", choice="sidestep")).needed == 12
    with pytest.raises(RuleViolation):
        tell(play, AnswerBlow(character="ronin", choice="none"))


def test_resisting_a_hold_is_counted() -> None:
    play = begin_fight(make_figure(), make_ronin(hands=(), skills={"柔術": 3}), apart=0)
    play.given(
        Grapple(character="oryu", target="ronin"),
        AnswerAttack(character="ronin", choice="none"),
        dice=d6(4, 4, 1),
    )
    assert tell(play, AnswerHold(character="ronin", choice="jujutsu")).needed == 8


def test_a_reroll_is_counted_anew_and_a_bought_turn_is_certain() -> None:
    play = begin(oryu=make_figure()).given(
        RollSkill(character="oryu", skill="剣術", difficulty=20), dice=d6(1, 1, 1)
    )
    assert share(tell(play, AnswerFailure(character="oryu", choice="reroll"))) == Fraction(147, 216)
    assert share(tell(play, AnswerFailure(character="oryu", choice="success"))) == 1
    with pytest.raises(RuleViolation):
        tell(play, AnswerFailure(character="oryu", choice="stand"))


@pytest.mark.parametrize(
    "option, outcomes", [("resists", ["win", "lose"]), ("again", ["win", "lose", "tie"])]
)
def test_an_opposed_roll_is_counted_with_its_ties(option: str, outcomes: list[str]) -> None:
    play = begin(options={"opposed_tie": option}, oryu=make_figure(), ronin=make_npc())
    chance = tell(play, Oppose(character="oryu", opponent="ronin", ability="tai"))
    assert [odds.outcome for odds in chance.odds] == outcomes
    assert share(chance, "win") < Fraction(1, 2)


def test_an_opposed_roll_with_a_difficulty_must_reach_it_too() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    command = Oppose(character="oryu", opponent="ronin", ability="tai", difficulty=30)
    assert share(tell(play, command), "win") == 0


def test_chases_hiding_and_pockets_are_counted_too() -> None:
    play = begin(oryu=make_figure(), ronin=make_npc())
    for command in (Chase(character="oryu", quarry="ronin"), Sneak(character="oryu", watcher="ronin")):
        assert sum(o.favourable for o in tell(play, command).odds) == tell(play, command).odds[0].possible
    assert tell(play, PickPocket(character="oryu", target="ronin")).needed == 8


def test_treatment_and_recovery_are_counted_by_the_wounds() -> None:
    hurt = make_figure(endurance=4, health=Health(wounds=4, treated=True, medic=3, medicine="軟膏"))
    play = begin(oryu=hurt, genan=make_figure(skills={"医術": 3}))
    assert tell(play, Treat(character="genan", patient="oryu")).needed == 14 - 10
    assert tell(play, Recover(character="oryu")).needed == 9 - 8


@pytest.mark.parametrize("command", [EndTurn(character="oryu"), TellLie(character="oryu", listener="ronin")])
def test_what_rolls_against_nothing_has_no_chance_to_tell(command: Any) -> None:
    with pytest.raises(RuleViolation) as refusal:
        tell(begin(oryu=make_figure(), ronin=make_npc()), command)
    assert refusal.value.code == "ukiyozoshi.no_roll"

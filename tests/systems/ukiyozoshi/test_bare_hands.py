"""素手戦闘と特殊な戦闘: fists, kicks, holds, throws, chokes, stunning blows."""

from typing import Any

import msgspec
import pytest
from edo import begin_fight, make_figure, make_mob, make_ronin, make_swordsman
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import (
    AnswerAttack,
    AnswerBlow,
    AnswerHold,
    Attack,
    Choke,
    Grapple,
    ReleaseHold,
    Throw,
)
from tenmatsu.systems.ukiyozoshi.commands.checks import AnswerFailure, AnswerRoll
from tenmatsu.systems.ukiyozoshi.commands.combat import BuyAction, EndTurn
from tenmatsu.systems.ukiyozoshi.events.blows import (
    ChokeSlipped,
    ChokeTightened,
    DamageDealt,
    Defended,
    Died,
    Fainted,
    Grappled,
    HitJudged,
    HoldReleased,
    Thrown,
)
from tenmatsu.systems.ukiyozoshi.events.checks import Checked, ContestDecided

FIST = Attack(character="oryu", target="ronin", weapon="拳", stand=True)
KICK = Attack(character="oryu", target="ronin", weapon="蹴り", stand=True)
STUN = Attack(character="oryu", target="ronin", weapon="拳", style="stun", stand=True)
GRAPPLE = Grapple(character="oryu", target="ronin", stand=True)
THROW = Throw(character="oryu", target="ronin", stand=True)
FAINT = Choke(character="oryu", target="ronin", aim="faint", stand=True)
KILL = Choke(character="oryu", target="ronin", aim="kill", stand=True)
NO_COUNTER = AnswerAttack(character="ronin", choice="none")


def fight(ronin: Any = None, oryu: Any = None, **options: Any) -> Play:
    """Both stand on the same square."""
    return begin_fight(oryu or make_figure(katsugeki=7), ronin or make_mob(), options=options, apart=0)


def hold(ronin: Any = None, **options: Any) -> Play:
    """Let お竜 have a hold of the ronin."""
    held = msgspec.structs.replace(ronin or make_mob(skills={}), held_by="oryu")
    return fight(held, **options)


# ---- fists and kicks ----


def test_a_fist_adds_half_the_level_and_the_body_bonus() -> None:
    harm = fight().when(FIST, d6(4, 4, 1) + d6(4)).only(DamageDealt)
    assert (harm.plus, harm.amount) == (-2 + 1 + 1, 4)


def test_a_kick_needs_3_more() -> None:
    check = fight().when(KICK, d6(4, 4, 1) + d6(4)).only(Checked).check
    assert (check.difficulty, check.circumstances) == (15, (Circumstance("kick", 3),))


@pytest.mark.parametrize(
    "armour, face, halves, amount",
    [
        ("", 4, "down", 3),
        ("", 5, "down", 3),
        ("", 5, "up", 4),
        ("鎖帷子", 4, "down", 1),
        ("具足", 4, "down", 0),
    ],
)
def test_a_fist_parried_with_a_weapon_takes_half_its_damage_then_armour(
    armour: str, face: int, halves: str, amount: int
) -> None:
    ronin = make_ronin(hands=("大刀",))
    play = begin_fight(
        make_figure(armour=armour, gi=8), ronin, options={"halves": halves, "reach": "own"}, apart=0
    )
    play.given(FIST, NO_COUNTER, dice=d6(4, 4, 1))
    play.when(AnswerBlow(character="ronin", choice="parry"), d6(6, 6, 1) + d6(face)).settled()
    harm = play.only(DamageDealt)
    assert (harm.target, harm.amount, harm.recoil) == ("oryu", amount, True)


def test_a_fist_parried_with_a_fist_hurts_nobody() -> None:
    play = fight(make_ronin(hands=(), skills={"拳法": 5})).given(FIST, NO_COUNTER, dice=d6(1, 1, 2))
    play.when(AnswerBlow(character="ronin", choice="parry"), d6(6, 6, 1)).settled()
    assert play.all(DamageDealt) == []
    assert play.only(Defended).weapon == "拳"


def test_a_sword_is_not_parried_with_a_fist() -> None:
    play = begin_fight(make_swordsman(), make_ronin(hands=()))
    play.when(Attack(character="oryu", target="ronin", weapon="大刀"), d6(4, 4, 1))
    play.asks("defend", "ronin", "sidestep", "none")


# ---- holds ----


def test_a_hold_needs_evasion_and_3() -> None:
    play = fight(make_mob(skills={})).when(GRAPPLE, d6(4, 4, 1)).settled()
    assert play.only(Checked).check.difficulty == 15
    assert play.only(Grappled).target == "ronin"
    assert play.state.characters["ronin"].held_by == "oryu"


def test_only_who_has_jujutsu_resists_a_hold_and_it_is_no_action() -> None:
    play = fight(make_ronin(hands=(), skills={"柔術": 3})).given(GRAPPLE, NO_COUNTER, dice=d6(4, 4, 1))
    play.asks("resist", "ronin", "jujutsu", "none")
    play.when(AnswerHold(character="ronin", choice="jujutsu"), d6(4, 4, 1)).settled()
    check = play.only(Checked).check
    assert (check.skill, check.difficulty, check.success) == ("柔術", 18, True)
    assert play.all(Grappled) == []
    assert play.state.combat.turns.get("ronin") is None


def test_a_hold_is_also_resisted_with_the_sidestep_by_who_has_jujutsu() -> None:
    ronin = make_ronin(hands=(), skills={"柔術": 1, "体さばき": 2})
    play = fight(ronin).given(GRAPPLE, NO_COUNTER, dice=d6(5, 5, 1))
    play.asks("resist", "ronin", "jujutsu", "sidestep", "none")
    play.when(AnswerHold(character="ronin", choice="sidestep"), d6(4, 4, 1)).settled()
    assert play.only(Grappled)


def test_a_hold_may_be_let_happen() -> None:
    play = fight(make_ronin(hands=(), skills={"柔術": 3})).given(GRAPPLE, NO_COUNTER, dice=d6(4, 4, 1))
    play.when(AnswerHold(character="oryu", choice="none")).refused("ukiyozoshi.nothing_open")
    play.when(AnswerHold(character="ronin", choice="sidestep")).refused("ukiyozoshi.not_offered")
    play.when(AnswerHold(character="ronin", choice="none")).settled()
    assert play.only(Grappled)


@pytest.mark.parametrize("faces, held", [((3, 3), True), ((6, 6), False)])
def test_option_grapple_opposed_measures_jujutsu_against_the_sidestep(
    faces: tuple[int, ...], held: bool
) -> None:
    play = fight(make_mob(skills={}), grapple="opposed").when(GRAPPLE, d6(4, 3, 1) + d6(*faces)).settled()
    assert play.only(ContestDecided)
    assert len(play.all(Grappled)) == int(held)
    assert play.only(HitJudged).hit is held


def test_a_grapple_can_be_countered() -> None:
    fight(make_ronin(hands=(), skills={"拳法": 2})).when(GRAPPLE).asks("counter", "ronin", "counter", "none")


def test_nobody_is_held_twice_by_the_same() -> None:
    hold().when(GRAPPLE).refused("ukiyozoshi.holding_already")


def test_a_hold_is_let_go_without_an_action() -> None:
    play = hold().when(ReleaseHold(character="oryu", target="ronin"))
    play.then(HoldReleased(character="oryu", target="ronin"))
    play.when(ReleaseHold(character="oryu", target="ronin")).refused("ukiyozoshi.not_holding")


# ---- throws ----


def test_a_throw_needs_a_hold() -> None:
    fight().when(THROW).refused("ukiyozoshi.not_holding")


def test_a_throw_needs_tai_and_5_hurts_and_lays_down() -> None:
    play = hold(make_mob(skills={}, tai=6)).when(THROW, d6(1, 1, 1) + d6(3)).settled()
    assert play.only(Checked).check.difficulty == 11
    assert play.only(Thrown).target == "ronin"
    assert play.only(DamageDealt).amount == 4
    thrown = play.state.characters["ronin"]
    assert (thrown.posture, thrown.held_by) == ("prone", "")


def test_the_size_of_the_other_raises_what_a_throw_needs() -> None:
    command = Throw(character="oryu", target="ronin", modifier=3, stand=True)
    assert hold(make_mob(skills={}, tai=6)).when(command, d6(1, 1, 2)).only(Checked).check.difficulty == 14


def test_a_throw_is_resisted_with_jujutsu_alone() -> None:
    play = hold(make_ronin(hands=(), skills={"柔術": 3, "体さばき": 3})).when(THROW, d6(4, 4, 1))
    play.asks("resist", "ronin", "jujutsu", "none")
    play.when(AnswerHold(character="ronin", choice="jujutsu"), d6(6, 5, 1)).settled()
    assert play.all(Thrown) == []


# ---- chokes ----


def test_two_chokes_in_a_row_faint_for_2d6_minutes() -> None:
    play = hold().given(FAINT, BuyAction(character="oryu", kind="attack"), dice=d6(1, 1, 1))
    play.when(FAINT, d6(1, 1, 1) + d6(3, 4)).settled()
    assert play.only(ChokeTightened).chokes == 2
    assert play.only(Fainted).minutes == 7
    assert play.state.characters["ronin"].unconscious


def test_a_choke_needs_tai_and_5() -> None:
    assert hold(make_mob(skills={}, tai=7)).when(FAINT, d6(1, 1, 1)).only(Checked).check.difficulty == 12


def test_four_killing_chokes_in_a_row_kill() -> None:
    play = hold(make_mob(skills={}, tai=7))
    for _ in range(3):
        play.given(KILL, BuyAction(character="oryu", kind="attack"), dice=d6(2, 1, 1))
    play.when(KILL, d6(2, 1, 1)).settled()
    assert play.only(Died).cause == "choke"


@pytest.mark.parametrize(
    "option, faces, dies",
    [("margin", (4, 3, 1), True), ("margin", (4, 2, 1), False), ("total", (2, 1, 1), True)],
)
def test_option_choke_break(option: str, faces: tuple[int, ...], dies: bool) -> None:
    play = hold(make_mob(skills={}, tai=7), choke_break=option).when(KILL, d6(*faces)).settled()
    assert [event.cause for event in play.all(Died)] == (["neck"] if dies else [])


def test_a_choke_that_only_stuns_never_breaks_the_neck() -> None:
    assert hold().when(FAINT, d6(6, 6, 1)).all(Died) == []


def test_a_failed_choke_breaks_the_row() -> None:
    play = hold(make_mob(skills={}, tai=9)).given(
        FAINT, BuyAction(character="oryu", kind="attack"), dice=d6(2, 2, 1)
    )
    play.when(FAINT, d6(1, 1, 1)).settled()
    assert play.only(ChokeSlipped)
    assert play.state.characters["ronin"].chokes == 0


def test_another_attack_or_aim_breaks_the_row() -> None:
    play = hold().given(FAINT, BuyAction(character="oryu", kind="attack"), dice=d6(1, 1, 1))
    play.when(KILL, d6(1, 1, 1))
    assert play.only(ChokeSlipped)
    assert play.only(ChokeTightened).chokes == 1
    play.given(BuyAction(character="oryu", kind="attack")).when(FIST, d6(4, 4, 1) + d6(1))
    assert play.only(ChokeSlipped)


def test_a_turn_without_a_choke_breaks_the_row_but_one_with_it_does_not() -> None:
    play = hold().given(FAINT, dice=d6(1, 1, 1)).when(EndTurn(character="oryu"))
    assert play.all(ChokeSlipped) == []
    play.given(EndTurn(character="ronin")).when(EndTurn(character="oryu"))
    assert play.only(ChokeSlipped)


def test_throws_and_chokes_are_not_countered() -> None:
    ronin = make_ronin(hands=(), skills={"拳法": 3})
    hold(ronin).when(FAINT, d6(1, 1, 1)).settled()


def test_a_hold_ends_with_the_senses_of_the_holder() -> None:
    play = hold(make_ronin(hands=(), skills={"拳法": 5, "体さばき": 5}), oryu=make_figure(endurance=1))
    play.given(EndTurn(character="oryu"))
    play.given(Attack(character="ronin", target="oryu", weapon="拳", stand=True))
    play.given(AnswerAttack(character="oryu", choice="none"), dice=d6(6, 5, 1))
    play.when(AnswerBlow(character="oryu", choice="none"), d6(6)).settled()
    assert play.only(Died).character == "oryu"
    assert play.state.characters["ronin"].held_by == ""


# ---- stunning blows ----


@pytest.mark.parametrize("faces, faints", [((6, 6, 1), False), ((6, 5, 1), True)])
def test_a_stunning_blow_does_no_damage_but_needs_tai_against_its_total(
    faces: tuple[int, ...], faints: bool
) -> None:
    play = fight(make_mob(tai=6)).when(STUN, d6(4, 4, 1) + d6(*faces) + (d6(2, 3) if faints else []))
    check = play.all(Checked)[1].check
    assert (check.ability, check.dice, check.difficulty) == ("tai", 3, 18)
    assert [event.minutes for event in play.all(Fainted)] == ([5] if faints else [])
    assert play.all(DamageDealt) == []


def test_a_stunning_blow_may_be_struck_with_jujutsu() -> None:
    command = Attack(character="oryu", target="ronin", weapon="拳", style="stun", skill="柔術", stand=True)
    play = fight().when(command, d6(4, 4, 1) + d6(6, 6, 1) + d6(1, 1))
    assert play.all(Checked)[0].check.skill == "柔術"


def test_a_stunning_blow_is_struck_with_the_body() -> None:
    command = Attack(character="oryu", target="ronin", weapon="大刀", style="stun")
    begin_fight(make_swordsman(), make_mob()).when(command).refused("ukiyozoshi.stun_bare")


def test_a_pc_may_buy_the_roll_against_a_stunning_blow_or_turn_its_failure() -> None:
    oryu = make_figure(katsugeki=5, skills={})
    play = begin_fight(oryu, make_ronin(hands=(), skills={"拳法": 5}), apart=0).given(
        EndTurn(character="oryu")
    )
    attack = Attack(character="ronin", target="oryu", weapon="拳", style="stun", stand=True)
    play.given(attack, AnswerAttack(character="oryu", choice="none"), dice=d6(4, 1, 1))
    play.when(AnswerBlow(character="oryu", choice="none")).asks("before_roll", "oryu", "roll", "buy")
    play.when(AnswerRoll(character="oryu", choice="roll"), d6(1, 1, 1))
    play.asks("after_failure", "oryu", "stand", "reroll", "success")
    play.when(AnswerFailure(character="oryu", choice="success")).settled()
    assert not play.state.characters["oryu"].unconscious

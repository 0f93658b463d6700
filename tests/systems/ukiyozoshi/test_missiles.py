"""飛び道具: near and far, modifiers, parries, ammunition and reloading."""

from typing import Any

import msgspec
import pytest
from edo import begin, begin_fight, make_figure, make_mob, make_ronin
from kit import Play, d6

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ukiyozoshi.commands.blows import AnswerAttack, AnswerBlow, Attack
from tenmatsu.systems.ukiyozoshi.commands.combat import BeginCombat, BuyAction, DrawWeapon, EndTurn, Move
from tenmatsu.systems.ukiyozoshi.commands.missiles import ReadyMissile, ReloadGun, Shoot
from tenmatsu.systems.ukiyozoshi.events.blows import DamageDealt, Defended
from tenmatsu.systems.ukiyozoshi.events.checks import Checked
from tenmatsu.systems.ukiyozoshi.events.combat import MissileLoosed, MissileReadied
from tenmatsu.systems.ukiyozoshi.fight import Turn

SKILLS = {"弓術": 5, "手裏剣術": 5, "鉄砲術": 5, "剣術": 3}
TABLES = '[missiles."半弓"]\nrange = 20\nplus = 1\n[missiles."鉄砲"]\nrange = 30\nplus = 4\n'


def archer(weapon: str = "半弓", **values: Any) -> Any:
    ammunition = {"半弓": "矢", "鉄砲": "弾"}.get(weapon, weapon)
    defaults: dict[str, Any] = {
        "skills": SKILLS,
        "hands": (weapon,),
        "loaded": (weapon,),
        "belongings": {weapon: 1, ammunition: 3},
    }
    return make_figure(**{**defaults, **values})


def fight(oryu: Any = None, ronin: Any = None, apart: int = 20, **options: Any) -> Play:
    return begin_fight(oryu or archer(), ronin or make_mob(), options=options, apart=apart, tables=TABLES)


def shot(weapon: str = "半弓", **values: Any) -> Shoot:
    defaults: dict[str, Any] = {"character": "oryu", "target": "ronin", "weapon": weapon, "stand": True}
    return Shoot(**{**defaults, **values})


# ---- difficulty ----


@pytest.mark.parametrize(
    "apart, option, difficulty",
    [(20, "near", 15), (21, "near", 20), (40, "near", 20), (20, "far", 20), (19, "far", 15)],
)
def test_near_needs_15_and_far_20_up_to_twice_the_range(apart: int, option: str, difficulty: int) -> None:
    play = fight(apart=apart, range_edge=option).when(shot(), d6(4, 4, 1) + d6(3))
    assert play.only(Checked).check.difficulty == difficulty


def test_beyond_twice_the_range_nothing_is_hit() -> None:
    fight(apart=41).when(shot()).refused("ukiyozoshi.out_of_range")


@pytest.mark.parametrize(
    "values, key, amount",
    [
        ({"target_moving": True}, "moving_target", 3),
        ({"moving": True}, "moving_shooter", 5),
        ({"aimed": 2}, "aimed", -2),
        ({"modifier": 2}, "situation", 2),
    ],
)
def test_moving_aim_and_size_change_the_difficulty(values: dict[str, Any], key: str, amount: int) -> None:
    check = fight().when(shot(**values), d6(5, 5, 1) + d6(3)).only(Checked).check
    assert check.circumstances == (Circumstance(key, amount),)


@pytest.mark.parametrize("posture, amount", [("crouching", 2), ("prone", 3)])
def test_who_crouches_or_lies_is_harder_to_hit(posture: str, amount: int) -> None:
    check = fight(ronin=make_mob(posture=posture)).when(shot(), d6(5, 5, 1) + d6(3)).only(Checked).check
    assert check.circumstances == (Circumstance(posture, amount),)


def test_careful_aim_forbids_movement_before_and_after() -> None:
    play = fight().given(shot(aimed=2), dice=d6(4, 4, 1) + d6(1))
    play.when(Move(character="oryu", x=0, y=1)).refused("ukiyozoshi.aimed")
    play = fight().given(Move(character="oryu", x=0, y=1))
    play.when(shot(aimed=2)).refused("ukiyozoshi.moved_already")


def test_without_a_map_the_shot_says_how_far() -> None:
    play = begin(TABLES, oryu=archer(), ronin=make_mob()).given(BeginCombat(characters=("oryu", "ronin")))
    play.when(shot()).refused("ukiyozoshi.distance_unknown")
    play.when(shot(ken=30), d6(4, 4, 1) + d6(3)).settled()
    assert play.only(Checked).check.difficulty == 20


# ---- damage ----


def test_far_hits_do_1_less_and_meet_armour_twice() -> None:
    assert fight(apart=30).when(shot(), d6(5, 5, 1) + d6(5)).only(DamageDealt).amount == 5
    play = fight(apart=30, ronin=make_mob(armour="鎖帷子")).when(shot(), d6(5, 5, 1) + d6(5))
    assert (play.only(DamageDealt).armour, play.only(DamageDealt).amount) == (4, 1)


def test_a_6_that_is_a_deadly_hit_finds_the_gap_in_the_armour() -> None:
    play = fight(apart=30, ronin=make_mob(armour="具足")).when(shot(), d6(5, 5, 1) + d6(6, 2))
    assert (play.only(DamageDealt).armour, play.only(DamageDealt).amount) == (0, 8)


# ---- parries ----


@pytest.mark.parametrize("apart, difficulty", [(20, 25), (30, 20)])
def test_a_missile_is_parried_or_sidestepped_at_25_near_and_20_far(apart: int, difficulty: int) -> None:
    play = fight(apart=apart, ronin=make_ronin()).when(shot(), d6(5, 5, 1))
    play.asks("defend", "ronin", "parry", "sidestep", "none")
    play.when(
        AnswerBlow(character="ronin", choice="parry"),
        d6(6, 6, 1) + (d6(1) + d6(6, 6, 1) if difficulty == 25 else []),
    )
    assert play.all(Checked)[0].check.difficulty == difficulty
    assert len(play.all(Defended)) == int(difficulty == 20)


def test_who_does_not_notice_the_shot_does_nothing_about_it() -> None:
    play = fight(ronin=make_ronin()).when(shot(noticed=False), d6(5, 5, 1) + d6(1) + d6(6, 6, 1)).settled()
    assert play.only(DamageDealt)


def test_a_gun_is_neither_parried_nor_sidestepped() -> None:
    play = fight(archer("鉄砲"), make_ronin()).when(shot("鉄砲"), d6(5, 5, 1) + d6(1) + d6(6, 6, 1)).settled()
    assert play.only(DamageDealt)


def test_option_gun_dodge_sidestep() -> None:
    play = fight(archer("鉄砲"), make_ronin(), gun_dodge="sidestep").when(shot("鉄砲"), d6(5, 5, 1))
    play.asks("defend", "ronin", "sidestep", "none")


def test_a_shot_at_arms_length_can_be_countered() -> None:
    play = fight(ronin=make_ronin(), apart=1).when(shot()).asks("counter", "ronin", "counter", "none")
    play.when(AnswerAttack(character="ronin", choice="none"), d6(5, 5, 1))
    play.asks("defend", "ronin", "parry", "sidestep", "none")


# ---- ammunition ----


def test_a_thrown_blade_leaves_the_hand() -> None:
    oryu = archer("棒手裏剣", loaded=())
    loosed = fight(oryu, apart=4).when(shot("棒手裏剣"), d6(5, 5, 1) + d6(1)).only(MissileLoosed)
    assert (loosed.left, loosed.hands) == (2, ())


def test_the_next_thrown_blade_is_readied_in_place_of_attack_or_movement() -> None:
    play = fight(archer("棒手裏剣", loaded=(), belongings={"棒手裏剣": 3}), apart=4)
    play.given(shot("棒手裏剣"), dice=d6(5, 5, 1) + d6(1))
    play.when(DrawWeapon(character="oryu", weapon="棒手裏剣")).refused("ukiyozoshi.ready_it")
    play.when(ReadyMissile(character="oryu", weapon="棒手裏剣"))
    assert play.only(MissileReadied).hands == ("棒手裏剣",)
    play.when(Move(character="oryu", x=0, y=1)).refused("ukiyozoshi.too_far_to_move")


def test_the_first_thrown_blade_is_drawn_like_a_sword() -> None:
    play = fight(archer("棒手裏剣", loaded=(), hands=(), belongings={"棒手裏剣": 3}), apart=4)
    play.given(DrawWeapon(character="oryu", weapon="棒手裏剣")).when(
        Move(character="oryu", x=0, y=3)
    ).settled()


def test_an_arrow_takes_two_actions() -> None:
    play = fight(archer(loaded=()))
    play.when(shot()).refused("ukiyozoshi.not_loaded")
    assert not play.when(ReadyMissile(character="oryu", weapon="半弓")).only(MissileReadied).ready
    assert play.when(ReadyMissile(character="oryu", weapon="半弓", pay="attack")).only(MissileReadied).ready
    play.when(ReadyMissile(character="oryu", weapon="半弓")).refused("ukiyozoshi.loaded_already")
    play.given(BuyAction(character="oryu", kind="attack")).when(shot(), d6(5, 5, 1) + d6(1)).settled()
    assert play.only(MissileLoosed).left == 2


def test_bought_actions_ready_an_arrow_too() -> None:
    play = fight(archer(loaded=())).given(
        ReadyMissile(character="oryu", weapon="半弓"), BuyAction(character="oryu", kind="move")
    )
    assert play.when(ReadyMissile(character="oryu", weapon="半弓")).only(MissileReadied).ready


def test_there_must_be_ammunition_and_the_weapon_in_hand() -> None:
    fight(archer(belongings={"半弓": 1})).when(shot()).refused("ukiyozoshi.no_ammunition")
    play = fight(archer(loaded=(), belongings={"半弓": 1}))
    play.when(ReadyMissile(character="oryu", weapon="半弓")).refused("ukiyozoshi.no_ammunition")
    play = fight(archer(hands=()))
    play.when(shot()).refused("ukiyozoshi.not_in_hand")
    play.when(ReadyMissile(character="oryu", weapon="半弓")).refused("ukiyozoshi.not_in_hand")
    play.when(shot("大刀")).refused("ukiyozoshi.no_missile")
    play.when(shot(target="oryu")).refused("ukiyozoshi.same_character")
    fight(ronin=make_mob(dead=True)).when(shot()).refused("ukiyozoshi.target_dead")


def test_outside_a_fight_there_is_time_to_ready_anything() -> None:
    play = begin(oryu=archer("鉄砲", loaded=()))
    assert play.when(ReadyMissile(character="oryu", weapon="鉄砲")).only(MissileReadied).ready


# ---- guns ----


def test_a_gun_is_reloaded_in_ten_whole_rounds() -> None:
    play = fight(archer("鉄砲", loaded=()))
    play.when(ReadyMissile(character="oryu", weapon="鉄砲")).refused("ukiyozoshi.reload_it")
    for number in range(1, 11):
        readied = play.when(ReloadGun(character="oryu")).only(MissileReadied)
        assert (readied.done, readied.ready) == (number, number == 10)
        if number < 10:
            play.given(EndTurn(character="oryu"), EndTurn(character="ronin"))
    assert play.state.characters["oryu"].loaded == ("鉄砲",)


def test_while_reloading_points_buy_only_movement_or_a_sidestep() -> None:
    play = fight(archer("鉄砲", loaded=()), make_ronin(), apart=1).given(ReloadGun(character="oryu"))
    play.when(Move(character="oryu", x=0, y=1)).refused("ukiyozoshi.too_far_to_move")
    play.when(BuyAction(character="oryu", kind="attack")).refused("ukiyozoshi.reloading")
    play.when(Attack(character="oryu", target="ronin", weapon="拳")).refused("ukiyozoshi.out_of_reach")
    play.given(BuyAction(character="oryu", kind="move")).when(Move(character="oryu", x=0, y=0)).refused(
        "ukiyozoshi.where_to"
    )
    play.given(EndTurn(character="oryu"))
    play.when(Attack(character="ronin", target="oryu", weapon="大刀"), d6(6, 6, 1))
    play.asks("defend", "oryu", "buy_sidestep", "none")


def test_nothing_is_struck_while_reloading() -> None:
    play = fight(archer("鉄砲", loaded=()), make_ronin(), apart=0).given(ReloadGun(character="oryu"))
    play.when(Attack(character="oryu", target="ronin", weapon="拳")).refused("ukiyozoshi.reloading")


def test_reloading_needs_the_round_whole() -> None:
    play = fight(archer("鉄砲", loaded=())).given(Move(character="oryu", x=0, y=1))
    play.when(ReloadGun(character="oryu")).refused("ukiyozoshi.round_not_whole")
    play = fight(archer("鉄砲", loaded=())).given(ReloadGun(character="oryu"))
    play.when(ReloadGun(character="oryu")).refused("ukiyozoshi.round_not_whole")
    fight().when(ReloadGun(character="oryu", weapon="半弓")).refused("ukiyozoshi.ready_it")


def test_a_shot_is_an_attack_of_the_round() -> None:
    play = fight(archer("棒手裏剣", loaded=(), hands=("棒手裏剣", "棒手裏剣")), apart=4)
    play.given(shot("棒手裏剣"), dice=d6(5, 5, 1) + d6(1))
    play.when(shot("棒手裏剣")).refused("ukiyozoshi.no_attack_left")


def test_a_parry_before_it_spoils_the_round_of_reloading_even_when_bought() -> None:
    for with_, refused in (("大刀", True), ("体さばき", False)):
        play = fight(archer("鉄砲", loaded=()))
        turn = Turn(bought_defences=1, defences={with_: 1})
        combat = msgspec.structs.replace(play.state.combat, turns={"oryu": turn})
        play.given_state(msgspec.structs.replace(play.state, combat=combat)).when(ReloadGun(character="oryu"))
        if refused:
            play.refused("ukiyozoshi.round_not_whole")
        else:
            assert play.only(MissileReadied).done == 1

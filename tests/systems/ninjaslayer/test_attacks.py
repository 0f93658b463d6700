"""近接攻撃 (2-6, 2-16): who is struck, with how many dice, how hard it is, and what hits."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken, Boosted
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken, SpiritPaid, TakenOff
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun
from tenmatsu.systems.ninjaslayer.events.judging import QuickDiceSpent


def duel(options: dict[str, Any] | None = None, tables: str | None = None, **values: Any) -> Play:
    """Return a play in which `a` (with changes) faces the bosses `b` and `c`, in the attack phase."""
    play = begin(options, tables, a=make_ninja(**values), b=make_boss(), c=make_boss())
    return fight(play, "a", "b", "c", phase="attack")


def strike(*targets: str, **values: Any) -> Attack:
    """Return an attack of `a`."""
    return Attack(character="a", targets=targets, **values)


def blows(play: Play) -> Any:
    """Return the blows that the last command sent on their way."""
    return play.only(AssaultBegun).blows


def test_karate_four_with_bare_hands_and_1_1_4_6_hits_a_mob_for_one() -> None:
    play = fight(begin(a=make_ninja(karate=4), m=make_mob(wielded="unarmed")), "a", "m", phase="attack")
    play.when(strike("m"), d6(1, 1, 4, 6))
    assert play.events[:3] == [
        ActionTaken(characters=("a",), phase="attack"),
        AttackDeclared(character="a", action="melee", weapon="unarmed", targets=("m",), split=(4,)),
        AttackRolled(
            character="a",
            action="melee",
            targets=("m",),
            difficulty="normal",
            place=2,
            face=4,
            faces=(1, 1, 4, 6),
            successes=2,
            damage=1,
        ),
    ]
    assert play.only(DamageTaken).damage == 1
    assert play.only(TakenOff).character == "m"
    play.settled()


def test_a_miss_is_recorded_and_nobody_dodges_it() -> None:
    play = duel(karate=4).when(strike("b"), d6(1, 2, 3, 3))
    assert not play.only(AttackRolled).success
    assert play.only(AttackRolled).result == "miss"
    assert play.all(AssaultBegun) == []
    play.settled()


def test_a_blow_that_hits_waits_for_its_dodge() -> None:
    play = duel(karate=4).when(strike("b"), d6(1, 2, 3, 4))
    (blow,) = blows(play)
    assert (blow.attacker, blow.target, blow.source, blow.ability) == ("a", "b", "melee", "karate")
    assert (blow.dice, blow.successes, blow.damage, blow.dodge, blow.staggered) == (4, 1, 1, 2, False)
    assert [pending.kind for pending in play.pending] == ["dodge"]


def test_two_sixes_are_satsubatsu_and_three_namu_amida_butsu_a_step_harder_to_dodge() -> None:
    play = duel(karate=4).when(strike("b"), d6(6, 6, 1, 1))
    assert play.only(AttackRolled).result == "satsubatsu"
    assert (blows(play)[0].critical, blows(play)[0].dodge) == ("satsubatsu", 2)
    play = duel(karate=4).when(strike("b"), d6(6, 6, 6, 1))
    assert play.only(AttackRolled).result == "namu_amida_butsu"
    assert (blows(play)[0].critical, blows(play)[0].dodge) == ("namu_amida_butsu", 3)


def test_a_critical_is_for_ninjas_alone() -> None:
    play = begin(a=make_ninja(karate=4, ninja=False), b=make_boss())
    fight(play, "a", "b", phase="attack").when(strike("b"), d6(6, 6, 6, 6))
    assert blows(play)[0].critical == ""


def test_an_attack_that_fails_has_no_critical() -> None:
    play = duel(karate=4, hampered=4).when(strike("b"), d6(6, 6, 5, 5))
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.success, rolled.critical) == ("ultra_hard3", False, "")


def test_ninja_slayer_splits_thirteen_dice_over_two_foes() -> None:
    slayer = make_ninja(karate=13, skills=("slayer_fists",))
    play = fight(begin(a=slayer, b=make_boss(), c=make_boss()), "a", "b", "c", phase="attack")
    dice = d6(6, 4, 1, 1, 5, 3, 1, 1, 6, 6, 6, 2, 1)
    play.when(strike("b", "c", "c", split=(4, 4, 5)), dice)
    assert play.only(AttackDeclared).targets == ("b", "c", "c")
    assert play.only(AttackDeclared).split == (4, 4, 5)
    rolled = play.all(AttackRolled)
    assert [one.targets for one in rolled] == [("b",), ("c",), ("c",)]
    assert [one.part for one in rolled] == [1, 2, 3]
    assert [one.faces for one in rolled] == [(6, 4, 1, 1), (5, 3, 1, 1), (6, 6, 6, 2, 1)]
    assert [one.crushing for one in rolled] == [1, 0, 1]
    assert [one.critical for one in rolled] == ["", "", "namu_amida_butsu"]
    assert [blow.crushing for blow in blows(play)] == [(1,), (), (1,)]
    assert [blow.staggered for blow in blows(play)] == [False, True, True]


def test_the_fists_crush_only_bare_handed_and_on_a_success_with_a_six() -> None:
    skilled: dict[str, Any] = {"karate": 3, "skills": ("slayer_fists",)}
    assert blows(duel(**skilled).when(strike("b"), d6(6, 1, 1)))[0].crushing == (1,)
    assert blows(duel(**skilled).when(strike("b"), d6(5, 4, 1)))[0].crushing == ()
    armed = duel(weapons=("club",), wielded="club", **skilled)
    assert blows(armed.when(strike("b"), d6(6, 1, 1)))[0].crushing == ()
    missed = duel(hampered=3, **skilled).when(strike("b"), d6(6, 1, 1))
    assert missed.only(AttackRolled).crushing == 0


def test_without_a_split_the_dice_are_as_even_as_can_be() -> None:
    play = duel(karate=13).when(strike("b", "c", "b"), d6(*[1] * 13))
    assert play.only(AttackDeclared).split == (5, 4, 4)


def test_quick_dice_are_part_of_the_pool_that_is_split() -> None:
    play = duel(karate=7).when(strike("b", "c", split=(4, 5), quick=2), d6(*[1] * 9))
    assert play.only(QuickDiceSpent).left == 3
    assert [len(one.faces) for one in play.all(AttackRolled)] == [4, 5]


@pytest.mark.parametrize(
    "split, code",
    [
        ((4, 4), "ninjaslayer.split_sum"),
        ((8,), "ninjaslayer.split_count"),
        ((0, 7), "ninjaslayer.split_empty"),
    ],
)
def test_a_split_has_a_die_for_each_part_and_sums_to_the_pool(split: tuple[int, ...], code: str) -> None:
    duel(karate=7).when(strike("b", "c", split=split)).refused(code)


def test_a_part_without_a_die_is_refused() -> None:
    play = duel(karate=7, lost={"karate": 6}).when(strike("b", "c"))
    play.refused("ninjaslayer.too_few_dice")


@pytest.mark.parametrize("karate, most", [(6, 1), (7, 2), (12, 2), (13, 3)])
def test_multi_attack_comes_with_karate_seven_and_thirteen(karate: int, most: int) -> None:
    duel(karate=karate).when(strike(*["b"] * (most + 1))).refused("ninjaslayer.too_many_parts")
    play = duel(karate=karate).when(strike(*["b"] * most), d6(*[1] * karate))
    assert len(play.all(AttackRolled)) == most


def test_a_temporary_change_gives_no_multi_attack_and_ability_damage_takes_none() -> None:
    grown = duel(karate=10, changed={"karate": 3}).when(strike("b", "b", "b"))
    grown.refused("ninjaslayer.too_many_parts")
    hurt = duel(karate=10, lost={"karate": 4}).when(strike("b", "b"), d6(*[1] * 6))
    assert len(hurt.all(AttackRolled)) == 2


FURY = """
[skills.fury]
more_attacks = 1
[skills.frenzy]
more_attacks = 2
[styles.pair]
action = "melee"
attacks = 2
[weapons.pair_of_blades]
source = "melee"
attacks_most = 2
styles = ["pair"]
"""


@pytest.mark.parametrize("karate, most", [(1, 3), (7, 4)])
def test_of_several_additions_the_highest_counts_and_none_is_one(karate: int, most: int) -> None:
    values: dict[str, Any] = {"karate": karate, "skills": ("fury", "frenzy")}
    refused = duel(None, FURY, **values).when(strike(*["b"] * (most + 1), quick=5))
    refused.refused("ninjaslayer.too_many_parts")
    play = duel(None, FURY, **values).when(strike(*["b"] * most, quick=5), d6(*[1] * (karate + 5)))
    assert len(play.all(AttackRolled)) == most


def test_a_weapon_caps_the_attacks_and_a_fixed_number_is_not_raised() -> None:
    values: dict[str, Any] = {"karate": 13, "weapons": ("pair_of_blades",), "wielded": "pair_of_blades"}
    duel(None, FURY, **values).when(strike("b", "b", "b")).refused("ninjaslayer.too_many_parts")
    weak = {**values, "karate": 3, "skills": ("frenzy",)}
    fixed = duel(None, FURY, **weak).when(strike("b", "b", "b", style="pair"))
    fixed.refused("ninjaslayer.too_many_parts")
    play = duel(None, FURY, **weak).when(strike("b", "b", style="pair"), d6(1, 1, 1))
    assert len(play.all(AttackRolled)) == 2


def test_focus_a_cartwheel_and_the_targets_balance_change_the_difficulty() -> None:
    play = alter(duel(karate=3, focused=True, hampered=1), "b", off_balance=True)
    play.when(strike("b"), d6(3, 1, 1))
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.success, rolled.result) == ("easy", True, "hit_changed")
    assert rolled.circumstances == (
        Circumstance("off_balance", -1),
        Circumstance("focus", -1),
        Circumstance("hampered", 1),
    )


def test_only_the_part_on_the_unbalanced_target_is_easier() -> None:
    play = alter(duel(karate=8), "c", off_balance=True).when(strike("b", "c"), d6(*[3] * 8))
    assert [one.difficulty for one in play.all(AttackRolled)] == ["normal", "easy"]


def test_a_boost_right_before_the_roll_focuses() -> None:
    play = duel(karate=3).when(strike("b", boost=True), d6(3, 1, 1))
    assert play.only(Boosted).own_hand
    assert play.only(SpiritPaid).now == 2
    assert play.only(AttackRolled).difficulty == "easy"
    assert play.only(AttackRolled).success


def test_untreated_injuries_and_weapons_make_it_harder() -> None:
    hurt = duel(karate=3, untreated=("arms",)).when(strike("b"), d6(4, 4, 4))
    assert hurt.only(AttackRolled).difficulty == "hard"
    saw = duel(karate=3, weapons=("chainsaw",), wielded="chainsaw").when(strike("b"), d6(5, 4, 4))
    assert (saw.only(AttackRolled).difficulty, saw.only(AttackRolled).damage) == ("hard", 2)
    assert blows(saw)[0].damage == 2


def test_the_dice_are_those_of_the_attack_value() -> None:
    play = duel(karate=2, bonuses={"attack": 1}).when(strike("b"), d6(1, 1, 1))
    assert play.only(AttackDeclared).split == (3,)


def test_neighbours_alone_are_struck_diagonals_and_open_doors_too() -> None:
    people: dict[str, Any] = {
        "a": make_ninja(square="B2"),
        "b": make_boss(square="A1"),
        "c": make_boss(square="B3"),
        "d": make_boss(square="D2"),
        "e": make_ninja(square="C2"),
    }
    play = lay_map(begin(**people), "....", "....", "#O##")
    fight(play, "a", phase="attack")
    start = play.state
    for target in ("b", "c"):
        play.given_state(start).when(strike(target), d6(*[1] * 6))
        assert play.refusal is None
    play.given_state(start).when(strike("d")).refused("ninjaslayer.aim_not_adjacent")
    play.when(strike("e")).refused("ninjaslayer.not_a_foe")
    play.when(strike("a")).refused("ninjaslayer.not_a_foe")
    play.when(strike("z")).refused("ninjaslayer.unknown_character")
    play.when(strike()).refused("ninjaslayer.no_targets")
    alter(play, "b", square="").when(strike("b")).refused("ninjaslayer.aim_off_map")
    alter(play, "b", removed=True).when(strike("b")).refused("ninjaslayer.target_gone")


def test_one_strikes_with_what_is_in_hand() -> None:
    play = duel(weapons=("katana", "chaka"), wielded="katana")
    play.when(strike("b", weapon="chaka")).refused("ninjaslayer.not_in_hand")
    play.when(strike("b", weapon="unarmed")).refused("ninjaslayer.not_in_hand")
    play.when(strike("b", weapon="spoon")).refused("ninjaslayer.not_in_hand")
    play.when(strike("b", weapon="katana"), d6(*[1] * 6))
    assert play.only(AttackDeclared).weapon == "katana"


def test_a_weapon_in_name_strikes_nobody() -> None:
    duel(weapons=("floppy",), wielded="floppy").when(strike("b")).refused("ninjaslayer.not_in_hand")


def test_one_action_in_the_own_attack_phase_of_a_battle() -> None:
    begin(a=make_ninja(), b=make_boss()).when(strike("b")).refused("ninjaslayer.no_battle")
    fight(begin(a=make_ninja(), b=make_boss()), "b", "a").when(strike("b")).refused(
        "ninjaslayer.not_their_hand"
    )
    play = duel(karate=3).given(strike("b"), dice=d6(1, 1, 1))
    play.when(strike("b")).refused("ninjaslayer.acted_already")
    late = fight(begin(a=make_ninja(), b=make_boss()), "a", "b", phase="end")
    late.when(strike("b")).refused("ninjaslayer.phase_over")


def test_quick_dice_and_spirit_that_are_not_there_are_refused_before_any_roll() -> None:
    duel(quick_dice=1).when(strike("b", quick=2)).refused("ninjaslayer.too_few_quick")
    duel(now_spirit=0).when(strike("b", boost=True)).refused("ninjaslayer.spirit_short")


def test_the_unconscious_are_hit_without_a_roll_for_base_damage() -> None:
    play = alter(duel(karate=3, wielded="katana", weapons=("katana",)), "b", unconscious=True, vitality=0)
    play.when(strike("b", style="strong"))
    rolled = play.only(AttackRolled)
    assert (rolled.faces, rolled.success, rolled.sure, rolled.result) == ((), True, True, "sure")
    assert play.only(DamageTaken).damage == 1


def test_by_option_the_unconscious_are_rolled_to_see_a_satsubatsu_alone() -> None:
    play = alter(duel({"unconscious_attack": "rolled"}, karate=3), "b", unconscious=True, vitality=0)
    start = play.state
    play.when(strike("b"), d6(1, 1, 1))
    assert play.only(AttackRolled).success
    assert play.only(AttackRolled).critical == ""
    assert play.only(DamageTaken).damage == 1
    play.given_state(start).when(strike("b"), [*d6(6, 6, 1), *d6(2)])
    assert play.only(AttackRolled).critical == "satsubatsu"
    assert play.only(DamageTaken).damage == 2


def test_the_unconscious_among_other_targets_take_their_dice_of_the_split() -> None:
    play = alter(duel(karate=7), "b", unconscious=True, vitality=0)
    play.when(strike("b", "c"), d6(1, 1, 1))
    assert play.only(AttackDeclared).split == (4, 3)
    assert [one.faces for one in play.all(AttackRolled)] == [(), (1, 1, 1)]

"""射撃 (2-6, 2-16): who is shot at, by how many shots, at how many targets, and what is staggered."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled
from tenmatsu.systems.ninjaslayer.events.damage import TakenOff
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun


def stand(tables: str | None = None, **values: Any) -> Play:
    """Return a play in which `a` faces the bosses `b` and `c`, in the attack phase, without a map."""
    play = begin(None, tables, a=make_ninja(**values), b=make_boss(), c=make_boss())
    return fight(play, "a", "b", "c", phase="attack")


def throw(*targets: str, **values: Any) -> Attack:
    """Return shuriken that `a` throws."""
    return Attack(character="a", targets=targets, weapon="shuriken", **values)


def fire(*targets: str, **values: Any) -> Attack:
    """Return shots of `a` with the gun or bow in hand."""
    return Attack(character="a", targets=targets, **values)


def test_wazamae_three_at_hard_with_3_1_4_misses() -> None:
    play = stand(wazamae=3, hampered=1).when(throw("b"), d6(3, 1, 4))
    assert play.only(AttackRolled).difficulty == "hard"
    assert not play.only(AttackRolled).success


def test_wazamae_three_with_3_4_6_kills_a_mob() -> None:
    play = fight(begin(a=make_ninja(wazamae=3), m=make_mob()), "a", "m", phase="attack")
    play.when(throw("m"), d6(3, 4, 6))
    assert play.only(AttackDeclared).action == "shooting"
    assert play.only(TakenOff).character == "m"


def test_shots_have_no_critical() -> None:
    play = stand(wazamae=4).when(throw("b"), d6(6, 6, 6, 6))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.critical, blow.source, blow.ability, blow.dodge) == ("", "shuriken", "wazamae", 2)


def test_shuriken_with_another_weapon_in_hand_are_harder_and_have_no_style() -> None:
    armed: dict[str, Any] = {"weapons": ("katana",), "wielded": "katana", "wazamae": 6}
    play = stand(hampered=1, **armed).when(throw("b"), d6(*[5] * 6))
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.success) == ("ultra_hard", False)
    assert rolled.circumstances == (Circumstance("quick_throw", 1), Circumstance("hampered", 1))
    styled = stand(skills=("hell_tornado",), **armed)
    styled.when(throw(style="hell_tornado")).refused("ninjaslayer.quick_throw_styleless")


def test_shuriken_are_thrown_by_ninjas_alone() -> None:
    play = fight(begin(m=make_mob(wielded="unarmed"), a=make_ninja()), "m", "a", phase="attack")
    play.when(Attack(character="m", targets=("a",), weapon="shuriken")).refused("ninjaslayer.not_in_hand")


def map_of(*rows: str, **squares: str) -> Play:
    """Return a play on a map: `a` and `f` of the players, all others foes."""
    people: dict[str, Any] = {
        name: (make_ninja if name in ("a", "f") else make_boss)(square=square)
        for name, square in squares.items()
    }
    return fight(lay_map(begin(**people), *rows), "a", phase="attack")


def test_neighbours_are_not_shot_at_but_their_nearness_hinders_nobody() -> None:
    play = map_of("......", "......", a="A1", b="B2", c="F1")
    play.when(throw("b")).refused("ninjaslayer.too_near")
    play.when(throw("c"), d6(*[1] * 4))
    assert play.refusal is None


@pytest.mark.parametrize("row, seen", [("..#.", False), ("..F.", False), ("..D.", False), ("..O.", True)])
def test_walls_obstacles_and_closed_doors_hide_open_doors_do_not(row: str, seen: bool) -> None:
    play = map_of(row, a="A1", b="D1")
    play.when(throw("b"), d6(*[1] * 4) if seen else ())
    assert (play.refusal is None) is seen
    if not seen:
        play.refused("ninjaslayer.out_of_sight")


def test_enemies_hide_who_is_behind_them_allies_do_not() -> None:
    map_of(".....", a="A1", c="C1", b="E1").when(throw("b")).refused("ninjaslayer.out_of_sight")
    friend = map_of(".....", a="A1", f="C1", b="E1").when(throw("b"), d6(*[1] * 4))
    assert friend.refusal is None


SLING = """
[weapons.sling]
source = "gun"
rapid_fire = 1
reach = 3
"""


def test_a_range_counts_diagonals() -> None:
    def shoot(square: str) -> Play:
        people: dict[str, Any] = {
            "a": make_ninja(square="A1", weapons=("sling",), wielded="sling"),
            "b": make_boss(square=square),
        }
        play = lay_map(begin(None, SLING, **people), *["....."] * 5)
        return fight(play, "a", phase="attack")

    near = shoot("D4").when(fire("b"), d6(1, 1, 1, 1))
    assert near.refusal is None
    shoot("E5").when(fire("b")).refused("ninjaslayer.out_of_range")


def test_shuriken_go_by_ones_own_rapid_fire_and_at_several_targets() -> None:
    stand(wazamae=6).when(throw("b", "c")).refused("ninjaslayer.too_many_parts")
    play = stand(wazamae=7).when(throw("b", "c", split=(4, 3)), d6(4, 4, 2, 1, 6, 3, 1))
    assert [one.success for one in play.all(AttackRolled)] == [True, True]
    assert [blow.target for blow in play.only(AssaultBegun).blows] == ["b", "c"]


def test_a_gun_goes_by_its_own_rapid_fire_not_the_shooters() -> None:
    rifle: dict[str, Any] = {"weapons": ("chaka",), "wielded": "chaka"}
    stand(wazamae=13, **rifle).when(fire("b", "b")).refused("ninjaslayer.too_many_parts")
    gun: dict[str, Any] = {"weapons": ("machine_gun",), "wielded": "machine_gun"}
    play = stand(wazamae=6, **gun).when(fire("b", "b", "b"), d6(4, 1, 4, 1, 4, 1))
    assert play.only(AttackDeclared).split == (2, 2, 2)
    assert [blow.staggered for blow in play.only(AssaultBegun).blows] == [False, False, False]


def test_a_longbow_goes_by_ones_own_rapid_fire() -> None:
    bow: dict[str, Any] = {"weapons": ("longbow",), "wielded": "longbow"}
    play = stand(wazamae=13, **bow).when(fire("b", "b", "b"), d6(*[1] * 13))
    assert len(play.all(AttackRolled)) == 3


VOLLEY = """
[skills.volley]
more_shots = 1
[skills.storm]
more_shots = 2
[weapons.repeater]
source = "gun"
rapid_fire = 2
rapid_fire_most = 3
multi_target = "by_skill"
staggered = "by_skill"
[weapons.burst]
source = "gun"
rapid_fire = 2
staggered = "built_in"
[weapons.bow_of_two]
source = "shuriken"
own_rapid_fire = true
staggered = "by_skill"
"""


def test_the_highest_addition_counts_for_the_gun_too_and_its_cap_stays() -> None:
    gun: dict[str, Any] = {"weapons": ("repeater",), "wielded": "repeater", "wazamae": 6}
    fast = stand(VOLLEY, skills=("volley", "storm"), **gun)
    fast.when(fire(*["b"] * 4)).refused("ninjaslayer.too_many_parts")
    fast.when(fire(*["b"] * 3), d6(*[1] * 6))
    assert len(fast.all(AttackRolled)) == 3
    thrown = stand(VOLLEY, skills=("volley", "storm"), wazamae=6)
    thrown.when(throw(*["b"] * 3), d6(*[1] * 6))
    assert len(thrown.all(AttackRolled)) == 3


def test_several_targets_only_where_the_weapon_allows_it() -> None:
    gun: dict[str, Any] = {"weapons": ("machine_gun",), "wielded": "machine_gun", "neuron": 7}
    stand(**gun).when(fire("b", "c")).refused("ninjaslayer.one_target")
    other: dict[str, Any] = {"weapons": ("repeater",), "wielded": "repeater"}
    stand(VOLLEY, neuron=6, **other).when(fire("b", "c")).refused("ninjaslayer.one_target")
    able = stand(VOLLEY, neuron=7, **other).when(fire("b", "c"), d6(1, 1, 1, 1))
    assert able.refusal is None


@pytest.mark.parametrize("neuron, staggered", [(6, False), (7, True)])
def test_shuriken_at_one_target_are_staggered_by_ones_own_skill(neuron: int, staggered: bool) -> None:
    play = stand(wazamae=7, neuron=neuron).when(throw("b", "b"), d6(*[4] * 7))
    assert [blow.staggered for blow in play.only(AssaultBegun).blows] == [staggered, staggered]


def test_single_shots_at_several_targets_are_not_staggered() -> None:
    play = stand(wazamae=7, neuron=7).when(throw("b", "c"), d6(*[4] * 7))
    assert [blow.staggered for blow in play.only(AssaultBegun).blows] == [False, False]


def test_a_guns_own_fire_is_not_staggered_by_a_skill_but_may_be_so_itself() -> None:
    skilled = stand(VOLLEY, neuron=7, weapons=("repeater",), wielded="repeater")
    skilled.when(fire("b", "b"), d6(4, 4, 4, 4))
    assert [blow.staggered for blow in skilled.only(AssaultBegun).blows] == [False, False]
    burst = stand(VOLLEY, neuron=1, weapons=("burst",), wielded="burst")
    burst.when(fire("b", "b"), d6(4, 4, 4, 4))
    assert [blow.staggered for blow in burst.only(AssaultBegun).blows] == [True, True]


def test_a_sniper_rifle_is_dodged_at_hard() -> None:
    play = stand(weapons=("sniper_rifle",), wielded="sniper_rifle").when(fire("b"), d6(4, 1, 1, 1))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.source, blow.dodge) == ("gun", 3)


@pytest.mark.parametrize(
    "weapon, atmosphere, dodge",
    [("shuriken", 1, 2), ("shuriken", 2, 3), ("chaka", 2, 2), ("unarmed", 1, 3), ("unarmed", 2, 4)],
)
def test_the_atmosphere_is_in_the_difficulty_of_the_dodge(weapon: str, atmosphere: int, dodge: int) -> None:
    values = {"weapons": ("chaka",), "wielded": "chaka"} if weapon == "chaka" else {}
    play = begin(a=make_ninja(**values), b=make_boss())
    fight(play, "a", "b", phase="attack", boss=True, atmosphere=atmosphere)
    dice = 6 if weapon == "unarmed" else 4
    play.when(Attack(character="a", targets=("b",), weapon=weapon), d6(*[4] * dice))
    assert play.only(AssaultBegun).blows[0].dodge == dodge


def test_the_off_balance_are_easier_to_shoot() -> None:
    play = alter(stand(), "b", off_balance=True).when(throw("b"), d6(3, 1, 1, 1))
    assert play.only(AttackRolled).success

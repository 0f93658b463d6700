"""戦闘スタイル: 強攻撃, 精密攻撃, 切断攻撃, and which weapons allow them."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.events.attacking import AttackDeclared, AttackRolled
from tenmatsu.systems.ninjaslayer.events.damage import FellUnconscious
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun


def armed(weapon: str, tables: str | None = None, **values: Any) -> Play:
    """Return a play in which `a` has a weapon in hand against the boss `b`, in the attack phase."""
    ninja = make_ninja(**{"weapons": (weapon,), "wielded": weapon, **values})
    return fight(begin(None, tables, a=ninja, b=make_boss()), "a", "b", phase="attack")


def strike(*targets: str, **values: Any) -> Attack:
    """Return an attack of `a`."""
    return Attack(character="a", targets=targets or ("b",), **values)


def test_a_strong_attack_is_harder_and_every_blow_crushes() -> None:
    play = armed("katana", karate=8).when(strike("b", "b", style="strong"), d6(5, 4, 4, 4, 6, 6, 1, 1))
    assert [one.difficulty for one in play.all(AttackRolled)] == ["hard", "hard"]
    assert [one.crushing for one in play.all(AttackRolled)] == [1, 1]
    assert [one.result for one in play.all(AttackRolled)] == ["crushing_changed", "satsubatsu_changed"]
    assert [blow.crushing for blow in play.only(AssaultBegun).blows] == [(1,), (1,)]


LONG_ARMS = """
[skills.frenzy]
more_attacks = 3
"""


def test_a_strong_attack_allows_three_attacks_at_most() -> None:
    play = armed("katana", LONG_ARMS, karate=13, skills=("frenzy",))
    play.when(strike(*["b"] * 4, style="strong")).refused("ninjaslayer.too_many_parts")
    play.when(strike(*["b"] * 3, style="strong"), d6(*[1] * 13))
    assert len(play.all(AttackRolled)) == 3


def test_an_improvised_weapon_makes_a_strong_attack_ultra_hard() -> None:
    play = armed("wrench", karate=2).when(strike(style="strong"), d6(6, 5))
    assert play.only(AttackRolled).difficulty == "ultra_hard"
    assert play.only(AttackRolled).successes == 1


def test_a_precise_attack_with_6_6_4_3_1_1_hits_without_satsubatsu() -> None:
    mob = make_mob(wielded="unarmed")
    ninja = make_ninja(karate=1, wazamae=6, bonuses={"attack": 1}, weapons=("katana",), wielded="katana")
    play = fight(begin(a=ninja, b=mob), "a", "b", phase="attack")
    play.when(strike(style="precise"), d6(6, 6, 4, 3, 1, 1))
    rolled = play.only(AttackRolled)
    assert (rolled.success, rolled.critical, rolled.damage) == (True, "", 1)
    assert play.only(AttackDeclared).split == (6,)  # 精密: what strengthens 攻撃 does not count


def test_a_precise_attack_needs_three_sixes_and_four_and_no_critical_of_it_crushes() -> None:
    play = armed("katana", wazamae=6).when(strike(style="precise"), d6(6, 6, 6, 1, 1, 1))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.critical, blow.dodge, blow.precise, blow.ability) == ("satsubatsu", 2, True, "wazamae")
    play = armed("katana", wazamae=6).when(strike(style="precise"), d6(6, 6, 6, 6, 1, 1))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.critical, blow.dodge) == ("namu_amida_butsu", 3)


RAPID = """
[skills.volley]
more_shots = 2
[skills.fury]
more_attacks = 1
"""


def test_a_precise_attack_may_go_by_rapid_fire_but_not_by_what_adds_to_it() -> None:
    quick: dict[str, Any] = {"karate": 1, "wazamae": 7, "skills": ("volley",)}
    play = armed("katana", RAPID, **quick)
    play.when(strike(*["b"] * 3, style="precise")).refused("ninjaslayer.too_many_parts")
    play.when(strike("b", "b", style="precise"), d6(*[4] * 7))
    assert [blow.staggered for blow in play.only(AssaultBegun).blows] == [True, True]
    plain = armed("katana", RAPID, **quick)
    plain.when(strike("b", "b")).refused("ninjaslayer.too_many_parts")
    furious = armed("katana", RAPID, karate=1, wazamae=7, skills=("fury",))
    furious.when(strike(*["b"] * 3, style="precise"), d6(*[1] * 7))
    assert len(furious.all(AttackRolled)) == 3


def test_a_severing_attack_needs_focus_and_finds_satsubatsu_in_a_six_and_a_five() -> None:
    armed("chainsaw", karate=5).when(strike(style="severing")).refused("ninjaslayer.style_needs_focus")
    play = armed("chainsaw", karate=5).when(strike(style="severing", boost=True), d6(1, 4, 4, 5, 6))
    rolled = play.only(AttackRolled)
    assert (rolled.difficulty, rolled.successes, rolled.critical) == ("normal", 4, "satsubatsu")
    focused = armed("chainsaw", karate=5, focused=True)
    focused.when(strike(style="severing"), d6(6, 6, 6, 1, 1))
    assert focused.only(AttackRolled).critical == "namu_amida_butsu"


def test_severing_without_a_second_high_die_is_no_satsubatsu() -> None:
    play = armed("chainsaw", karate=3, focused=True).when(strike(style="severing"), d6(6, 4, 4))
    assert play.only(AttackRolled).critical == ""


@pytest.mark.parametrize(
    "weapon, style",
    [
        ("katana", "severing"),
        ("chainsaw", "strong"),
        ("club", "precise"),
        ("katana", "hell_tornado"),
        ("katana", "waltz"),
    ],
)
def test_weapons_allow_their_own_styles_alone(weapon: str, style: str) -> None:
    armed(weapon, focused=True).when(strike(style=style)).refused("ninjaslayer.style_not_allowed")


@pytest.mark.parametrize("weapon, damage", [("bio", 2), ("dagger", 2), ("club", 1), ("chainsaw", 2)])
def test_a_weapon_has_its_base_damage(weapon: str, damage: int) -> None:
    play = armed(weapon, karate=2).when(strike(), d6(6, 1))
    assert play.only(AssaultBegun).blows[0].damage == damage


@pytest.mark.parametrize("how", ["boost", "style"])
def test_who_falls_by_what_an_attack_costs_in_spirit_does_not_attack(how: str) -> None:
    ninja = make_ninja(now_spirit=0, skills=("mighty_shuriken",))
    play = begin({"spirit_cost_at_zero": "negative"}, a=ninja, foe=make_boss())
    fight(play, "a", "foe", phase="attack")
    if how == "boost":
        play.when(Attack(character="a", targets=("foe",), boost=True))
    else:
        play.when(Attack(character="a", targets=("foe",), weapon="shuriken", style="mighty_shuriken"))
    assert play.only(FellUnconscious).why == "spirit"
    assert play.all(AttackDeclared) == []
    assert play.state.assaults == ()
    assert play.state.battle.slot.characters == ("foe",)

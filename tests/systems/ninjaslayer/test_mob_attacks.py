"""Mobs of one initiative attack all at once; those who are alike are rolled in one go."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.events.attacking import AttackRolled, MobsAttacked, MobsRolled
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun

EIGHT = tuple(f"m{number}" for number in range(1, 9))


def crowd(*names: str, options: dict[str, Any] | None = None, **values: Any) -> Play:
    """Return a play in which these mobs (with changes) have their hand against `a` and `b`, without a map."""
    mobs: dict[str, Any] = {name: make_mob(**values) for name in names}
    play = begin(options, a=make_ninja(), b=make_ninja(), **mobs)
    return fight(play, names, "a", "b")


def attack(*characters: str, targets: tuple[str, ...] = ("a",), weapon: str = "") -> MobAttack:
    """Return an attack of mobs."""
    return MobAttack(characters=characters, targets=targets, weapon=weapon)


def test_eight_mobs_of_karate_one_roll_eight_dice_at_once_and_each_success_is_one_damage() -> None:
    play = crowd(*EIGHT, wielded="club", weapons=("club",))
    play.when(attack(*EIGHT), d6(1, 4, 2, 5, 3, 6, 1, 3))
    assert play.events[:3] == [
        ActionTaken(characters=EIGHT, phase="attack"),
        MobsAttacked(characters=EIGHT, targets=("a",), action="melee", count=8),
        MobsRolled(
            characters=EIGHT,
            target="a",
            action="melee",
            weapon="club",
            dice=1,
            difficulty="normal",
            place=2,
            face=4,
            faces=(1, 4, 2, 5, 3, 6, 1, 3),
            successes=(0, 1, 0, 1, 0, 1, 0, 0),
            mobs=8,
            hits=3,
            damage=1,
        ),
    ]
    found = play.only(AssaultBegun).blows
    assert [blow.attacker for blow in found] == ["m2", "m4", "m6"]
    assert all(blow.mob and blow.model == "yakuza" and not blow.staggered for blow in found)


def test_where_all_miss_nothing_comes_of_it() -> None:
    play = crowd("m", "n", wielded="unarmed").when(attack("m", "n"), d6(1, 2))
    assert play.only(MobsRolled).result == "miss"
    assert play.all(AssaultBegun) == []


def test_mobs_shoot_with_the_guns_in_their_hands() -> None:
    play = crowd("m", "n").when(attack("m", "n"), d6(4, 1, 3, 5))
    assert (play.only(MobsAttacked).action, play.only(MobsRolled).weapon) == ("shooting", "chaka")
    assert play.only(MobsRolled).successes == (1, 1)
    assert [blow.source for blow in play.only(AssaultBegun).blows] == ["gun", "gun"]


def test_mobs_have_no_criticals() -> None:
    play = crowd("m", wielded="unarmed", karate=3).when(attack("m"), d6(6, 6, 6))
    assert play.only(AssaultBegun).blows[0].critical == ""


def test_two_lions_strike_twice_each_and_their_first_blows_come_together() -> None:
    lions: dict[str, Any] = {
        "karate": 3,
        "model": "lion",
        "wielded": "unarmed",
        "skills": ("multi_attack:2",),
    }
    play = crowd("m", "n", **lions).when(attack("m", "n"), d6(4, 1, 4, 1, 5, 5))
    assert [(one.part, one.dice, one.hits) for one in play.all(MobsRolled)] == [(1, 2, 2), (2, 1, 2)]
    found = play.only(AssaultBegun).blows
    assert [blow.attacker for blow in found] == ["m", "n", "m", "n"]
    assert all(blow.staggered for blow in found)


def test_a_gatling_gun_fires_four_unstaggered_shots() -> None:
    guns: dict[str, Any] = {"wazamae": 4, "weapons": ("gatling",), "wielded": "gatling", "model": "yabu"}
    play = crowd("m", "n", "o", **guns).when(attack("m", "n", "o"), d6(*[4] * 12))
    assert [one.hits for one in play.all(MobsRolled)] == [3, 3, 3, 3]
    assert len(play.only(AssaultBegun).blows) == 12
    assert not any(blow.staggered for blow in play.only(AssaultBegun).blows)


def test_each_mob_may_have_its_own_target() -> None:
    play = crowd("m", "n", "o").when(attack("m", "n", "o", targets=("a", "b", "a")), d6(4, 1, 4, 1, 4, 1))
    assert [(one.target, one.characters) for one in play.all(MobsRolled)] == [
        ("a", ("m", "o")),
        ("b", ("n",)),
    ]


def test_unlike_mobs_are_rolled_apart() -> None:
    play = alter(crowd("m", "n"), "n", model="officer")
    play.when(attack("m", "n"), d6(4, 1, 4, 1))
    assert [one.characters for one in play.all(MobsRolled)] == [("m",), ("n",)]
    mixed = alter(crowd("m", "n"), "n", wielded="unarmed")
    mixed.when(attack("m", "n"), d6(4, 1, 4))
    assert mixed.only(MobsAttacked).action == "mixed"


@pytest.mark.parametrize("option, dice", [("off", d6(1, 1, 1, 1)), ("on", [])])
def test_mobs_roll_or_hit_by_option(option: str, dice: list[tuple[int, int]]) -> None:
    play = crowd("m", "n", options={"mob_auto_hit": option}).when(attack("m", "n"), dice)
    rolled = play.only(MobsRolled)
    assert rolled.sure is (option == "on")
    assert rolled.hits == (2 if option == "on" else 0)
    assert rolled.result == ("sure" if option == "on" else "miss")


def test_a_single_mob_that_splits_its_dice_hits_by_that_option_too() -> None:
    play = crowd("m", options={"mob_auto_hit": "on"}).when(Attack(character="m", targets=("a",)))
    assert play.only(AttackRolled).result == "sure"
    assert play.only(AssaultBegun).blows[0].mob


@pytest.mark.parametrize("option, difficulty", [("never", "normal"), ("unmoved", "easy")])
def test_mobs_that_stood_are_focused_by_option(option: str, difficulty: str) -> None:
    play = crowd("m", "n", options={"mob_focus": option})
    play.when(attack("m", "n"), d6(1, 1, 1, 1))
    assert play.only(MobsRolled).difficulty == difficulty
    alone = crowd("m", options={"mob_focus": option})
    alone.when(Attack(character="m", targets=("a",)), d6(1, 1))
    assert alone.only(AttackRolled).difficulty == difficulty


def test_mobs_that_moved_are_not_focused() -> None:
    mobs: dict[str, Any] = {name: make_mob() for name in ("m", "n")}
    play = begin({"mob_focus": "unmoved"}, a=make_ninja(), **mobs)
    fight(play, ("m", "n"), "a", moved=("m",)).when(attack("m", "n"), d6(1, 1, 1, 1))
    assert [(one.characters, one.difficulty) for one in play.all(MobsRolled)] == [
        (("m",), "normal"),
        (("n",), "easy"),
    ]


def test_the_unconscious_are_hit_by_mobs_without_a_roll() -> None:
    for reading in ("unrolled", "rolled"):
        play = crowd("m", "n", options={"unconscious_attack": reading})
        alter(play, "a", unconscious=True, vitality=0).when(attack("m", "n"))
        assert [one.damage for one in play.all(DamageTaken)] == [1, 1]


def test_places_of_mobs_count_on_the_map() -> None:
    people: dict[str, Any] = {
        "a": make_ninja(square="A1"),
        "m": make_mob(square="B1"),
        "n": make_mob(square="D1"),
    }
    play = fight(lay_map(begin(**people), "....."), ("m", "n"), "a")
    play.when(attack("m")).refused("ninjaslayer.too_near")
    play.when(attack("n", weapon="unarmed")).refused("ninjaslayer.not_in_hand")
    play.when(attack("n"), d6(1, 1))
    assert play.refusal is None


def test_what_mobs_cannot_do_together_is_refused() -> None:
    play = crowd("m", "n")
    play.when(attack()).refused("ninjaslayer.no_mobs")
    play.when(attack("m", "m")).refused("ninjaslayer.mob_twice")
    play.when(attack("m", "a")).refused("ninjaslayer.not_a_mob")
    play.when(attack("m", "n", targets=())).refused("ninjaslayer.mob_targets")
    play.when(attack("m", "n", targets=("a", "b", "a"))).refused("ninjaslayer.mob_targets")
    play.when(attack("m", targets=("n",))).refused("ninjaslayer.not_a_foe")
    play.when(attack("m", targets=("z",))).refused("ninjaslayer.unknown_character")
    play.given(attack("m"), dice=d6(1, 1)).when(attack("m", "n")).refused("ninjaslayer.acted_already")
    boss = fight(begin(a=make_ninja(), b=make_boss()), "b", "a")
    boss.when(attack("b")).refused("ninjaslayer.not_a_mob")

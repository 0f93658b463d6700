"""Whole attacks, from the command to the last blow (2-6, 2-11, 2-16)."""

from typing import Any

from assaulted import details, make_gang
from kit import Play, d6
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.commands.dodging import Counter, Dodge, UseSense
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken
from tenmatsu.systems.ninjaslayer.events.dodging import DodgeRolled, Evaded, PartRerolled

GANG = tuple(f"y{number}" for number in range(1, 9))


def surrounded(**values: Any) -> Play:
    """Return the hand of eight clone yakuza with clubs around a ninja."""
    play = begin(ren=make_ninja(**values), **make_gang(8, wielded="club", weapons=("club",)))
    return fight(play, GANG, "ren", phase="attack")


def test_eight_yakuza_are_rolled_at_once_and_dodged_at_once() -> None:
    play = surrounded(dodge_dice=3)

    play.when(MobAttack(characters=GANG, targets=("ren",)), d6(4, 4, 5, 6, 4, 1, 2, 3))
    assert (details(play)["together"], details(play)["damage"]) == (5, 5)
    play.when(Dodge(character="ren", choice="dodge", with_dice=3), d6(3, 3, 4))

    assert play.only(Evaded).together == 5
    assert play.all(DamageTaken) == []


def test_one_of_eight_yakuza_falls_by_a_counter() -> None:
    play = surrounded(wazamae=6)
    play.when(MobAttack(characters=GANG, targets=("ren",)), d6(4, 1, 1, 5, 1, 1, 6, 1))
    assert details(play)["successes"] == 3

    play.when(Dodge(character="ren", choice="dodge", with_dice=6), d6(6, 6, 6, 3, 3, 4))
    play.asks("counter", "ren", "y1", "y4", "y7", "none")
    play.when(Counter(character="ren", choice="y4"))

    assert play.only(DamageTaken).damage == 1
    assert play.state.characters["y4"].removed


def test_two_lions_come_twice_and_each_time_both_are_evaded_at_once() -> None:
    lion: dict[str, Any] = {"model": "lion", "karate": 4, "vitality": 2, "skills": ("multi_attack:2",)}
    lions: dict[str, Any] = {name: make_mob(wielded="unarmed", weapons=(), **lion) for name in ("l1", "l2")}
    play = fight(begin(ren=make_ninja(dodge_dice=4), **lions), ("l1", "l2"), "ren", phase="attack")

    play.when(MobAttack(characters=("l1", "l2"), targets=("ren",)), d6(*(4, 1, 1, 4, 5, 1, 1, 6)))
    assert (details(play)["together"], details(play)["left"]) == (2, 2)
    play.when(Dodge(character="ren", choice="dodge", with_dice=2), d6(4, 2))
    play.when(Dodge(character="ren", choice="dodge", with_dice=2), d6(3, 3))

    assert [event.damage for event in play.all(DamageTaken)] == [1, 1]
    assert play.state.characters["ren"].vitality == 4


def test_a_multi_attack_goes_on_behind_a_counter() -> None:
    foe = make_boss(karate=7, ninja=True)
    play = fight(begin(ren=make_ninja(), foe=foe), "foe", "ren", phase="attack")
    play.when(Attack(character="foe", targets=("ren", "ren"), split=(4, 3)), d6(4, 1, 1, 1, 5, 5, 1))
    assert (details(play)["together"], details(play)["left"]) == (1, 1)

    play.when(Dodge(character="ren", choice="dodge", with_dice=3), d6(6, 6, 1))
    play.when(Counter(character="ren", choice="foe")).asks("dodge", "foe", "dodge", "take")
    play.when(Dodge(character="foe", choice="take"))
    assert play.state.characters["foe"].vitality == 7
    play.asks("dodge", "ren", "dodge", "take")
    play.when(Dodge(character="ren", choice="dodge", with_dice=3), d6(1, 1, 1))

    assert play.state.characters["ren"].vitality == 5


def test_a_boost_makes_a_satsubatsu_a_counter() -> None:
    """2-14, first example, from the attack on: 1 4 6 6 against 1 2 3 6 6 6 at EASY."""
    foe = make_boss(karate=4)
    play = fight(begin(ren=make_ninja(), foe=foe), "foe", "ren", phase="attack")
    play.when(Attack(character="foe", targets=("ren",)), d6(1, 4, 6, 6))
    assert (details(play)["critical"], details(play)["boost"]) == ("satsubatsu", 1)

    play.when(Dodge(character="ren", choice="dodge", with_dice=6, boost=True), d6(1, 2, 3, 6, 6, 6))

    assert play.only(DodgeRolled).successes == 4
    play.asks("counter", "ren", "foe", "none")
    assert play.state.characters["ren"].spirit == 2


def test_a_part_that_missed_is_saved_by_the_sixth_sense() -> None:
    foe = make_boss(karate=7, neuron=13)
    play = fight(begin(ren=make_ninja(), foe=foe), "foe", "ren", phase="attack")
    play.when(Attack(character="foe", targets=("ren", "ren"), split=(4, 3)), d6(4, 1, 1, 1, 1, 2, 3))
    play.asks("sense_part", "foe", "part:1", "part:2", "keep")

    play.when(UseSense(character="foe", choice="part:2"), d6(6, 6, 6))

    assert [blow.critical for blow in play.only(PartRerolled).blows] == ["", "namu_amida_butsu"]
    assert details(play)["left"] == 1

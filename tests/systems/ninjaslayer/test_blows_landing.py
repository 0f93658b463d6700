"""From the attack's dice to what is left of its target: the rules' own examples, played through."""

from typing import Any

from kit import Play, d6
from ninjas import begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, Inflict
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.events.damage import (
    AbilityLost,
    CriticalSettled,
    DamageTaken,
    Exploded,
    Flung,
    TakenOff,
)

STRIKE = Attack(character="kyo", targets=("foe",))
TAKE = Dodge(character="foe", choice="take")


def _face(foe: Any, **kyo: Any) -> Play:
    """Return 京 in the attack phase of a battle, beside a foe."""
    play = begin(kyo=make_ninja(**{"karate": 4, "square": "A1", **kyo}), foe=foe)
    return fight(lay_map(play, "......", "......"), "kyo", "foe", phase="attack")


def test_karate_4_against_a_mob_does_1_damage() -> None:
    play = _face(make_mob(square="B1")).when(STRIKE, d6(1, 1, 4, 6))

    assert (play.only(DamageTaken).damage, play.only(TakenOff).why) == (1, "vitality")


def test_chainsaw_takes_a_sumotori_off_the_map() -> None:
    sumotori = make_mob(karate=4, vitality=4, square="B1", model="sumotori")
    play = _face(sumotori, weapons=("chainsaw",), wielded="chainsaw")
    play.when(STRIKE, d6(6, 6, 4, 1) + d6(5))

    assert play.only(CriticalSettled).effect == "arms_broken"
    assert play.only(DamageTaken).damage == 2 + 1
    assert play.only(TakenOff).why == "ability"


def test_table_is_rolled_once_the_dodge_has_failed() -> None:
    play = _face(make_boss(square="B1")).when(STRIKE, d6(6, 6, 1, 1))
    assert play.all(CriticalSettled) == []
    evaded = Dodge(character="foe", choice="dodge", with_dice=1)
    assert play.when(evaded, d6(4)).all(CriticalSettled) == []

    play = _face(make_boss(square="B1")).given(STRIKE, dice=d6(6, 6, 1, 1))
    play.when(Dodge(character="foe", choice="dodge", with_dice=1), d6(3) + d6(2))
    assert play.only(CriticalSettled).result == 2


def test_strong_attack_with_a_satsubatsu_crushes_once() -> None:
    play = _face(make_boss(square="B1"), weapons=("katana",), wielded="katana")
    strong = Attack(character="kyo", targets=("foe",), style="strong")
    play.given(strong, dice=d6(6, 6, 1, 1)).when(TAKE, d6(2))

    assert play.only(DamageTaken).damage == 1 + 1
    assert [(one.ability, one.lost) for one in play.all(AbilityLost)] == [("neuron", 2), ("wazamae", 1)]


def test_precise_attack_with_three_6s_does_not_crush() -> None:
    play = _face(make_boss(square="B1"), wazamae=6, weapons=("katana",), wielded="katana")
    precise = Attack(character="kyo", targets=("foe",), style="precise")
    play.given(precise, dice=d6(6, 6, 6, 3, 1, 1)).when(TAKE, d6(2))

    assert play.only(CriticalSettled).result == 2
    assert play.only(DamageTaken).damage == 1


def test_flung_by_karate_4_from_neighbour_to_wall() -> None:
    play = _face(make_boss(square="B1", vitality=9)).given(STRIKE, dice=d6(6, 6, 1, 1))
    play.when(TAKE, d6(1))

    assert play.only(Flung).path == ("C1", "D1", "E1", "F1")
    assert not play.only(Flung).wall
    assert play.settled().state.characters["foe"].square == "F1"


def test_crash_waits_for_its_own_dodge_while_the_rest_of_the_attack_waits() -> None:
    foe = make_boss(square="B1", vitality=9, dodge_dice=6)
    play = _face(foe, karate=8).given(
        Attack(character="kyo", targets=("foe", "foe")), dice=d6(6, 6, 1, 1, 4, 1, 1, 1)
    )
    play.when(TAKE, d6(1))
    assert play.only(Flung).wall
    assert [len(assault.blows) for assault in play.state.assaults] == [1, 1]
    play.when(Dodge(character="foe", choice="dodge", with_dice=1), d6(4))
    assert play.all(DamageTaken) == []
    play.asks("dodge", "foe", "dodge", "take")
    assert play.when(TAKE).only(DamageTaken).damage == 1


def test_explosion_by_a_fall_is_held_off_by_spirit_as_long_as_it_lasts() -> None:
    play = begin(kyo=make_ninja(vitality=6, spirit=5))
    fall = Inflict(targets=("kyo",), amount=10, undodgeable=True)
    assert (play.when(fall).only(DamageTaken).spent, play.state.characters["kyo"].spirit) == (4, 1)
    assert play.when(fall).only(Exploded).character == "kyo"

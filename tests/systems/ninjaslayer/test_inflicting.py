"""Damage that no attack of the rules brings, and damage to dodge dice."""

from kit import d6
from ninjas import begin, fight, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.commands.attacking import DamageDodgeDice, Inflict
from tenmatsu.systems.ninjaslayer.commands.dodging import Dodge
from tenmatsu.systems.ninjaslayer.events.attacking import DodgeDiceLost, Threatened
from tenmatsu.systems.ninjaslayer.events.damage import DamageTaken, Exploded
from tenmatsu.systems.ninjaslayer.events.dodging import AssaultBegun, DodgeRolled


def test_a_jitsu_threatens_several_and_each_may_dodge() -> None:
    play = begin(a=make_ninja(), b=make_ninja(), c=make_boss())
    play.when(Inflict(targets=("a", "b"), amount=3, source="jitsu", attacker="c", dodge=3, area=True))
    assert play.only(Threatened) == Threatened(
        attacker="c", targets=("a", "b"), source="jitsu", amount=3, difficulty="hard", area=True
    )
    found = play.only(AssaultBegun).blows
    assert [(blow.target, blow.damage, blow.dodge, blow.area) for blow in found] == [
        ("a", 3, 3, True),
        ("b", 3, 3, True),
    ]
    play.when(Dodge(character="a", choice="dodge", with_dice=2), d6(4, 5))
    assert play.only(DodgeRolled).success


def test_the_atmosphere_makes_jitsu_and_hacking_harder_to_dodge_nobodys_damage_never() -> None:
    play = begin(a=make_ninja(), c=make_boss())
    fight(play, "c", "a", boss=True, atmosphere=2)
    start = play.state
    for source, attacker, dodge in (
        ("jitsu", "c", 3),
        ("hacking", "c", 3),
        ("other", "c", 2),
        ("jitsu", "", 2),
    ):
        play.given_state(start)
        play.when(Inflict(targets=("a",), amount=1, source=source, attacker=attacker))  # type: ignore[arg-type]
        assert play.only(AssaultBegun).blows[0].dodge == dodge


def test_a_moving_attack_counts_as_close_combat_for_the_atmosphere() -> None:
    play = fight(begin(a=make_ninja(), c=make_boss()), "c", "a", boss=True, atmosphere=1)
    play.when(Inflict(targets=("a",), amount=2, attacker="c", moving=True, staggered=True))
    (blow,) = play.only(AssaultBegun).blows
    assert (blow.dodge, blow.moving, blow.staggered) == (3, True, True)


def test_what_cannot_be_dodged_lands_at_once() -> None:
    play = begin(a=make_ninja()).when(Inflict(targets=("a",), amount=2, undodgeable=True))
    assert play.only(DamageTaken).vitality == 4
    assert play.only(Threatened).manner == "nobody_undodgeable"
    play.settled()


def test_mobs_and_the_unconscious_dodge_nothing() -> None:
    play = begin(m=make_mob(vitality=3), a=make_ninja(unconscious=True, now_vitality=0))
    play.when(Inflict(targets=("m", "a"), amount=1))
    assert [one.character for one in play.all(DamageTaken)] == ["m", "a"]
    play.settled()


def test_instant_death_by_a_jitsu() -> None:
    play = begin(a=make_ninja(), c=make_boss())
    play.when(Inflict(targets=("a",), amount=0, source="jitsu", attacker="c", death=True, undodgeable=True))
    assert play.only(Exploded).slain


def test_damage_without_damage_or_people_is_refused() -> None:
    play = begin(a=make_ninja(), b=make_ninja(exploded=True))
    play.when(Inflict(targets=(), amount=1)).refused("ninjaslayer.nobody_hurt")
    play.when(Inflict(targets=("a",), amount=0)).refused("ninjaslayer.no_damage")
    play.when(Inflict(targets=("b",), amount=1)).refused("ninjaslayer.target_gone")
    play.when(Inflict(targets=("z",), amount=1)).refused("ninjaslayer.unknown_character")
    play.when(Inflict(targets=("a",), amount=1, attacker="z")).refused("ninjaslayer.unknown_character")


def test_dodge_dice_damage_takes_them_below_zero() -> None:
    play = begin(a=make_ninja(dodge_dice=2, emergency_dice=1))
    play.when(DamageDodgeDice(character="a", amount=5))
    play.then(DodgeDiceLost(character="a", amount=5, now=-3))
    assert play.state.characters["a"].dodge_dice == -3
    assert play.state.characters["a"].emergency_dice == 1


def test_mobs_have_no_dodge_dice_to_lose() -> None:
    play = begin(m=make_mob()).when(DamageDodgeDice(character="m", amount=1))
    play.refused("ninjaslayer.mob_has_no_dodge_dice")

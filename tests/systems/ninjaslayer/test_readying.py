"""Weapons and dice that somebody gets, and what a new scenario restores."""

import pytest
from ninjas import begin, change, fight, make_boss, make_mob, make_ninja, working

from tenmatsu.systems.ninjaslayer.commands.battle import EndBattle
from tenmatsu.systems.ninjaslayer.commands.making import ChangeAbility, Drop, GiveWeapon, GrantDice
from tenmatsu.systems.ninjaslayer.decide.making import reset_for_scenario
from tenmatsu.systems.ninjaslayer.events.making import DiceGranted, ScenarioReset, WeaponDropped, WeaponGiven
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.state import Scenario


def reset(figure: Figure) -> Figure:
    """Return a figure after what lasts for a scenario has ended for it."""
    work = working(begin(a=figure))
    reset_for_scenario(work, "a")
    after: Figure = work.state.characters["a"]
    return after


def test_a_weapon_picked_up_in_a_scenario_costs_quick_dice_by_its_slots() -> None:
    play = begin(a=make_ninja()).when(GiveWeapon(character="a", weapon="katana"))

    play.then(WeaponGiven(character="a", weapon="katana", lost=1, quick_dice=4))
    assert play.state.characters["a"].base.weapons == ("katana",)
    assert play.state.characters["a"].quick_dice == 4


def test_a_weapon_of_two_slots_costs_two_and_one_without_slots_none() -> None:
    play = begin(tables="[weapons.gatling]\nslots = 2\n", a=make_ninja())
    play.when(GiveWeapon(character="a", weapon="gatling"))
    assert play.state.characters["a"].quick_dice == 3
    play.when(GiveWeapon(character="a", weapon="bio"))
    play.then(WeaponGiven(character="a", weapon="bio", lost=0, quick_dice=3))


def test_who_has_no_quick_dice_left_loses_none() -> None:
    play = begin(a=make_ninja(quick_dice=0)).when(GiveWeapon(character="a", weapon="katana"))

    play.then(WeaponGiven(character="a", weapon="katana", lost=0, quick_dice=0))


def test_a_weapon_got_between_scenarios_costs_nothing_until_the_next_begins() -> None:
    play = change(begin(a=make_ninja()), scenario=Scenario(number=1, stage="leisure"))
    play.when(GiveWeapon(character="a", weapon="katana"))

    play.then(WeaponGiven(character="a", weapon="katana", lost=0, quick_dice=5))
    assert reset(play.state.characters["a"]).quick_dice == 4


@pytest.mark.parametrize("weapon", ["sword", "unarmed", "shuriken"])
def test_only_weapons_of_the_tables_are_given(weapon: str) -> None:
    play = begin(a=make_ninja())
    play.when(GiveWeapon(character="a", weapon=weapon)).refused("ninjaslayer.unknown_weapon")
    play.when(GiveWeapon(character="z", weapon="katana")).refused("ninjaslayer.unknown_character")


def test_a_weapon_let_go_brings_no_quick_dice_back_and_leaves_the_hands_bare() -> None:
    play = begin(a=make_ninja(weapons=("katana", "club"), wielded="katana", quick_dice=3))
    play.when(Drop(character="a", weapon="katana"))

    play.then(WeaponDropped(character="a", weapon="katana", wielded="unarmed"))
    figure = play.state.characters["a"]
    assert (figure.base.weapons, figure.wielded, figure.quick_dice) == (("club",), "unarmed", 3)


def test_a_weapon_let_go_that_is_not_in_hand_or_is_there_twice_changes_nothing_in_hand() -> None:
    play = begin(a=make_ninja(weapons=("katana", "club"), wielded="katana"))
    assert play.when(Drop(character="a", weapon="club")).state.characters["a"].wielded == "katana"
    play = begin(a=make_ninja(weapons=("katana", "katana"), wielded="katana"))
    assert play.when(Drop(character="a", weapon="katana")).state.characters["a"].wielded == "katana"


def test_nobody_lets_go_of_what_they_have_not_or_while_down() -> None:
    play = begin(a=make_ninja(), b=make_ninja(weapons=("katana",), unconscious=True))
    play.when(Drop(character="a", weapon="katana")).refused("ninjaslayer.weapon_not_owned")
    play.when(Drop(character="b", weapon="katana")).refused("ninjaslayer.cannot_act")


def test_dice_of_both_kinds_are_handed_out_without_a_limit() -> None:
    play = begin(a=make_ninja(emergency_dice=2))
    play.when(GrantDice(character="a", quick=3)).then(
        DiceGranted(character="a", quick=3, emergency=0, quick_dice=8, emergency_dice=2)
    )
    play.when(GrantDice(character="a", emergency=1, quick=1)).then(
        DiceGranted(character="a", quick=1, emergency=1, quick_dice=9, emergency_dice=3)
    )
    assert (play.state.characters["a"].quick_dice, play.state.characters["a"].emergency_dice) == (9, 3)


@pytest.mark.parametrize("quick, emergency, which", [(1, 0, "quick"), (0, 1, "emergency"), (1, 1, "both")])
def test_the_log_tells_which_dice_were_handed_out(quick: int, emergency: int, which: str) -> None:
    play = begin(a=make_ninja()).when(GrantDice(character="a", quick=quick, emergency=emergency))
    assert play.only(DiceGranted).which == which


def test_no_dice_and_fewer_than_none_are_not_handed_out() -> None:
    play = begin(a=make_ninja())
    play.when(GrantDice(character="a")).refused("ninjaslayer.nothing_granted")
    play.when(GrantDice(character="a", quick=-1)).refused("ninjaslayer.figure_out_of_range")
    play.when(GrantDice(character="a", emergency=-1)).refused("ninjaslayer.figure_out_of_range")


def test_temporary_changes_add_up_and_the_opposite_lifts_them() -> None:
    play = begin(a=make_ninja(karate=3)).given(ChangeAbility(character="a", ability="karate", amount=-5))
    assert play.state.characters["a"].ability("karate") == 1
    play.given(ChangeAbility(character="a", ability="karate", amount=7))
    assert play.state.characters["a"].changed == {"karate": 2}
    assert play.state.characters["a"].ability("karate") == 5
    play.given(ChangeAbility(character="a", ability="karate", amount=-2))
    assert play.state.characters["a"].changed == {}


@pytest.mark.parametrize("amount", [0, 100, -100])
def test_no_change_and_a_boundless_one_are_refused(amount: int) -> None:
    play = begin(a=make_ninja())
    play.when(ChangeAbility(character="a", ability="jitsu", amount=amount)).refused(
        "ninjaslayer.change_out_of_range"
    )


def test_with_a_new_scenario_damage_heals_and_injuries_stay_until_treated_without_their_number() -> None:
    figure = reset(
        make_ninja(
            lost={"karate": 4, "wazamae": 3},
            changed={"neuron": 1},
            injuries={"arms": 2, "head": 1},
            untreated=("legs", "arms"),
            now_vitality=1,
            now_spirit=0,
        )
    )

    assert (figure.lost, figure.changed, figure.injuries) == ({}, {}, {})
    assert figure.untreated == ("legs", "arms", "head")
    assert (figure.ability("karate"), figure.vitality, figure.spirit) == (6, 6, 3)


def test_with_a_new_scenario_quick_dice_follow_from_slots_and_emergency_dice_from_gear() -> None:
    figure = reset(make_ninja(weapons=("katana",), emergency=2, quick_dice=9, emergency_dice=7))

    assert (figure.quick_dice, figure.emergency_dice) == (4, 2)


def test_with_a_new_scenario_what_was_used_and_what_stood_is_over() -> None:
    figure = reset(
        make_ninja(
            sensed=True,
            boosted=True,
            eased=True,
            focused=True,
            off_balance=True,
            hampered=1,
            used={"hell_tornado": 3},
            shaken=2,
            shaken_until=4,
            unconscious=True,
            removed=True,
            square="C4",
            weapons=("katana",),
            wielded="katana",
            cash=3,
            dkk=2,
        )
    )

    assert figure == make_ninja(weapons=("katana",), quick_dice=4, dodge_dice=0, cash=3, dkk=2)


def test_the_dead_stay_dead_and_an_enemy_off_the_map_stays_off_it() -> None:
    dead = reset(make_ninja(exploded=True, unconscious=True, now_vitality=0, now_spirit=0))
    assert (dead.exploded, dead.unconscious, dead.vitality, dead.spirit) == (True, True, 0, 0)
    mob = reset(make_mob(removed=True, now_vitality=-1))
    assert (mob.removed, mob.wielded, mob.quick_dice) == (True, "chaka", 0)


def test_a_boss_gets_no_quick_dice_with_a_new_scenario() -> None:
    work = working(begin(a=make_boss(quick_dice=2)))
    reset_for_scenario(work, "a")

    event = work.recorded[-1].event
    assert event == ScenarioReset(character="a", vitality=8, spirit=5, quick_dice=0, emergency_dice=0)


def test_temporary_changes_end_with_the_battle_and_damage_does_not() -> None:
    play = fight(begin(a=make_ninja(karate=10, lost={"karate": 2}), s=make_boss()), "a", "s")
    play.given(ChangeAbility(character="a", ability="karate", amount=3))
    assert play.state.characters["a"].ability("karate") == 11

    play.given(EndBattle())
    figure = play.state.characters["a"]
    assert (figure.changed, figure.lost, figure.ability("karate")) == ({}, {"karate": 2}, 8)

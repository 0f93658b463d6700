"""Missiles: rates, ranges, moving targets, shots into a melee or a packed group, what may meet them."""

from typing import Any

import msgspec
import pytest
from archers import aim_at, fight, make_archer, make_shot
from kit import Play
from runequests import TABLES, begin, make_figure, make_foe

from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.commands.missiles import SetWay, Shoot
from tenmatsu.systems.runequest.decide import missiles
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_chance
from tenmatsu.systems.runequest.decide.shooting import (
    count_reload,
    hinder_aim,
    is_reloading,
    list_specials,
    loose,
    temper_shot,
)
from tenmatsu.systems.runequest.events.missiles import CoverSet, GroupsSet, ShotLoosed, WaySet
from tenmatsu.systems.runequest.figures import Arm
from tenmatsu.systems.runequest.melee import Action, Step, pair


def _chance(play: Play, blow: Blow, skill: int = 60) -> int:
    basic = CheckSpec(character="rin", purpose="attack", ability="composite_bow", skill=skill)
    spec = temper_shot(play.state, play.rules, blow, basic)
    return find_chance(play.rules, msgspec.structs.replace(spec, divisors=blow.halvings))


# Ranges


@pytest.mark.parametrize(
    "metres, chance", [(100, 60), (101, 30), (150, 30), (151, 15), (200, 15), (0, 60), (1, 60)]
)
def test_beyond_its_range_a_bow_hits_with_half_and_beyond_one_and_a_half_with_a_quarter(
    metres: int, chance: int
) -> None:
    play = fight(places={"rin": 0, "jin": metres})

    assert _chance(play, aim_at(play)) == chance


def _hinders(weapon: str, metres: int, **values: Any) -> str:
    play = begin(rin=make_archer(weapon, **values), jin=make_foe())
    return hinder_aim(play.state, play.rules, make_shot(play, metres=metres))


def test_nothing_is_hit_beyond_twice_the_range() -> None:
    assert _hinders("composite_bow", 200) == ""
    assert _hinders("composite_bow", 201) == "too_far"


def test_what_is_thrown_does_nothing_beyond_20_metres_and_knows_no_medium_range() -> None:
    assert _hinders("javelin_thrown", 20) == ""
    assert _hinders("javelin_thrown", 21) == "too_far"
    play = fight("javelin_thrown", places={"rin": 0, "jin": 20})
    assert aim_at(play).halvings == {}


@pytest.mark.parametrize("weapon, least", [("sling", 5), ("staff_sling", 10)])
def test_a_sling_cannot_be_used_against_who_is_too_near(weapon: str, least: int) -> None:
    assert _hinders(weapon, least) == "too_near"
    assert _hinders(weapon, least + 1) == ""


def test_where_nobody_has_a_place_the_range_is_left_to_the_gm() -> None:
    play = fight()

    assert aim_at(play).halvings == {}
    assert hinder_aim(play.state, play.rules, make_shot(play)) == ""


# Moving targets


def test_a_target_that_runs_across_the_line_of_fire_halves_the_skill() -> None:
    play = fight(ways={"jin": "crossing"}, moved={"jin": 2})

    assert aim_at(play).halvings == {"crossing": 2}
    assert _chance(play, aim_at(play)) == 30


def test_straight_on_or_standing_still_it_does_not() -> None:
    assert aim_at(fight(moved={"jin": 8})).halvings == {}
    assert aim_at(fight(ways={"jin": "crossing"})).halvings == {}


@pytest.mark.parametrize("reading, halvings", [("unused", {}), ("halves", {"evading": 2})])
def test_evading_on_the_move_is_not_used_or_halves_the_chance(reading: str, halvings: dict[str, int]) -> None:
    play = fight(options={"evade_moving": reading}, ways={"jin": "evading"}, moved={"jin": 2})

    assert aim_at(play).halvings == halvings


def test_halvings_pile_up() -> None:
    play = fight(places={"rin": 0, "jin": 160}, ways={"jin": "crossing"}, moved={"jin": 2})

    assert _chance(play, aim_at(play), 80) == 10


def test_the_gm_says_how_somebody_runs() -> None:
    play = fight().when(SetWay(character="jin", way="crossing"))
    play.then(WaySet(character="jin", way="crossing"))
    assert play.state.melee.ways == {"jin": "crossing"}

    play.when(SetWay(character="jin", way="straight"))
    assert play.state.melee.ways == {}
    play.when(SetWay(character="xxx", way="straight")).refused("runequest.unknown_character")


def test_outside_a_melee_the_shot_says_how_its_target_runs() -> None:
    play = begin(rin=make_archer(), jin=make_foe())

    assert aim_at(play, way="crossing", metres=120).halvings == {"crossing": 2, "medium_range": 2}


# Riders


def test_a_rider_on_the_move_shoots_no_better_than_they_ride() -> None:
    play = fight(moved={"rin": 2})
    rin = play.state.characters["rin"]

    def seat(ride: int) -> None:
        figure = msgspec.structs.replace(rin, mounted=True, skills={**rin.skills, "ride": ride})
        play.given_state(
            msgspec.structs.replace(play.state, characters={**play.state.characters, "rin": figure})
        )

    seat(45)
    assert _chance(play, aim_at(play)) == 45
    seat(80)
    assert _chance(play, aim_at(play)) == 60
    seat(45)
    play.given_state(
        msgspec.structs.replace(play.state, melee=msgspec.structs.replace(play.state.melee, moved={}))
    )
    assert _chance(play, aim_at(play)) == 60


# Slings


@pytest.mark.parametrize("reading", ["impale", "crush"])
def test_the_special_of_a_sling_is_an_impale_or_a_crush(reading: str) -> None:
    play = begin(options={"sling_special": reading}, rin=make_figure())

    for weapon in ("sling", "staff_sling"):
        assert list_specials(play.rules, TABLES.weapons[weapon]) == (reading,)
    assert list_specials(play.rules, TABLES.weapons["rock"]) == ("crush",)
    assert list_specials(play.rules, TABLES.weapons["broadsword"]) == ("slash", "impale")


# Rates


@pytest.mark.parametrize(
    "weapon, every",
    [
        ("composite_bow", 0),
        ("staff_sling", 1),
        ("light_crossbow", 2),
        ("heavy_crossbow", 3),
        ("arbalest", 5),
        ("broadsword", 0),
    ],
)
def test_the_rate_says_every_how_many_rounds_a_weapon_shoots(weapon: str, every: int) -> None:
    assert count_reload(TABLES.weapons[weapon]) == every


def _after(weapon: str, now: int = 7, **arm: Any) -> tuple[Play, Arm]:
    play = fight(weapon)
    rin = play.state.characters["rin"]
    arms = {name: msgspec.structs.replace(one, **arm) for name, one in rin.arms.items()}
    characters = {**play.state.characters, "rin": msgspec.structs.replace(rin, arms=arms)}
    play.given_state(msgspec.structs.replace(play.state, characters=characters, now=now))
    return play, loose(play.state, play.rules, "rin", weapon)


def test_a_bow_is_empty_after_a_shot_and_may_be_drawn_again_in_the_same_round() -> None:
    play, bow = _after("composite_bow")

    assert (bow.loaded, bow.hand, bow.shots) == (False, "both", None)
    assert not is_reloading(play.state, bow)


@pytest.mark.parametrize("weapon, rounds", [("staff_sling", 1), ("light_crossbow", 2), ("heavy_crossbow", 3)])
def test_a_slow_weapon_is_made_ready_while_rounds_go_by(weapon: str, rounds: int) -> None:
    play, after = _after(weapon)

    assert (after.loaded, after.ready_round) == (True, 7 + rounds)
    for now in range(7, 7 + rounds):
        assert is_reloading(msgspec.structs.replace(play.state, now=now), after)
    assert not is_reloading(msgspec.structs.replace(play.state, now=7 + rounds), after)


def test_a_thrown_weapon_leaves_the_hand_unless_there_are_more() -> None:
    _, javelin = _after("javelin_thrown")
    assert (javelin.hand, javelin.shots, javelin.loaded) == ("", 0, False)

    _, darts = _after("dart", shots=3)
    assert (darts.hand, darts.shots, darts.loaded) == ("right", 2, False)


def test_arrows_that_are_counted_run_out() -> None:
    play, bow = _after("composite_bow", shots=1)
    assert bow.shots == 0

    rin = msgspec.structs.replace(play.state.characters["rin"], arms={"composite_bow": bow})
    play.given_state(msgspec.structs.replace(play.state, characters={**play.state.characters, "rin": rin}))
    assert hinder_aim(play.state, play.rules, make_shot(play)) == "no_shots"


# What hinders a shot


@pytest.mark.parametrize(
    "change, why",
    [
        ({"hand": ""}, "not_in_hand"),
        ({"broken": True}, "broken_arm"),
        ({"shots": 0}, "no_shots"),
        ({"ready_round": 8}, "reloading"),
        ({"ready_round": 7}, ""),
    ],
)
def test_a_weapon_that_is_not_ready_is_not_shot(change: dict[str, Any], why: str) -> None:
    play, _ = _after("light_crossbow", **change)

    assert hinder_aim(play.state, play.rules, make_shot(play)) == why


def test_nobody_shoots_at_the_dead_or_hand_to_hand_or_with_a_sword() -> None:
    play = fight(engaged=(pair("rin", "kai"),))
    assert hinder_aim(play.state, play.rules, make_shot(play)) == "in_close_combat"

    play = fight()
    assert hinder_aim(play.state, play.rules, make_shot(play, "nobody")) == "no_target"
    ghost = make_foe(embodied=False, visible=False)
    play.given_state(msgspec.structs.replace(play.state, characters={**play.state.characters, "sen": ghost}))
    assert hinder_aim(play.state, play.rules, make_shot(play, "sen")) == "no_target"
    sword = Blow(attacker="aya", target="jin", arm="broadsword", kind="missile")
    assert hinder_aim(play.state, play.rules, sword) == "no_missile"


def test_a_shot_of_the_queue_is_the_blow_that_was_declared() -> None:
    step = Step(kind="shoot", target="jin", arm="composite_bow", anyone=True)
    action = Action(id=3, character="rin", step=step, sr=4)

    assert missiles.make_shot(action, "jin") == Blow(
        attacker="rin", target="jin", arm="composite_bow", kind="missile", action=3, packed=True
    )


# Outside a melee


def test_a_shot_outside_a_melee_needs_a_weapon_in_hand_a_target_in_range_and_peace() -> None:
    play = begin(rin=make_archer(), jin=make_foe(), kai=make_figure(unconscious=True))
    shot = Shoot(character="rin", target="jin", arm="composite_bow", metres=201)

    play.when(shot).refused("runequest.cannot_shoot")
    play.when(msgspec.structs.replace(shot, arm="sling")).refused("runequest.no_such_arm")
    play.when(msgspec.structs.replace(shot, target="rin", metres=9)).refused("runequest.against_oneself")
    play.when(msgspec.structs.replace(shot, target="sen")).refused("runequest.unknown_character")
    play.when(msgspec.structs.replace(shot, character="kai")).refused("runequest.cannot_act")
    fight().when(msgspec.structs.replace(shot, metres=9)).refused("runequest.in_melee")


def test_what_cannot_be_placed_changes_nothing() -> None:
    play = begin(rin=make_archer())
    gone = ShotLoosed(
        character="rin", target="jin", arm="sling", hand="", loaded=False, ready_round=0, shots=None
    )

    for event in (gone, CoverSet(character="rin"), GroupsSet(), WaySet(character="rin", way="evading")):
        assert play.system.evolve(play.state, event) == play.state

"""Missiles: rates, ranges, moving targets, shots into a melee or a packed group, what may meet them."""

from typing import Any

import msgspec
import pytest
from kit import Play, work_on
from runequests import TABLES, begin, hold, make_figure, make_foe

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.blows import Blow, Rolled
from tenmatsu.systems.runequest.commands.missiles import SetGroup, SetWay, Shoot
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_chance, find_limits
from tenmatsu.systems.runequest.decide.missiles import make_shot
from tenmatsu.systems.runequest.decide.shooting import (
    aim_shot,
    count_reload,
    find_victim,
    hinder_aim,
    is_reloading,
    list_specials,
    loose,
    may_defend,
    temper_shot,
)
from tenmatsu.systems.runequest.degrees import read_degree
from tenmatsu.systems.runequest.events.missiles import GroupsSet, ShotStrayed, WaySet
from tenmatsu.systems.runequest.figures import Arm, Figure
from tenmatsu.systems.runequest.melee import Action, Intent, Melee, Step, pair

EVERYBODY = ("aya", "jin", "kai", "rin", "sen")


def make_archer(weapon: str = "composite_bow", percent: int = 60, **values: Any) -> Figure:
    """Return somebody with a missile weapon in hand."""
    hand = "both" if TABLES.weapons[weapon].hands > 1 else "right"
    arms = {weapon: hold(weapon, hand, loaded=True)}
    return make_figure(arms=arms, skills={weapon: percent, "dodge": 40}, **values)


def fight(weapon: str = "composite_bow", options: dict[str, str] | None = None, **melee: Any) -> Play:
    """Return a melee of rin, who shoots, and four others; everybody's place may be given."""
    figures = {name: make_foe() for name in ("jin", "kai", "sen")}
    play = begin(options=options, rin=make_archer(weapon), aya=make_figure(), **figures)
    return play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=EVERYBODY, **melee)))


def _shot(play: Play, target: str = "jin", **changes: Any) -> Blow:
    (arm,) = play.state.characters["rin"].arms
    return Blow(attacker="rin", target=target, arm=arm, kind="missile", **changes)


def _aim(play: Play, target: str = "jin", **changes: Any) -> Blow:
    return aim_shot(play.state, play.rules, _shot(play, target, **changes))


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

    assert _chance(play, _aim(play)) == chance


def _hinders(weapon: str, metres: int, **values: Any) -> str:
    play = begin(rin=make_archer(weapon, **values), jin=make_foe())
    return hinder_aim(play.state, play.rules, _shot(play, metres=metres))


def test_nothing_is_hit_beyond_twice_the_range() -> None:
    assert _hinders("composite_bow", 200) == ""
    assert _hinders("composite_bow", 201) == "too_far"


def test_what_is_thrown_does_nothing_beyond_20_metres_and_knows_no_medium_range() -> None:
    assert _hinders("javelin_thrown", 20) == ""
    assert _hinders("javelin_thrown", 21) == "too_far"
    play = fight("javelin_thrown", places={"rin": 0, "jin": 20})
    assert _aim(play).halvings == {}


@pytest.mark.parametrize("weapon, least", [("sling", 5), ("staff_sling", 10)])
def test_a_sling_cannot_be_used_against_who_is_too_near(weapon: str, least: int) -> None:
    assert _hinders(weapon, least) == "too_near"
    assert _hinders(weapon, least + 1) == ""


def test_where_nobody_has_a_place_the_range_is_left_to_the_gm() -> None:
    play = fight()

    assert _aim(play).halvings == {}
    assert hinder_aim(play.state, play.rules, _shot(play)) == ""


# Moving targets


def test_a_target_that_runs_across_the_line_of_fire_halves_the_skill() -> None:
    play = fight(ways={"jin": "crossing"}, moved={"jin": 2})

    assert _aim(play).halvings == {"crossing": 2}
    assert _chance(play, _aim(play)) == 30


def test_straight_on_or_standing_still_it_does_not() -> None:
    assert _aim(fight(moved={"jin": 8})).halvings == {}
    assert _aim(fight(ways={"jin": "crossing"})).halvings == {}


@pytest.mark.parametrize("reading, halvings", [("unused", {}), ("halves", {"evading": 2})])
def test_evading_on_the_move_is_not_used_or_halves_the_chance(reading: str, halvings: dict[str, int]) -> None:
    play = fight(options={"evade_moving": reading}, ways={"jin": "evading"}, moved={"jin": 2})

    assert _aim(play).halvings == halvings


def test_halvings_pile_up() -> None:
    play = fight(places={"rin": 0, "jin": 160}, ways={"jin": "crossing"}, moved={"jin": 2})

    assert _chance(play, _aim(play), 80) == 10


def test_the_gm_says_how_somebody_runs() -> None:
    play = fight().when(SetWay(character="jin", way="crossing"))
    play.then(WaySet(character="jin", way="crossing"))
    assert play.state.melee.ways == {"jin": "crossing"}

    play.when(SetWay(character="jin", way="straight"))
    assert play.state.melee.ways == {}
    play.when(SetWay(character="xxx", way="straight")).refused("runequest.unknown_character")


def test_outside_a_melee_the_shot_says_how_its_target_runs() -> None:
    play = begin(rin=make_archer(), jin=make_foe())

    assert _aim(play, way="crossing", metres=120).halvings == {"crossing": 2, "medium_range": 2}


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
    assert _chance(play, _aim(play)) == 45
    seat(80)
    assert _chance(play, _aim(play)) == 60
    seat(45)
    play.given_state(
        msgspec.structs.replace(play.state, melee=msgspec.structs.replace(play.state.melee, moved={}))
    )
    assert _chance(play, _aim(play)) == 60


# Into a melee


def _fray() -> Play:
    return fight(engaged=(pair("jin", "aya"), pair("aya", "kai")))


def _roll(play: Play, blow: Blow, face: int) -> Blow:
    basic = CheckSpec(character="rin", purpose="attack", ability="composite_bow", skill=60)
    spec = temper_shot(play.state, play.rules, blow, basic)
    limits = find_limits(play.state, play.rules, spec)
    rolled = Rolled(face=face, limits=limits, degree=read_degree(limits, face))
    return msgspec.structs.replace(blow, attack=rolled)


def _victim(play: Play, blow: Blow, face: int, *dice: tuple[int, int]) -> str:
    script = ScriptedDice(dice)
    work = work_on(play, script)
    found = find_victim(work, _roll(play, blow, face))
    assert script.left == ()
    strayed = [one.event for one in work.recorded if isinstance(one.event, ShotStrayed)]
    if found != blow.target:
        assert strayed == [ShotStrayed(character="rin", target=blow.target, victim=found)]
    return found


def test_all_who_fight_there_are_in_the_way() -> None:
    play = _fray()

    assert _aim(play).crowd == ("aya", "jin", "kai")
    assert _aim(play, "sen").crowd == ()


def test_at_3_in_a_melee_a_third_of_the_chance_hits_the_aim() -> None:
    play = _fray()

    assert _victim(play, _aim(play), 20) == "jin"
    assert _victim(play, _aim(play), 1) == "jin"


@pytest.mark.parametrize("face", [21, 60])
def test_from_there_to_the_chance_somebody_is_hit_at_random_the_aim_too(face: int) -> None:
    play = _fray()

    assert _victim(play, _aim(play), face, (3, 1)) == "aya"
    assert _victim(play, _aim(play), face, (3, 2)) == "jin"
    assert _victim(play, _aim(play), face, (3, 3)) == "kai"


def test_a_miss_strays_to_nobody() -> None:
    play = _fray()

    assert _victim(play, _aim(play), 61) == "jin"


def test_special_and_critical_come_from_the_part_that_hits_the_aim() -> None:
    play = _fray()
    limits = _roll(play, _aim(play), 1).attack

    assert limits is not None
    assert (limits.limits.chance, limits.limits.special, limits.limits.critical) == (60, 4, 1)


def test_the_dead_and_spirits_are_in_nobodys_way() -> None:
    play = _fray()
    gone = msgspec.structs.replace(play.state.characters["kai"], dead=True)
    ghost = msgspec.structs.replace(play.state.characters["aya"], embodied=False)
    characters = {**play.state.characters, "kai": gone, "aya": ghost}
    play.given_state(msgspec.structs.replace(play.state, characters=characters))

    assert _aim(play).crowd == ("jin",)
    assert _victim(play, _aim(play), 60) == "jin"


# At a packed group


def _packed() -> Play:
    return fight(packed=(("jin", "kai", "sen"),))


def test_a_shot_at_whoever_of_a_group_has_5_percent_more_for_each() -> None:
    play = _packed()
    blow = _aim(play, packed=True)

    assert blow.modifiers == {"packed_group": 15}
    assert blow.crowd == ("jin", "kai", "sen")
    assert _aim(play).modifiers == {}
    assert _aim(play).crowd == ()


def test_chance_says_who_of_the_group_is_hit() -> None:
    play = _packed()

    assert _victim(play, _aim(play, packed=True), 2, (3, 3)) == "sen"
    assert _victim(play, _aim(play, packed=True), 2, (3, 1)) == "jin"


def test_special_and_critical_do_not_count_the_bonus_of_the_group() -> None:
    play = _packed()
    blow = _aim(play, packed=True)
    basic = CheckSpec(character="rin", purpose="attack", ability="composite_bow", skill=60)
    spec = temper_shot(play.state, play.rules, blow, basic)

    assert spec.degrees_without == ("packed_group",)
    assert spec.degrees_divisor == 1


def test_the_gm_says_who_stand_packed_together() -> None:
    play = fight().when(SetGroup(members=("jin", "kai", "sen")))
    play.then(GroupsSet(groups=(("jin", "kai", "sen"),)))

    play.when(SetGroup(members=("jin",)))
    assert play.state.melee.packed == (("kai", "sen"),)
    play.when(SetGroup(members=("jin", "kai")))
    assert play.state.melee.packed == (("jin", "kai"),)
    play.when(SetGroup(members=("sen", "sen"))).refused("runequest.group_too_small")
    begin(rin=make_figure()).when(SetGroup(members=("rin",))).refused("runequest.no_melee")


# How missiles can be met


def test_what_is_thrown_is_parried_and_dodged_as_usual() -> None:
    play = fight("javelin_thrown")

    assert may_defend(play.state, play.rules, _aim(play), "parry")
    assert may_defend(play.state, play.rules, _aim(play), "dodge")
    assert may_defend(play.state, play.rules, _aim(play), "none")


def test_what_is_shot_is_never_parried_and_dodged_by_those_alone_who_do_nothing_else() -> None:
    play = fight()
    assert not may_defend(play.state, play.rules, _aim(play), "parry")
    assert not may_defend(play.state, play.rules, _aim(play), "dodge")

    play = fight(intents={"jin": Intent(steps=(Step(kind="dodge_missiles"),))})
    assert may_defend(play.state, play.rules, _aim(play), "dodge")
    assert not may_defend(play.state, play.rules, _aim(play), "parry")
    assert not may_defend(play.state, play.rules, _aim(play, "kai"), "dodge")


def test_nobody_of_a_packed_group_knows_whom_it_comes_for() -> None:
    play = fight("javelin_thrown", packed=(("jin", "kai"),))

    assert not may_defend(play.state, play.rules, _aim(play, packed=True), "dodge")


def test_a_melee_blow_is_none_of_this() -> None:
    play = _fray()
    blow = Blow(attacker="aya", target="jin", arm="broadsword")

    assert aim_shot(play.state, play.rules, blow) == blow
    assert may_defend(play.state, play.rules, blow, "parry")
    basic = CheckSpec(character="aya", purpose="attack", ability="broadsword", skill=60)
    assert temper_shot(play.state, play.rules, blow, basic) == basic


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
    assert hinder_aim(play.state, play.rules, _shot(play)) == "no_shots"


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

    assert hinder_aim(play.state, play.rules, _shot(play)) == why


def test_nobody_shoots_at_the_dead_or_hand_to_hand_or_with_a_sword() -> None:
    play = fight(engaged=(pair("rin", "kai"),))
    assert hinder_aim(play.state, play.rules, _shot(play)) == "in_close_combat"

    play = fight()
    assert hinder_aim(play.state, play.rules, _shot(play, "nobody")) == "no_target"
    sword = Blow(attacker="aya", target="jin", arm="broadsword", kind="missile")
    assert hinder_aim(play.state, play.rules, sword) == "no_missile"


def test_a_shot_of_the_queue_is_the_blow_that_was_declared() -> None:
    step = Step(kind="shoot", target="jin", arm="composite_bow", anyone=True)
    action = Action(id=3, character="rin", step=step, sr=4)

    assert make_shot(action, "jin") == Blow(
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

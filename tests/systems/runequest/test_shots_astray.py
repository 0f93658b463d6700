"""Shots into a melee and at a packed group, and what may meet a missile."""

import msgspec
import pytest
from archers import aim_at, fight
from kit import Play, work_on
from runequests import begin, make_figure

from tenmatsu.engine.dice.sources import ScriptedDice
from tenmatsu.systems.runequest.blows import Blow, Rolled
from tenmatsu.systems.runequest.commands.missiles import SetGroup
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_limits
from tenmatsu.systems.runequest.decide.shooting import (
    aim_shot,
    find_victim,
    may_defend,
    temper_shot,
)
from tenmatsu.systems.runequest.degrees import read_degree
from tenmatsu.systems.runequest.events.missiles import GroupsSet, ShotStrayed
from tenmatsu.systems.runequest.melee import Intent, Step, pair

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

    assert aim_at(play).crowd == ("aya", "jin", "kai")
    assert aim_at(play, "sen").crowd == ()


def test_at_3_in_a_melee_a_third_of_the_chance_hits_the_aim() -> None:
    play = _fray()

    assert _victim(play, aim_at(play), 20) == "jin"
    assert _victim(play, aim_at(play), 1) == "jin"


@pytest.mark.parametrize("face", [21, 60])
def test_from_there_to_the_chance_somebody_is_hit_at_random_the_aim_too(face: int) -> None:
    play = _fray()

    assert _victim(play, aim_at(play), face, (3, 1)) == "aya"
    assert _victim(play, aim_at(play), face, (3, 2)) == "jin"
    assert _victim(play, aim_at(play), face, (3, 3)) == "kai"


def test_a_miss_strays_to_nobody() -> None:
    play = _fray()

    assert _victim(play, aim_at(play), 61) == "jin"


def test_special_and_critical_come_from_the_part_that_hits_the_aim() -> None:
    play = _fray()
    limits = _roll(play, aim_at(play), 1).attack

    assert limits is not None
    assert (limits.limits.chance, limits.limits.special, limits.limits.critical) == (60, 4, 1)


def test_the_dead_and_spirits_are_in_nobodys_way() -> None:
    play = _fray()
    gone = msgspec.structs.replace(play.state.characters["kai"], dead=True)
    ghost = msgspec.structs.replace(play.state.characters["aya"], embodied=False)
    characters = {**play.state.characters, "kai": gone, "aya": ghost}
    play.given_state(msgspec.structs.replace(play.state, characters=characters))

    assert aim_at(play).crowd == ("jin",)
    assert _victim(play, aim_at(play), 60) == "jin"


# At a packed group


def _packed() -> Play:
    return fight(packed=(("jin", "kai", "sen"),))


def test_a_shot_at_whoever_of_a_group_has_5_percent_more_for_each() -> None:
    play = _packed()
    blow = aim_at(play, packed=True)

    assert blow.modifiers == {"packed_group": 15}
    assert blow.crowd == ("jin", "kai", "sen")
    assert aim_at(play).modifiers == {}
    assert aim_at(play).crowd == ()


def test_chance_says_who_of_the_group_is_hit() -> None:
    play = _packed()

    assert _victim(play, aim_at(play, packed=True), 2, (3, 3)) == "sen"
    assert _victim(play, aim_at(play, packed=True), 2, (3, 1)) == "jin"


def test_special_and_critical_do_not_count_the_bonus_of_the_group() -> None:
    play = _packed()
    blow = aim_at(play, packed=True)
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

    assert may_defend(play.state, play.rules, aim_at(play), "parry")
    assert may_defend(play.state, play.rules, aim_at(play), "dodge")
    assert may_defend(play.state, play.rules, aim_at(play), "none")


def test_what_is_shot_is_never_parried_and_dodged_by_those_alone_who_do_nothing_else() -> None:
    play = fight()
    assert not may_defend(play.state, play.rules, aim_at(play), "parry")
    assert not may_defend(play.state, play.rules, aim_at(play), "dodge")

    play = fight(intents={"jin": Intent(steps=(Step(kind="dodge_missiles"),))})
    assert may_defend(play.state, play.rules, aim_at(play), "dodge")
    assert not may_defend(play.state, play.rules, aim_at(play), "parry")
    assert not may_defend(play.state, play.rules, aim_at(play, "kai"), "dodge")


def test_nobody_of_a_packed_group_knows_whom_it_comes_for() -> None:
    play = fight("javelin_thrown", packed=(("jin", "kai"),))

    assert not may_defend(play.state, play.rules, aim_at(play, packed=True), "dodge")


def test_a_melee_blow_is_none_of_this() -> None:
    play = _fray()
    blow = Blow(attacker="aya", target="jin", arm="broadsword")

    assert aim_shot(play.state, play.rules, blow) == blow
    assert may_defend(play.state, play.rules, blow, "parry")
    basic = CheckSpec(character="aya", purpose="attack", ability="broadsword", skill=60)
    assert temper_shot(play.state, play.rules, blow, basic) == basic

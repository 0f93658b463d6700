"""Weapons and shields that lose hit points, break and are repaired."""

from typing import Any

import msgspec
import pytest
from kit import Play, work_on
from runequests import begin, hold, make_figure
from runewounds import d100

from tenmatsu.systems.runequest.commands.wounds import RepairArm
from tenmatsu.systems.runequest.decide.wounding import damage_arm, restore_arm
from tenmatsu.systems.runequest.events.wounds import ArmDamaged, ArmRepaired
from tenmatsu.systems.runequest.figures import Arm, Spell
from tenmatsu.systems.runequest.melee import Melee

CRAFT = {"craft": 50}


def _begin(hp: int = 12, **changes: Any) -> Play:
    arms = {"broadsword": hold("broadsword", "right", hp=hp, **changes)}
    spells = (
        Spell(spell="bladesharp", magic="spirit", at="broadsword"),
        Spell(spell="strength", magic="spirit"),
    )
    return begin(rin=make_figure(arms=arms, spells=spells, skills=CRAFT), jin=make_figure(skills=CRAFT))


def _damage(play: Play, *points: int) -> list[object]:
    work = work_on(play)
    for one in points:
        damage_arm(work, "rin", "broadsword", one)
    play.given_state(work.state)
    return [one.event for one in work.recorded]


def _sword(play: Play) -> Arm:
    arm: Arm = play.state.characters["rin"].arms["broadsword"]
    return arm


@pytest.mark.parametrize("points, hp, how", [(4, 8, "damaged"), (12, 0, "useless"), (23, -11, "useless")])
def test_it_loses_hit_points(points: int, hp: int, how: str) -> None:
    play = _begin()
    (event,) = _damage(play, points)

    assert event == ArmDamaged(
        character="rin", arm="broadsword", weapon="broadsword", points=points, hp=hp, broken=False
    )
    assert isinstance(event, ArmDamaged)
    assert event.how == how
    assert _sword(play).hand == "right"


def test_at_minus_its_maximum_it_is_destroyed_and_loses_no_more() -> None:
    play = _begin()
    events = _damage(play, 20, 9, 3)

    assert events[1:] == [
        ArmDamaged(character="rin", arm="broadsword", weapon="broadsword", points=4, hp=-12, broken=True)
    ]
    assert (_sword(play).broken, _sword(play).hand) == (True, "")


def test_nothing_is_lost_where_nothing_is_taken_or_there() -> None:
    play = _begin()
    work = work_on(play)
    damage_arm(work, "rin", "broadsword", 0)
    damage_arm(work, "rin", "lance", 5)
    damage_arm(work, "nobody", "lance", 5)

    assert work.recorded == []


def test_craft_makes_what_has_points_left_whole() -> None:
    play = _begin(hp=3).when(RepairArm(character="rin", arm="broadsword"), dice=d100(50))

    assert play.only(ArmRepaired).how == "whole"
    assert (_sword(play).hp, _sword(play).max_hp) == (12, 12)
    assert len(play.state.characters["rin"].spells) == 2


def test_what_was_at_0_loses_a_point_of_its_maximum_and_its_enchantments() -> None:
    play = _begin(hp=0, iron=True).when(
        RepairArm(character="jin", arm="broadsword", owner="rin"), dice=d100(1)
    )

    assert play.only(ArmRepaired).how == "plain"
    assert (_sword(play).hp, _sword(play).max_hp, _sword(play).iron) == (11, 11, False)
    assert [one.spell for one in play.state.characters["rin"].spells] == ["strength"]


def test_craft_may_fail() -> None:
    play = _begin(hp=3).when(RepairArm(character="rin", arm="broadsword"), dice=d100(51))

    assert play.all(ArmRepaired) == []


def test_magic_repairs_by_the_same_rules_and_nothing_destroyed() -> None:
    play = _begin(hp=-3)
    work = work_on(play)
    for arm in ("broadsword", "broadsword", "lance"):
        restore_arm(work, "rin", arm)
    assert [one.event for one in work.recorded] == [
        ArmRepaired(character="rin", arm="broadsword", weapon="broadsword", hp=11, max_hp=11, plain=True)
    ]

    work = work_on(_begin(hp=-12, broken=True))
    restore_arm(work, "rin", "broadsword")
    assert work.recorded == []


def test_refusals() -> None:
    repair = RepairArm(character="rin", arm="broadsword")

    _begin().when(repair).refused("runequest.not_damaged")
    _begin(hp=-12, broken=True).when(repair).refused("runequest.beyond_repair")
    _begin().when(RepairArm(character="rin", arm="lance")).refused("runequest.no_such_arm")
    play = _begin(hp=2)
    play.given_state(msgspec.structs.replace(play.state, melee=Melee(fighters=("rin",))))
    play.when(repair).refused("runequest.time_in_melee")

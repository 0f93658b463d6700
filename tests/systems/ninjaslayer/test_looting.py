"""Cash of the fallen, bodies, treasure boxes, looting."""

from typing import Any

import pytest
from kit import Play, d6, work_on
from landing import let
from ninjas import alter, begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.damage import PerformKaishaku
from tenmatsu.systems.ninjaslayer.commands.mapping import LayMap
from tenmatsu.systems.ninjaslayer.commands.scenario import Loot, PutTreasure
from tenmatsu.systems.ninjaslayer.decide.damage import hurt, slay, take_off
from tenmatsu.systems.ninjaslayer.events.battle import ActionTaken
from tenmatsu.systems.ninjaslayer.events.making import DiceGranted, WeaponGiven
from tenmatsu.systems.ninjaslayer.events.scenario import BodyLeft, CashCollected, Looted, TreasurePut
from tenmatsu.systems.ninjaslayer.state import Body, Scenario, Stage

# ---- who falls ----


def test_the_cash_of_a_fallen_mob_goes_to_the_pool_by_itself() -> None:
    play = begin(a=make_ninja(), m1=make_mob(cash=1), m2=make_mob(cash=2))
    let(play, lambda work: hurt(work, "m1", 1), lambda work: slay(work, "m2"))
    assert play.all(CashCollected) == [
        CashCollected(character="m1", cash=1, pool=1),
        CashCollected(character="m2", cash=2, pool=3),
    ]
    assert play.state.scenario.pool == 3
    assert play.state.bodies == {}
    assert play.state.characters["m2"].cash == 0


def test_nothing_is_collected_of_the_penniless_of_comrades_and_of_those_who_fled() -> None:
    play = begin(
        a=make_ninja(cash=9), poor=make_mob(cash=0), friend=make_mob(side="players"), runner=make_mob()
    )
    let(
        play,
        lambda work: slay(work, "a"),
        lambda work: hurt(work, "poor", 1),
        lambda work: hurt(work, "friend", 1),
        lambda work: take_off(work, "runner", "fled"),
    )
    assert play.all(CashCollected) == []
    assert play.all(BodyLeft) == []
    assert play.state.characters["runner"].cash == 1


def test_a_boss_leaves_a_body_on_the_square() -> None:
    play = lay_map(begin(a=make_ninja(square="B2"), boss=make_boss(cash=10, square="J4")))
    let(play, lambda work: slay(work, "boss"))
    assert play.only(BodyLeft) == BodyLeft(character="boss", square="J4", cash=10)
    assert play.state.bodies == {"boss": Body(square="J4", cash=10)}
    assert play.state.scenario.pool == 0


def test_a_boss_without_cash_leaves_nothing() -> None:
    play = begin(a=make_ninja(), boss=make_boss(cash=0))
    let(play, lambda work: slay(work, "boss"))
    assert play.all(BodyLeft) == []


def test_a_mob_with_something_special_leaves_a_body_too() -> None:
    play = lay_map(begin(a=make_ninja(square="B2"), m=make_mob(cash=2, square="J4")))
    play.when(PutTreasure(target="m", items=("katana",))).then(
        TreasurePut(target="m", square="", carried=True, cash=0, items=("katana",), emergency=0, quick=0)
    )
    let(play, lambda work: slay(work, "m"))
    assert play.state.bodies == {"m": Body(square="J4", cash=2, items=("katana",))}
    assert play.state.scenario.pool == 0


# ---- looting in battle ----


def stand(where: str, **values: Any) -> Play:
    """Return a fight on the map: it is the hand of `a`, the dead boss lies on J4."""
    play = lay_map(
        begin(
            a=make_ninja(square=where),
            boss=make_boss(square="J4", exploded=True, cash=0),
            foe=make_mob(square="B2"),
        )
    )
    change(play, bodies={"boss": Body(square="J4", cash=10)})
    if values:
        alter(play, "boss", **values)
    return fight(play, "a", "foe")


def test_a_body_is_looted_on_its_square_as_an_other_action() -> None:
    play = stand("J4").when(Loot(character="a", target="boss"))
    assert play.only(ActionTaken) == ActionTaken(characters=("a",), phase="attack")
    assert play.only(Looted) == Looted(character="a", target="boss", cash=10, pool=10)
    assert play.state.scenario.pool == 10
    assert play.state.bodies == {}
    play.when(Loot(character="a", target="boss")).refused("ninjaslayer.nothing_to_loot")


def test_the_dead_are_not_looted_from_beside() -> None:
    stand("J3").when(Loot(character="a", target="boss")).refused("ninjaslayer.loot_out_of_reach")


@pytest.mark.parametrize("where", ["J3", "I3"])
def test_the_unconscious_are_looted_from_beside(where: str) -> None:
    play = stand(where, exploded=False, unconscious=True, cash=7)
    change(play, bodies={})
    assert play.when(Loot(character="a", target="boss")).only(Looted).cash == 7
    assert play.state.characters["boss"].cash == 0


def test_the_unconscious_far_off_are_not() -> None:
    stand("H4", exploded=False, unconscious=True, cash=7).when(Loot(character="a", target="boss")).refused(
        "ninjaslayer.loot_out_of_reach"
    )


def test_whoever_was_looted_unconscious_leaves_no_body_when_killed() -> None:
    play = stand("J3", exploded=False, unconscious=True, cash=7)
    change(play, bodies={}).given(Loot(character="a", target="boss"))
    let(play, lambda work: slay(work, "boss"))
    assert play.all(BodyLeft) == []


def test_looting_takes_the_action_of_the_hand() -> None:
    play = stand("J4").given(Loot(character="a", target="boss"))
    change(play, bodies={"J4": Body(square="J4", cash=1)})
    play.when(Loot(character="a", target="J4")).refused("ninjaslayer.acted_already")
    fight(play, "foe", "a")
    play.when(Loot(character="a", target="J4")).refused("ninjaslayer.not_their_hand")


def test_a_kaishaku_leaves_the_body_to_be_looted() -> None:
    play = lay_map(
        begin(
            a=make_ninja(square="J3"),
            boss=make_boss(square="J4", unconscious=True, now_vitality=0, cash=4),
            foe=make_mob(square="B2"),
        )
    )
    fight(play, "a", "foe").when(PerformKaishaku(character="a", target="boss"))
    assert play.only(BodyLeft).cash == 4


# ---- boxes ----


def test_a_box_is_looted_from_beside_as_nobody_stands_on_it() -> None:
    play = lay_map(begin(a=make_ninja(square="C4"), foe=make_mob(square="J2")))
    play.given(PutTreasure(target="D4", cash=2, items=("katana",), emergency=1, quick=3))
    fight(play, "a", "foe").when(Loot(character="a", target="D4"))
    assert play.only(Looted).pool == 2
    assert play.only(WeaponGiven) == WeaponGiven(character="a", weapon="katana", lost=1, quick_dice=4)
    assert play.only(DiceGranted) == DiceGranted(
        character="a", quick=3, emergency=1, quick_dice=7, emergency_dice=1
    )


def test_a_box_on_the_floor_is_looted_on_its_square() -> None:
    play = lay_map(begin(a=make_ninja(square="C3"), foe=make_mob(square="J2")))
    play.given(PutTreasure(target="C4", cash=2))
    fight(play, "a", "foe").when(Loot(character="a", target="C4")).refused("ninjaslayer.loot_out_of_reach")
    alter(play, "a", square="C4").when(Loot(character="a", target="C4"))
    assert play.only(Looted).cash == 2


def test_a_box_out_of_reach_is_so_whatever_it_holds() -> None:
    play = lay_map(begin(a=make_ninja(square="A1"), foe=make_boss(square="C1")), "...T")
    fight(play, "a", "foe", phase="attack").when(Loot(character="a", target="D1"))
    play.refused("ninjaslayer.loot_out_of_reach")


def test_in_an_exploration_looting_is_free_and_squares_do_not_matter() -> None:
    play = lay_map(begin(a=make_ninja(square="B2"), foe=make_boss(square="J2", unconscious=True, cash=3)))
    play.given(PutTreasure(target="D4", cash=2), Loot(character="a", target="D4"))
    play.when(Loot(character="a", target="foe")).then(Looted(character="a", target="foe", cash=3, pool=5))


def test_only_the_nm_sees_what_was_put_into_a_box() -> None:
    play = lay_map(begin(a=make_ninja()))
    work = work_on(play)
    SYSTEM.decide(work, PutTreasure(target="D4", cash=2))

    assert [one.audience for one in work.recorded] == ["@gm"]


def test_without_a_map_a_box_has_a_word_for_a_name() -> None:
    play = begin(a=make_ninja())
    play.when(PutTreasure(target="箱", cash=1)).refused("ninjaslayer.box_name")
    play.given(PutTreasure(target="safe", cash=1), PutTreasure(target="safe", cash=4, items=("dagger",)))
    assert play.state.bodies == {"safe": Body(square="", cash=5, items=("dagger",))}
    assert play.when(Loot(character="a", target="safe")).only(Looted).pool == 5


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"target": "D4"}, "treasure_empty"),
        ({"target": "D4", "items": ("spoon",)}, "unknown_weapon"),
        ({"target": "D4", "items": ("unarmed",)}, "unknown_weapon"),
        ({"target": "Z9", "cash": 1}, "no_such_square"),
        ({"target": "A1", "cash": 1}, "no_place_for_box"),
        ({"target": "a", "cash": 1}, "treasure_on_player"),
    ],
)
def test_where_no_treasure_is_put(fields: dict[str, Any], code: str) -> None:
    lay_map(begin(a=make_ninja(square="B2"))).when(PutTreasure(**fields)).refused(f"ninjaslayer.{code}")


def test_treasure_put_on_the_dead_lies_where_they_lie() -> None:
    play = lay_map(begin(a=make_ninja(), boss=make_boss(square="J4", exploded=True)))
    play.given(PutTreasure(target="boss", cash=3))
    assert play.state.bodies == {"boss": Body(square="J4", cash=3)}


def test_the_unconscious_are_looted_of_what_they_carry() -> None:
    play = begin(a=make_ninja(), boss=make_boss(cash=1))
    play.given(PutTreasure(target="boss", cash=2, quick=1))
    play.when(Loot(character="a", target="boss")).refused("ninjaslayer.on_their_feet")
    alter(play, "boss", unconscious=True).when(Loot(character="a", target="boss"))
    assert play.only(Looted).cash == 3
    assert play.only(DiceGranted).quick == 1


def test_who_fled_with_treasure_is_not_looted() -> None:
    play = begin(a=make_ninja(), boss=make_boss(cash=1))
    play.given(PutTreasure(target="boss", cash=2))
    let(play, lambda work: take_off(work, "boss", "fled"))
    play.when(Loot(character="a", target="boss")).refused("ninjaslayer.nothing_to_loot")


def test_comrades_are_not_looted_and_the_fallen_loot_nobody() -> None:
    play = begin(a=make_ninja(), b=make_ninja(unconscious=True, cash=3), foe=make_boss(unconscious=True))
    play.when(Loot(character="a", target="b")).refused("ninjaslayer.not_to_loot")
    play.when(Loot(character="b", target="foe")).refused("ninjaslayer.cannot_act")
    play.when(Loot(character="a", target="foe")).refused("ninjaslayer.nothing_to_loot")


@pytest.mark.parametrize("stage", ["evaluation", "leisure"])
def test_once_the_play_is_over_nothing_is_looted(stage: Stage) -> None:
    play = change(begin(a=make_ninja()), scenario=Scenario(number=1, stage=stage))
    change(play, bodies={"safe": Body(square="", cash=1)})
    play.when(Loot(character="a", target="safe")).refused("ninjaslayer.loot_outside_play")


def test_a_new_map_leaves_bodies_to_be_looted_without_their_squares() -> None:
    play = stand("J4")
    change(play, battle=None).given(LayMap(rows=("....", "....")))
    assert play.state.bodies == {"boss": Body(square="", cash=10)}
    assert play.when(Loot(character="a", target="boss"), d6()).only(Looted).cash == 10

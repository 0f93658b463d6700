"""The auto-player: its own hand; the automatic NM; whose turn it is and how a battle ends."""

from random import Random
from typing import Any

import msgspec
import pytest
from autoplay import SITUATIONS, draw_options, find_end, find_rules, play_out
from kit import Play
from ninjas import alter, begin, change, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.battle import Fought
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack, MobAttack
from tenmatsu.systems.ninjaslayer.commands.battle import (
    BeginBattle,
    EndTurn,
    EndTurnPhase,
    Focus,
    FullMove,
    Wield,
)
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel, Move
from tenmatsu.systems.ninjaslayer.policy_odds import find_chance, find_success, weigh_damage
from tenmatsu.systems.ninjaslayer.rows import DifficultyRow
from tenmatsu.systems.ninjaslayer.state import Choice

GM = "@gm"


def choose(play: Play, character: str) -> Any:
    return SYSTEM.choose(play.state, play.rules, character, Random(1))


# ---- a hand ----


def test_it_focuses_where_it_stands_and_strikes_then_ends_the_hand() -> None:
    play = fight(begin(a=make_ninja(), foe=make_boss()), "a", "foe")
    assert choose(play, "a") == Focus(character="a")
    play.given(Focus(character="a"))
    chosen = choose(play, "a")
    assert (type(chosen), chosen.targets, chosen.boost) == (Attack, ("foe",), False)
    acted = fight(begin(a=make_ninja(), foe=make_boss()), "a", "foe", phase="attack", acted=("a",))
    assert choose(acted, "a") == EndTurn(character="a")


def test_it_steps_to_a_foe_whom_a_blow_takes_further_than_a_shuriken() -> None:
    play = lay_map(begin(a=make_ninja(karate=9, wazamae=1, square="A1"), foe=make_boss(square="D1")), ".....")
    fight(play, "a", "foe")
    assert choose(play, "a") == Move(character="a", to="C1")


def test_it_throws_shuriken_where_nobody_can_be_reached() -> None:
    play = lay_map(begin(a=make_ninja(wazamae=9, square="A1"), foe=make_boss(square="J1")), "." * 10)
    fight(play, "a", "foe", phase="attack")
    chosen = choose(play, "a")
    assert (chosen.weapon, set(chosen.targets)) == ("shuriken", {"foe"})


def test_it_spreads_its_attacks_over_mobs_that_fall_at_one_blow() -> None:
    play = begin(a=make_ninja(karate=13), m1=make_mob(), m2=make_mob(), m3=make_mob())
    fight(play, "a", ("m1", "m2", "m3"), phase="attack")
    assert sorted(choose(play, "a").targets) == ["m1", "m2", "m3"]


def test_it_lets_the_unconscious_lie() -> None:
    play = begin(a=make_ninja(), down=make_boss(unconscious=True, now_vitality=0), foe=make_boss())
    fight(play, "a", "down", "foe", phase="attack")
    assert set(choose(play, "a").targets) == {"foe"}


def test_it_tumbles_or_runs_towards_a_foe_whom_it_cannot_see() -> None:
    around = lay_map(
        begin(a=make_ninja(square="A1"), foe=make_boss(square="J3")), "..........", "#########D", ".........."
    )
    fight(around, "a", "foe")
    assert isinstance(choose(around, "a"), Cartwheel)
    shaken = alter(around, "a", shaken=1, shaken_until=9)
    assert choose(shaken, "a") == Move(character="a", to="D1")
    fight(shaken, "a", "foe", phase="attack")
    assert choose(shaken, "a") == FullMove(character="a")
    fight(shaken, "a", "foe", phase="attack", acted=("a",), extra={"a": 2})
    assert choose(shaken, "a") == Move(character="a", to="C1")


def test_with_nobody_to_strike_and_nowhere_to_go_it_ends_the_hand() -> None:
    play = begin(a=make_ninja(), down=make_boss(unconscious=True, now_vitality=0))
    fight(play, "a", "down")
    assert choose(play, "a") == EndTurn(character="a")


def test_it_boosts_where_focus_turns_a_blow() -> None:
    hard = make_ninja(karate=3, spirit=5, weapons=("chainsaw",), wielded="chainsaw", hampered=1)
    play = begin(a=hard, foe=make_boss(vitality=1, spirit=0, dodge_dice=0, karate=1, neuron=1, wazamae=1))
    fight(play, "a", "foe", phase="attack")
    assert choose(play, "a").boost
    alter(play, "a", spirit=1)
    assert not choose(play, "a").boost


# ---- nothing to choose ----


def test_who_has_nothing_to_choose() -> None:
    play = fight(begin(a=make_ninja(), b=make_ninja(), m=make_mob()), "a", "m", "b")
    for character in ("b", "m", "nobody", GM):
        with pytest.raises(RuleViolation, match="nothing") as refusal:
            choose(play, character)
        assert refusal.value.code == "ninjaslayer.nothing_to_choose"
    change(play, choices=(Choice(kind="riddle", whom="a", options=("1",)),))
    for character in ("a", "b"):
        with pytest.raises(RuleViolation, match="nothing"):
            choose(play, character)


def test_outside_a_battle_it_judges_something() -> None:
    play = begin(a=make_ninja(), m=make_mob())
    assert isinstance(choose(play, "a"), Judge)
    with pytest.raises(RuleViolation, match="nothing"):
        choose(play, "m")


# ---- the automatic NM ----


def test_mobs_strike_all_at_once_each_at_the_nearest_and_weakest() -> None:
    play = lay_map(
        begin(
            a=make_ninja(square="A1"),
            b=make_ninja(square="E1", now_vitality=1),
            m=make_mob(square="C1"),
            n=make_mob(square="C2"),
        ),
        ".....",
        ".....",
    )
    fight(play, ("m", "n"), "a", "b")
    assert SYSTEM.turn(play.state) == Turn(GM, 1)
    assert choose(play, GM) == MobAttack(characters=("m", "n"), targets=("b", "b"))
    assert choose(play, "m") == MobAttack(characters=("m", "n"), targets=("b", "b"))
    struck = fight(play, ("m", "n"), "a", "b", phase="attack", acted=("m", "n"))
    assert choose(struck, GM) == EndTurn(character="m", together=True)


def test_a_mob_steps_where_it_can_strike_or_towards_a_foe() -> None:
    club = make_mob(weapons=("club",), wielded="club", square="D1")
    play = fight(lay_map(begin(a=make_ninja(square="A1"), m=club), "......"), "m", "a")
    assert choose(play, GM) == Move(character="m", to="B1")
    alter(play, "m", square="F1")
    assert choose(play, GM) == Move(character="m", to="D1")


def test_a_mob_with_a_gun_takes_bare_hands_against_a_neighbour() -> None:
    play = fight(lay_map(begin(a=make_ninja(square="A1"), m=make_mob(square="B1")), ".."), "m", "a")
    assert choose(play, GM) == Wield(character="m", weapon="unarmed")
    fight(play, "m", "a", phase="attack")
    assert choose(play, GM) == EndTurn(character="m", together=True)


def test_a_mob_that_holds_no_weapon_of_its_own_ends_its_hand() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob(weapons=("floppy",), wielded="floppy")), "m", "a")
    assert choose(play, GM) == EndTurn(character="m", together=True)


def test_the_nm_ends_a_turns_end() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "a", "m", stage="turn_end")
    assert SYSTEM.turn(play.state) == Turn(GM, 1)
    assert choose(play, GM) == EndTurnPhase()


# ---- whose turn it is, and the end ----


def test_whose_turn_it_is() -> None:
    play = begin(a=make_ninja(neuron=9), m=make_mob())
    assert SYSTEM.turn(play.state) is None
    play.given(BeginBattle())
    assert SYSTEM.turn(play.state) == Turn("a", 1)
    play.given(EndTurn(character="a"))
    assert SYSTEM.turn(play.state) == Turn(GM, 1)


def test_how_the_last_battle_ended() -> None:
    play = begin(
        a=make_ninja(dkk=3),
        b=make_ninja(exploded=True, now_vitality=0),
        foe=make_boss(unconscious=True, now_vitality=0),
    )
    assert SYSTEM.outcome(play.state) is None
    fought = Fought(fighters=("a", "b", "foe", "lost"), result="players_win", turns=2)
    outcome = SYSTEM.outcome(change(play, fought=fought).state)
    assert outcome is not None
    assert (outcome.result, outcome.standing, outcome.alive) == ("players_win", ("a",), ("a", "foe"))
    assert outcome.values == {
        "a.vitality": 6,
        "a.spirit": 3,
        "a.dkk": 3,
        "b.vitality": 0,
        "b.spirit": 3,
        "b.dkk": 0,
        "foe.vitality": 0,
        "foe.spirit": 5,
    }
    undecided = msgspec.structs.replace(fought, result="undecided")
    assert SYSTEM.outcome(change(play, fought=undecided).state) is None
    assert SYSTEM.outcome(fight(change(play, fought=fought), "a", "foe").state) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_is_played_out_to_its_end_under_every_reading(seed: int) -> None:
    rng = Random(seed)
    rules = find_rules(SYSTEM, **draw_options(SYSTEM, rng))
    state = SITUATIONS["ninjaslayer"](rng)
    end, outcome = find_end(SYSTEM, play_out(SYSTEM, rules, state, rng), state)
    assert outcome is not None
    assert end.battle is None


# ---- chances ----


def test_the_chance_of_a_pool_is_exact() -> None:
    assert find_chance(1, 4) == pytest.approx(1 / 2)
    assert find_chance(2, 6) == pytest.approx(11 / 36)
    assert find_chance(2, 6, 2) == pytest.approx(1 / 36)
    assert find_chance(0, 2) == 0.0
    assert find_success(3, DifficultyRow(name="ultra_hard3", face=6, count=3)) == pytest.approx(1 / 216)


def test_damage_is_worth_no_more_than_is_left_of_a_foe() -> None:
    assert weigh_damage(make_mob(), 5) == weigh_damage(make_mob(), 1) == 1.0
    assert weigh_damage(make_mob(vitality=4, reduction=1), 3) == pytest.approx(1 / 2)
    assert weigh_damage(make_boss(), 100) == 2.0

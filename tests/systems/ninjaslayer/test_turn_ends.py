"""What a turn's end brings: atmosphere, reinforcements; how a battle ends, and what ends with it."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import alter, begin, fight, lay_map, make_boss, make_mob, make_ninja

from tenmatsu.systems.ninjaslayer.battle import Fought
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.commands.battle import (
    BeginBattle,
    EndBattle,
    EndTurn,
    EndTurnPhase,
    Reinforce,
    SetAtmosphere,
)
from tenmatsu.systems.ninjaslayer.commands.mapping import Deploy, Place
from tenmatsu.systems.ninjaslayer.events.battle import (
    AtmosphereDeclared,
    BattleEnded,
    BattleJoined,
    HandBegun,
    TurnBegun,
    TurnEnded,
    TurnEnding,
)
from tenmatsu.systems.ninjaslayer.events.wasshoi import WasshoiJudged
from tenmatsu.systems.ninjaslayer.figures import Base


def _start(play: Play, **fields: Any) -> Play:
    return play.when(BeginBattle(**fields))


def _play_turn(play: Play) -> Play:
    """End every hand of the turn, up to the NM's part of its end."""
    while play.state.battle is not None and play.state.battle.slot is not None:
        slot = play.state.battle.slot
        play.given(EndTurn(character=slot.characters[0], together=len(slot.characters) > 1))
    return play


# ---- a turn's end ----


def test_the_atmosphere_rises_after_turns_3_and_6_and_counts_from_the_next() -> None:
    play = begin(a=make_ninja(), foe=make_boss())
    _start(play)
    assert play.state.battle.boss
    seen = list[tuple[int, int, tuple[str, ...]]]()
    for turn in range(1, 8):
        _play_turn(play)
        declared = [event.mode for event in play.history if isinstance(event, AtmosphereDeclared)]
        seen.append((turn, play.state.battle.atmosphere, tuple(declared)))
        play.when(EndTurnPhase())
    assert seen == [
        (1, 0, ()),
        (2, 0, ()),
        (3, 0, ("hard",)),
        (4, 1, ("hard",)),
        (5, 1, ("hard",)),
        (6, 1, ("hard", "ultra_hard")),
        (7, 2, ("hard", "ultra_hard")),
    ]


def test_without_a_boss_the_atmosphere_stays() -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play)
    for _ in range(4):
        _play_turn(play).given(EndTurnPhase())
    assert play.state.battle.atmosphere == 0


@pytest.mark.parametrize("said, boss", [("found", False), ("yes", True), ("no", False)])
def test_the_nm_says_whether_a_boss_takes_part(said: str, boss: bool) -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play, boss=said)
    assert play.state.battle.boss is boss


def test_the_nm_may_set_the_atmosphere_at_a_turns_end_alone() -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    _start(play)
    play.when(SetAtmosphere(mode="ultra_hard")).refused("ninjaslayer.not_turn_end")
    _play_turn(play)
    play.when(SetAtmosphere(mode="ultra_hard")).then(AtmosphereDeclared(mode="ultra_hard"))
    assert play.state.battle.atmosphere == 0
    play.when(EndTurnPhase())
    assert play.only(TurnBegun).mode == "ultra_hard"
    assert play.state.battle.atmosphere == 2


def test_reinforcements_come_at_a_turns_end_and_act_from_the_next_turn() -> None:
    play = begin(a=make_ninja(neuron=5), foe=make_mob(), late=make_boss(neuron=9))
    _start(play, fighters=("a", "foe"))
    play.when(Reinforce(characters=("late",))).refused("ninjaslayer.not_turn_end")
    _play_turn(play)
    play.when(Reinforce(characters=())).refused("ninjaslayer.nobody_named")
    play.when(Reinforce(characters=("foe",))).refused("ninjaslayer.fights_already")
    play.when(Reinforce(characters=("late",))).then(BattleJoined(characters=("late",), waiting=(), boss=True))
    assert play.state.battle.boss
    play.when(EndTurnPhase())
    assert play.events[0] == TurnEnded(turn=1)
    assert play.only(TurnBegun).order == ("late", "a", "foe")


def test_reinforcements_without_a_square_are_deployed() -> None:
    play = begin(a=make_ninja(square="A1"), foe=make_mob(square="D1"), late=make_mob())
    lay_map(play, "....", "....")
    _start(play, fighters=("a", "foe"))
    _play_turn(play).when(Reinforce(characters=("late",)))
    assert play.pending[0].kind == "deploy"
    play.when(Deploy(character="late", square="D2")).settled()
    assert play.state.battle.stage == "turn_end"


def test_the_fright_of_an_entry_leaves_with_the_turn_that_it_lasts_to() -> None:
    play = begin(a=make_ninja(shaken=2, shaken_until=1), b=make_ninja(shaken=1, shaken_until=2), m=make_mob())
    _start(play)
    _play_turn(play)
    ending = [event for event in play.history if isinstance(event, TurnEnding)]
    assert ending == [TurnEnding(turn=1, calmed=("a",))]
    assert (play.state.characters["a"].shaken, play.state.characters["b"].shaken) == (0, 1)


@pytest.mark.parametrize("order", ["after", "before"])
def test_the_wasshoi_judgement_comes_after_the_reinforcements_or_before_them(order: str) -> None:
    play = begin({"wasshoi_order": order}, a=make_ninja(neuron=9, dkk=5), foe=make_mob(), late=make_mob())
    fight(play, "a", "foe", dkk=3, fighters=("a", "foe"))
    play.given(EndTurn(character="a"))
    dice = d6(6, 6)
    play.when(EndTurn(character="foe"), dice=dice if order == "before" else ())
    assert [event.success for event in play.all(WasshoiJudged)] == [False] * (order == "before")
    play.given(Reinforce(characters=("late",)))
    play.when(EndTurnPhase(), dice=dice if order == "after" else ())
    assert [event.success for event in play.all(WasshoiJudged)] == [False] * (order == "after")
    assert play.only(TurnBegun).order == ("a", "foe", "late")


def test_less_than_3_dkk_in_a_turn_bring_no_wasshoi_judgement_and_each_turn_counts_anew() -> None:
    play = fight(begin(a=make_ninja(neuron=9, dkk=5), foe=make_mob()), "a", "foe", dkk=2)
    _play_turn(play).when(EndTurnPhase())
    assert play.all(WasshoiJudged) == []
    assert play.state.battle.dkk == 0


# ---- the end ----


def test_the_battle_is_over_at_a_turns_end_with_no_foe_standing() -> None:
    """A foe down but there: the hands of the turn are still played."""
    play = begin(a=make_ninja(neuron=5), b=make_ninja(neuron=4), foe=make_boss(neuron=1))
    _start(play)
    alter(play, "foe", unconscious=True, vitality=0, spirit=0)
    play.when(EndTurn(character="a"))
    assert play.only(HandBegun).characters == ("b",)
    play.given(EndTurn(character="b"))
    play.when(EndTurnPhase())
    assert play.only(BattleEnded).result == "players_win"
    assert play.state.fought == Fought(fighters=("a", "b", "foe"), result="players_win", turns=1)


def test_with_the_last_foe_gone_the_turn_ends_at_once_and_the_nm_may_bring_more() -> None:
    play = begin(a=make_ninja(neuron=5), b=make_ninja(neuron=4), foe=make_mob(), more=make_mob())
    _start(play, fighters=("a", "b", "foe"))
    alter(play, "foe", removed=True)
    play.when(EndTurn(character="a"))
    assert play.only(TurnEnding).turn == 1
    play.given(Reinforce(characters=("more",)))
    play.when(EndTurnPhase())
    assert play.only(TurnBegun).order == ("a", "b", "more")


def test_whoever_has_left_the_map_fights_no_more() -> None:
    play = begin(a=make_ninja(neuron=5, square="B2"), foe=make_boss(neuron=1, square="H2"))
    _start(lay_map(play)).given(Place(character="foe", square=""))
    _play_turn(play).when(EndTurnPhase())
    assert play.only(BattleEnded).result == "players_win"

    without = begin(a=make_ninja(neuron=5), foe=make_boss(neuron=1))
    _play_turn(_start(without)).when(EndTurnPhase())
    assert without.all(BattleEnded) == []


def test_foes_win_when_no_player_stands_at_a_turns_end() -> None:
    play = begin(a=make_ninja(neuron=5), foe=make_boss(neuron=1))
    alter(play, "a", unconscious=True, vitality=0, spirit=0)
    fight(play, "foe").given(EndTurn(character="foe"))
    play.when(EndTurnPhase())
    assert play.only(BattleEnded).result == "foes_win"


def test_nobody_wins_where_nobody_stands() -> None:
    play = begin(
        a=make_ninja(unconscious=True, now_vitality=0, now_spirit=0), foe=make_boss(unconscious=True)
    )
    fight(play, "a", "foe")
    play.when(EndBattle())
    assert play.only(BattleEnded).result == "nobody_wins"


@pytest.mark.parametrize("said, result", [("found", "undecided"), ("foes_win", "foes_win")])
def test_the_nm_ends_a_battle_at_any_time(said: Any, result: str) -> None:
    play = begin(a=make_ninja(), foe=make_boss())
    play.when(EndBattle(result=said)).refused("ninjaslayer.no_battle")
    _start(play)
    play.when(EndBattle(result=said))
    assert play.only(BattleEnded).result == result
    assert play.state.battle is None


def test_at_a_battles_end_what_lasted_to_it_ends_and_the_unconscious_are_revived() -> None:
    play = begin(
        a=make_ninja(
            changed={"karate": 3},
            boosted=True,
            focused=True,
            off_balance=True,
            hampered=1,
            shaken=1,
            shaken_until=3,
            used={"hell_tornado": 1},
            weapons=("katana", "wrench"),
            wielded="wrench",
        ),
        down=make_ninja(unconscious=True, now_vitality=0, now_spirit=2),
        foe=make_boss(),
    )
    fight(play, "a", "foe")
    play.when(EndBattle())
    a, down = play.state.characters["a"], play.state.characters["down"]
    assert (a.changed, a.boosted, a.focused, a.off_balance, a.hampered, a.shaken) == (
        {},
        False,
        False,
        False,
        0,
        0,
    )
    assert (a.used, a.dodge_dice, a.wielded) == ({}, 0, "unarmed")
    assert a.base.weapons == ("katana",)
    assert play.only(BattleEnded).broken == {"a": ("wrench",)}
    assert (down.unconscious, down.vitality, down.spirit) == (False, 1, 0)


def test_a_model_keeps_its_weapon_after_a_battle() -> None:
    play = fight(begin(a=make_ninja(), m=make_mob()), "a", "m")
    play.given(EndBattle())
    assert play.state.characters["m"].wielded == "chaka"
    assert play.state.characters["m"].base == Base(wazamae=2, legs=2, weapons=("chaka",))


def test_without_a_map_whoever_is_taken_off_leaves_the_battle_too() -> None:
    play = _start(begin(a=make_ninja(neuron=2), m=make_boss(neuron=9), n=make_mob()))
    assert play.when(Place(character="m")).only(HandBegun).characters == ("a",)
    assert play.state.battle is not None
    assert play.state.battle.fighters == ("a", "n")
    play.when(Attack(character="a", targets=("m",))).refused("ninjaslayer.target_gone")
    play.given(Place(character="n"))
    _play_turn(play).when(EndTurnPhase())
    assert play.only(BattleEnded).result == "players_win"


def test_somebody_who_left_a_battle_without_a_map_may_join_it_again() -> None:
    play = _start(begin(a=make_ninja(), m=make_boss(), n=make_mob())).given(Place(character="m"))
    _play_turn(play).when(Reinforce(characters=("m",)))
    assert play.state.battle is not None
    assert "m" in play.state.battle.fighters

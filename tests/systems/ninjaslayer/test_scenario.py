"""The stages of a scenario: their order, and what its beginning fixes and resets."""

from typing import Any

import pytest
from kit import Play
from ninjas import begin, change, fight, gather, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Fought
from tenmatsu.systems.ninjaslayer.commands.battle import BeginBattle
from tenmatsu.systems.ninjaslayer.commands.making import GiveWeapon
from tenmatsu.systems.ninjaslayer.commands.scenario import (
    BeginLeisure,
    BeginPlay,
    BeginScenario,
    DividePool,
    EndLeisure,
    Evaluate,
    LowerAbility,
    Pursue,
    RaiseAbility,
    Treat,
)
from tenmatsu.systems.ninjaslayer.decide.scenario import in_exploration, in_scenario
from tenmatsu.systems.ninjaslayer.events.battle import BattleBegun, TurnBegun
from tenmatsu.systems.ninjaslayer.events.making import ScenarioReset
from tenmatsu.systems.ninjaslayer.events.scenario import (
    LeisureBegun,
    PlayBegun,
    PlayEnded,
    ScenarioBegun,
    ScenarioEnded,
)
from tenmatsu.systems.ninjaslayer.state import Body, Scenario, Stage


def at(stage: Stage, pool: int = 0, **figures: Any) -> Play:
    play = begin(**figures)
    return change(play, scenario=Scenario(number=1, stage=stage, pool=pool))


# ---- stages ----


def test_briefing_play_evaluation_and_leisure_follow_each_other() -> None:
    play = at("over", a=make_ninja())
    assert not in_scenario(play.state)
    assert play.when(BeginScenario()).only(ScenarioBegun).number == 2
    assert in_scenario(play.state)
    assert not in_exploration(play.state)
    play.when(BeginPlay()).then(PlayBegun(number=2))
    assert in_exploration(play.state)
    assert play.when(Evaluate()).only(PlayEnded).number == 2
    play.when(BeginLeisure()).then(LeisureBegun(number=2))
    play.when(EndLeisure()).then(ScenarioEnded(number=2, foes=()))
    assert not in_scenario(play.state)


STEPS: tuple[tuple[Command, tuple[Stage, ...]], ...] = (
    (BeginScenario(), ("over",)),
    (BeginPlay(), ("briefing",)),
    (Evaluate(), ("play",)),
    (DividePool(), ("evaluation", "leisure")),
    (BeginLeisure(), ("evaluation",)),
    (EndLeisure(), ("leisure",)),
    (Treat(character="a", place="head"), ("leisure",)),
    (RaiseAbility(character="a", ability="karate"), ("leisure",)),
    (LowerAbility(character="a", ability="karate"), ("leisure",)),
    (Pursue(character="a"), ("leisure",)),
)


@pytest.mark.parametrize("command, stages", STEPS, ids=lambda one: type(one).__name__)
def test_each_step_has_its_stage(command: Command, stages: tuple[Stage, ...]) -> None:
    every: tuple[Stage, ...] = ("briefing", "play", "evaluation", "leisure", "over")
    for stage in every:
        play = at(stage, pool=3, a=make_ninja(cash=99, untreated=("head",))).when(command)
        if stage in stages:
            assert play.refusal is None
        else:
            play.refused("ninjaslayer.wrong_stage")


def test_a_play_goes_to_and_fro_between_exploration_and_battle() -> None:
    play = begin(a=make_ninja(), foe=make_mob())
    assert in_exploration(play.state)
    play.when(BeginBattle())
    assert not in_exploration(play.state)
    assert play.state.scenario.stage == "play"


@pytest.mark.parametrize("command", [Evaluate(), BeginScenario()])
def test_no_scenario_ends_or_begins_in_a_battle(command: Command) -> None:
    play = fight(begin(a=make_ninja(), foe=make_mob()), "a", "foe")
    if isinstance(command, BeginScenario):
        change(play, scenario=Scenario())
    play.when(command).refused("ninjaslayer.battle_goes_on")


# ---- its beginning ----


def test_the_order_of_players_at_ties_is_fixed_at_its_beginning() -> None:
    play = at("over", a=make_ninja(), b=make_ninja(), c=make_ninja())
    assert play.when(BeginScenario(ties=("c", "a"))).only(ScenarioBegun).ties == ("c", "a", "b")
    assert play.state.scenario.ties == ("c", "a", "b")

    foe = make_mob()
    change(play, characters={**play.state.characters, "foe": foe})
    play.given(BeginPlay()).when(BeginBattle())
    assert play.only(BattleBegun).ties == ("c", "a", "b")
    assert play.only(TurnBegun).order == ("c", "a", "b", "foe")


def test_the_order_ends_with_the_scenario() -> None:
    play = at("leisure", a=make_ninja())
    change(play, scenario=Scenario(number=1, stage="leisure", ties=("a",), slayer="ns", pool=2))
    play.when(EndLeisure())
    assert play.state.scenario == Scenario(number=1, stage="over", pool=2)


def test_the_order_names_players_characters_once() -> None:
    play = at("over", a=make_ninja(), foe=make_mob())
    play.when(BeginScenario(ties=("foe",))).refused("ninjaslayer.no_player_character")
    play.when(BeginScenario(ties=("a", "a"))).refused("ninjaslayer.named_twice")
    play.when(BeginScenario(ties=("x",))).refused("ninjaslayer.unknown_character")


def test_foes_and_treasures_do_not_outlast_their_scenario() -> None:
    play = at("leisure", a=make_ninja(), friend=make_mob(side="players"), foe=make_mob(), boss=make_boss())
    change(play, bodies={"D4": Body(square="D4", cash=3)})
    assert play.when(EndLeisure()).only(ScenarioEnded).foes == ("foe", "boss")
    assert play.state.bodies == {}
    change(play, characters={**play.state.characters, "new": make_mob()})
    assert play.when(BeginScenario()).only(ScenarioBegun).cleared == ("foe", "boss")
    assert tuple(play.state.characters) == ("a", "friend", "new")


def test_what_is_made_ready_before_a_scenario_stays_but_not_who_fell() -> None:
    play = at("over", a=make_ninja(), foe=make_mob(), boss=make_boss(removed=True))
    change(
        play,
        bodies={"D4": Body(square="D4", cash=3), "boss": Body(square="D5", cash=1)},
        fought=Fought(fighters=("a", "foe"), result="players_win", turns=2),
    )
    assert play.when(BeginScenario()).only(ScenarioBegun).cleared == ("boss",)
    assert tuple(play.state.characters) == ("a", "foe")
    assert tuple(play.state.bodies) == ("D4",)
    assert play.state.fought is None


def test_dice_are_as_weapons_and_gear_give_them_at_its_beginning() -> None:
    play = at("over", a=make_ninja(weapons=("katana",), emergency=2, quick_dice=0, emergency_dice=0))
    reset = play.when(BeginScenario()).only(ScenarioReset)
    assert (reset.quick_dice, reset.emergency_dice) == (4, 2)


def test_a_weapon_got_in_the_briefing_costs_quick_dice_already() -> None:
    play = at("over", a=make_ninja()).given(BeginScenario())
    play.when(GiveWeapon(character="a", weapon="katana"))
    assert play.state.characters["a"].quick_dice == 4


def test_the_dead_stay_dead_and_are_not_reset() -> None:
    play = at("over", a=make_ninja(), dead=make_ninja(exploded=True, now_vitality=0, lost={"karate": 2}))
    begun = play.when(BeginScenario())
    assert begun.only(ScenarioBegun).ties == ("a",)
    assert begun.only(ScenarioReset).character == "a"
    assert play.state.characters["dead"].lost == {"karate": 2}


def test_the_character_who_stands_for_ninja_slayer_is_named_at_the_beginning() -> None:
    play = at(
        "over", a=make_ninja(), foe=make_boss(), ns=make_ninja(kind="boss", side="foes", model="slayer")
    )
    play.when(BeginScenario(slayer="foe")).refused("ninjaslayer.not_at_table")
    play.when(BeginScenario(slayer="a")).refused("ninjaslayer.no_slayer")


def test_that_character_is_kept_if_brought_in_before() -> None:
    play = change(gather("a", "ns"), characters={"a": make_ninja(), "ns": make_boss(model="slayer")})
    begun = play.when(BeginScenario(slayer="ns")).only(ScenarioBegun)
    assert (begun.slayer, begun.cleared) == ("ns", ())
    assert play.state.scenario.slayer == "ns"

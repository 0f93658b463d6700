"""The stages of a scenario, what each resets, and the division of the cash pool."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, change, fight, gather, make_boss, make_mob, make_ninja

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Fought
from tenmatsu.systems.ninjaslayer.commands.battle import BeginBattle
from tenmatsu.systems.ninjaslayer.commands.damage import Weaken
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
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
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.events.making import ScenarioReset
from tenmatsu.systems.ninjaslayer.events.scenario import (
    CashShared,
    LeisureBegun,
    PlayBegun,
    PlayEnded,
    PoolDivided,
    Rated,
    Rewarded,
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
    play.when(EndLeisure()).then(ScenarioEnded(number=2))
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


def test_foes_treasures_and_the_last_battle_do_not_outlast_their_scenario() -> None:
    play = at("over", a=make_ninja(), friend=make_mob(side="players"), foe=make_mob(), boss=make_boss())
    change(
        play,
        bodies={"D4": Body(square="D4", cash=3)},
        fought=Fought(fighters=("a", "foe"), result="players_win", turns=2),
    )
    assert play.when(BeginScenario()).only(ScenarioBegun).cleared == ("foe", "boss")
    assert tuple(play.state.characters) == ("a", "friend")
    assert play.state.bodies == {}
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


# ---- its evaluation ----


def test_what_lasts_for_one_scenario_ends_with_the_play() -> None:
    """Abilities return, the injury stays without its number, dice are reset; the sixth sense is fresh."""
    hurt = make_ninja(
        karate=4,
        now_vitality=1,
        now_spirit=0,
        lost={"karate": 3, "wazamae": 3},
        injuries={"arms": 2},
        untreated=("head",),
        quick_dice=1,
        emergency=2,
        emergency_dice=0,
        sensed=True,
        spared=True,
        carrying="x",
        unconscious=True,
    )
    figure = begin(a=hurt).when(Evaluate()).state.characters["a"]

    assert (figure.ability("karate"), figure.ability("wazamae")) == (4, 4)
    assert (figure.injuries, figure.untreated) == ({}, ("head", "arms"))
    assert (figure.quick_dice, figure.emergency_dice) == (5, 2)
    assert (figure.vitality, figure.spirit) == (6, 3)
    assert not figure.sensed
    assert not figure.unconscious
    assert not figure.spared
    assert figure.carrying == ""


def test_arms_broken_twice_return_at_the_end_but_the_injury_stays_until_treated() -> None:
    play = begin(a=make_ninja(karate=4, wazamae=4, injuries={"arms": 2}, cash=3))
    play.given(*(Weaken(character="a", what=what, amount=4) for what in ("karate", "wazamae")))
    assert (play.state.characters["a"].ability("karate"), play.state.characters["a"].ability("wazamae")) == (
        1,
        1,
    )
    play.given(Evaluate())
    assert play.state.characters["a"].ability("karate") == 4
    assert play.state.characters["a"].untreated == ("arms",)
    play.given(BeginLeisure(), Treat(character="a", place="arms"))
    assert play.state.characters["a"].untreated == ()


@pytest.mark.parametrize(
    "injuries, difficulty", [({"arms": 3}, "hard"), ({"arms": 1, "head": 1}, "ultra_hard")]
)
def test_an_untreated_injury_makes_the_next_scenario_harder_and_neither_this_one_nor_its_leisure(
    injuries: dict[str, int], difficulty: str
) -> None:
    play = begin(a=make_ninja(injuries=injuries))

    def look() -> str:
        return str(play.when(Judge(character="a", value="karate"), d6(*[1] * 6)).only(Judged).difficulty)

    assert look() == "normal"
    play.given(Evaluate(), BeginLeisure())
    pursued = play.when(Pursue(character="a", value="karate"), d6(*[1] * 6))
    assert pursued.only(Judged).difficulty == "normal"
    play.given(EndLeisure(), BeginScenario(), BeginPlay())
    assert look() == difficulty


def test_the_nm_rates_the_scenario_and_pays_everybody() -> None:
    play = begin(a=make_ninja(cash=1), b=make_ninja(), dead=make_ninja(exploded=True), foe=make_boss())
    play.when(Evaluate(rating="A", reward=5, rewards={"b": 8}))
    assert play.only(Rated).rating == "A"
    assert play.all(Rewarded) == [
        Rewarded(character="a", amount=5, cash=6),
        Rewarded(character="b", amount=8, cash=8),
    ]
    assert play.state.characters["dead"].cash == 0


def test_a_failed_scenario_has_no_reward_and_may_have_no_rating() -> None:
    play = begin(a=make_ninja(), b=make_ninja())
    play.when(Evaluate(rewards={"b": 0}))
    assert play.all(Rated) == []
    assert play.all(Rewarded) == []


@pytest.mark.parametrize(
    "rewards, code",
    [
        ({"foe": 1}, "no_player_character"),
        ({"dead": 1}, "no_player_character"),
        ({"x": 1}, "unknown_character"),
    ],
)
def test_only_players_characters_who_live_are_rewarded(rewards: dict[str, int], code: str) -> None:
    play = begin(a=make_ninja(), dead=make_ninja(exploded=True), foe=make_boss())
    play.when(Evaluate(rewards=rewards)).refused(f"ninjaslayer.{code}")


def test_cash_has_an_end() -> None:
    play = begin(a=make_ninja(cash=9998)).when(Evaluate(reward=5))
    assert play.state.characters["a"].cash == 9999


# ---- the pool ----


@pytest.mark.parametrize(
    "fields, shares, left",
    [
        ({}, {"a": 3, "b": 3, "c": 3}, 2),
        ({"rest": ("c", "a")}, {"a": 4, "b": 3, "c": 4}, 0),
        ({"rest": ("b", "b")}, {"a": 3, "b": 5, "c": 3}, 0),
        ({"rest": ("b",)}, {"a": 3, "b": 4, "c": 3}, 1),
        ({"characters": ("a", "b"), "rest": ("c",)}, {"a": 5, "b": 5, "c": 1}, 0),
    ],
)
def test_the_pool_is_divided_as_evenly_as_can_be_and_the_nm_gives_the_rest(
    fields: dict[str, Any], shares: dict[str, int], left: int
) -> None:
    play = at("evaluation", 11, a=make_ninja(), b=make_ninja(), c=make_ninja(), d=make_ninja(exploded=True))
    play.when(DividePool(**fields))
    assert {one.character: one.amount for one in play.all(CashShared)} == shares
    assert play.only(PoolDivided).left == left
    assert play.state.scenario.pool == left
    assert {one: figure.cash for one, figure in play.state.characters.items() if figure.cash} == shares


def test_what_does_not_come_out_even_is_given_where_there_is_nothing_else() -> None:
    play = at("leisure", 2, a=make_ninja(), b=make_ninja(), c=make_ninja())
    play.when(DividePool()).refused("ninjaslayer.nothing_to_share")
    play.when(DividePool(rest=("b", "c"))).then(
        PoolDivided(total=2, count=3, left=0),
        CashShared(character="b", amount=1, cash=1),
        CashShared(character="c", amount=1, cash=1),
    )


@pytest.mark.parametrize(
    "fields, code",
    [
        ({"rest": ("a", "a", "b")}, "rest_too_small"),
        ({"characters": ("a", "a")}, "named_twice"),
        ({"characters": ("dead",)}, "no_player_character"),
        ({"rest": ("foe",)}, "no_player_character"),
        ({"characters": ("x",)}, "unknown_character"),
    ],
)
def test_how_a_pool_cannot_be_divided(fields: dict[str, Any], code: str) -> None:
    play = at(
        "evaluation",
        5,
        a=make_ninja(),
        b=make_ninja(),
        c=make_ninja(),
        dead=make_ninja(exploded=True),
        foe=make_boss(),
    )
    play.when(DividePool(**fields)).refused(f"ninjaslayer.{code}")


def test_a_pool_is_not_divided_among_nobody() -> None:
    at("evaluation", 5, dead=make_ninja(exploded=True)).when(DividePool()).refused(
        "ninjaslayer.nobody_to_share"
    )


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

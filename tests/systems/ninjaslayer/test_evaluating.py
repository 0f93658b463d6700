"""The end of a play: what heals, ratings and rewards, the division of the cash pool."""

from typing import Any

import pytest
from kit import Play, d6
from ninjas import begin, change, make_boss, make_ninja

from tenmatsu.systems.ninjaslayer.commands.damage import Weaken
from tenmatsu.systems.ninjaslayer.commands.judging import Judge
from tenmatsu.systems.ninjaslayer.commands.scenario import (
    BeginLeisure,
    BeginPlay,
    BeginScenario,
    DividePool,
    EndLeisure,
    Evaluate,
    Pursue,
    Treat,
)
from tenmatsu.systems.ninjaslayer.events.judging import Judged
from tenmatsu.systems.ninjaslayer.events.scenario import (
    CashShared,
    PoolDivided,
    Rated,
    Rewarded,
)
from tenmatsu.systems.ninjaslayer.state import Scenario, Stage


def at(stage: Stage, pool: int = 0, **figures: Any) -> Play:
    play = begin(**figures)
    return change(play, scenario=Scenario(number=1, stage=stage, pool=pool))


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


def test_an_empty_pool_is_not_divided() -> None:
    at("leisure", 0, a=make_ninja()).when(DividePool()).refused("ninjaslayer.pool_empty")

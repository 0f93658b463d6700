"""How a character is made that was not yet, and the GM's next steps."""

from typing import Any

import msgspec
import pytest
from kit import d6
from ninjas import begin, change, fight, gather, lay_map, make_boss, make_ninja

from tenmatsu.engine.contract import Move
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.commands.making import BringIn, MakeCharacter
from tenmatsu.systems.ninjaslayer.state import Scenario, Stage, State


def steps(state: State, character: str = "") -> list[Move]:
    return list(SYSTEM.prepare(state, begin().rules, character))


def names(state: State) -> list[str]:
    return [move.command.removeprefix("ninjaslayer.") for move in steps(state)]


def test_a_character_not_made_is_made_by_a_model_by_figures_by_dice_or_comes_as_an_enemy() -> None:
    moves = steps(State(), "a")

    assert [move.command for move in moves] == ["ninjaslayer.make_character"] * 3 + ["ninjaslayer.bring_in"]
    assert [move.fields for move in moves] == [
        {"character": "a"},
        {"character": "a"},
        {"character": "a", "rolled": True},
        {"characters": ("a",)},
    ]


def test_each_of_these_is_accepted() -> None:
    for at, move in enumerate(steps(State(), "a")):
        filled: dict[str, Any] = dict(move.fields)
        for field in move.open:
            if field.required:
                filled[field.name] = field.choices[0] if field.choices else field.low
        kind = MakeCharacter if at < 3 else BringIn
        command = msgspec.convert({"type": move.command, **filled}, kind)
        play = gather("a").when(command, d6(1, 2, 3, 4) if move.fields.get("rolled") else ())
        assert play.refusal is None
        assert "a" in play.state.characters


def test_players_models_are_offered_to_players_and_enemies_to_the_gm() -> None:
    first, *_, last = steps(State(), "a")
    models = begin().rules.tables.models

    assert {models[name].kind for name in first.open[0].choices} == {"pc"}
    assert {models[name].kind for name in last.open[0].choices} == {"mob", "boss"}
    assert len(first.open[0].choices) + len(last.open[0].choices) == len(models)


def test_who_is_made_has_nothing_more_to_prepare() -> None:
    assert steps(begin(a=make_ninja()).state, "a") == []


def test_before_a_battle_the_gm_lays_a_map_and_brings_foes_in() -> None:
    play = begin(a=make_ninja())
    assert {"lay_map", "bring_in"} <= set(names(play.state))
    assert "begin_battle" not in names(play.state)
    assert "lay_map" not in names(lay_map(play).state)


def test_a_battle_begins_where_both_sides_are_there() -> None:
    play = begin(a=make_ninja(), s=make_boss())
    assert "begin_battle" in names(play.state)
    assert "bring_in" not in names(play.state)
    assert "begin_battle" not in names(begin(a=make_ninja(), s=make_boss(unconscious=True)).state)


def test_in_a_battle_nothing_is_to_be_prepared() -> None:
    assert names(fight(begin(a=make_ninja(), s=make_boss()), "a", "s").state) == []


@pytest.mark.parametrize(
    "stage, step",
    [
        ("over", "begin_scenario"),
        ("briefing", "begin_play"),
        ("evaluation", "begin_leisure"),
        ("leisure", "end_leisure"),
    ],
)
def test_each_stage_of_the_scenario_leads_on_to_the_next(stage: Stage, step: str) -> None:
    play = change(begin(a=make_ninja()), scenario=Scenario(number=1, stage=stage))
    assert names(play.state)[0] == step


def test_a_scenario_needs_somebody_who_plays_it() -> None:
    assert "begin_scenario" not in names(State())

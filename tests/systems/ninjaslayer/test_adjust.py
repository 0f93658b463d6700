"""Values that the GM sets by hand (`table.adjusted`)."""

from typing import Any

import pytest
from ninjas import begin, fight, make_mob, make_ninja

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ninjaslayer import SYSTEM
from tenmatsu.systems.ninjaslayer.adjust import BASE_NAMES, FIGURE_NAMES, FLAG_NAMES, PLACES, STAGES
from tenmatsu.systems.ninjaslayer.figures import Base, Figure
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.wording import load_words


def table() -> State:
    """Return a battle of a ninja and a mob."""
    figure = make_ninja(
        changed={"karate": 2},
        lost={"karate": 1, "legs": 2},
        injuries={"arms": 2},
        untreated=("head",),
        square="B2",
    )
    state: State = fight(begin(a=figure, m=make_mob()), "a", "m").state
    return state


def adjust(state: State, name: str, new: Any) -> State:
    return SYSTEM.evolve(state, Adjusted(name=name, old=None, new=new))


@pytest.mark.parametrize("name", SYSTEM.adjustable(table()))
def test_every_value_can_be_set_to_what_it_is_and_to_something_else(name: str) -> None:
    state = table()
    value = SYSTEM.adjustable(state)[name]
    assert adjust(state, name, value) == state

    other: Any = "leisure"
    if isinstance(value, bool):
        other = not value
    elif isinstance(value, int):
        other = 2 if value != 2 else 1
    after = SYSTEM.adjustable(adjust(state, name, other))
    assert after[name] == other
    assert {key: one for key, one in after.items() if key != name} == {
        key: one for key, one in SYSTEM.adjustable(state).items() if key != name
    }


def test_spirit_and_dodge_dice_may_be_below_0_and_temporary_changes_too() -> None:
    for name in ("a.spirit", "a.dodge_dice", "a.changed_karate"):
        assert SYSTEM.adjustable(adjust(table(), name, -2))[name] == -2


def test_a_count_set_to_0_is_gone() -> None:
    state = table()
    for name in ("changed_karate", "lost_karate", "lost_legs", "injury_arms"):
        state = adjust(state, f"a.{name}", 0)
    state = adjust(state, "a.untreated_head", False)

    figure = state.characters["a"]
    assert (figure.changed, figure.lost, figure.injuries, figure.untreated) == ({}, {}, {}, ())


def test_somebody_taken_off_the_map_leaves_the_square_to_others() -> None:
    for name in ("exploded", "removed"):
        figure = adjust(table(), f"a.{name}", True).characters["a"]
        assert (getattr(figure, name), figure.square) == (True, "")


@pytest.mark.parametrize("stage", STAGES)
def test_the_stage_of_the_scenario_can_be_set(stage: str) -> None:
    assert adjust(table(), "stage", stage).scenario.stage == stage


def test_turn_and_atmosphere_are_there_in_a_battle_alone() -> None:
    assert {"turn", "atmosphere"} <= set(SYSTEM.adjustable(table()))
    quiet = begin(a=make_ninja()).state
    assert not {"turn", "atmosphere"} & set(SYSTEM.adjustable(quiet))
    assert adjust(adjust(quiet, "turn", 2), "atmosphere", 1) == quiet


@pytest.mark.parametrize(
    "name, new",
    [
        ("a.karate", 0),
        ("a.karate", "many"),
        ("a.karate", True),
        ("a.legs", 0),
        ("a.jitsu", -1),
        ("a.most_vitality", 0),
        ("a.vitality", -1),
        ("a.quick_dice", -1),
        ("a.lost_karate", -1),
        ("a.lost_jitsu", 1),
        ("a.changed_legs", 1),
        ("a.injury_arms", -1),
        ("a.injury_tail", 1),
        ("a.untreated_tail", True),
        ("a.untreated_arms", 1),
        ("a.focused", 1),
        ("a.square", "C4"),
        ("a.secret", 1),
        ("a.secret", True),
        ("ghost.karate", 3),
        ("pool", -1),
        ("pool", "much"),
        ("stage", "tomorrow"),
        ("stage", 1),
        ("turn", 0),
        ("atmosphere", 3),
        ("atmosphere", True),
        ("weather", 1),
    ],
)
def test_what_does_not_fit_changes_nothing(name: str, new: Any) -> None:
    state = table()
    assert adjust(state, name, new) == state


def test_every_name_is_a_field_of_somebody() -> None:
    assert {field for field, _ in BASE_NAMES.values()} <= set(Base.__struct_fields__)
    assert {*FIGURE_NAMES, *FLAG_NAMES} <= set(Figure.__struct_fields__)


@pytest.mark.parametrize("name", sorted({name.rpartition(".")[2] for name in SYSTEM.adjustable(table())}))
def test_every_name_is_called_something_in_both_languages(name: str) -> None:
    words = load_words()
    assert name == "dkk" or not words.value_name(name, "ja").isascii()
    assert "_" not in words.value_name(name, "en")


def test_every_stage_and_atmosphere_reads_as_one() -> None:
    words = load_words()
    for stage in STAGES:
        assert not words.value("stage", stage, "ja", {}).isascii()
    for mode in range(3):
        assert not words.value("atmosphere", mode, "ja", {}).isascii()
    assert len(PLACES) == len({words.value_name(f"injury_{place}", "en") for place in PLACES})

"""Values that the GM sets by hand (`table.adjusted`)."""

from typing import Any

import pytest
from edo import begin, make_figure

from tenmatsu.events.table import Adjusted
from tenmatsu.systems.ukiyozoshi import SYSTEM
from tenmatsu.systems.ukiyozoshi.adjust import FIGURE_NAMES, HEALTH_NAMES, TABLE_NAMES


def adjust(name: str, new: Any) -> Any:
    return SYSTEM.evolve(begin(oryu=make_figure()).state, Adjusted(name=name, old=None, new=new))


@pytest.mark.parametrize(
    "name, new",
    [
        ("endurance", 3),
        ("katsugeki", 1),
        ("dead", True),
        ("x", 4),
        ("x", None),
        ("posture", "prone"),
        ("剣術", 6),
    ],
)
def test_a_value_of_a_character_is_set(name: str, new: Any) -> None:
    assert SYSTEM.adjustable(adjust(f"oryu.{name}", new))[f"oryu.{name}"] == new


def test_values_of_health_and_of_the_table_are_set() -> None:
    assert adjust("oryu.wounds", 3).characters["oryu"].health.wounds == 3
    assert adjust("purse", 500).purse == 500


@pytest.mark.parametrize(
    "name, new",
    [
        ("oryu.endurance", "many"),
        ("oryu.endurance", True),
        ("oryu.posture", "flying"),
        ("oryu.mounted", "cow"),
        ("oryu.secret", 1),
        ("ghost.endurance", 1),
        ("oryu.剣術", "good"),
        ("oryu.x", "left"),
        ("purse", "full"),
        ("weather", 1),
    ],
)
def test_what_does_not_fit_changes_nothing(name: str, new: Any) -> None:
    assert adjust(name, new) == begin(oryu=make_figure()).state


def test_every_name_can_be_read() -> None:
    values = SYSTEM.adjustable(begin(oryu=make_figure()).state)
    names = {*TABLE_NAMES, *(f"oryu.{name}" for name in (*FIGURE_NAMES, *HEALTH_NAMES))}
    assert names <= set(values)

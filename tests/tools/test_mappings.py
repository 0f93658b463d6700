"""Levels and numbers by name are typed as people write them, at the shell and in play."""

from typing import Any

import pytest
from msgspec import inspect

from tenmatsu.systems import akatsuki
from tenmatsu.systems.akatsuki.commands.checks import RollCheck
from tenmatsu.systems.akatsuki.commands.making import MakeCharacter
from tenmatsu.tools.cli.kinds import NoFit, read
from tenmatsu.tools.cli.values import read_pairs
from tenmatsu.tools.cli.words import CliError

LEVELS = inspect.type_info(dict[str, int])


@pytest.mark.parametrize(
    "text, value",
    [
        ("剣術:4,知覚:2", {"剣術": 4, "知覚": 2}),
        ('{"剣術": 4}', {"剣術": 4}),
        ("{剣術:4,知覚:2}", {"剣術": 4, "知覚": 2}),
        ("芸能:三味線:3", {"芸能:三味線": 3}),
        ("{}", {}),
    ],
)
def test_a_mapping_is_read_as_pairs_or_as_json(text: str, value: Any) -> None:
    assert read(text, LEVELS) == value


@pytest.mark.parametrize("text", ["剣術", "剣術:", ":4", "剣術:強い", ""])
def test_what_is_neither_is_refused(text: str) -> None:
    with pytest.raises(NoFit):
        read(text, LEVELS)


@pytest.mark.parametrize("written", ["tosei", "渡世", "Tosei"])
def test_one_of_a_few_values_is_read_by_its_label_in_either_language(written: str) -> None:
    words = akatsuki.SYSTEM.words()

    assert read_pairs("akatsuki.roll_check", RollCheck, [f"ability={written}"], words) == {"ability": "tosei"}
    levels = read_pairs("akatsuki.make_character", MakeCharacter, [f"fields={written}:聡明"], words)
    assert levels == {"fields": {"tosei": "聡明"}}


def test_what_is_no_label_of_a_value_is_refused() -> None:
    with pytest.raises(CliError, match="tosei"):
        read_pairs("akatsuki.roll_check", RollCheck, ["ability=体力"], akatsuki.SYSTEM.words())

"""Levels and numbers by name are typed as people write them, at the shell and in play."""

from typing import Any

import pytest
from msgspec import inspect

from tenmatsu.tools.cli.kinds import NoFit, read

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

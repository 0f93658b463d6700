"""`show` prints what a game draws under the sheet, and gives every form as JSON."""

import json
from pathlib import Path

import drawn
from clitools import Cli

from tenmatsu.engine.api import open_store


def _begin(database: Path) -> None:
    store = open_store(f"sqlite:///{database}")
    drawn.begin(store, "お\x1b[2J竜")
    store.close()


def test_a_drawing_stands_under_the_sheet_and_steers_no_terminal(cli: Cli, database: Path) -> None:
    _begin(database)
    told = cli("show", "@last", "a").out

    assert told.endswith("◇hit points\n  お␛[2J竜 10\n  ``` \n")


def test_json_holds_lines_svg_and_words(cli: Cli, database: Path) -> None:
    _begin(database)
    shown = json.loads(cli("show", "@last", "b", "--json").out)

    assert shown["drawings"] == []
    (one,) = shown["sheets"][0]["drawings"]
    assert (one["key"], one["label"], one["alt"]) == ("hp", "hit points", "伊織 10")
    assert one["text"] == ["伊織 10", "``` "]
    assert one["svg"].startswith("<svg ")


def test_a_game_that_draws_nothing_shows_sheets_alone(cli: Cli) -> None:
    assert "◇" not in cli("show", "@last").out
    assert json.loads(cli("show", "@last", "--json").out)["sheets"][0]["drawings"] == []

"""The words of table rows."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _words() -> dict[str, dict[str, str]]:
    text = files("tenmatsu.engine.bcdice").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def row_text(table: str, edition: str, row: int) -> str:
    """Return the words of a row."""
    return _words()[table][edition].format(row=row)

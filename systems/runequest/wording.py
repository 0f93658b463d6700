"""The words of the game, read once."""

from functools import cache

from tenmatsu.engine.words import Words, read_words


@cache
def load_words() -> Words:
    """Return what stands in `words.toml`."""
    return read_words("tenmatsu.systems.runequest")

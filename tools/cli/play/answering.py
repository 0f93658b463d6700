"""What a typed line answers: an option, the fields behind it, and the faces of physical dice."""

import shlex

from tenmatsu.engine.api import Pending
from tenmatsu.tools.cli.choices import option_meant
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import read_faces

_DICE = "--dice"


def answer_in(line: str, pending: Pending, teller: Teller) -> tuple[int, list[str]] | None:
    """Return the place of the option that a line means, and the words behind it: `2 plus=1 --dice 4,3`."""
    if (whole := option_meant(line, pending, teller)) is not None:
        return whole, []
    first, *rest = split_words(line)
    place = option_meant(first, pending, teller)
    more = list(rest)
    _take_dice(more)
    return (place, rest) if place is not None and all("=" in word for word in more) else None


def split_words(line: str) -> list[str]:
    """Return the words of a line, quoted ones whole where the quotes close."""
    try:
        return shlex.split(line) or line.split()
    except ValueError:
        return line.split()


def faces_in(words: list[str]) -> list[int] | None:
    """Take `--dice 5,5,6` out of the words and return the faces; None where there is none."""
    text = _take_dice(words)
    return None if text is None else read_faces(text)


def _take_dice(words: list[str]) -> str | None:
    if _DICE not in words[:-1]:
        return None
    place = words.index(_DICE)
    text = words[place + 1]
    del words[place : place + 2]
    return text

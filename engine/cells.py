"""Lines that stay under each other in a terminal, full-width letters or not."""

import unicodedata


def width_of(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(_cells(letter) for letter in text)


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def pad(text: str, width: int) -> str:
    """Return a text filled with blanks to a width in cells."""
    return text + " " * max(0, width - width_of(text))

"""Lines that stay under each other in a terminal, full-width letters or not."""

import re
import unicodedata

_PIECE = re.compile(
    r"\s+|[!-~\u00a1-\u2fff]+|[（「『【〔]*.[、。，．）」』】〕・：；？！ーっゃゅょッャュョ]*"
)
"""What a line is not broken inside: narrow letters; a full-width one with what may not part from it."""


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


def wrap(text: str, width: int) -> list[str]:
    """Return a text as lines of at most so many cells: broken at blanks and between full-width letters."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if width_of(lines[-1] + piece.rstrip()) > width and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += " " * bool(lines[-1]) if piece.isspace() else piece
    return [line.rstrip() for line in lines]

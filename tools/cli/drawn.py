"""Show what a game draws: as lines under a sheet, or whole for JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from tenmatsu.engine.api import Drawing
from tenmatsu.tools.cli.output import one_line
from tenmatsu.tools.cli.telling import Teller


def drawing_lines(drawings: Sequence[Drawing], teller: Teller) -> Iterator[str]:
    """Yield drawings for a terminal, each under its title."""
    for drawing in drawings:
        yield f"◇{one_line(teller.label(drawing.title))}"
        yield from (f"  {one_line(line)}" for line in drawing.text)


def plain_drawings(drawings: Sequence[Drawing], teller: Teller) -> list[dict[str, Any]]:
    """Return drawings for JSON, in every form."""
    return [
        {
            "key": drawing.title,
            "label": teller.label(drawing.title),
            "text": drawing.text,
            "svg": drawing.svg,
            "alt": drawing.alt,
        }
        for drawing in drawings
    ]

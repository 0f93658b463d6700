"""The parts that both drawings are made of: colours, boxes, words."""

from tenmatsu.engine.cells import width_of
from tenmatsu.engine.drawings import escape
from tenmatsu.engine.language import Lang
from tenmatsu.systems.runequest.wording import load_words

WIDTH = 340
"""Of a drawing, in pixels: a telephone shows it nearly as large."""
PAPER = "light-dark(#fffdf7,#2c2932)"
EDGE = "light-dark(#4a4038,#b9ad9c)"
INK = "light-dark(#2b2622,#efe8db)"
FAINT = "light-dark(#6a6055,#a79e90)"
RED = "light-dark(#b3231a,#ff9080)"
HURT = "light-dark(#fbe9c4,#57461f)"
GRAVE = "light-dark(#f6cfc8,#6b2b26)"
GONE = "light-dark(#d9d4cc,#1c1a20)"
_WORDS = "font-family:var(--sans,sans-serif)"


def say(key: str, lang: Lang) -> str:
    """Return the label of a key."""
    return load_words().label(key, lang)


def cut(text: str, cells: int) -> str:
    """Return a text on one line, cut where it takes more cells than there are."""
    text = " ".join(text.split())
    if width_of(text) <= cells:
        return text
    while width_of(text) > cells - 1:
        text = text[:-1]
    return f"{text}…"


def box(left: float, top: float, width: float, height: float, fill: str, edge: str, extra: str = "") -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="6" '
        f'style="fill:{fill};stroke:{edge};stroke-width:1.5{extra}"/>'
    )


def words(x: float, y: float, text: str, size: float, fill: str = INK, extra: str = "") -> str:
    """Return a text whose middle stands at `x`, or as the extra style says."""
    anchor = "" if "text-anchor" in extra else ";text-anchor:middle"
    return (
        f'<text x="{x:g}" y="{y:g}" style="{_WORDS};font-size:{size:g}px;fill:{fill}{anchor}{extra}">'
        f"{escape(text)}</text>"
    )

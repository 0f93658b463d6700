"""What a game draws of a character: lines for a terminal, SVG for a page, words for who sees neither."""

from collections.abc import Iterable, Mapping
from html import escape as escape_html
from typing import Any

import msgspec

from tenmatsu.engine.language import Lang

_UNDRAWN = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd")
"""What an SVG may not hold, or what could steer its reader."""


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """For whom something is drawn."""

    lang: Lang
    names: Mapping[str, str] = {}
    """Of participants and characters by id, as far as who looks knows them."""

    def name(self, one: str) -> str:
        """Return a name, or the id where none is known."""
        return self.names.get(one) or one


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """One drawing, in every form in which it may be shown."""

    title: str
    """A key of `[labels]`."""
    text: tuple[str, ...]
    """Lines for a terminal, in line with full-width letters."""
    svg: str
    """One `<svg>` element as `frame_svg` makes it: no script, no address, no ids, light and dark."""
    alt: str
    """The whole of it in words."""


def draw_nothing(state: Any, rules: Any, character: str, look: Look) -> Iterable[Drawing]:
    """Return nothing: a game that is told in words and figures alone."""
    return ()


def escape(text: str) -> str:
    """Return a text as an SVG may hold it: it stays text, whatever people typed."""
    return escape_html(text.translate(_UNDRAWN))


def frame_svg(width: int, height: int, title: str, alt: str, parts: Iterable[str]) -> str:
    """
    Return an `<svg>` element of a size in pixels, with its title and description, on one line.

    It shrinks with a narrow page. The parts are markup: names in them must have gone through `escape`.
    Colours are written as `light-dark(…)`; no part has an id, so that a page may hold many.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'style="max-width:100%;height:auto" role="img" aria-label="{escape(alt)}">'
        f"<title>{escape(title)}</title><desc>{escape(alt)}</desc>{''.join(parts)}</svg>"
    )


__all__ = ["Drawing", "Look", "draw_nothing", "escape", "frame_svg"]

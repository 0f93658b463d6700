"""The fixed phrases of recaps, from `words.toml`, and how dates and typed text are shown."""

import re
import tomllib
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

import msgspec

from tenmatsu.engine.language import Lang
from tenmatsu.engine.words import Phrase

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Control characters, those that turn the direction of text, and invisible ones."""
_BREAKS = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_SHOWN_BREAK = " ⏎ "


@cache
def _phrases() -> dict[str, Phrase]:
    text = files("tenmatsu.projections.recap").joinpath("words.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Phrase])


def say(key: str, lang: Lang, **fields: object) -> str:
    """Return a fixed phrase with its fields filled in."""
    return _phrases()[key].say(lang).format_map(fields)


def tidy(text: str) -> str:
    """Return typed text with plain line breaks and a visible sign for each character that hides or steers."""
    return _UNSEEN.sub("\ufffd", _BREAKS.sub("\n", text).replace("\t", " ")).strip("\n")


def tidy_line(text: str) -> str:
    """Return typed text as one line."""
    return tidy(text).replace("\n", _SHOWN_BREAK)


def show_span(began: str, ended: str, lang: Lang) -> str:
    """Return a span of two RFC 3339 times; in Japanese the small hours count on (24:30)."""
    try:
        start, end = datetime.fromisoformat(began), datetime.fromisoformat(ended)
    except ValueError:
        return ""
    first, last = f"{start:%Y-%m-%d %H:%M}", f"{end:%H:%M}"
    if end.date() != start.date():
        night = lang == "ja" and end.date() == start.date() + timedelta(days=1) and end.hour < 6
        last = f"{end.hour + 24}:{end:%M}" if night else f"{end:%Y-%m-%d %H:%M}"
    zone = f"{start:%z}"
    shown = "" if not zone else " (UTC)" if not start.utcoffset() else f" (UTC{zone[:3]}:{zone[3:5]})"
    return f"{first}{shown}" if first.endswith(last) else f"{first}–{last}{shown}"


def bracket(label: str, lang: Lang) -> str:
    """Return a label in brackets, as it stands before a line; nothing for none."""
    if not label:
        return ""
    return f"〔{label}〕" if lang == "ja" else f"[{label}] "


def show_clock(at: str) -> str:
    """Return the hour and minute of an RFC 3339 time, or nothing."""
    return at[11:16] if len(at) > 16 else ""

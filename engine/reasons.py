"""Say in the reader's language what a library or the operating system says in English alone."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tenmatsu.engine.language import Lang

_LINE = re.compile(r"line (\d+)")
_ANYTHING: Mapping[Lang, str] = {"ja": "値", "en": "a value"}


@cache
def _file() -> dict[str, Any]:
    text = files("tenmatsu.engine").joinpath("reasons.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _patterns() -> list[tuple[re.Pattern[str], dict[Lang, str]]]:
    return [(re.compile(one["pattern"], re.DOTALL), one) for one in _file()["reasons"]]


def say_reason(text: str, lang: Lang) -> str:
    """Return what a text of others means in `lang`; the text itself where it is none of the common ones."""
    for pattern, words in _patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            parts = {name: part or "" for name, part in match.groupdict().items()}
            for name in parts.keys() & {"kind", "found"}:
                parts[name] = _say_kinds(parts[name], lang)
            if "path" in parts:
                parts["path"] = parts["path"] or _ANYTHING[lang]
            line = _LINE.search(parts.get("place", ""))
            place = "" if line is None else f"{line[1]}行目: " if lang == "ja" else f"line {line[1]}: "
            return place + words[lang].format_map(parts)
    return text


def _say_kinds(text: str, lang: Lang) -> str:
    kinds: dict[str, dict[Lang, str]] = _file()["kinds"]
    either = "か" if lang == "ja" else " or "
    return either.join(kinds[one][lang] if one in kinds else one for one in text.split(" | "))

"""The command line's own sentences in both languages, kept as data in `words.toml`."""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Protocol, runtime_checkable

from tenmatsu.engine.errors import UsageError, shorten
from tenmatsu.engine.language import Lang
from tenmatsu.engine.reasons import say_reason


@runtime_checkable
class Speaks(Protocol):
    """A detail of a sentence that is itself said in the reader's language."""

    def say(self, lang: Lang) -> str:
        """Return it in `lang`."""
        ...


class Both:
    """A detail that has its own words in each language."""

    def __init__(self, key: str, /, **details: object) -> None:
        self._key = key
        self._details = details

    def say(self, lang: Lang) -> str:
        """Return it in `lang`."""
        return say(self._key, lang, **self._details)


class CliError(UsageError):
    """Bad input to the command line; its sentence stands in the command line's own words."""

    def say(self, lang: Lang = "en", names: Mapping[str, str] | None = None) -> str:
        """Return the sentence in `lang`."""
        return say(self.code, lang, **self.details)


@cache
def _file() -> dict[str, Any]:
    text = files("tenmatsu.tools.cli").joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def say(key: str, lang: Lang, /, **details: object) -> str:
    """Return a sentence with its details filled in."""
    shown = {name: _shown(value, lang) for name, value in details.items()}
    if "reason" in shown:
        shown["reason"] = say_reason(shorten(str(shown["reason"])), lang)
    template: str = _file()["sentences"][key][lang]
    return template.format_map(shown) if shown else template


def _shown(value: object, lang: Lang) -> object:
    if isinstance(value, Speaks):
        return value.say(lang)
    return shorten(value) if isinstance(value, str) else value


def help_line(command: str, lang: Lang) -> str:
    """Return what a command does, in one line."""
    line: str = _file()["commands"][command][lang]
    return line


def help_example(command: str) -> str:
    """Return the example of a command's help."""
    example: str = _file()["commands"][command]["example"]
    return example


def help_argument(command: str, argument: str, lang: Lang) -> str:
    """Return what an argument of a command means."""
    own: dict[str, Any] = _file()["commands"][command]
    line: str = (own.get(argument) or _file()["arguments"][argument])[lang]
    return line


def find_lang(given: str | None = None) -> Lang:
    """Return the language asked for, or that of the locale: Japanese where it says so, else English."""
    if given in ("ja", "en"):
        return "ja" if given == "ja" else "en"
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"

"""Typed errors: each has a code, a sentence in both languages and the exit code of its kind."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import ClassVar, Protocol

from tenmatsu.engine.language import Lang
from tenmatsu.engine.reasons import say_reason


class SpeaksRefusals(Protocol):
    """Whatever knows the sentence for a refusal's code: a system's words."""

    def refusal(self, code: str, details: Mapping[str, object], lang: Lang, names: Mapping[str, str]) -> str:
        """Return the sentence."""
        ...


MOST_DETAIL = 500
"""Letters of a detail that a sentence shows: it may be all that somebody sent."""
_REASONS = ("reason", "problem")
"""Details that hold the words of a library or of the operating system."""


@cache
def _messages() -> dict[str, dict[str, str]]:
    text = files("tenmatsu.engine").joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def sentence(
    code: str, details: Mapping[str, object], lang: Lang, names: Mapping[str, str] | None = None
) -> str:
    """Return the sentence of `messages.toml` for a code, with its details in their places."""
    told = {key: _listed(value) for key, value in details.items()}
    shown = {key: (names or {}).get(text, text) for key, text in told.items()}
    if names and "known" in shown:
        shown["known"] = ", ".join(names.get(one, one) for one in shown["known"].split(", "))
    shown.update((key, say_reason(shown[key], lang)) for key in _REASONS if key in shown)
    entry = _messages().get(code)
    return f"{code}: {shown}" if entry is None else entry[lang].format_map(shown)


def _listed(value: object) -> str:
    """Return a detail as text, a list without brackets."""
    if isinstance(value, list | tuple):
        return shorten(", ".join(map(str, value)))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return shorten(str(value))


def shorten(text: str) -> str:
    """Return a detail that still makes a sentence: the beginning of a long one."""
    return text if len(text) <= MOST_DETAIL else f"{text[:MOST_DETAIL]}…"


class TenmatsuError(Exception):
    """Something that a person can cause: a code, and a sentence saying what was wrong and what to do."""

    exit_code: ClassVar[int] = 2

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    def say(self, lang: Lang = "en", names: Mapping[str, str] | None = None) -> str:
        """Return the sentence in `lang`, with characters and participants by name."""
        return sentence(self.code, self.details, lang, names)

    def __str__(self) -> str:
        return self.say("en")


class UsageError(TenmatsuError):
    """Bad input: unknown session, command, key or value, a broken file."""


class StoreError(TenmatsuError):
    """The database cannot be used as it is."""


class RuleViolation(TenmatsuError):
    """A command refused by the rules of the game or by rights; nothing was recorded."""

    exit_code: ClassVar[int] = 3

    def __init__(self, code: str, *, words: SpeaksRefusals | None = None, **details: object) -> None:
        super().__init__(code, **details)
        self._words = words

    def say(self, lang: Lang = "en", names: Mapping[str, str] | None = None) -> str:
        """Return the sentence in `lang`, with characters and participants by name."""
        if self._words is None:
            return super().say(lang, names)
        details = {
            key: shorten(value) if isinstance(value, str) else value for key, value in self.details.items()
        }
        return self._words.refusal(self.code, details, lang, names or {})


class ConcurrencyConflict(TenmatsuError):
    """The line moved on under the caller, or a command id was used for something else."""

    exit_code: ClassVar[int] = 4


class AuditFailed(TenmatsuError):
    """A log, roll or file does not prove what it claims."""

    exit_code: ClassVar[int] = 5


class Fault(Exception):
    """A broken contract inside the program, in a system for the most part: ours to mend, not the user's."""

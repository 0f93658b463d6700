"""A system's words: one line of Japanese and English for each event, roll, refusal and label."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec

from tenmatsu.engine.language import Lang

Names = Mapping[str, str]
_FIELD = re.compile(r"\{([a-z_][a-z0-9_.]*)(:\+|:raw|:flat|:label|:roll|:name|:owned|:value)?\}")
_ERA_YEAR = re.compile(r"(?P<era>\D+?)(?P<year>元|\d+)年")
"""A year of an era, as in 寛政5年."""


class Phrase(msgspec.Struct, frozen=True):
    """One phrase in both languages."""

    ja: str
    en: str

    def say(self, lang: Lang) -> str:
        """Return it in `lang`."""
        return self.ja if lang == "ja" else self.en


class Line(msgspec.Struct, frozen=True):
    """
    The line of an event: one template, or one for each value of the field `select`.

    A template names fields as `{field}` or `{field.part}`. Participants and characters appear by name, other
    words by their label; `{field:label}` is never a name, `{field:roll}` is what a roll is for,
    `{field:raw}` stands as somebody typed it, `{field:flat}` so in one line, and `{field:+}` shows a sign.
    `{field:name}` is a name or what was typed; `{field:owned}` is an adjustable name (`pc1.endurance`) in
    words, and `{field:value}` a value of what the event's `name` names.
    """

    ja: str = ""
    en: str = ""
    select: str | None = None
    cases: dict[str, Phrase] = {}
    """By the selected value in lower case; `other` is what is left."""
    hidden: bool = False
    """Whether the recap and the plain log leave it out (book-keeping)."""

    def template(self, event: object, lang: Lang) -> str:
        """Return the template that fits `event`."""
        if self.select is not None:
            value = str(_find(event, self.select)).lower()
            case = self.cases.get(value) or self.cases.get("other")
            if case is not None:
                return case.say(lang)
        return self.ja if lang == "ja" else self.en


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a `words.toml` may hold."""

    name: Phrase
    events: dict[str, Line] = {}
    rolls: dict[str, Phrase] = {}
    labels: dict[str, Phrase] = {}
    """Of tokens; `value.KEY` is what the value KEY is called, `KEY.WORD` one of its few words."""
    aliases: dict[str, tuple[str, ...]] = {}
    """What tables call a value besides its label, by its key."""
    measures: dict[str, Phrase] = {}
    """How the number of a value is written, by its key: `{n}` stands for it."""
    pending: dict[str, Line] = {}
    refusals: dict[str, Phrase] = {}
    commands: dict[str, Phrase] = {}
    """One sentence of help for each command, by its tag."""
    options: dict[str, Phrase] = {}


def _find(source: Any, path: str) -> Any:
    """Return what `path` names in a Struct or mapping; None where it is missing."""
    for part in path.split("."):
        try:
            source = source[part]
        except (TypeError, KeyError):
            source = getattr(source, part, None)
    return source


class Words:
    """The words of one game (or of the table itself), with the labels of the table behind them."""

    def __init__(self, source: _File, behind: "Words | None" = None) -> None:
        self._file = source
        self._behind = behind

    @property
    def name(self) -> Phrase:
        """The game's name."""
        return self._file.name

    def knows_event(self, tag: str) -> bool:
        """Return whether there is a line for the event `tag`."""
        return self._line(tag) is not None

    def is_hidden(self, tag: str) -> bool:
        """Return whether the event is book-keeping that readers do not need."""
        line = self._line(tag)
        return line is not None and line.hidden

    def event(self, tag: str, event: object, lang: Lang, names: Names) -> str:
        """Return the line of an event; its tag where no line is known."""
        line = self._line(tag)
        return tag if line is None else self._fill(line.template(event, lang), event, lang, names)

    def pending(self, kind: str, pending: object, lang: Lang, names: Names) -> str:
        """Return the question of a pending choice."""
        line = self._file.pending.get(kind)
        return kind if line is None else self._fill(line.template(pending, lang), pending, lang, names)

    def refusal(self, code: str, details: Mapping[str, object], lang: Lang, names: Names) -> str:
        """Return the sentence of a refusal."""
        phrase = self._file.refusals.get(code)
        if phrase is None:
            return self._behind.refusal(code, details, lang, names) if self._behind else code
        return self._fill(phrase.say(lang), details, lang, names)

    def label(self, key: str, lang: Lang, names: Names | None = None) -> str:
        """Return the label of a key; somebody's name where it is an id; else the key itself."""
        phrase = self._phrase(key, lang, lambda file: file.labels)
        known = names or {}
        return self._compound(key, lang, known) if phrase is None else phrase

    def _compound(self, key: str, lang: Lang, names: Names) -> str:
        """Return the label of 芸能:三味線, of a value about somebody (強さ:お銀), of a year, a name."""
        base, colon, rest = key.partition(":")
        known = self._phrase(base, lang, lambda file: file.labels) if colon and rest else None
        if known is not None:
            return f"{known}{':' if lang == 'ja' else ': '}{names.get(rest) or self.label(rest, lang)}"
        year = _ERA_YEAR.fullmatch(key) if lang == "en" else None
        era = self._phrase(year["era"], lang, lambda file: file.labels) if year else None
        if year is not None and era is not None:
            return f"{era} {1 if year['year'] == '元' else year['year']}"
        return names.get(key) or self._counted(key, lang)

    def _counted(self, key: str, lang: Lang) -> str:
        """Return the label of one more of a kind (`dagger_2`) with its number, or the key itself."""
        kind, line, count = key.rpartition("_")
        known = self._phrase(kind, lang, lambda file: file.labels) if line and count.isdecimal() else None
        return key if known is None else f"{known}{'' if lang == 'ja' else ' '}{count}"

    def value_name(self, key: str, lang: Lang, names: Names | None = None) -> str:
        """Return what a value that can be adjusted is called, by the last part of its name."""
        return self._phrase(f"value.{key}", lang, lambda file: file.labels) or self.label(key, lang, names)

    def aliases(self, key: str) -> tuple[str, ...]:
        """Return what tables call a value besides, in small letters."""
        return tuple(one.casefold() for one in self._file.aliases.get(key, ()))

    def value(self, key: str, value: Any, lang: Lang, names: Names) -> str:
        """Return a value of a sheet as a reader sees it: by its own label or measure where it has one."""
        part = self._phrase(f"{key}.{value}", lang, lambda file: file.labels)
        if part is not None:
            return part
        measure = self._phrase(key, lang, lambda file: file.measures)
        if measure is not None and isinstance(value, int):
            return measure.format(n=value)
        return self.show(value, lang, names)

    def is_word_of(self, key: str, value: object) -> bool:
        """Return whether a value is one of a few words that only its own name gives a sense."""
        return self._phrase(f"{key}.{value}", "ja", lambda file: file.labels) is not None

    def owned(self, name: str, lang: Lang, names: Names) -> str:
        """Return an adjustable name in words: whose value it is, and what."""
        who, dot, key = name.rpartition(".")
        label = self.value_name(key, lang, names)
        of = "の" if lang == "ja" else "'s "
        return f"{names.get(who) or who}{of}{label}" if dot else label

    def roll(self, key: str, lang: Lang) -> str:
        """Return what a roll is for."""
        return self._phrase(key, lang, lambda file: file.rolls) or self.label(key, lang)

    def command(self, tag: str, lang: Lang) -> str:
        """Return the help sentence of a command, or nothing."""
        return self._phrase(tag, lang, lambda file: file.commands) or ""

    def option(self, key: str, lang: Lang) -> str:
        """Return the help sentence of a house rule, or nothing."""
        return self._phrase(key, lang, lambda file: file.options) or ""

    def show(self, value: Any, lang: Lang, names: Names) -> str:
        """Return a field's value as a reader sees it."""
        if isinstance(value, str):
            return names.get(value) or self.label(value, lang, names)
        if isinstance(value, bool):
            return self.label("yes" if value else "no", lang)
        if value is None:
            return self.label("none", lang)
        if isinstance(value, (list, tuple)):
            return self._show_each(cast("Sequence[object]", value), lang, names)
        key, amount = getattr(value, "key", None), getattr(value, "amount", None)
        if isinstance(key, str) and isinstance(amount, int):
            return f"{self.label(key, lang)}{'' if lang == 'ja' else ' '}{amount:+d}"
        return str(value)

    def _show_each(self, values: Sequence[object], lang: Lang, names: Names) -> str:
        """Return faces and other numbers with plain commas, words as a list of the language."""
        if values and all(type(value) is int for value in values):
            return ",".join(map(str, values))
        shown = [self.show(value, lang, names) for value in values]
        return ("、" if lang == "ja" else ", ").join(shown) or self.label("none", lang)

    def _fill(self, template: str, source: object, lang: Lang, names: Names) -> str:
        def one(match: re.Match[str]) -> str:
            value = _find(source, match[1])
            if match[2] == ":raw":
                return _as_typed(value, lang)
            if match[2] == ":name":
                return names.get(str(value)) or str(value)
            if match[2] == ":owned":
                return self.owned(str(value), lang, names)
            if match[2] == ":value":
                return self.value(str(_find(source, "name")).rpartition(".")[2], value, lang, names)
            if match[2] == ":flat":
                return " ".join(str(value).split())
            if match[2] == ":roll":
                return self.roll(str(value), lang)
            if match[2] == ":+" and isinstance(value, int):
                return f"{value:+d}"
            return self.show(value, lang, {} if match[2] == ":label" else names)

        return _FIELD.sub(one, template)

    def _line(self, tag: str) -> Line | None:
        line = self._file.events.get(tag)
        return self._behind._line(tag) if line is None and self._behind else line

    def _phrase(self, key: str, lang: Lang, part: "Callable[[_File], dict[str, Phrase]]") -> str | None:
        phrase = part(self._file).get(key)
        if phrase is not None:
            return phrase.say(lang)
        return self._behind._phrase(key, lang, part) if self._behind else None


def _as_typed(value: Any, lang: Lang) -> str:
    """Return what somebody typed, several texts as a list of the language."""
    if isinstance(value, (list, tuple)):
        return ("、" if lang == "ja" else ", ").join(map(str, cast("Sequence[object]", value)))
    return str(value)


def parse_words(text: str, place: str, behind: Words | None = None) -> Words:
    """Return the words in a TOML text; a broken one is a fault of its author and raises `ValueError`."""
    try:
        return Words(msgspec.convert(tomllib.loads(text), _File), behind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{place}: {error}") from error


def read_words(package: str) -> Words:
    """Return the words in `words.toml` of a system's package, with the table's own behind them."""
    text = files(package).joinpath("words.toml").read_text(encoding="utf-8")
    return parse_words(text, f"{package}/words.toml", table_words())


@cache
def table_words() -> Words:
    """Return the words of the table itself."""
    text = files("tenmatsu.engine.table").joinpath("words.toml").read_text(encoding="utf-8")
    return parse_words(text, "tenmatsu.engine.table/words.toml")

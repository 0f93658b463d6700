"""What people mean: a value by its name on the sheet, a word of the game by its label in either language."""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Any

from tenmatsu.engine.api import LANGUAGES, Session, TableState, UsageError, Value, Words, viewer_of
from tenmatsu.tools.cli.people import character_named
from tenmatsu.tools.cli.seen import pending_seen

_SHOWN = 12
_ANY = frozenset({"item", "arm", "ability", "against_ability", "name", "at"})
"""Fields that take words of every group."""
_NUMBERED = re.compile(r"(.+?)[ _]?(\d+)")


def value_named(
    session: Session, text: str, values: Mapping[str, Value], table: TableState, own: Iterable[str] = ()
) -> str:
    """
    Return the adjustable name that is meant: `pc1.endurance`, `お竜.耐久点`, `HP` of one's `own` figure.

    Raises `UsageError` that names the figures, or the values of one.
    """
    if text in values:
        return text
    who, dot, key = text.rpartition(".")
    found = character_named(session, who, table.characters) if dot else None
    if dot and found is None:
        known = ", ".join(sorted(table.characters))
        raise UsageError("character_unknown", character=who, known=known or "–")
    owners = [found] if found is not None else ["", *own]
    words = session.system.words()
    for owner in owners:
        for name in values:
            start, _, last = name.rpartition(".")
            if start == owner and key.casefold() in _spoken(last, words):
                return name
    mine = [name for name in values if name.rpartition(".")[0] in owners]
    raise UsageError("adjust_unknown", name=text, known=", ".join(sorted(mine or values)[:_SHOWN]))


def _spoken(key: str, words: Words) -> set[str]:
    """Return all that a value is called, in small letters."""
    return {
        key.casefold(),
        *(words.value_name(key, lang).casefold() for lang in LANGUAGES),
        *words.aliases(key),
    }


def token_meant(session: Session, text: str, field: str, rules: object) -> str:
    """Return the word of the game that a label in either language means, else the text itself."""
    words = session.system.words()
    groups = session.system.vocabulary(getattr(rules, "tables", None))
    known = tuple(dict.fromkeys(token for group in _groups_for(field, groups) for token in groups[group]))
    found = choice_meant(text, known, words)
    if found == text and (numbered := _NUMBERED.fullmatch(text)) is not None:
        kind = choice_meant(numbered[1], known, words)
        return f"{kind}_{numbered[2]}" if kind in known and kind != numbered[1] else text
    return found


def choice_meant(text: str, values: Iterable[str], words: Words) -> str:
    """Return the value among these that a label in either language means, else the text itself."""
    known = tuple(values)
    if text in known:
        return text
    wanted = text.casefold()
    found = [one for one in known if wanted in {words.label(one, lang).casefold() for lang in LANGUAGES}]
    return found[0] if len(found) == 1 else text


def with_answer(
    session: Session, tag: str, values: dict[str, Any], actor: str, free: Container[str]
) -> dict[str, Any]:
    """Return the fields with an answer to what is asked first put by its key, where its label stands."""
    open_ = pending_seen(session, viewer_of(session, actor)) if actor in session.table.seats else ()
    if not open_ or open_[0].command != tag:
        return values
    options, words, names = open_[0].options, session.system.words(), session.names()
    spoken = {words.label(one, lang, names).casefold(): one for one in options for lang in LANGUAGES}
    return {
        key: spoken.get(value.casefold(), value)
        if isinstance(value, str) and key not in free and value not in options
        else value
        for key, value in values.items()
    }


def _groups_for(field: str, groups: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the groups that a field takes words of: its own (`skill` of `skills`), or all."""
    name = field.removeprefix("opponent_")
    return [group for group in groups if name in _ANY or group in (name, f"{name}s")]

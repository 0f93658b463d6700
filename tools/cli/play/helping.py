"""Help at the table: an overview by groups, and one command with its fields."""

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import inspect

from tenmatsu.engine.api import Command, Lang, Session, Viewer
from tenmatsu.tools.cli.kinds import describe
from tenmatsu.tools.cli.play.suggesting import VERBS
from tenmatsu.tools.cli.seen import seen, sheet_seen
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import fields_of
from tenmatsu.tools.cli.words import CliError, say

_A_LINE = 8
"""Commands on a line of the overview."""


def overview_lines(session: Session, viewer: Viewer, teller: Teller, lang: Lang) -> Iterator[str]:
    """Yield what can be typed: the short ways, and the names of the commands, the game's and the table's."""
    yield say("play_help", lang, value=_value_of(session, viewer, teller))
    groups: Mapping[str, list[str]] = {"game": [], "table": []}
    for tag in session.commands.types:
        game, _, name = tag.partition(".")
        groups["table" if game == "table" else "game"].append(name)
    for group, names in groups.items():
        yield say(f"play_help_{group}", lang)
        yield from (f"  {' '.join(part)}" for part in _parts(sorted(names)))
    yield say("play_help_more", lang)


def command_lines(types: Mapping[str, type[Command]], text: str, teller: Teller, lang: Lang) -> list[str]:
    """Return what a command does, with its fields; `CliError` with near ones where there is none."""
    tags = [tag for tag in types if text in (tag, tag.partition(".")[2])]
    if not tags:
        if text in VERBS:
            return [say("play_help_verb", lang, verb=text)]
        words = [*types, *(tag.partition(".")[2] for tag in types), *VERBS]
        near = difflib.get_close_matches(text, words, n=3, cutoff=0.5)
        if near:
            raise CliError("command_unknown_near", command=text, near=", ".join(near))
        raise CliError("play_help_none", command=text)
    return [line for tag in tags for line in _tell(tag, types[tag], teller, lang)]


def _tell(tag: str, kind: type[Command], teller: Teller, lang: Lang) -> Iterable[str]:
    yield f"{tag}  {teller.command(tag)}".rstrip()
    for name, field in fields_of(kind).items():
        shown = describe(inspect.type_info(field.type), lang)
        yield f"  {name if field.required else f'[{name}]'}: {shown}"


def _parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), _A_LINE):
        yield names[start : start + _A_LINE]


def _value_of(session: Session, viewer: Viewer, teller: Teller) -> str:
    """Return a value of this game by its label, for the example: the first on a sheet with a limit."""
    for character in seen(session, viewer).table.characters:
        for entry in sheet_seen(session, viewer, character).entries:
            if entry.limit is not None:
                return teller.label(entry.key)
    return "HP"

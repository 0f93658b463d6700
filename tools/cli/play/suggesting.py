"""What the word under the cursor may become: commands, fields, and values that fit now."""

from collections.abc import Iterable

from msgspec import inspect

from tenmatsu.engine.api import Move, Session, TenmatsuError, viewer_of
from tenmatsu.tools.cli.kinds import choices, is_text
from tenmatsu.tools.cli.people import characters_of
from tenmatsu.tools.cli.seen import moves_seen
from tenmatsu.tools.cli.values import fields_of, table_seen, tag_of_command
from tenmatsu.tools.cli.words import CliError

VERBS = ("help", "undo", "log", "show", "moves", "chance", "say", "as", "branches", "quit")
_FREE = frozenset({"text", "title", "name", "reason", "tables"})


def suggest(session: Session, actor: str, text: str) -> list[str]:
    """Return what the last word of `text` may become, in order."""
    words = text.split(" ")
    word = words.pop()
    words = [one for one in words if one]
    if words and words[0] == "chance":
        del words[0]
    elif not words:
        return _starting(word, [*VERBS, *_commands(session)])
    if not words:
        return _starting(word, _commands(session))
    if words[0] in ("as", "show", "moves"):
        return _starting(word, _people(session, actor, characters_only=words[0] != "as"))
    try:
        tag = tag_of_command(session.commands.types, words[0])
    except CliError:
        return []
    key, given, value = word.partition("=")
    if given:
        return [f"{key}={found}" for found in _starting(value, _values(session, actor, tag, key))]
    used = {one.partition("=")[0] for one in words[1:]}
    names = [f"{name}=" for name in fields_of(session.commands.types[tag]) if name not in used]
    return _starting(word, names)


def _commands(session: Session) -> list[str]:
    """Return the commands without their game, the game's own first; the whole tag where two share a name."""
    own = [tag for tag in session.commands.types if not tag.startswith("table.")]
    table = [tag for tag in session.commands.types if tag.startswith("table.")]
    short = [tag.partition(".")[2] for tag in own]
    return short + [name if (name := tag.partition(".")[2]) not in short else tag for tag in table]


def _people(session: Session, actor: str, *, characters_only: bool) -> list[str]:
    table = table_seen(session, actor)
    people = [] if characters_only else list(table.seats)
    return [*people, *table.characters]


def _values(session: Session, actor: str, tag: str, key: str) -> list[str]:
    kind = session.commands.types[tag]
    field = fields_of(kind).get(key)
    if field is None:
        return []
    info = inspect.type_info(field.type)
    found = list(choices(info))
    for move in _moves(session, actor):
        if move.command != tag:
            continue
        if key in move.fields:
            found.append(str(move.fields[key]))
        for one in move.open:
            if one.name == key:
                found += one.choices
                found += [str(bound) for bound in (one.low, one.high) if bound is not None]
    if not found and key not in _FREE and is_text(info):
        own = characters_of(session, actor, table_seen(session, actor)) if key == kind.acts_for else []
        found = own or _people(session, actor, characters_only=key not in ("participant", "to"))
    return list(dict.fromkeys(found))


def _moves(session: Session, actor: str) -> Iterable[Move]:
    """Yield the moves of all characters that the actor may move."""
    table = table_seen(session, actor)
    mine = list(table.characters) if table.is_gm(actor) else characters_of(session, actor, table)
    viewer = viewer_of(session, actor)
    for character in mine:
        try:
            yield from moves_seen(session, viewer, character)
        except TenmatsuError:
            continue


def _starting(word: str, found: Iterable[str]) -> list[str]:
    return [one for one in found if one.startswith(word)]

"""Read commands as people write them: short names, K=V fields, names in place of ids."""

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import inspect

from tenmatsu.engine.api import Command, Session, TableState, Words, viewer_of
from tenmatsu.tools.cli.kinds import Kind, NoFit, as_written, choices, holds_objects, read, takes_names
from tenmatsu.tools.cli.meaning import choice_meant, token_meant, value_named, with_answer
from tenmatsu.tools.cli.people import anybody_named, character_named, characters_of, participant_named
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.texts import read_text
from tenmatsu.tools.cli.words import CliError

Types = Mapping[str, type[Command]]
_FREE_TEXT = frozenset({"text", "title", "name", "reason", "note", "dice", "for", "tables"})
"""Fields with words of one's own: a name in them is no id."""
_FILE_FIELD = "tables"
"""Takes a text, or a file's after `@`."""
_ADJUST = "table.adjust"
_PARTICIPANTS = frozenset({"participant", "to"})


def tag_of_command(types: Types, text: str) -> str:
    """
    Return the tag of the command meant: a whole tag, or one without its game (`strike`).

    The game's commands come before the table's. `CliError` names near ones where there is none.
    """
    if text in types:
        return text
    found = [tag for tag in types if tag.partition(".")[2] == text]
    if found:
        return min(found, key=lambda tag: tag.startswith("table."))
    words = [*types, *(tag.partition(".")[2] for tag in types)]
    near = difflib.get_close_matches(text, words, n=3, cutoff=0.5)
    if near:
        raise CliError("command_unknown_near", command=text, near=", ".join(near))
    raise CliError("command_unknown", command=text, system=_game_of(types))


def _game_of(types: Types) -> str:
    """Return the id of the game whose commands these are."""
    return next((tag.partition(".")[0] for tag in types if not tag.startswith("table.")), "")


def fields_of(kind: type[Command]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a command that people fill in, by name."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind) if field.encode_name != "as"}


def read_pairs(tag: str, kind: type[Command], pairs: Iterable[str], words: Words) -> dict[str, Any]:
    """
    Return the fields written as `K=V`, each as its field takes it; `CliError` says which does not fit.

    One of a few values may be written by its label.
    """
    known, found = fields_of(kind), dict[str, Any]()
    for pair in pairs:
        key, given, text = pair.partition("=")
        if not given:
            raise CliError("pair_wrong", pair=pair, known=", ".join(known))
        field = _known_field(tag, key, known)
        if key in found:
            raise CliError("pair_twice", field=key)
        if key == _FILE_FIELD and text.startswith("@"):
            text = read_text(Path(text[1:]))
        info = inspect.type_info(field.type)
        try:
            found[key] = _by_keys(read(choice_meant(text, choices(info), words), info), info, words)
        except NoFit:
            raise CliError(
                "field_value", command=tag, field=key, value=as_written(text), expected=Kind(info)
            ) from None
    return found


def _by_keys(value: Any, info: inspect.Type, words: Words) -> Any:
    """Return a mapping with its keys as its field knows them, and any other value as it is."""
    if not isinstance(info, inspect.DictType) or not isinstance(value, dict):
        return value
    known = choices(info.key_type)
    return {choice_meant(key, known, words): one for key, one in cast("dict[str, Any]", value).items()}


def read_body(text: str) -> dict[str, Any]:
    """Return the fields in a JSON object; `CliError` where it is none."""
    try:
        body = json.loads(text)
    except json.JSONDecodeError as error:
        raise CliError("body_wrong", reason=str(error)) from error
    except ValueError as error:  # a number of thousands of digits
        raise CliError("body_wrong", reason="the number is too large") from error
    except RecursionError as error:
        raise CliError("body_wrong", reason="it is nested too deep") from error
    if not isinstance(body, dict):
        raise CliError("body_wrong", reason=type(body).__name__)
    return cast("dict[str, Any]", body)


def check_fields(tag: str, kind: type[Command], values: Mapping[str, Any]) -> None:
    """Raise `CliError` for the first field that is unknown, of another kind, or missing."""
    known = fields_of(kind)
    for key, value in values.items():
        field = _known_field(tag, key, known)
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            expected = Kind(inspect.type_info(field.type))
            raise CliError(
                "field_value", command=tag, field=key, value=as_written(value), expected=expected
            ) from None
    missing = [key for key, field in known.items() if field.required and key not in values]
    if missing:
        raise CliError("field_missing", command=tag, fields=", ".join(missing), known=", ".join(known))


def with_ids(
    session: Session, kind: type[Command], values: Mapping[str, Any], table: TableState | None = None
) -> dict[str, Any]:
    """Return the fields with names of participants and characters, as `table` knows them, replaced by ids."""
    known, found = fields_of(kind), dict[str, Any]()
    for key, value in values.items():
        info = inspect.type_info(known[key].type) if key in known else None
        if info is None or _is_free(kind, key) or not takes_names(info):
            found[key] = value
        elif holds_objects(info) and isinstance(value, list):
            found[key] = [_parts_in(session, kind, part, table) for part in value]
        else:
            found[key] = _id_in(session, kind, key, value, table)
    return found


def _is_free(kind: type[Command], key: str) -> bool:
    """Return whether a field holds words of one's own; what a game's command calls a name is a word of it."""
    of_table = str(kind.__struct_config__.tag).startswith("table.")
    return key in _FREE_TEXT and (of_table or key != "name")


def _parts_in(session: Session, kind: type[Command], part: Any, table: TableState | None) -> Any:
    """Return one of several objects with the names in it replaced by ids."""
    if not isinstance(part, dict):
        return part
    fields = cast("dict[str, Any]", part)
    return {
        key: value if key in _FREE_TEXT else _id_in(session, kind, key, value, table)
        for key, value in fields.items()
    }


def with_character(
    session: Session, kind: type[Command], values: dict[str, Any], actor: str
) -> dict[str, Any]:
    """Return the fields with the actor's only character filled in where the command needs one."""
    key = kind.acts_for
    field = fields_of(kind).get(key or "")
    if key is None or field is None or not field.required or key in values:
        return values
    own = characters_of(session, actor, table_seen(session, actor))
    return {key: own[0], **values} if len(own) == 1 else values


def read_command(
    session: Session,
    text: str,
    pairs: Sequence[str],
    actor: str,
    body: str | None = None,
    *,
    like: Command | None = None,
) -> tuple[str, dict[str, Any]]:
    """
    Return (tag, fields) of a command as written on the command line; `CliError` says what is wrong.

    `like` is an old command: what a new one of its kind needs and leaves out is taken from it.
    """
    types = session.commands.types
    tag = tag_of_command(types, text)
    kind = types[tag]
    values = read_body(body) if body is not None else {}
    values.pop("type", None)
    values.update(read_pairs(tag, kind, pairs, session.system.words()))
    if like is not None and kind is like.__class__:
        values = {**_required(like), **values}
    values = with_character(session, kind, with_ids(session, kind, values, table_seen(session, actor)), actor)
    values = with_answer(session, tag, values, actor, _FREE_TEXT)
    if tag == _ADJUST and isinstance(values.get("name"), str):
        values["name"] = _value_meant(session, values["name"], actor)
    check_fields(tag, kind, values)
    return tag, values


def _required(command: Command) -> dict[str, Any]:
    """Return the fields of a command without which there is none of its kind."""
    plain: dict[str, Any] = msgspec.to_builtins(command)
    return {key: plain[key] for key, field in fields_of(command.__class__).items() if field.required}


def read_changed(
    session: Session, old: Command, pairs: Sequence[str], actor: str, body: str | None = None
) -> dict[str, Any]:
    """Return an old command as plain fields, with those changed that are written as `K=V`."""
    kind = old.__class__
    tag = str(kind.__struct_config__.tag)
    values = {
        **(read_body(body) if body is not None else {}),
        **read_pairs(tag, kind, pairs, session.system.words()),
    }
    changed = with_ids(session, kind, values, table_seen(session, actor))
    plain: dict[str, Any] = {**msgspec.to_builtins(old), **changed}
    plain.pop("as", None)
    plain.pop("type", None)
    check_fields(tag, kind, plain)
    return {"type": tag, **plain}


def _value_meant(session: Session, text: str, actor: str) -> str:
    """Return the adjustable name that a GM means; what is no such name is left to the engine's own rights."""
    if not session.table.is_gm(actor):
        return text
    values = session.system.adjustable(session.game)
    return value_named(session, text, values, session.table, characters_of(session, actor))


def table_seen(session: Session, actor: str) -> TableState:
    """Return the table as whoever asks knows it."""
    if actor not in session.table.seats:
        return session.table
    return seen(session, viewer_of(session, actor)).table


def _id_in(session: Session, kind: type[Command], key: str, value: Any, table: TableState | None) -> Any:
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        return [_id_in(session, kind, key, part, table) for part in parts]
    if isinstance(value, Mapping):
        return {_id_in(session, kind, key, one, table): held for one, held in value.items()}
    if not isinstance(value, str) or not value:
        return value
    if key in _PARTICIPANTS:
        return participant_named(session, value)
    if key in (kind.acts_for, "character"):
        return character_named(session, value, None if table is None else table.characters) or value
    found = anybody_named(session, value, table)
    return found if found != value else token_meant(session, value, key, session.rules())


def _known_field(
    tag: str, key: str, known: Mapping[str, msgspec.structs.FieldInfo]
) -> msgspec.structs.FieldInfo:
    field = known.get(key)
    if field is None:
        near = difflib.get_close_matches(key, known, n=1, cutoff=0.5)
        if near:
            raise CliError("field_unknown_near", command=tag, field=key, near=near[0], known=", ".join(known))
        if not known:
            raise CliError("field_unknown_none", command=tag, field=key)
        raise CliError("field_unknown", command=tag, field=key, known=", ".join(known))
    return field


def read_options(kind: type[msgspec.Struct], pairs: Iterable[str], system: str) -> dict[str, Any]:
    """Return house rules written as `K=V`; `CliError` says which is unknown or does not fit."""
    known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    found: dict[str, Any] = {}
    for pair in pairs:
        key, given, text = pair.partition("=")
        if not given:
            raise CliError("pair_wrong", pair=pair, known=", ".join(known))
        if key not in known:
            near = difflib.get_close_matches(key, known, n=3, cutoff=0.4)
            if near:
                raise CliError("option_unknown_near", option=key, system=system, near=", ".join(near))
            raise CliError("option_unknown_all", option=key, system=system, known=", ".join(sorted(known)))
        info = inspect.type_info(known[key].type)
        try:
            found[key] = read(text, info)
            msgspec.convert(found[key], known[key].type)
        except (NoFit, msgspec.ValidationError):
            raise CliError("option_value", option=key, value=as_written(text), expected=Kind(info)) from None
    return found


def read_faces(text: str) -> list[int]:
    """Return the faces of physical dice, as in `5,5,6`; `CliError` where one is no number."""
    faces: list[int] = []
    for part in text.replace("、", ",").replace(" ", ",").split(","):
        if not part:
            continue
        if not part.isdecimal() or int(part) < 1:
            raise CliError("faces_wrong", value=part)
        faces.append(int(part))
    return faces

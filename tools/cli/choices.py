"""How an open choice is answered: its options as commands."""

import difflib
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect

from tenmatsu.engine.api import Lang, Pending, Session, Viewer, lines_seen
from tenmatsu.tools.cli.kinds import choices
from tenmatsu.tools.cli.people import characters_of
from tenmatsu.tools.cli.seen import pending_seen
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import fields_of
from tenmatsu.tools.cli.words import say

_GM = "@gm"


class Answer(NamedTuple):
    """One option of an open choice, and the command that takes it."""

    option: str
    tag: str
    fields: dict[str, Any]
    open: tuple[str, ...]
    """Fields that are still to be filled in."""


def answers_to(session: Session, pending: Pending) -> list[Answer]:
    """Return the options of an open choice as commands."""
    kind = session.commands.types[pending.command]
    fields = fields_of(kind)
    key = next((name for name, field in fields.items() if _offers(field.type, pending)), None)
    base: dict[str, Any] = {}
    if kind.acts_for is not None and kind.acts_for in fields and pending.whom != _GM:
        base[kind.acts_for] = pending.whom
    needed = [name for name, field in fields.items() if field.required]
    moves = session.moves(pending.whom)
    if key is None:
        key = next((name for name in needed if name not in base), None)
    found: list[Answer] = []
    for option in pending.options:
        given = {**base, key: option} if key is not None else base
        move = next((one for one in moves if one.command == pending.command and one.fields == given), None)
        asked = [field.name for field in move.open if field.required] if move is not None else []
        names = tuple(name for name in dict.fromkeys((*needed, *asked)) if name not in given)
        found.append(Answer(option, pending.command, given, names))
    return found


def more_fields(session: Session, pending: Pending) -> list[str]:
    """Return the fields that an answer to a choice may have besides."""
    answers = answers_to(session, pending)
    needed = {name for answer in answers for name in (*answer.fields, *answer.open)}
    return [name for name in fields_of(session.commands.types[pending.command]) if name not in needed]


def _offers(kind: Any, pending: Pending) -> bool:
    known = choices(inspect.type_info(kind))
    return bool(pending.options) and set(pending.options) <= set(known)


def choosers(session: Session, pending: Pending) -> list[str]:
    """Return who may answer: the character's player, or the GMs."""
    seats = session.table.seats
    if pending.whom == _GM:
        return [one for one, seat in seats.items() if seat.role == "gm"]
    player = session.table.player_of(pending.whom)
    return [player] if player is not None else []


def is_asked(session: Session, pending: Pending, actor: str) -> bool:
    """Return whether a participant may answer: for their own character, or as the GM for anybody."""
    return session.table.is_gm(actor) or pending.whom in characters_of(session, actor)


def write_fields(fields: dict[str, Any]) -> str:
    """Return fields as they are written on the command line."""
    return " ".join(f"{key}={_text(value)}" for key, value in fields.items())


def _text(value: Any) -> str:
    import json

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        parts: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType]
        if all(isinstance(part, str) for part in parts):
            return shlex.quote(",".join(parts))
    return shlex.quote(str(value)) if isinstance(value, str | int) else shlex.quote(json.dumps(value))


def ask_lines(session: Session, teller: Teller, lang: Lang, viewer: Viewer) -> Iterator[str]:
    """Yield the open choices in words, each option with the command that takes it on this line."""
    on = "" if session.is_current else f" --branch {_line_written(session, viewer)}"
    for pending in pending_seen(session, viewer):
        yield say("choice_open", lang, question=teller.question(pending))
        whom = choosers(session, pending)
        asked = f" --as {whom[0]}" if whom else ""
        for place, answer in enumerate(answers_to(session, pending), 1):
            open_ = "".join(f" {name}=…" for name in answer.open)
            fields = f"{write_fields(answer.fields)}{open_}"
            command = f"tenmatsu do {session.id[:8]} {answer.tag} {fields}{asked}{on}"
            yield f"  {place}. {teller.label(answer.option)}    {command}"


def _line_written(session: Session, viewer: Viewer) -> str:
    """Return a line's name as the shell takes it; its id where it has none, or shares it."""
    name = session.branches[session.branch].name
    alone = [line.row.name for line in lines_seen(session, viewer).values()].count(name) == 1
    return shlex.quote(name) if name and alone else session.branch


def plain_pending(session: Session, teller: Teller, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the open choices for JSON."""
    return [
        {
            "id": pending.id,
            "kind": pending.kind,
            "whom": pending.whom,
            "question": teller.question(pending),
            "command": pending.command,
            "answers": [
                {
                    "option": answer.option,
                    "label": teller.label(answer.option),
                    "fields": answer.fields,
                    "open": list(answer.open),
                }
                for answer in answers_to(session, pending)
            ],
        }
        for pending in pending_seen(session, viewer)
    ]


def option_meant(text: str, pending: Pending, teller: Teller) -> int | None:
    """Return the place of the option that a typed answer means: its number, key or label."""
    if text.isdecimal():
        place = int(text) - 1
        return place if 0 <= place < len(pending.options) else None
    labels = [teller.label(option) for option in pending.options]
    for words in (pending.options, labels):
        if text in words:
            return list(words).index(text)
    near = difflib.get_close_matches(text, labels, n=1, cutoff=0.8)
    return labels.index(near[0]) if near else None

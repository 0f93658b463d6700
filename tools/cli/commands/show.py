"""`show`: sheets, or the table's state, now or then."""

import argparse

import msgspec

from tenmatsu.engine.api import Lang, LineState, Session, UsageError, Viewer, state_for
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.choices import ask_lines, plain_pending
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.disputes import dispute_lines, plain_disputes
from tenmatsu.tools.cli.drawn import drawing_lines, plain_drawings
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import box, write, write_json
from tenmatsu.tools.cli.people import find_character
from tenmatsu.tools.cli.stopped import steps_to_make
from tenmatsu.tools.cli.telling import Teller, plain_sheet
from tenmatsu.tools.cli.texts_of import tell_texts
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("character", metavar="CHARACTER", nargs="?")
    parser.take("--at", metavar="V", type=int)
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    if args.character is not None and is_entry(session, args.character):
        return tell_texts(context, session, args.character.removeprefix("@"), viewer)
    state = state_for(session, viewer, args.at)
    if args.at is not None and (args.at < 1 or state.version < args.at):
        raise UsageError("version_unknown", version=args.at, last=state.version)
    teller = Teller(session, context.lang, viewer)
    if args.character is not None:
        characters = [find_character(session, args.character, state.table.characters)]
    else:
        characters = list(state.table.characters)
    rules = session.rules(state.table)
    sheets = [session.system.sheet(state.game, rules, character) for character in characters]
    drawn = {one: teller.drawings(state.game, rules, one) for one in ("", *characters)}
    overview = session.system.overview(state.game, rules)
    now = args.at is None
    if context.json:
        whole = {
            "session": session.id,
            "title": state.table.title,
            "version": state.version,
            **plain_line(session),
            "head": session.head if viewer.id is None else None,
            "overview": plain_sheet(overview, teller)["entries"],
            "drawings": plain_drawings(drawn[""], teller),
            "sheets": [
                {
                    **plain_sheet(sheet, teller),
                    "drawings": plain_drawings(drawn[character], teller),
                }
                for character, sheet in zip(characters, sheets, strict=True)
            ],
            "pending": plain_pending(session, teller, viewer) if now else [],
            "disputes": plain_disputes(session, viewer) if now else [],
        }
        write_json(whole, pretty=True)
        return 0
    tell_line(session, context.lang)
    if args.character is None:
        for line in box(state.table.title or "?", [("", _about(context, session, state, viewer, teller))]):
            write(line)
        if overview.entries:
            for line in teller.sheet(overview, say("table_state", context.lang)):
                write(line)
        for line in drawing_lines(drawn[""], teller):
            write(line)
    for character, sheet in zip(characters, sheets, strict=True):
        for line in (*teller.sheet(sheet), *drawing_lines(drawn[character], teller)):
            write(line)
        if now and not sheet.entries and sheet.character:
            write(tell_unmade(session, viewer, sheet.character, context.lang))
    if now and args.character is None:
        for line in ask_lines(session, teller, context.lang, viewer):
            write(line)
        for line in dispute_lines(session, teller, context.lang, viewer):
            write(line)
    return 0


def tell_unmade(session: Session, viewer: Viewer, character: str, lang: Lang) -> str:
    """Return that a character is taken but not made, and by which command it is."""
    commands = list(dict.fromkeys(move.command for move in steps_to_make(session, viewer, character)))
    if not commands:
        return say("not_made", lang)
    return say("not_made_with", lang, commands=say("or_else", lang).join(commands))


def is_entry(session: Session, text: str) -> bool:
    """Return whether a text names an entry of the log: a version, where no figure is called so."""
    return text.removeprefix("@").isdecimal() and text not in session.table.characters


def _about(
    context: Context, session: Session, state: LineState, viewer: Viewer, teller: Teller
) -> list[tuple[str, str]]:
    lang, table = context.lang, state.table
    branch = session.branches[session.branch]
    rows = [
        (say("about_session", lang), session.id),
        (say("about_system", lang), session.system.words().name.say(lang)),
        (say("about_line", lang), branch.name or branch.id),
        (say("about_version", lang), str(state.version)),
    ]
    if viewer.id is None and state.version == session.version:
        rows.append((say("about_head", lang), session.head[:16]))
    if table.in_scene:
        rows.append((say("about_scene", lang), f"{table.scene} {table.scene_title}".strip()))
    default = msgspec.structs.asdict(session.system.options())
    ruled = [f"{name}={value}" for name, value in table.options.items() if default.get(name) != value]
    if ruled:
        rows.append((say("about_rules", lang), ", ".join(ruled)))
    people = [
        f"{teller.name(one)}({teller.label(seat.role)})" for one, seat in table.seats.items() if seat.present
    ]
    rows.append((say("about_people", lang), ("、" if lang == "ja" else ", ").join(people)))
    if not table.is_open:
        rows.append((say("about_state", lang), say("about_closed", lang)))
    return rows


COMMANDS = {"show": Spec(_arguments, _run)}

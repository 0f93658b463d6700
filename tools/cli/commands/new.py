"""`new`: open a session."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tenmatsu.engine.api import Participant, Role, TableOptions, find_system, open_session
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.texts import read_text
from tenmatsu.tools.cli.values import read_options
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take("title", metavar="TITLE")
    parser.take("--system", required=True, metavar="ID")
    parser.take("--gm", metavar="NAME", default="GM")
    parser.take("--player", metavar="ID=NAME", action="append", default=[])
    parser.take("--spectator", metavar="ID=NAME", action="append", default=[])
    parser.take("--option", metavar="K=V", action="append", default=[])
    parser.take("--table-option", metavar="K=V", action="append", default=[])
    parser.take("--tables", metavar="FILE")


def _run(context: Context, args: argparse.Namespace) -> int:
    system = find_system(args.system)
    options = read_options(system.options, args.option, system.id)
    table_options = read_options(TableOptions, args.table_option, "table")
    people = [Participant("gm", args.gm, "gm")]
    people += [_person(text, "player") for text in args.player]
    people += [_person(text, "spectator") for text in args.spectator]
    tables = read_text(Path(args.tables)) if args.tables else None
    session = open_session(
        context.store(create=True),
        args.title,
        system.id,
        participants=people,
        options=options,
        table_options=table_options,
        tables=tables,
    )
    if context.json:
        write_json(
            {"session": session.id, "system": system.id, "version": session.version, "head": session.head}
        )
    else:
        warn_of_names_alike(people, context)
        write(session.id)
    return 0


def warn_of_names_alike(people: Sequence[Participant], context: Context) -> None:
    """Say it where two people at the table have the same name."""
    ids: dict[str, list[str]] = {}
    for one in people:
        ids.setdefault(one.name, []).append(one.id)
    for name, alike in ids.items():
        if name and len(alike) > 1:
            warn(say("names_alike", context.lang, name=name, ids=", ".join(alike)))


def _person(text: str, role: Role) -> Participant:
    key, _, name = text.partition("=")
    return Participant(key.strip(), name.strip() or key.strip(), role)


COMMANDS = {"new": Spec(_arguments, _run)}

"""`recap`: the story of a session."""

import argparse
from pathlib import Path

from tenmatsu.projections.recap import Format, recap
from tenmatsu.tools.cli.aliases import read_aliases, take_aliases
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.turning import GAMES_OF_A_RECAP, measure
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.words import say
from tenmatsu.tools.cli.writing import writing


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--format", choices=("md", "html", "txt", "json"), default="txt")
    parser.take("--style", choices=("digest", "book", "novel", "raw"), default="digest")
    parser.take_actor()
    parser.take_branch()
    take_aliases(parser)
    parser.take("--turning", metavar="N", type=int, nargs="?", const=GAMES_OF_A_RECAP, key="recap_turning")
    parser.take("-o", "--output", metavar="FILE")


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    format_: Format = "json" if context.json and args.output is None else args.format
    curves = () if args.turning is None else measure(context, session, viewer, games=args.turning)
    text = recap(
        session,
        style=args.style,
        format=format_,
        lang=context.lang,
        viewer=viewer,
        aliases=read_aliases(args.alias),
        curves=curves,
    )
    if args.output is None:
        write(text.rstrip("\n"))
        return 0
    path = Path(args.output)
    with writing(path, context.file(), replace=True) as file:
        file.write(text.encode())
    if context.json:
        write_json({"session": session.id, "file": str(path)})
    else:
        write(say("recap_done", context.lang, file=path))
    return 0


COMMANDS = {"recap": Spec(_arguments, _run)}

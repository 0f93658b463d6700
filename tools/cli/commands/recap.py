"""`recap`: the story of a session."""

import argparse
from pathlib import Path

from tenmatsu.engine.api import viewer_of
from tenmatsu.projections.recap import Format, recap
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import find_viewer
from tenmatsu.tools.cli.words import say
from tenmatsu.tools.cli.writing import writing


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--format", choices=("md", "html", "txt", "json"), default="txt")
    parser.take("--style", choices=("digest", "book", "novel", "raw"), default="digest")
    parser.take_actor()
    parser.take_branch()
    parser.take("-o", "--output", metavar="FILE")


def _run(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    viewer = viewer_of(session, find_viewer(session, args.as_))
    format_: Format = "json" if context.json and args.output is None else args.format
    text = recap(session, style=args.style, format=format_, lang=context.lang, viewer=viewer)
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

"""`play`: at the keyboard, with completion, open choices asked, undo and help."""

import argparse
import sys

from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.looking import sit
from tenmatsu.tools.cli.play.reading import PlainReader, PromptReader, Reader
from tenmatsu.tools.cli.play.table import Table


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_actor()
    parser.take_branch()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, actor, _ = sit(context, args.session, args.branch, args.as_)
    table = Table(context, session, actor)
    reader: Reader = PlainReader(sys.stdin)
    if sys.stdin.isatty() and sys.stdout.isatty():
        reader = PromptReader(table.suggest)
    table.play(reader)
    return 0


COMMANDS = {"play": Spec(_arguments, _run)}

"""`verifier`: the page by which anybody checks a log."""

import argparse
from pathlib import Path

from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.words import CliError, say
from tenmatsu.tools.verifier import page


def _arguments(parser: Parser) -> None:
    parser.take("-o", "--output", metavar="FILE")


def _run(context: Context, args: argparse.Namespace) -> int:
    if args.output is None:
        write(page().rstrip("\n"))
        return 0
    path = Path(args.output)
    try:
        path.write_text(page(), encoding="utf-8")
    except OSError as error:
        raise CliError("file_unwritable", path=path, reason=error.strerror or error) from error
    if context.json:
        write_json({"file": str(path)})
    else:
        write(say("verifier_done", context.lang, file=path))
    return 0


COMMANDS = {"verifier": Spec(_arguments, _run)}

"""`replay`: the log again, event by event, with the changed values beside it."""

import argparse
import sys

from tenmatsu.projections.walking import walk
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.log import Page, check_span
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import tell_line
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.seen import version_seen
from tenmatsu.tools.cli.telling import Teller, plain_changes, plain_entry
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("--from", dest="first", metavar="V", type=int, default=1)
    parser.take("--to", dest="last", key="until", metavar="V", type=int)
    parser.take("--step", action="store_true")
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    teller = Teller(session, context.lang, viewer)
    check_span(session, viewer, args.first, args.last)
    page = Page(teller, len(str(version_seen(session, viewer))))
    if not context.json:
        tell_line(session, context.lang)
    for entry, around in walk(session, viewer):
        if entry.version < args.first:
            continue
        if args.last is not None and entry.version > args.last:
            break
        changes = around.changes()
        if context.json:
            write_json({**plain_entry(entry), "changes": plain_changes(changes)})
            continue
        lines = page.lines(entry)
        for line in lines:
            write(line)
        for line in teller.telling_changes(changes):
            write(f"        {line}")
        if args.step and (lines or changes) and not _go_on(context):
            break
    return 0


def _go_on(context: Context) -> bool:
    """Wait for Enter; the end of the input, or a q, ends the replay. A terminal is told so."""
    if sys.stdin.isatty():
        warn(say("step_prompt", context.lang))
    try:
        return not input().strip().lower().startswith("q")
    except EOFError:
        return False


COMMANDS = {"replay": Spec(_arguments, _run)}

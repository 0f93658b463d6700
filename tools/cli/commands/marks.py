"""`mark`: what somebody thinks of a commit, or of a whole line."""

import argparse

from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.do import tell_result
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.looking import Seat, sit
from tenmatsu.tools.cli.people import participant_named
from tenmatsu.tools.cli.words import CliError

_NONE = "-"
_SIGNS = ("!!", "!", "!?", "?!", "?", "??", _NONE)


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("mark", metavar="MARK", key="mark_sign", choices=_SIGNS)
    parser.take("text", metavar="TEXT", key="mark_text", nargs="?", default="")
    parser.take("--at", metavar="V", key="mark_at")
    parser.take("--branch", metavar="B", key="mark_line")
    parser.take("--secret", action="store_true")
    parser.take("--to", metavar="WHO", action="append", default=[])
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    if args.at == "" or (args.at is None and args.branch is None):
        raise CliError("mark_what")
    seat = sit(context, args.session, args.branch, args.as_)
    session, actor, viewer = seat
    line = session.branch
    if session.branches[line].is_left:  # it takes no more commits
        seat = Seat(session.on(session.current_branch), actor, viewer)
    command = {
        "type": "table.mark",
        "what": "" if args.at is None else str(args.at).removeprefix("@"),
        "line": line,
        "mark": args.mark.replace(_NONE, ""),
        "text": args.text,
        "secret": args.secret,
        "to": [participant_named(session, one) for one in args.to],
    }
    tell_result(context, seat, seat.session.do(command, actor=actor))
    return 0


COMMANDS = {"mark": Spec(_arguments, _run)}

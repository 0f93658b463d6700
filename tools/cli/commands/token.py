"""`token`: what shows another front end who a participant is."""

import argparse

from tenmatsu.engine.api import issue_token, revoke_token
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.people import find_actor
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("who", metavar="WHO", key="token_who")
    parser.take("--revoke", action="store_true")


def _run(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session)
    who = find_actor(session, args.who)
    name = session.names().get(who, who)
    if args.revoke:
        had = revoke_token(session, who)
        if context.json:
            write_json({"session": session.id, "participant": who, "revoked": had})
        else:
            write(say("token_revoked" if had else "token_none", context.lang, who=name))
        return 0
    token = issue_token(session, who)
    if context.json:
        write_json({"session": session.id, "participant": who, "token": token})
    else:
        write(token)
        warn(say("token_once", context.lang, who=name))
    return 0


COMMANDS = {"token": Spec(_arguments, _run)}

"""`do`: one command, and what came of it."""

import argparse

from tenmatsu.engine.api import Result, Session, viewer_of
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.choices import ask_lines, plain_pending
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.disputes import dispute_lines, plain_disputes
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.people import find_actor
from tenmatsu.tools.cli.telling import Teller, plain_event, visible_events
from tenmatsu.tools.cli.values import read_command, read_faces
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("command", key="command", metavar="COMMAND")
    parser.take("fields", key="fields", metavar="K=V", nargs="*")
    parser.take_actor()
    parser.take_branch()
    parser.take("--dice", metavar="5,5,6")
    parser.take("--json-body", metavar="'{…}'")
    parser.take("--id", metavar="COMMAND_ID")
    parser.take("--expect", metavar="HEAD")


def _run(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    actor = find_actor(session, args.as_)
    tag, fields = read_command(session, args.command, args.fields, actor, args.json_body)
    result = session.do(
        {"type": tag, **fields},
        actor=actor,
        command_id=args.id,
        expected=_whole_head(session, args.expect),
        dice=None if args.dice is None else read_faces(args.dice),
    )
    tell_result(context, session, result, actor)
    return 0


def _whole_head(session: Session, text: str | None) -> str | None:
    """Return the whole head for a start of it of eight digits or more, as outputs show it."""
    if text is not None and len(text) >= 8 and session.head.startswith(text.lower()):
        return session.head
    return text


def tell_result(context: Context, session: Session, result: Result, actor: str) -> None:
    """Write what a command came to, as its actor may see it, and the choices now open."""
    viewer = viewer_of(session, actor)
    teller = Teller(session, context.lang, viewer)
    context.names = teller.names
    shown = list(visible_events(session, result.commit, viewer))
    if context.json:
        events = [
            {"version": version, "event": plain_event(event), "line": teller.event(event)}
            for version, event in shown
        ]
        write_json(
            {
                "session": session.id,
                "branch": session.branch,
                "commit": result.commit.hash.hex(),
                "head": session.head,
                "version": session.version,
                "repeated": result.repeated,
                "waits": result.waits,
                "events": events,
                "pending": plain_pending(session, teller, viewer),
                "disputes": plain_disputes(session, viewer),
            }
        )
        return
    if result.repeated:
        write(say("done_before", context.lang))
    if result.waits:
        warn(say("redact_waits", context.lang))
    for _, event in shown:
        tag = str(event.__struct_config__.tag or "") if event is not None else ""
        if not teller.is_hidden(tag):
            write(teller.event(event))
    for line in ask_lines(session, teller, context.lang, viewer, f"tenmatsu do {session.id[:8]}"):
        write(line)
    for line in dispute_lines(session, teller, context.lang, viewer):
        write(line)


COMMANDS = {"do": Spec(_arguments, _run)}

"""`do`: one command, and what came of it."""

import argparse
from collections.abc import Sequence

from tenmatsu.engine.api import Entry, Result, entries_in, head_seen
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.choices import ask_lines, plain_pending
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.device import ask
from tenmatsu.tools.cli.disputes import dispute_lines, plain_disputes
from tenmatsu.tools.cli.lines_told import plain_line, tell_line
from tenmatsu.tools.cli.looking import Seat, sit
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.proofs import plain_proof, proof_marks, proofs_in
from tenmatsu.tools.cli.seen import expected_head
from tenmatsu.tools.cli.telling import Teller, plain_event
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
    parser.take("--proof", action="store_true")


def _run(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, args.branch, args.as_)
    session, actor, viewer = seat
    tag, fields = read_command(session, args.command, args.fields, actor, args.json_body)
    result = ask(
        session,
        {"type": tag, **fields},
        actor=actor,
        command_id=args.id,
        expected=expected_head(session, viewer, args.expect),
        dice=None if args.dice is None else read_faces(args.dice),
    )
    tell_result(context, seat, result, proof=args.proof)
    return 0


def tell_result(context: Context, seat: Seat, result: Result, *, proof: bool = False) -> None:
    """
    Write what a command came to, as its asker may see it, and the choices now open.

    With `proof` every roll says how far it is proven, else only one that somebody witnessed.
    """
    session, _, viewer = seat
    teller = Teller(session, context.lang, viewer)
    context.names = teller.names
    place = session.on(result.commit.branch) if result.repeated else session
    shown = entries_in(place, viewer, result.commit)
    proofs = proofs_in(place, result, shown, viewer, every=proof or context.json)
    teller.proofs = proof_marks(proofs, teller, context.lang, every=proof)
    if context.json:
        events = [
            {
                "version": one.version,
                "event": plain_event(one.event),
                "line": teller.told(one),
                "proof": plain_proof(proofs.get(one.digest)),
            }
            for one in shown
        ]
        write_json(
            {
                "session": session.id,
                **plain_line(session),
                "commit": result.commit.hash.hex(),
                "head": head_seen(session, viewer),
                "version": seat.version,
                "repeated": result.repeated,
                "waits": result.waits,
                "events": events,
                "pending": plain_pending(session, teller, viewer),
                "disputes": plain_disputes(session, viewer),
            }
        )
        return
    tell_line(session, context.lang)
    if result.repeated:
        write(say("done_before", context.lang))
    if result.waits:
        warn(say(context.for_place("redact_waits"), context.lang))
    for line in told_lines(shown, teller):
        write(line)
    for line in ask_lines(session, teller, context.lang, viewer):
        write(line)
    for line in dispute_lines(session, teller, context.lang, viewer):
        write(line)


def told_lines(shown: Sequence[Entry], teller: Teller) -> list[str]:
    """Return the lines of what a commit brought: book-keeping only where there is nothing else."""
    told = [one for one in shown if not teller.is_hidden(one.tag)] or shown
    return [teller.told(one) for one in told]


COMMANDS = {"do": Spec(_arguments, _run)}

"""`edit`, `retract`, `redact`, `alias`, `forget`: words already in the log, and the people who typed them."""

import argparse
import sys
from typing import Any

from tenmatsu.engine.api import (
    Result,
    RuleViolation,
    head_seen,
    measure_lag,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.do import tell_result
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.copies import find_copies
from tenmatsu.tools.cli.looking import Seat, sit
from tenmatsu.tools.cli.output import warn, write, write_json
from tenmatsu.tools.cli.people import anybody_named, participant_named
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.words import CliError, say


def _edit_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("what", metavar="V", key="words")
    parser.take("text", metavar="TEXT", key="new_text")
    parser.take_actor()


def _edit(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    return _ask(context, seat, "table.edit", {"what": args.what, "text": args.text})


def _retract_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("what", metavar="V", key="words")
    parser.take_actor()


def _retract(context: Context, args: argparse.Namespace) -> int:
    return _ask(context, sit(context, args.session, None, args.as_), "table.retract", {"what": args.what})


def _alias_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("who", metavar="WHO", key="aliased")
    parser.take("name", metavar="ALIAS", key="alias", nargs="?", default="")
    parser.take_actor()


def _alias(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    fields = {
        "who": anybody_named(seat.session, args.who, seen(seat.session, seat.viewer).table),
        "alias": args.name,
    }
    return _ask(context, seat, "table.alias", fields)


def _ask(context: Context, seat: Seat, tag: str, fields: dict[str, Any]) -> int:
    result = seat.session.do({"type": tag, **fields}, actor=seat.actor)
    tell_result(context, seat, result)
    return 0


def _redact_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("what", metavar="V", key="words_gone", nargs="*")
    parser.take("--of", metavar="WHO")
    parser.take("--only", action="store_true")
    parser.take("--yes", action="store_true")
    parser.take_actor()


def _redact(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, _ = seat
    if not args.what and args.of is None:
        raise CliError("redact_what")
    of = participant_named(session, args.of) if args.of is not None else ""
    _confirm(context, args.yes, "redact_sure")
    command = {"type": "table.redact", "what": args.what, "of": of, "only": args.only}
    result = session.do(command, actor=actor)
    _tell_gone(context, seat, _items_in(result), waits=result.waits)
    return 0


def _forget_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("participant", metavar="PARTICIPANT", key="forgotten")
    parser.take("--words", action="store_true")
    parser.take("--yes", action="store_true")
    parser.take_actor()


def _forget(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, _ = seat
    who = participant_named(session, args.participant)
    session.check_participant(who)
    if actor != who and not session.table.is_gm(actor):
        raise RuleViolation("gm_only")
    _confirm(context, args.yes, "forget_sure")
    items, waits = 0, False
    if args.words:
        try:
            items = _items_in(session.do({"type": "table.redact", "of": who}, actor=actor))
        except RuleViolation as error:
            if error.code not in {"nothing_to_redact", "redacted_already"}:
                raise
    waits = not session.store.forget(session.id, who)
    _tell_gone(context, seat, items, waits=waits, forgotten=who)
    return 0


def _confirm(context: Context, yes: bool, key: str) -> None:  # noqa: FBT001  # the option as given
    """Ask once more on a terminal; `CliError` where the answer is no."""
    if yes or not sys.stdin.isatty():
        return
    answer = input(say(key, context.lang)).strip().lower()
    if answer not in {"y", "yes", "はい"}:
        raise CliError("not_confirmed")


def _items_in(result: Result) -> int:
    return sum(len(getattr(event, "items", ())) for event in result.events)


def _tell_gone(
    context: Context, seat: Seat, items: int, *, waits: bool, forgotten: str | None = None
) -> None:
    """Write what is gone, whether something lingers, and the copies that nobody chases."""
    session = seat.session
    copies = [str(path) for path in find_copies(session.id, context.file())]
    copies += [one.name for one in measure_lag(session.store) if one.name.startswith("nats:")]
    if context.json:
        write_json(
            {
                "session": session.id,
                "forgotten": forgotten,
                "items": items,
                "version": seat.version,
                "head": head_seen(session, seat.viewer),
                "waits": waits,
                "copies": copies,
            }
        )
    else:
        if forgotten is not None:
            write(say("forget_done", context.lang, who=forgotten))
        if items or forgotten is None:
            write(say("redact_done", context.lang, items=items))
        write(say("redact_copies" if copies else "redact_no_copies", context.lang))
        for path in copies:
            write(f"  {path}")
    if waits:
        warn(say(context.for_place("redact_waits"), context.lang))


COMMANDS = {
    "edit": Spec(_edit_arguments, _edit),
    "retract": Spec(_retract_arguments, _retract),
    "redact": Spec(_redact_arguments, _redact),
    "alias": Spec(_alias_arguments, _alias),
    "forget": Spec(_forget_arguments, _forget),
}

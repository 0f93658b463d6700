"""`dispute`, `rule`, `disputes`: question a roll or outcome, and the GM's answer."""

import argparse
from collections.abc import Iterator, Sequence

import msgspec

from tenmatsu.engine.api import (
    Dispute,
    DisputeOpened,
    DisputeRuled,
    Noted,
    Session,
    Viewer,
    read_entries,
)
from tenmatsu.projections.marks import Marks, read_disputes
from tenmatsu.projections.rolls import Rolls
from tenmatsu.projections.sheets import find_value
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.commands.do import tell_result
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.disputes import DIGITS
from tenmatsu.tools.cli.looking import look, sit
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.values import read_command
from tenmatsu.tools.cli.words import say

_ANSWERS = ("upheld", "corrected", "wound-back")


def _dispute_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("roll", metavar="ROLL", key="disputed")
    parser.take("--reason", metavar="R", required=True)
    parser.take_actor()


def _dispute(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, _ = seat
    command = {"type": "table.dispute", "about": args.roll, "reason": args.reason}
    tell_result(context, seat, session.do(command, actor=actor))
    return 0


def _rule_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("dispute", metavar="DISPUTE", type=int, key="dispute_number")
    parser.take("answer", choices=_ANSWERS, key="answer")
    parser.take("--name", metavar="N")
    parser.take("--value", metavar="V")
    parser.take("--reason", metavar="R", required=True)
    parser.take_actor()


def _rule(context: Context, args: argparse.Namespace) -> int:
    seat = sit(context, args.session, None, args.as_)
    session, actor, viewer = seat
    pairs = [f"dispute={args.dispute}", f"answer={args.answer.replace('-', '_')}", f"reason={args.reason}"]
    if args.name is not None:
        pairs.append(f"name={_value_named(session, args.name, viewer)}")
    if args.value is not None:
        pairs.append(f"value={args.value}")
    tag, fields = read_command(session, "table.rule", pairs, actor)
    tell_result(context, seat, session.do({"type": tag, **fields}, actor=actor))
    return 0


def _value_named(session: Session, text: str, viewer: Viewer) -> str:
    """Return the adjustable name of a value, given as such or in words: `お竜.HP`."""
    if text in session.system.adjustable(seen(session, viewer).game):
        return text
    who, _, what = text.rpartition(".")
    return find_value(session, who, what, viewer)


def _list_arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_actor()


class Told(msgspec.Struct, kw_only=True):
    """A dispute with what the log says beside it."""

    dispute: int
    by: str
    about: str
    commit: str
    version: int | None = None
    """Of what it is about, where that is on the current timeline."""
    line: str | None = None
    reason: str | None = None
    answer: str | None = None
    ruled_by: str | None = None
    ruling_reason: str | None = None


def _list(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, None, args.as_)
    teller = Teller(session, context.lang, viewer)
    found = _gather(session, viewer, teller)
    if context.json:
        write_json([msgspec.to_builtins(one) for one in found], pretty=True)
        return 0
    for one in found:
        for line in _lines(one, session, teller, context):
            write(line)
    if not found:
        write(say("disputes_none", context.lang))
    return 0


def _gather(session: Session, viewer: Viewer, teller: Teller) -> list[Told]:
    """Return the disputes with what stands beside them, on lines that were left too."""
    disputes = read_disputes(session, viewer)
    found = {one.number: _told(one) for one in disputes}
    _read(session, viewer, teller, found, disputes)
    for row in session.branches.values():
        if row.is_left and any(one.line is None or one.reason is None for one in found.values()):
            _read(session.on(row.id), viewer, teller, found, disputes)
    return list(found.values())


def _told(one: Dispute) -> Told:
    return Told(
        dispute=one.number,
        by=one.by,
        about=one.about,
        commit=one.commit,
        answer=one.answer,
        ruled_by=one.ruled_by or None,
    )


def _read(
    session: Session, viewer: Viewer, teller: Teller, found: dict[int, Told], disputes: Sequence[Dispute]
) -> None:
    """Fill in what one line tells of the disputes."""
    marks = Marks(Rolls(), disputes)
    commit, told, ruled = "", None, False
    for entry in read_entries(session, viewer):
        for one in marks.disputes_of(entry):
            if found[one.number].line is None:
                found[one.number].line = teller.entry(entry)
                found[one.number].version = entry.version if session.is_current else None
        if entry.commit != commit:
            commit, told = entry.commit, None
        event = entry.event
        if isinstance(event, (DisputeOpened, DisputeRuled)) and not event.carried:
            told, ruled = found.get(event.dispute), isinstance(event, DisputeRuled)
        elif isinstance(event, Noted) and told is not None and ruled:
            told.ruling_reason = told.ruling_reason or event.text
        elif isinstance(event, Noted) and told is not None:
            told.reason = told.reason or event.text


def _lines(one: Told, session: Session, teller: Teller, context: Context) -> Iterator[str]:
    lang = context.lang
    key = f"dispute_{one.answer or 'open'}"
    yield say(key, lang, dispute=one.dispute, who=teller.name(one.by), gm=teller.name(one.ruled_by or ""))
    place = str(one.version) if one.version is not None else say("dispute_left", lang)
    yield say("dispute_about", lang, place=place, about=one.about[:DIGITS], line=one.line or "-")
    if one.reason:
        yield say("dispute_reason", lang, reason=one.reason)
    if one.ruling_reason:
        yield say("dispute_ruling_reason", lang, reason=one.ruling_reason)
    if one.answer is None:
        yield say("dispute_how", lang, dispute=one.dispute, session=session.id[:8])


COMMANDS = {
    "dispute": Spec(_dispute_arguments, _dispute),
    "rule": Spec(_rule_arguments, _rule),
    "disputes": Spec(_list_arguments, _list),
}

"""`whatif`: another command in the past, or other rules, decided with the same dice on a line of its own."""

import argparse
import shlex
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

from tenmatsu.engine.api import (
    Difference,
    LeftOut,
    OtherRules,
    Session,
    Viewer,
    WhatIf,
    check_unhidden,
    command_at,
    entries_in,
    find_difference,
    lines_seen,
    replace_commit,
    rerule,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.differing import Differing, plain_end, plain_pair, plain_values
from tenmatsu.tools.cli.looking import sit
from tenmatsu.tools.cli.output import progress, warn, write, write_json
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.texts import read_text
from tenmatsu.tools.cli.values import read_changed, read_command, read_options
from tenmatsu.tools.cli.words import CliError, say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("command", nargs="?", metavar="COMMAND", key="whatif_command")
    parser.take("fields", nargs="*", metavar="K=V", key="fields")
    parser.take("--at", type=int, metavar="V", key="whatif_at")
    parser.take("--option", metavar="K=V", action="append", default=[], key="whatif_option")
    parser.take("--tables", metavar="FILE", key="whatif_tables")
    parser.take("--rules", type=int, metavar="N", key="whatif_rules")
    parser.take("--past", action="store_true", key="whatif_past")
    parser.take("--name", metavar="NAME", key="whatif_name")
    parser.take("--secret", action="store_true", key="fork_secret")
    parser.take_branch()
    parser.take_actor()
    parser.take("--json-body", metavar="'{…}'")


def _run(context: Context, args: argparse.Namespace) -> int:
    session, actor, viewer = sit(context, args.session, args.branch, args.as_)
    asked = args.command is not None or args.json_body is not None
    ruled = bool(args.option) or args.tables is not None or args.rules is not None
    if asked == ruled:
        raise CliError("whatif_both" if asked else "whatif_neither")
    check_unhidden(session, actor)
    name = _name(context, session, viewer, args)
    with _telling_what_stays(context, session, name), progress(say("bar_whatif", context.lang)) as ticks:
        settings: dict[str, Any] = {
            "actor": actor,
            "name": name,
            "past": args.past,
            "secret": args.secret,
            "progress": ticks,
        }
        if ruled:
            options = read_options(session.system.options, args.option, session.system.id)
            tables = None if args.tables is None else read_text(Path(args.tables)) if args.tables else ""
            other = OtherRules(options=options, tables=tables, rules_version=args.rules)
            found = rerule(session, other, at=args.at, **settings)
        else:
            if args.at is None:
                raise CliError("whatif_where")
            found = replace_commit(session, args.at, _command(session, actor, args), **settings)
    _tell(context, found, viewer)
    return 0


@contextmanager
def _telling_what_stays(context: Context, session: Session, name: str) -> Generator[None]:
    """Say of a line that was begun and not brought to its end that it stays, as far as it came."""
    before = set(session.store.branches(session.id))
    try:
        yield
    except BaseException:
        rows = session.store.branches(session.id).values()
        for row in rows:
            if row.name == name and row.id not in before:
                warn(say("whatif_half", context.lang, name=name, branch=row.id))
        raise


def _command(session: Session, actor: str, args: argparse.Namespace) -> dict[str, Any]:
    """Return the command to put in the old one's place; fields alone change those of the old one."""
    old = command_at(session, args.at)
    if args.command is None or "=" in args.command:
        pairs = [*([args.command] if args.command else []), *args.fields]
        if old is None:
            raise CliError("whatif_unread", version=args.at)
        return read_changed(session, old, pairs, actor, args.json_body)
    tag, fields = read_command(session, args.command, args.fields, actor, args.json_body, like=old)
    return {"type": tag, **fields}


def _name(context: Context, session: Session, viewer: Viewer, args: argparse.Namespace) -> str:
    """Return the line's name as given, else one that no other line that the viewer knows of has."""
    if args.name is not None:
        return str(args.name)
    words = [*args.option, *([f"--rules {args.rules}"] if args.rules is not None else [])]
    words += [Path(args.tables).name] if args.tables else []
    what = " ".join(words) or f"@{args.at}"
    named = say("whatif_named", context.lang, what=what)
    taken = {line.row.name for line in lines_seen(session, viewer).values()}
    numbers = (f"{named} ({number})" for number in range(2, len(taken) + 3))
    return next(name for name in (named, *numbers) if name not in taken)


def _tell(context: Context, found: WhatIf, viewer: Viewer) -> None:
    upto = None if found.stopped is None else found.stopped.commit.first_version - 1
    difference = find_difference(found.source, found.line, viewer, versions=(upto, None))
    teller = Teller(found.line, context.lang, viewer)
    if context.json:
        write_json(_plain(context, found, difference, teller, viewer), pretty=True)
        return
    for line in _lines(context, found, difference, teller, viewer):
        write(line)


def _lines(
    context: Context, found: WhatIf, difference: Difference, teller: Teller, viewer: Viewer
) -> Iterator[str]:
    lang, line, source = context.lang, found.line, found.source
    name = line.branches[line.branch].name
    old = source.branches[source.branch].name or say("diff_line", lang, line=source.branch)
    words = Differing(teller, lang, (old, name))
    yield say("whatif_line", lang, name=name, branch=line.branch)
    yield say("whatif_redecided", lang, count=found.redecided)
    told = list(words.pairs(difference.pairs, copied=True))
    if any(pair.kind in ("command", "dice", "outcome") for pair in difference.pairs) or found.left:
        yield say("diff_pairs", lang, equal=difference.equal)
    else:
        yield say("whatif_alike", lang)
    yield from told
    yield from _left_lines(context, found, teller, viewer)
    if difference.values:
        yield say("diff_values", lang, first=old, second=name)
        yield from words.values(difference.values)
    else:
        yield say("diff_same", lang)
    yield from words.outcomes(difference.ends)
    yield say("whatif_goes_on", lang, session=line.id[:8], name=shlex.quote(name))


def _left_lines(context: Context, found: WhatIf, teller: Teller, viewer: Viewer) -> Iterator[str]:
    """Yield what the new line lacks, what was answered on it, and where it ended early."""
    lang, line, source = context.lang, found.line, found.source
    for why, run in groupby(found.left, key=lambda left: left.why):
        left = list(run)
        versions = ("、" if lang == "ja" else ", ").join(str(one.commit.first_version) for one in left)
        yield say(f"whatif_left_{why}", lang, versions=versions)
        if why != "unasked":
            yield from (f"  {_what(context, source, one, teller, viewer)}" for one in left)
    for commit in found.answered:
        told = [teller.told(entry) for entry in entries_in(line, viewer, commit)]
        yield say("whatif_answered", lang, version=commit.first_version)
        yield from (f"  {text}" for text in told[:1])
    if found.stopped is not None:
        yield say("whatif_stopped", lang, version=found.stopped.commit.first_version)
        yield f"  {_what(context, source, found.stopped, teller, viewer)}"
        yield f"  {say('whatif_past', lang)}"


def _what(context: Context, source: Session, left: LeftOut, teller: Teller, viewer: Viewer) -> str:
    """Return what was left out, as its first line in the log says it, and what stands against it now."""
    entries = [one for one in entries_in(source, viewer, left.commit) if not teller.is_hidden(one.tag)]
    told = teller.told(entries[0]) if entries else left.commit.hash.hex()[:12]
    if left.refusal is None or left.why == "unasked":
        return told
    return say("whatif_because", context.lang, told=told, reason=left.refusal.say(context.lang, teller.names))


def _plain(
    context: Context, found: WhatIf, difference: Difference, teller: Teller, viewer: Viewer
) -> dict[str, Any]:
    line = found.line
    return {
        "session": line.id,
        "whatif": True,
        "branch": line.branch,
        "name": line.branches[line.branch].name,
        "head": line.head,
        "version": line.version,
        "source": found.source.branch,
        "replaced": None if found.replaced is None else found.replaced.hash.hex(),
        "redecided": found.redecided,
        "talk": found.talk,
        "left": [_plain_left(context, found.source, one, teller, viewer) for one in found.left],
        "answered": [commit.hash.hex() for commit in found.answered],
        "stopped": None
        if found.stopped is None
        else _plain_left(context, found.source, found.stopped, teller, viewer),
        "equal": difference.equal,
        "pairs": [plain_pair(pair) for pair in difference.pairs],
        "values": plain_values(difference.values, teller),
        "ends": [plain_end(end) for end in difference.ends],
    }


def _plain_left(
    context: Context, source: Session, left: LeftOut, teller: Teller, viewer: Viewer
) -> dict[str, Any]:
    refusal = left.refusal
    return {
        "commit": left.commit.hash.hex(),
        "version": left.commit.first_version,
        "why": left.why,
        "line": _what(context, source, left, teller, viewer),
        "code": None if refusal is None else refusal.code,
        "message": None if refusal is None else refusal.say(context.lang, teller.names),
    }


COMMANDS = {"whatif": Spec(_arguments, _run)}

"""`diff`: where two lines part and how their ends differ, or two moments of one line."""

import argparse
import re
from collections.abc import Collection, Iterable, Iterator

from tenmatsu.engine.api import Difference, Entry, LineEnd, Session, Viewer, find_difference, lines_seen
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.differing import Differing, plain_end, plain_pair, plain_values
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.seen import find_line
from tenmatsu.tools.cli.telling import Teller, plain_entry
from tenmatsu.tools.cli.words import say

Place = tuple[Session, int | None]
"""A line, and the version up to which it is meant; None for its head."""

_VERSION = re.compile(r"@?(\d+)")


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("first", metavar="A", key="diff_a")
    parser.take("second", metavar="B", key="diff_b")
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    first, second = _places(session, viewer, args.first, args.second)
    found = find_difference(first[0], second[0], viewer, versions=(first[1], second[1]))
    teller = Teller(first[0], context.lang, viewer)
    if second[0] is not first[0]:
        teller.names = {**Teller(second[0], context.lang, viewer).names, **teller.names}
    if found.ends[0].branch == found.ends[1].branch and (first[1], second[1]) != (None, None):
        _write_versions(context, found, teller)
    elif context.json:
        write_json(_plain(found, teller), pretty=True)
    else:
        names = _name(context, first, found.ends[0]), _name(context, second, found.ends[1])
        for line in _lines(context, found, teller, names):
            write(line)
    return 0


def _places(session: Session, viewer: Viewer, first: str, second: str) -> tuple[Place, Place]:
    """Return the lines and versions meant: `@12` is a version, so are two numbers unless both are lines."""
    rows = [line.row for line in lines_seen(session, viewer).values()]
    known = {text for row in rows for text in (row.id, row.name) if text}
    texts = (first, second)
    if not known.issuperset(texts) and all(text.isdecimal() for text in texts):
        known = set[str]()
    one, other = (_place(session, viewer, text, known) for text in texts)
    return one, other


def _place(session: Session, viewer: Viewer, text: str, known: Collection[str]) -> Place:
    line, _, version = text.rpartition("@")
    if text not in known and (found := _VERSION.fullmatch(text)):
        return session, int(found[1])
    if text in known or line not in known or not version.isdecimal():
        line, version = text, ""
    branch = find_line(session, viewer, line)
    on = session if branch == session.branch else session.on(branch)
    return on, int(version) if version else None


def _name(context: Context, place: Place, end: LineEnd) -> str:
    """Return what a line is called, with the version where one was named; a what-if line is marked."""
    row = place[0].branches[end.branch]
    name = row.name or say("diff_line", context.lang, line=row.id)
    if place[1] is not None:
        name = f"{name}@{place[1]}"
    return say("diff_whatif", context.lang, line=name) if end.whatif else name


def _write_versions(context: Context, found: Difference, teller: Teller) -> None:
    """Write how two versions of one line differ."""
    ends = found.ends
    between = {key: getattr(ends[0], key) + getattr(ends[1], key) for key in ("commits", "commands", "rolls")}
    if context.json:
        whole = {
            "branch": ends[0].branch,
            "first": ends[0].version,
            "second": ends[1].version,
            **between,
            "values": plain_values(found.values, teller),
            "outcomes": [outcome or None for outcome in found.outcomes],
        }
        write_json(whole, pretty=True)
        return
    write(say("diff_versions", context.lang, first=ends[0].version, second=ends[1].version, **between))
    names = f"@{ends[0].version}", f"@{ends[1].version}"
    for line in _end_lines(context, found, teller, names):
        write(line)


def _lines(context: Context, found: Difference, teller: Teller, names: tuple[str, str]) -> Iterator[str]:
    lang = context.lang
    if found.is_empty:
        yield say("diff_no_events", lang)
        return
    key = "diff_common" if found.common else "diff_nothing_common"
    yield say(key, lang, version=found.common_version, commit=found.common[:12])
    for name, end in zip(names, found.ends, strict=True):
        yield say("diff_end", lang, line=name, version=end.version, commands=end.commands, rolls=end.rolls)
    if told := list(Differing(teller, lang, names).pairs(found.pairs, copied=found.copied)):
        yield say("diff_pairs", lang, equal=found.equal)
        yield from told
    yield from _end_lines(context, found, teller, names)


def _end_lines(context: Context, found: Difference, teller: Teller, names: tuple[str, str]) -> Iterator[str]:
    """Yield who stands how at both ends, and how it ended."""
    words = Differing(teller, context.lang, names)
    if found.values:
        yield say("diff_values", context.lang, first=names[0], second=names[1])
        yield from words.values(found.values)
    else:
        yield say("diff_same", context.lang)
    yield from words.outcomes(found.ends)


def _plain(found: Difference, teller: Teller) -> dict[str, object]:
    return {
        "common": found.common or None,
        "common_version": found.common_version,
        "first": _plain_side(found.ends[0], found.first),
        "second": _plain_side(found.ends[1], found.second),
        "equal": found.equal,
        "pairs": [plain_pair(pair) for pair in found.pairs],
        "values": plain_values(found.values, teller),
        "outcomes": [outcome or None for outcome in found.outcomes],
    }


def _plain_side(end: LineEnd, entries: Iterable[Entry]) -> dict[str, object]:
    return {**plain_end(end), "entries": [plain_entry(entry) for entry in entries]}


COMMANDS = {"diff": Spec(_arguments, _run)}

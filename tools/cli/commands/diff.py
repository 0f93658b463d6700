"""`diff`: where two lines part and how their ends differ, or two moments of one line."""

import argparse
import re
from collections.abc import Iterable

from tenmatsu.engine.api import (
    Difference,
    Entry,
    Session,
    UsageError,
    ValueChange,
    Viewer,
    compare_versions,
    find_difference,
    lines_seen,
    state_for,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.seen import find_line
from tenmatsu.tools.cli.telling import Teller, plain_changes, plain_entry
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("first", metavar="A", key="diff_a")
    parser.take("second", metavar="B", key="diff_b")
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    teller = Teller(session, context.lang, viewer)
    versions = _versions(session, viewer, args.first, args.second)
    if versions is not None:
        _compare(context, session, viewer, teller, versions)
        return 0
    first, second = (session.on(find_line(session, viewer, one)) for one in (args.first, args.second))
    found = find_difference(first, second, viewer)
    if context.json:
        write_json(_plain(found, first, second), pretty=True)
    else:
        for line in _lines(context, found, teller, (args.first, args.second)):
            write(line)
    return 0


def _versions(session: Session, viewer: Viewer, first: str, second: str) -> tuple[int, int] | None:
    """Return the versions meant, None where both are lines; `@12` is always a version."""
    rows = [line.row for line in lines_seen(session, viewer).values()]
    if all(any(text in (row.id, row.name) for row in rows) for text in (first, second)):
        return None
    found = [re.fullmatch(r"@?(\d+)", text) for text in (first, second)]
    if found[0] is None or found[1] is None:
        return None
    return int(found[0][1]), int(found[1][1])


def _compare(
    context: Context, session: Session, viewer: Viewer, teller: Teller, versions: tuple[int, int]
) -> None:
    last = state_for(session, viewer).version
    for version in versions:
        if not 1 <= version <= last:
            raise UsageError("version_unknown", version=version, last=last)
    changes = compare_versions(session, *versions, viewer)
    if context.json:
        write_json(
            {"first": versions[0], "second": versions[1], "values": plain_changes(changes)}, pretty=True
        )
        return
    write(say("diff_versions", context.lang, first=versions[0], second=versions[1]))
    for line in _value_lines(context, changes, teller):
        write(line)


def _lines(context: Context, found: Difference, teller: Teller, names: tuple[str, str]) -> Iterable[str]:
    lang = context.lang
    if not (found.first or found.second):
        yield say("diff_no_events", lang)
        return
    key = "diff_common" if found.common else "diff_nothing_common"
    yield say(key, lang, version=found.common_version, commit=found.common[:12])
    for name, entries in zip(names, (found.first, found.second), strict=True):
        yield say("diff_side", lang, branch=name, count=len(entries))
        yield from (f"  {line}" for line in _entry_lines(entries, teller))
    yield from _value_lines(context, found.values, teller)
    for name, outcome in zip(names, found.outcomes, strict=True):
        if outcome:
            yield say("diff_outcome", lang, branch=name, outcome=teller.name(outcome))


def _entry_lines(entries: Iterable[Entry], teller: Teller) -> list[str]:
    return [f"{entry.version}  {teller.entry(entry)}" for entry in entries if not teller.is_hidden(entry.tag)]


def _value_lines(context: Context, changes: Iterable[ValueChange], teller: Teller) -> list[str]:
    lines = [f"  {line}" for line in teller.telling_changes(changes)]
    return [say("diff_values", context.lang), *lines] if lines else [say("diff_same", context.lang)]


def _plain(found: Difference, first: Session, second: Session) -> dict[str, object]:
    return {
        "common": found.common or None,
        "common_version": found.common_version,
        "first": {"branch": first.branch, "entries": [plain_entry(entry) for entry in found.first]},
        "second": {"branch": second.branch, "entries": [plain_entry(entry) for entry in found.second]},
        "values": plain_changes(found.values),
        "outcomes": [outcome or None for outcome in found.outcomes],
    }


COMMANDS = {"diff": Spec(_arguments, _run)}

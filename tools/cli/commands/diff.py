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
    state_for,
    viewer_of,
)
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.people import find_viewer
from tenmatsu.tools.cli.telling import Teller, plain_changes, plain_entry
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take("first", metavar="A", key="diff_a")
    parser.take("second", metavar="B", key="diff_b")
    parser.take_branch()
    parser.take_actor()


def _run(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    viewer = viewer_of(session, find_viewer(session, args.as_))
    teller = Teller(session, context.lang, viewer)
    versions = _versions(session, args.first, args.second)
    if versions is not None:
        _compare(context, session, viewer, teller, versions)
        return 0
    first, second = session.on(session.find_branch(args.first)), session.on(session.find_branch(args.second))
    found = find_difference(first, second, viewer)
    if context.json:
        write_json(_plain(found, first, second), pretty=True)
    else:
        for line in _lines(context, found, teller, (args.first, args.second)):
            write(line)
    return 0


def _versions(session: Session, first: str, second: str) -> tuple[int, int] | None:
    """Return the versions meant, None where both are lines; `@12` is always a version."""
    if all(_is_line(session, text) for text in (first, second)):
        return None
    found = [re.fullmatch(r"@?(\d+)", text) for text in (first, second)]
    if found[0] is None or found[1] is None:
        return None
    return int(found[0][1]), int(found[1][1])


def _is_line(session: Session, text: str) -> bool:
    return text in session.branches or any(row.name == text for row in session.branches.values())


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
    yield say("diff_common", lang, version=found.common_version, commit=found.common[:12] or "-")
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
    lines = [f"  {teller.change(change)}" for change in changes]
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

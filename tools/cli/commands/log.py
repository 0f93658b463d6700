"""`log`: the history in words, or one JSON object a line."""

import argparse

from tenmatsu.engine.api import Entry, read_entries, viewer_of
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.output import pad, width_of, write, write_json
from tenmatsu.tools.cli.people import find_viewer
from tenmatsu.tools.cli.telling import Teller, plain_entry
from tenmatsu.tools.cli.words import say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_branch()
    parser.take("--from", dest="first", metavar="V", type=int, default=1)
    parser.take("--to", dest="last", key="until", metavar="V", type=int)
    parser.take_actor()
    parser.take("--type", metavar="T")


def _run(context: Context, args: argparse.Namespace) -> int:
    session = context.session(args.session, args.branch)
    viewer = viewer_of(session, find_viewer(session, args.as_))
    teller = Teller(session, context.lang, viewer)
    entries = (
        entry for entry in read_entries(session, viewer, args.first, args.last) if _fits(entry, args.type)
    )
    if context.json:
        for entry in entries:
            write_json(plain_entry(entry))
        return 0
    if not session.is_current:
        key = "line_whatif" if session.is_whatif else "line_left_behind"
        write(say(key, context.lang, branch=session.branches[session.branch].name or session.branch))
    page = Page(teller, len(str(session.version)), show_hidden=args.type is not None)
    for entry in entries:
        for line in page.lines(entry):
            write(line)
    return 0


def _fits(entry: Entry, wanted: str | None) -> bool:
    if wanted is None:
        return True
    tag = entry.tag.partition("@")[0]
    return tag == wanted or tag.partition(".")[2] == wanted or tag.startswith(f"{wanted}.")


class Page:
    """The lines of a log as read from top to bottom: numbers, times, who asked, what happened."""

    def __init__(self, teller: Teller, digits: int, *, show_hidden: bool = False) -> None:
        self._teller = teller
        self._digits = digits
        self._show_hidden = show_hidden
        self._day = ""
        self._width = max(
            (width_of(name) for key, name in teller.names.items() if teller.is_participant(key)), default=2
        )

    def lines(self, entry: Entry) -> list[str]:
        """Return the lines of an entry: its own, and the day in front where a new one begins."""
        if self._teller.is_hidden(entry.tag) and not self._show_hidden:
            return []
        found: list[str] = []
        day = entry.at[:10]
        if day and day != self._day:
            self._day = day
            found.append(f"―― {day} ――")
        who = self._teller.name(entry.actor) if entry.actor else ""
        time = entry.at[11:19] or " " * 8
        place = f"{entry.version:>{self._digits}}"
        found.append(f"{place}  {time}  {pad(who, self._width)}  {self._teller.entry(entry)}".rstrip())
        return found


COMMANDS = {"log": Spec(_arguments, _run)}

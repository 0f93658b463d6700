"""`log`: the history in words, or one JSON object a line."""

import argparse
import difflib

import msgspec

from tenmatsu.engine.api import Entry, Session, UsageError, Viewer, read_entries
from tenmatsu.engine.cells import pad, width_of
from tenmatsu.projections.marks import Marks, read_marks
from tenmatsu.tools.cli.arguments import Parser, Spec
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.lines_told import tell_line
from tenmatsu.tools.cli.looking import look
from tenmatsu.tools.cli.output import write, write_json
from tenmatsu.tools.cli.proofs import plain_proof, proof_marks, proofs_of
from tenmatsu.tools.cli.seen import version_seen
from tenmatsu.tools.cli.telling import Teller, plain_entry
from tenmatsu.tools.cli.texts_of import tell_texts
from tenmatsu.tools.cli.words import CliError, say


def _arguments(parser: Parser) -> None:
    parser.take_session()
    parser.take_branch()
    parser.take("--from", dest="first", metavar="V", type=int, default=1)
    parser.take("--to", dest="last", key="until", metavar="V", type=int)
    parser.take_actor()
    parser.take("--type", metavar="T")
    parser.take("--proof", action="store_true")
    parser.take("--final", action="store_true")
    parser.take("--raw", action="store_true")
    parser.take("--history", metavar="V")


def _run(context: Context, args: argparse.Namespace) -> int:
    session, viewer = look(context, args.session, args.branch, args.as_)
    if args.history is not None:
        return tell_texts(context, session, args.history, viewer)
    teller = Teller(session, context.lang, viewer)
    check_span(session, viewer, args.first, args.last)
    if args.type is not None:
        _check_type(session, args.type)
    marks = read_marks(session, viewer)
    told = read_entries(session, viewer, args.first, args.last, raw=args.raw)
    entries = (
        entry for entry in told if _fits(entry, args.type) and not (args.final and is_dropped(entry, marks))
    )
    proofs = proofs_of(session, viewer, every=args.proof)
    if context.json:
        for entry in entries:
            kept, disputes = marks.is_kept(entry.version), [one.number for one in marks.disputes_of(entry)]
            marked = [msgspec.to_builtins(one) for one in marks.marks_of(entry)]
            proof = {"proof": plain_proof(proofs.get(entry.digest))} if args.proof else {}
            write_json({**plain_entry(entry), "kept": kept, "disputes": disputes, "marks": marked, **proof})
        return 0
    teller.proofs = proof_marks(proofs, teller, context.lang, every=args.proof)
    tell_line(session, context.lang)
    page = Page(teller, len(str(version_seen(session, viewer))), marks, show_hidden=args.type is not None)
    for entry in entries:
        for line in page.lines(entry):
            write(line)
    if page.left_out:
        write(say("log_hidden", context.lang, count=page.left_out))
    return 0


def check_span(session: Session, viewer: Viewer, first: int, last: int | None) -> None:
    """Raise `UsageError` for a span of versions that a viewer's history does not have."""
    end = session.version if viewer.id is None else version_seen(session, viewer)
    for version in (first, *([] if last is None else [last])):
        if version < 1 or (version > end and version == first):
            raise UsageError("version_unknown", version=version, last=end)
    if last is not None and last < first:
        raise CliError("log_backwards", first=first, last=last)


def _check_type(session: Session, wanted: str) -> None:
    """Raise `CliError` where no event has this type, with or without its game, nor belongs to such a game."""
    known = list(session.folder.codec.types)
    parts = [tag.partition(".") for tag in known]
    words = dict.fromkeys([*known, *(name for _, _, name in parts), *(game for game, _, _ in parts)])
    if wanted not in words:
        near = difflib.get_close_matches(wanted, words, n=3, cutoff=0.4) or sorted(known)[:8]
        raise CliError("log_type_unknown", type=wanted, near=", ".join(near))


def is_dropped(entry: Entry, marks: Marks) -> bool:
    """Return whether an entry is a roll or check that a reroll set aside."""
    return not marks.is_kept(entry.version)


def _fits(entry: Entry, wanted: str | None) -> bool:
    if wanted is None:
        return True
    tag = entry.tag.partition("@")[0]
    return tag == wanted or tag.partition(".")[2] == wanted or tag.startswith(f"{wanted}.")


class Page:
    """The lines of a log as read from top to bottom: numbers, times, who asked, what happened."""

    def __init__(
        self, teller: Teller, digits: int, marks: Marks | None = None, *, show_hidden: bool = False
    ) -> None:
        self._teller = teller
        self._marks = marks
        self._digits = digits
        self._show_hidden = show_hidden
        self._day = ""
        self.left_out = 0
        """How many entries of book-keeping were not shown."""
        self._width = max(
            (width_of(name) for key, name in teller.names.items() if teller.is_participant(key)), default=2
        )

    def lines(self, entry: Entry) -> list[str]:
        """Return the lines of an entry: its own, and the day in front where a new one begins."""
        if self._teller.is_hidden(entry.tag) and not self._show_hidden:
            self.left_out += 1
            return []
        found: list[str] = []
        day = entry.at[:10]
        if day and day != self._day:
            self._day = day
            found.append(f"―― {day} ――")
        who = self._teller.name(entry.actor) if entry.actor else ""
        time = entry.at[11:19] or " " * 8
        place = f"{entry.version:>{self._digits}}"
        found.append(f"{place}  {time}  {pad(who, self._width)}  {self._told(entry)}".rstrip())
        return found

    def _told(self, entry: Entry) -> str:
        """Return an entry's words, with the marks that later events put on it."""
        note = "" if self._marks is None else self._teller.marks(entry, self._marks)
        return self._teller.entry(entry) + note


COMMANDS = {"log": Spec(_arguments, _run)}

"""What can be looked at from a place at the table: the last of the log, sheets, moves."""

from collections.abc import Iterable, Iterator

from tenmatsu.engine.api import Drawing, Lang, Move, Session, Viewer, read_entries
from tenmatsu.projections.marks import read_marks
from tenmatsu.tools.cli.commands.log import Page
from tenmatsu.tools.cli.drawn import drawing_lines
from tenmatsu.tools.cli.moves_told import tell_moves
from tenmatsu.tools.cli.people import characters_of, find_character
from tenmatsu.tools.cli.seen import moves_seen, overview_seen, pending_seen, seen, sheet_seen, version_seen
from tenmatsu.tools.cli.stopped import anytime_lines, moves_when_stopped, steps_to_make, why_stopped
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say

_LOGGED = 15
"""How many entries `log` shows where no number is given."""


def log_lines(session: Session, viewer: Viewer, teller: Teller, rest: list[str]) -> Iterator[str]:
    """Yield the last entries of the log, book-keeping left out."""
    count = int(rest[0]) if rest and rest[0].isdecimal() else _LOGGED
    page = Page(teller, len(str(version_seen(session, viewer))), read_marks(session, viewer))
    shown = [entry for entry in read_entries(session, viewer) if not teller.is_hidden(entry.tag)]
    for entry in shown[-count:]:
        yield from page.lines(entry)


def sheet_lines(session: Session, viewer: Viewer, teller: Teller, wanted: Iterable[str]) -> Iterator[str]:
    """Yield the sheets of some characters."""
    for character in wanted:
        yield from teller.sheet(sheet_seen(session, viewer, character))
        yield from drawing_lines(_draw(session, viewer, teller, character), teller)


def table_lines(session: Session, viewer: Viewer, teller: Teller) -> list[str]:
    """Return the table as a whole."""
    lines = teller.sheet(overview_seen(session, viewer), session.table.title or "?")
    return [*lines, *drawing_lines(_draw(session, viewer, teller, ""), teller)]


def _draw(session: Session, viewer: Viewer, teller: Teller, character: str) -> list[Drawing]:
    state = seen(session, viewer)
    return teller.drawings(state.game, session.rules(state.table), character)


def move_lines(
    session: Session, viewer: Viewer, teller: Teller, wanted: Iterable[str], lang: Lang
) -> Iterator[str]:
    """Yield what may be done now, or why nothing may."""
    stopped = why_stopped(session)
    if stopped is not None:
        yield stopped.say(lang)
        yield from tell_moves(moves_when_stopped(session, viewer), teller)
        return
    wanted = list(wanted)
    types, is_gm = session.commands.types, viewer.id is None or viewer.is_gm
    found: list[Move] = []
    for one in wanted:
        moves = moves_seen(session, viewer, one) or steps_to_make(session, viewer, one)
        found += [move for move in moves if move not in found and (is_gm or not types[move.command].gm_only)]
    yield from tell_moves(found, teller)
    if not found and not pending_seen(session, viewer):
        yield say("moves_none", lang)
    yield from anytime_lines(session, viewer, teller, lang, wanted)


def wanted_characters(session: Session, viewer: Viewer, actor: str, rest: list[str]) -> list[str]:
    """Return the character named, else one's own, else all that one knows of; the GM's are all."""
    table = seen(session, viewer).table
    if rest:
        return [find_character(session, rest[0], table.characters)]
    own = [] if table.is_gm(actor) else characters_of(session, actor, table)
    return own or list(table.characters)

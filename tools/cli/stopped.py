"""Whether a session goes on at all, and what comes next where nothing was done yet."""

from collections.abc import Iterable, Iterator

from tenmatsu.engine.api import (
    GM_ONLY,
    Lang,
    Move,
    OpenField,
    Session,
    TenmatsuError,
    UsageError,
    Viewer,
)
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.tools.cli.people import participant_name
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.telling import Teller
from tenmatsu.tools.cli.words import say


def why_stopped(session: Session) -> TenmatsuError | None:
    """Return why nothing can be done on a line now; None where the table plays on."""
    if session.view is not None:
        return UsageError("view_only", viewer=participant_name(session, session.view))
    if not session.table.is_open:
        return RuleViolation("session_is_closed")
    return None


def moves_when_stopped(session: Session, viewer: Viewer) -> list[Move]:
    """Return what goes on from there: the GM resumes a closed session, and nobody a view."""
    may = session.view is None and (viewer.id is None or viewer.is_gm)
    return [Move(command="table.resume_session")] if may else []


def next_steps(session: Session, viewer: Viewer) -> list[Move]:
    """Return the GM's next steps at a table where nobody has a character yet."""
    state = seen(session, viewer)
    players = tuple(one for one, seat in state.table.seats.items() if seat.role == "player" and seat.present)
    take = Move(
        command="table.take_character",
        open=(
            OpenField("character"),
            OpenField("name", required=False),
            OpenField("participant", choices=players),
        ),
    )
    steps = list(session.system.prepare(state.game, session.rules(state.table), ""))
    return [take, *steps, Move(command="table.open_scene", open=(OpenField("title", required=False),))]


def steps_to_make(session: Session, viewer: Viewer, character: str) -> list[Move]:
    """Return how a character that is taken but not made comes to be; nothing where it is there."""
    state = seen(session, viewer)
    if state.game is None or character == GM_ONLY:
        return []
    return list(session.system.prepare(state.game, session.rules(state.table), character))


def anytime_lines(
    session: Session, viewer: Viewer, teller: Teller, lang: Lang, characters: Iterable[str]
) -> Iterator[str]:
    """Yield the commands that a rule allows at any time, where one of the characters is made."""
    if not any(one != GM_ONLY and not steps_to_make(session, viewer, one) for one in characters):
        return
    tags = [tag for tag, kind in session.commands.types.items() if kind.anytime and not kind.gm_only]
    if tags:
        yield say("moves_anytime", lang)
        yield from (f"  {tag}  — {teller.command(tag)}" for tag in tags)

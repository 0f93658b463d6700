"""What one viewer knows of a session's state: the GM all of it, anybody else what they saw happen."""

from tenmatsu.engine.api import (
    LineState,
    Move,
    Pending,
    Session,
    Sheet,
    UsageError,
    Viewer,
    find_named,
    head_seen,
    sight_of,
    state_seen,
    visible_branches,
)


def seen(session: Session, viewer: Viewer) -> LineState:
    """Return the state at the line's head as a viewer may know it."""
    return session.state if viewer.id is None or viewer.is_gm else state_seen(session, viewer)


def pending_seen(session: Session, viewer: Viewer) -> tuple[Pending, ...]:
    """Return the open choices that a viewer knows of."""
    game = seen(session, viewer).game
    return () if game is None else tuple(session.system.pending(game))


def moves_seen(session: Session, viewer: Viewer, character: str) -> list[Move]:
    """Return a character's moves as far as a viewer knows of them."""
    state = seen(session, viewer)
    if state.game is None:
        return []
    return list(session.system.moves(state.game, session.rules(state.table), character))


def sheet_seen(session: Session, viewer: Viewer, character: str) -> Sheet:
    """Return a character's sheet as a viewer knows it; `UsageError` for one they never heard of."""
    state = seen(session, viewer)
    if character not in state.table.characters:
        known = ", ".join(state.table.characters)
        raise UsageError("character_unknown", character=character, known=known)
    return session.system.sheet(state.game, session.rules(state.table), character)


def overview_seen(session: Session, viewer: Viewer) -> Sheet:
    """Return the table as a whole as a viewer knows it."""
    state = seen(session, viewer)
    return session.system.overview(state.game, session.rules(state.table))


def version_seen(session: Session, viewer: Viewer) -> int:
    """Return the number of the newest entry of the line as a viewer counts."""
    return state_seen(session, viewer).version


def find_line(session: Session, viewer: Viewer, text: str) -> str:
    """Return the line with this id or name among those that a viewer knows of; `UsageError` listing them."""
    sight = sight_of(session.store, session.id, viewer)
    return find_named(visible_branches(session.store, session.id, sight, session.branches).values(), text)


def expected_head(session: Session, viewer: Viewer, text: str | None) -> str | None:
    """
    Return the head that somebody means by a start of it, of eight digits or more, as outputs show it.

    The head that a viewer knows is that of the last commit of which they see anything; what they do not
    see does not bar them.
    """
    if text is not None and len(text) >= 8 and head_seen(session, viewer).startswith(text.lower()):
        return session.head
    return text

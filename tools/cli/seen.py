"""What one viewer knows of a session's state: the GM all of it, anybody else what they saw happen."""

from weakref import WeakKeyDictionary

from tenmatsu.engine.api import LineState, Move, Pending, Session, Sheet, UsageError, Viewer, state_for

_KEPT: WeakKeyDictionary[Session, tuple[str | None, str, LineState]] = WeakKeyDictionary()
"""The last such state of each session, so that a line typed at the table folds the log once at most."""


def seen(session: Session, viewer: Viewer) -> LineState:
    """Return the state at the line's head as a viewer may know it."""
    if viewer.id is None or viewer.is_gm:
        return session.state
    kept = _KEPT.get(session)
    if kept is None or kept[:2] != (viewer.id, session.head):
        kept = (viewer.id, session.head, state_for(session, viewer))
        _KEPT[session] = kept
    return kept[2]


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
        known = ", ".join(state.table.characters) or "-"
        raise UsageError("character_unknown", character=character, known=known)
    return session.system.sheet(state.game, session.rules(state.table), character)


def overview_seen(session: Session, viewer: Viewer) -> Sheet:
    """Return the table as a whole as a viewer knows it."""
    state = seen(session, viewer)
    return session.system.overview(state.game, session.rules(state.table))

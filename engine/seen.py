"""What one viewer knows now: state, sheets, choices, moves and chances from what they saw happen alone."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.contract import Chance, Move, Pending, Sheet
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import entries_of, read_commits, state_for
from tenmatsu.engine.sight import Viewer, sight_of

if TYPE_CHECKING:
    from tenmatsu.engine.session import Session


class _Kept(msgspec.Struct, frozen=True):
    """A viewer's state and what it was folded from."""

    viewer: Viewer
    branch: str
    number: int
    head: str
    opened: frozenset[bytes]
    state: LineState


_KEPT: "WeakKeyDictionary[Session, _Kept]" = WeakKeyDictionary()
"""The last such state of each session, so that a line typed at the table does not fold the whole log."""


def state_seen(session: "Session", viewer: Viewer) -> LineState:
    """Return the state at the line's head as a viewer may know it."""
    if viewer.id is None:
        return session.state
    sight = sight_of(session.store, session.id, viewer)
    kept, number = _KEPT.get(session), session.state.number
    place = (viewer, session.branch, frozenset(sight.opened))
    if kept is None or (kept.viewer, kept.branch, kept.opened) != place or kept.number > number:
        state = state_for(session, viewer)
    elif kept.head == session.head:
        return kept.state
    else:
        commits = read_commits(session, kept.number)
        news = (entry.fact for commit in commits for entry in entries_of(session, commit, sight))
        state = session.folder.fold(kept.state, news)
    _KEPT[session] = _Kept(viewer, session.branch, number, session.head, place[2], state)
    return state


def pending_seen(session: "Session", viewer: Viewer) -> tuple[Pending, ...]:
    """Return the open choices that a viewer knows of."""
    game = state_seen(session, viewer).game
    return () if game is None else tuple(session.system.pending(game))


def moves_seen(session: "Session", viewer: Viewer, character: str) -> list[Move]:
    """Return a character's moves as far as a viewer knows of them."""
    state = state_seen(session, viewer)
    if state.game is None:
        return []
    return list(session.system.moves(state.game, session.rules(state.table), character))


def sheet_seen(session: "Session", viewer: Viewer, character: str) -> Sheet:
    """Return a character's sheet as a viewer knows it; `UsageError` for one they never heard of."""
    state = state_seen(session, viewer)
    if character not in state.table.characters:
        known = ", ".join(state.table.characters) or "-"
        raise UsageError("character_unknown", character=character, known=known)
    return session.system.sheet(state.game, session.rules(state.table), character)


def overview_seen(session: "Session", viewer: Viewer) -> Sheet:
    """Return the table as a whole as a viewer knows it."""
    state = state_seen(session, viewer)
    return session.system.overview(state.game, session.rules(state.table))


def chance_seen(
    session: "Session", viewer: Viewer, command: Command | Mapping[str, Any], actor: str
) -> Chance:
    """Return the exact chances of a check as far as a viewer can know them; raise as `do` would."""
    from tenmatsu.engine.refusing import check_rolled

    state = state_seen(session, viewer)
    asked = session.read_command(command, actor)
    check_rolled(session, state, asked)
    return session.system.chance(state.game, session.rules(state.table), asked)

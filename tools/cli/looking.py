"""Open a session for somebody: its lines, its names and its numbers as they may know them."""

from typing import NamedTuple

from tenmatsu.engine.api import EVERYTHING, Commit, Session, Viewer, version_at, viewer_of
from tenmatsu.projections.names import names_for
from tenmatsu.tools.cli.context import Context
from tenmatsu.tools.cli.people import find_actor, find_viewer
from tenmatsu.tools.cli.seen import find_line, seen, version_seen


class Seat(NamedTuple):
    """A session on a line, who asks, and with whose eyes the answer is read."""

    session: Session
    actor: str
    viewer: Viewer
    """Everything, where nobody was named: whoever can read the database is the GM."""

    @property
    def version(self) -> int:
        """The number of the newest entry, as the viewer counts."""
        return version_seen(self.session, self.viewer)

    def version_at(self, commit: Commit) -> int:
        """Return the number of the newest entry up to a commit of the line, as the viewer counts."""
        return version_at(self.session, self.viewer, commit)


def look(context: Context, session: str, branch: str | None, who: str | None) -> tuple[Session, Viewer]:
    """Return a session and who looks at it, on one of the lines that they know of."""
    opened = context.session(session)
    viewer = viewer_of(opened, find_viewer(opened, who))
    return _on(context, opened, branch, viewer), viewer


def sit(context: Context, session: str, branch: str | None, who: str | None) -> Seat:
    """Return a session and who asks something of it, on one of the lines that they know of."""
    opened = context.session(session)
    actor = find_actor(opened, who)
    viewer = EVERYTHING if who is None else viewer_of(opened, actor)
    return Seat(_on(context, opened, branch, viewer), actor, viewer)


def _on(context: Context, session: Session, branch: str | None, viewer: Viewer) -> Session:
    if branch is not None:
        session = session.on(find_line(session, viewer, branch))
    if viewer.id is not None and not viewer.is_gm:
        context.guarded = True
        context.names = names_for(session, viewer, seen(session, viewer))
    return session

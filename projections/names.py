"""The names of people and figures, as a viewer may know them."""

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Viewer, state_for
from tenmatsu.engine.session import Session


def names_for(
    session: Session, viewer: Viewer = EVERYTHING, state: LineState | None = None
) -> dict[str, str]:
    """
    Return names by id; a figure's only where the viewer saw it given.

    `state` is the viewer's own, where it is at hand.
    """
    table = (state or state_for(session, viewer)).table
    people = {key: name for key, name in session.store.names(session.id).items() if key in table.seats}
    return {**people, **table.names()}

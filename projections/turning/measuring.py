"""Play a line's fights on from each of their commits."""

from collections.abc import Sequence

from tenmatsu.engine.folding import LineState
from tenmatsu.engine.history import EVERYTHING, Viewer
from tenmatsu.engine.refusing import sees_all
from tenmatsu.engine.rollouts.series import Finish, play_states
from tenmatsu.engine.rollouts.workers import Progress
from tenmatsu.engine.session import Session
from tenmatsu.projections.turning.curve import Curve, draw_curves
from tenmatsu.projections.turning.fights import find_fights
from tenmatsu.projections.walking import walk


def measure_fights(
    session: Session,
    viewer: Viewer = EVERYTHING,
    *,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> tuple[Curve, ...]:
    """
    Return the curves of the fights on the session's line, from what the viewer knows alone.

    `games` are played by auto-play from each commit that changed a fight. Neither the number of workers
    (all cores by default) nor the order in which they end changes the answer.
    """

    def play(states: Sequence[LineState]) -> Sequence[Sequence[Finish]]:
        return play_states(
            session.system,
            states,
            games=games,
            seed=seed,
            workers=workers,
            holes=session.view is not None or not sees_all(session, viewer),
            progress=progress,
        )

    return draw_curves(find_fights(walk(session, viewer)), play, games=games, seed=seed)

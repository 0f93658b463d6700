"""What words show badly: the body with its locations, the queue of strike ranks."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Drawing, Look
from tenmatsu.systems.runequest.bodydrawing import draw_body
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.queuedrawing import draw_queue
from tenmatsu.systems.runequest.state import State


def list_drawings(state: State, rules: Rulebook, character: str, look: Look) -> Iterator[Drawing]:
    """Yield the body of a character; where none is named, the queue of the melee."""
    figure = state.characters.get(character)
    if figure is not None and figure.locations:
        yield draw_body(figure, look.name(character), look.lang)
    if not character and state.melee is not None and state.melee.queue:
        yield draw_queue(state, state.melee, look)

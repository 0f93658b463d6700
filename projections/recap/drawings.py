"""What the game draws of the table and of each figure at the end of a line."""

from collections.abc import Iterator, Mapping

from tenmatsu.engine.drawings import Look
from tenmatsu.engine.folding import LineState
from tenmatsu.engine.language import Lang
from tenmatsu.engine.session import Session
from tenmatsu.projections.phrases import tidy_line
from tenmatsu.projections.recap.story import Drawn


def list_drawn(session: Session, state: LineState, names: Mapping[str, str], lang: Lang) -> Iterator[Drawn]:
    """Yield the drawings of a state, which is the viewer's own."""
    if state.game is None:
        return
    rules, words = session.rules(state.table), session.system.words()
    look = Look(lang=lang, names=names)
    for one in ("", *state.table.characters):
        for drawing in session.system.drawings(state.game, rules, one, look):
            yield Drawn(
                who=look.name(one),
                title=tidy_line(words.label(drawing.title, lang)),
                text=tuple(tidy_line(line) for line in drawing.text),
                svg=drawing.svg,
                alt=tidy_line(drawing.alt),
            )

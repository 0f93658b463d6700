"""Wounded characters of 君ヨ、暁ノ大地ニ死スベシ。 for tests, with the survival checks that they owe."""

from typing import Any

import msgspec
from akatsukis import begin, make_figure
from kit import Play

from tenmatsu.systems.akatsuki.state import Combat, Due, Figure, Harm, Occasion, Wound

replace = msgspec.structs.replace


def wounded(harm: Harm, rank: int, *, treated: bool = False, since: int = 0, **values: Any) -> Figure:
    """Return the usual character with a damage card."""
    figure = make_figure(**values)
    return replace(figure, wound=Wound(harm=harm, rank=rank, treated=treated, since=since))


def owing(
    figure: Figure,
    *,
    why: Occasion = "damage",
    times: int = 1,
    options: dict[str, Any] | None = None,
    **others: Figure,
) -> Play:
    """Return a play outside a fight in which kyo, this figure, owes a survival check, or several."""
    play = begin(None, options=options, kyo=figure, **others)
    return play.given_state(replace(play.state, due=(Due(character="kyo", why=why),) * times))


def fighting(
    *, round_: int = 1, at: int = 0, options: dict[str, Any] | None = None, **figures: Figure
) -> Play:
    """Return a fight of these, all in lane 0 with an action point of each kind, at the turn of `at`."""
    placed = {
        name: replace(figure, lane=0 if figure.lane is None else figure.lane, majors=1, minors=1)
        for name, figure in figures.items()
    }
    play = begin(None, options=options, **placed)
    return play.given_state(replace(play.state, combat=Combat(round=round_, order=tuple(placed), at=at)))


def owing_in_fight(play: Play, *characters: str) -> Play:
    """Return the same fight with a survival check due of each of these."""
    due = tuple(Due(character=character, why="damage") for character in characters)
    return play.given_state(replace(play.state, due=due))

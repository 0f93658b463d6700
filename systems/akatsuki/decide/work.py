"""What every step of a decision works on, and how it refuses."""

from typing import NoReturn

from tenmatsu.engine.contract import Rules
from tenmatsu.engine.decision import Decision
from tenmatsu.systems.akatsuki.options import Options
from tenmatsu.systems.akatsuki.state import Combat, Figure, State
from tenmatsu.systems.akatsuki.tables import Tables

Work = Decision[State, Options, Tables]
"""A decision of this game under way."""
Rulebook = Rules[Options, Tables]
"""What it is decided under."""


def refuse(work: Work, reason: str, **details: object) -> NoReturn:
    """Refuse the command for `akatsuki.<reason>`, whose sentence stands in `words.toml`."""
    work.refuse(f"akatsuki.{reason}", **details)


def find_figure(work: Work, character: str) -> Figure:
    """Return a character, or refuse."""
    figure = work.state.characters.get(character)
    if figure is None:
        refuse(work, "unknown_character", character=character)
    return figure


def find_awake(work: Work, character: str) -> Figure:
    """Return a character who is neither dead nor unconscious, or refuse."""
    figure = find_figure(work, character)
    if not figure.is_awake:
        refuse(work, "cannot_act", character=character)
    return figure


def find_combat(work: Work) -> Combat:
    """Return the fight, or refuse."""
    combat = work.state.combat
    if combat is None:
        refuse(work, "no_combat")
    return combat

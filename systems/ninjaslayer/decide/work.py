"""What every step of a decision works on, and how it refuses."""

from typing import NoReturn

from tenmatsu.engine.contract import Rules
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.ninjaslayer.battle import Battle
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.options import Options
from tenmatsu.systems.ninjaslayer.state import State
from tenmatsu.systems.ninjaslayer.tables import Tables
from tenmatsu.systems.ninjaslayer.wording import load_words

Work = Decision[State, Options, Tables]
"""A decision of this game under way."""
Rulebook = Rules[Options, Tables]
"""What it is decided under."""


def refuse(work: Work, reason: str, **details: object) -> NoReturn:
    """Refuse the command for `ninjaslayer.<reason>`, whose sentence stands in `words.toml`."""
    work.refuse(f"ninjaslayer.{reason}", **details)


def forbid(reason: str, **details: object) -> NoReturn:
    """Refuse where no decision is under way as yet: what is asked is only looked at, before any roll."""
    raise RuleViolation(f"ninjaslayer.{reason}", words=load_words(), **details)


def find_figure(work: Work, character: str) -> Figure:
    """Return a character, or refuse."""
    figure = work.state.characters.get(character)
    if figure is None:
        refuse(work, "unknown_character", character=character)
    return figure


def find_able(work: Work, character: str) -> Figure:
    """Return a character who can act, or refuse."""
    figure = find_figure(work, character)
    if not figure.able:
        refuse(work, "cannot_act", character=character)
    return figure


def find_battle(work: Work) -> Battle:
    """Return the battle, or refuse."""
    battle = work.state.battle
    if battle is None:
        refuse(work, "no_battle")
    return battle

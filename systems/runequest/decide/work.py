"""What every step of a decision works on, and how it refuses."""

from typing import NoReturn

from tenmatsu.engine.contract import Rules
from tenmatsu.engine.decision import Decision
from tenmatsu.systems.runequest.figures import Arm, Figure
from tenmatsu.systems.runequest.melee import Melee
from tenmatsu.systems.runequest.options import Options
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import Tables

Work = Decision[State, Options, Tables]
"""A decision of this game under way."""
Rulebook = Rules[Options, Tables]
"""What it is decided under."""


def refuse(work: Work, reason: str, **details: object) -> NoReturn:
    """Refuse the command for `runequest.<reason>`, whose sentence stands in `words.toml`."""
    work.refuse(f"runequest.{reason}", **details)


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


def find_arm(work: Work, character: str, arm: str) -> Arm:
    """Return a weapon or shield that somebody owns, or refuse."""
    found = find_figure(work, character).arms.get(arm)
    if found is None:
        refuse(work, "no_such_arm", character=character, arm=arm)
    return found


def find_melee(work: Work) -> Melee:
    """Return the melee, or refuse."""
    melee = work.state.melee
    if melee is None:
        refuse(work, "no_melee")
    return melee


def find_fighter(work: Work, character: str) -> Figure:
    """Return a character of the melee who can act, or refuse."""
    if character not in find_melee(work).fighters:
        refuse(work, "not_in_melee", character=character)
    return find_awake(work, character)

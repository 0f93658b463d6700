"""What every step of a decision works on, and how it refuses."""

from typing import NoReturn

from tenmatsu.engine.contract import Rules
from tenmatsu.engine.decision import Decision
from tenmatsu.systems.bloodberry.options import Options
from tenmatsu.systems.bloodberry.people import Person
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.tables import Tables

Work = Decision[State, Options, Tables]
"""A decision of this game under way."""
Rulebook = Rules[Options, Tables]
"""What it is decided under."""


def refuse(work: Work, reason: str, **details: object) -> NoReturn:
    """Refuse the command for `bloodberry.<reason>`, whose sentence stands in `words.toml`."""
    work.refuse(f"bloodberry.{reason}", **details)


def find_person(work: Work, character: str) -> Person:
    """Return a person, or refuse."""
    person = work.state.people.get(character)
    if person is None:
        refuse(work, "unknown_character", character=character)
    return person


def find_able(work: Work, character: str) -> Person:
    """Return a person who can act, or refuse."""
    person = find_person(work, character)
    if not person.can_act:
        refuse(work, "cannot_act", character=character)
    return person

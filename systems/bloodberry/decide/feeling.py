"""Entries of the three tables of making, and what somebody feels in a relation."""

from typing import Literal

from tenmatsu.systems.bloodberry.decide.work import Work

TableName = Literal["relation", "emotion", "curse"]
ROLL = "roll"
"""Written in a command where an entry is to be rolled."""
OWN = "own"
"""Stands in the state for an entry in somebody's own words, which are in an event of their own."""


def check_entry(work: Work, table: TableName, entry: str) -> str:
    """Return the key of an entry that was named by its key or number, or `roll`; refuse others."""
    raise NotImplementedError


def roll_entry(work: Work, table: TableName, by: str) -> str:
    """Roll on a table and return the key of the entry."""
    raise NotImplementedError


def most_emotions(work: Work, character: str, other: str) -> int:
    """Return how many emotions somebody may have in a relation: two for each name that it has."""
    raise NotImplementedError


def check_emotions(
    work: Work, character: str, other: str, emotions: tuple[str, ...], words: tuple[str, ...]
) -> tuple[str, ...]:
    """
    Return all emotions that somebody is to have in a relation; refuse what cannot be.

    Each of `emotions` is a key, a number or `roll`; each text of `words` is one more in own words.
    """
    raise NotImplementedError


def set_emotions(
    work: Work, character: str, other: str, emotions: tuple[str, ...], words: tuple[str, ...] = ()
) -> None:
    """Check these emotions, roll where asked, and record that somebody has just these in a relation."""
    raise NotImplementedError


def set_emotion(
    work: Work, character: str, other: str, emotion: str, *, words: str = "", place: int | None = None
) -> None:
    """
    Set one emotion: in the place of an old one, counted from 0, or besides the others.

    `emotion` is a key, a number or `roll`; `words` stand for it where it is in own words.
    """
    raise NotImplementedError

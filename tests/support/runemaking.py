"""Characters of RuneQuest that are made in a test by commands."""

from typing import Any

import msgspec
from kit import Play

from tenmatsu.systems.runequest import SYSTEM
from tenmatsu.systems.runequest.commands.making import MakeCharacter

CHOICES = ("template", "homeland", "occupation", "cult")
WARRIOR = ("sturdy", "sartar", "warrior", "humakt")


def gather(*characters: str, tables: str | None = None) -> Play:
    """Return a table with these characters, none made yet."""
    return Play(SYSTEM, tables, players={name: f"p_{name}" for name in characters})


def choose(character: str = "rin", *choices: str, **more: Any) -> MakeCharacter:
    """Return the command that makes a Sartarite warrior of Humakt, or of four other choices."""
    four = dict(zip(CHOICES, choices or WARRIOR, strict=True))
    fields = {"type": "runequest.make_character", "character": character, **four, **more}
    return msgspec.convert(fields, MakeCharacter)

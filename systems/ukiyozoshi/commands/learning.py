"""What can be asked of skills that know rather than roll: reading, foreign tongues, ammunition."""

from typing import Annotated, Literal

import msgspec

from tenmatsu.engine.contract import Command

Script = Literal["kana", "mixed", "kanbun", "foreign"]
"""カナ文字, 漢字混じり, 漢文, a foreign tongue."""


class ReadText(Command, frozen=True, kw_only=True, tag="ukiyozoshi.read_text"):
    """Read a text (読み書き): kana from level 1, kanji from 2, 漢文 from 4."""

    character: str
    script: Script
    tongue: str = ""
    """The field of 読み書き for a foreign text: `蘭語`."""


class Converse(Command, frozen=True, kw_only=True, tag="ukiyozoshi.converse"):
    """Talk in a foreign tongue: its 読み書き at level 4."""

    character: str
    tongue: str


class MakeAmmunition(Command, frozen=True, kw_only=True, tag="ukiyozoshi.make_ammunition"):
    """Make ammunition for a missile weapon whose skill one has at level 4."""

    character: str
    ammunition: str
    count: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1


LEARNING_COMMANDS: tuple[type[Command], ...] = (ReadText, Converse, MakeAmmunition)

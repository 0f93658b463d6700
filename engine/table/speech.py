"""What people say, tell, note and roll, and for whose eyes."""

from typing import ClassVar, Literal

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.events.table import Tab

BotId = Literal["DiceBot", "NinjaSlayer", "NinjaSlayer2", "RuneQuest", "RuneQuestRoleplayingInGlorantha"]
"""The systems of the dice notation."""


class Say(Command, frozen=True, kw_only=True, tag="table.say"):
    """Say something, in a tab, as oneself or as a character."""

    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    text: str
    tab: Tab = "main"
    character: str = ""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class Narrate(Command, frozen=True, kw_only=True, tag="table.narrate"):
    """Tell a piece of narration."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    text: str
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class Note(Command, frozen=True, kw_only=True, tag="table.note"):
    """Leave a note beside the play."""

    acts_for: ClassVar[str | None] = None
    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    text: str
    about: int | None = None
    """The version of the event it speaks of."""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class Roll(Command, frozen=True, kw_only=True, tag="table.roll"):
    """Roll dice outside any rule: plain ones, or a command of the dice notation."""

    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    dice: str
    """`3d6`, or a line such as `2D6+3>=7 a remark`."""
    for_: str = msgspec.field(name="for", default="free")
    """A key of `words.toml`; words of one's own go into `note`."""
    note: str = ""
    """What the roll is for, in words of one's own; recorded beside it."""
    character: str = ""
    secret: bool = False
    """Only the GM and whoever rolls see it."""
    bot: BotId | Literal[""] = ""
    """The system of the notation; the table's own where left out. With it, plain dice are a command too."""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""

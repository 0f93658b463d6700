"""What can be asked of any table, whatever the game."""

from typing import Any, ClassVar, Literal

import msgspec

from tenmatsu.engine.command import Command, Value
from tenmatsu.engine.table.annotations import Mark, NameLine
from tenmatsu.engine.table.corrections import CORRECTIONS
from tenmatsu.engine.table.disputes import OpenDispute, Rule
from tenmatsu.engine.table.secrets import SECRET_COMMANDS
from tenmatsu.engine.table.speech import BotId, Narrate, Note, Roll, Say
from tenmatsu.events.table import Role


class TableOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The engine's own options of a table."""

    undo: Literal["free", "gm", "never"] = "free"
    """Whether dice already seen may be undone: by anybody, by the GM, not at all."""
    undo_whose: Literal["own", "anybody"] = "own"
    """Whose last action a player may undo: their own, or anybody's. The GM may undo any."""
    entered_dice: Literal["anybody", "gm", "nobody"] = "anybody"
    """Who may enter physical dice."""
    links: Literal["free", "required"] = "free"
    """Whether open rolls of a participant with a chain of nonces need its next link."""
    dice_bot: BotId = "DiceBot"
    """The system whose dice commands are understood besides the general ones."""


class Seating(msgspec.Struct, frozen=True):
    """A participant at the opening."""

    id: str
    role: Role


class OpenSession(Command, frozen=True, kw_only=True, tag="table.open_session"):
    """Open a session: the first command of every log. `Store` asks it."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    title: str
    system: str
    rules_version: int
    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    table_options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    tables: str | None = None
    tables_sha256: str
    participants: tuple[Seating, ...] = ()


class CloseSession(Command, frozen=True, kw_only=True, tag="table.close_session"):
    """End the sitting."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class ResumeSession(Command, frozen=True, kw_only=True, tag="table.resume_session"):
    """Begin the next sitting."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    scenario_goes_on: bool = True


class Rename(Command, frozen=True, kw_only=True, tag="table.rename_session"):
    """Give the session another title."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    title: str


class Join(Command, frozen=True, kw_only=True, tag="table.join"):
    """Let a participant join; their name is set beside the log."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    participant: str
    role: Role = "player"


class Leave(Command, frozen=True, kw_only=True, tag="table.leave"):
    """Let a participant leave for good."""

    acts_for: ClassVar[str | None] = None
    participant: str


class TakeCharacter(Command, frozen=True, kw_only=True, tag="table.take_character"):
    """Take up a character, or give one to a participant (GM)."""

    acts_for: ClassVar[str | None] = None
    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    character: str
    name: str = ""
    participant: str = ""
    """Whoever asks, where left out."""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class NameCharacter(Command, frozen=True, kw_only=True, tag="table.name_character"):
    """Give a character another name."""

    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    character: str
    name: str
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class OpenScene(Command, frozen=True, kw_only=True, tag="table.open_scene"):
    """Begin a scene."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    title: str = ""


class CloseScene(Command, frozen=True, kw_only=True, tag="table.close_scene"):
    """End the scene."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True


class Adjust(Command, frozen=True, kw_only=True, tag="table.adjust"):
    """Set a value by hand, under the name that the sheet shows."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    addressed: ClassVar[bool] = True
    redactable: ClassVar[bool] = True
    name: str
    value: Value
    reason: str = ""
    to: tuple[str, ...] = ()
    """Only for these participants and whoever asks; `@gm` is the GM."""
    secret: bool = False
    """Only the GM and whoever asks see it."""
    blind: bool = False
    """Only the GM sees it, not even whoever asks."""
    silent: bool = False
    """The others are not even shown that something is there."""


class ChangeOptions(Command, frozen=True, kw_only=True, tag="table.change_options"):
    """Change house rules from here on."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])
    table_options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


class MoveRules(Command, frozen=True, kw_only=True, tag="table.move_rules"):
    """Go on under another version of the rules, or under other figures."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    rules_version: int
    tables: str | None = None


class RenewDice(Command, frozen=True, kw_only=True, tag="table.renew_dice"):
    """Commit new rings and give up the present ones: lost seed, moved session, or the GM's wish."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    why: Literal["renewed", "moved", "lost"] = "renewed"


class CommitNonces(Command, frozen=True, kw_only=True, tag="table.commit_nonces"):
    """Commit a chain of nonces of one's own, of which each open command then brings the next link."""

    acts_for: ClassVar[str | None] = None
    length: int
    """How many links it has."""
    anchor: str
    """Link 0: 32 bytes in hex."""


class AddWord(Command, frozen=True, kw_only=True, tag="table.add_word"):
    """Stir in a word that was spoken at the table, by its value alone."""

    acts_for: ClassVar[str | None] = None
    value: str
    """`H("word", UTF-8)` of the word, in hex; the word itself stands nowhere."""


class CommitDice(Command, frozen=True, kw_only=True, tag="table.commit_dice"):
    """Commit the next rings ahead, in a commit of their own. `Session` asks it."""

    acts_for: ClassVar[str | None] = None


class Fork(Command, frozen=True, kw_only=True, tag="table.fork"):
    """Leave a line at the end of a commit. `Session` asks it."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    name: str
    at: str
    dice: Literal["same", "fresh"] = "fresh"
    secret: bool = False
    """Only the GM sees the line, and all that happens on it."""


class Undo(Command, frozen=True, kw_only=True, tag="table.undo"):
    """Leave the last commit behind. `Session` asks it."""

    acts_for: ClassVar[str | None] = None
    redactable: ClassVar[bool] = True
    at: str
    """The hash of the commit behind which the table goes on, in hex."""
    reason: str = ""


class Adopt(Command, frozen=True, kw_only=True, tag="table.adopt"):
    """Take a line as the current timeline. `Session` asks it."""

    acts_for: ClassVar[str | None] = None
    gm_only: ClassVar[bool] = True
    branch: str


TABLE_COMMANDS: tuple[type[Command], ...] = (
    CloseSession,
    ResumeSession,
    Rename,
    Join,
    Leave,
    TakeCharacter,
    NameCharacter,
    OpenScene,
    CloseScene,
    Say,
    Narrate,
    Note,
    Mark,
    NameLine,
    *CORRECTIONS,
    Roll,
    Adjust,
    OpenDispute,
    Rule,
    ChangeOptions,
    MoveRules,
    RenewDice,
    CommitNonces,
    AddWord,
    *SECRET_COMMANDS,
)
"""What anybody may send; the others are asked by the engine's own calls."""

ENGINE_COMMANDS: tuple[type[Command], ...] = (OpenSession, CommitDice, Fork, Undo, Adopt)

__all__ = [
    "ENGINE_COMMANDS",
    "TABLE_COMMANDS",
    "AddWord",
    "Adjust",
    "Adopt",
    "BotId",
    "ChangeOptions",
    "CloseScene",
    "CloseSession",
    "CommitDice",
    "CommitNonces",
    "Fork",
    "Join",
    "Leave",
    "Mark",
    "MoveRules",
    "NameCharacter",
    "NameLine",
    "Narrate",
    "Note",
    "OpenDispute",
    "OpenScene",
    "OpenSession",
    "Rename",
    "RenewDice",
    "ResumeSession",
    "Roll",
    "Rule",
    "Say",
    "Seating",
    "TableOptions",
    "TakeCharacter",
    "Undo",
]

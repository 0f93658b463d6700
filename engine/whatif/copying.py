"""Which commands of a line are decided again on a what-if line, and as what."""

from collections.abc import Collection
from typing import Any

import msgspec

from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import Commands, is_of_table
from tenmatsu.engine.table import commands as c
from tenmatsu.engine.table.commands import TABLE_COMMANDS
from tenmatsu.engine.table.corrections import Alias
from tenmatsu.engine.table.disputes import Rule
from tenmatsu.events.codec import tag_of
from tenmatsu.events.envelope import Commit
from tenmatsu.events.table import BranchForked, Narrated, Noted, Said, SpeechEdited, TimelineAdopted

_COPIED: tuple[type[Command], ...] = (
    c.CloseSession,
    c.ResumeSession,
    c.Rename,
    c.Join,
    c.Leave,
    c.TakeCharacter,
    c.NameCharacter,
    c.OpenScene,
    c.CloseScene,
    c.Adjust,
    c.ChangeOptions,
    c.MoveRules,
    c.Roll,
    Alias,
)
"""Of the table's own commands those that are no talk: they say who plays whom, where, under what rules."""
SPOKEN: tuple[type[Command], ...] = (c.Say, c.Narrate, c.Note)
"""Talk that can stand in the place of another command, in the name of whoever asks what if."""
_TALK = frozenset(
    str(kind.__struct_config__.tag)
    for kind in (Said, Narrated, Noted, SpeechEdited, BranchForked, TimelineAdopted)
)


class Held(msgspec.Struct, frozen=True):
    """What a what-if holds fast, whatever the old line changed later."""

    options: Collection[str] = ()
    """Names of house rules."""
    rules: bool = False
    """The rules version and the figures."""


class Gone(Exception):
    """The command of a commit was redacted."""


def copied_command(commands: Commands, commit: Commit, held: Held) -> Command | None:
    """
    Return the command of a commit as it is decided again, None for table talk and moves of lines.

    A ruling that set a value is an adjustment by the GM: the dispute is talk. Raises `Gone` where the
    words were redacted and cannot be told from talk, `msgspec.DecodeError` where this release cannot
    read them.
    """
    if commit.command.data is None:
        if all(_tag(item.data, item.tag) in _TALK for item in commit.events):
            return None
        raise Gone
    command = commands.decode(commit.command.data)
    match as_copied(command):
        case c.ChangeOptions() as command:
            return _without(command, held)
        case c.MoveRules() as command:
            return None if held.rules else command
        case command:
            return command if not is_of_table(command) or isinstance(command, _COPIED) else None


def as_copied(command: Command) -> Command:
    """Return what stands for a command on a what-if line: for a ruling that set a value, setting it."""
    if isinstance(command, Rule) and command.answer == "corrected":
        return c.Adjust(as_=command.as_, name=command.name, value=command.value)
    return command


def can_stand(kind: type[Command]) -> bool:
    """
    Return whether such a command can be decided in the place of another.

    What moves or names lines, keeps the books of the dice, or changes and opens what is recorded cannot.
    """
    return kind not in TABLE_COMMANDS or kind in _COPIED or kind in SPOKEN


def _without(command: c.ChangeOptions, held: Held) -> Command | None:
    """Return a change of house rules without those held fast; None where nothing is left of it."""
    rest: dict[str, Any] = {key: value for key, value in command.options.items() if key not in held.options}
    if not rest and not command.table_options:
        return None
    return msgspec.structs.replace(command, options=rest)


def is_held_back(commands: Commands, commit: Commit, held: Held) -> bool:
    """Return whether a commit would change what is held fast."""
    if commit.command.data is None or tag_of(commit.command.data) not in _RULES:
        return False
    command = commands.decode(commit.command.data)
    if isinstance(command, c.MoveRules):
        return held.rules
    return isinstance(command, c.ChangeOptions) and any(key in held.options for key in command.options)


_RULES = frozenset(str(kind.__struct_config__.tag) for kind in (c.ChangeOptions, c.MoveRules))


def _tag(data: bytes | None, stored: str) -> str:
    return stored if data is None else tag_of(data)

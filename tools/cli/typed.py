"""What people type to roll: plain dice, or a command of the dice notation."""

from typing import Any

from tenmatsu.engine.api import Session, UsageError, find_bot, parse_dice, read_typed
from tenmatsu.tools.cli.people import characters_of
from tenmatsu.tools.cli.values import table_seen


def roll_typed(session: Session, text: str, actor: str, bot: str | None = None) -> dict[str, Any] | None:
    """
    Return the command that rolls what somebody typed, None where it is no roll.

    The dice bot is the table's unless another is named. Raises `UsageError` where it is unknown, or a
    command that cannot be rolled.
    """
    meant = find_bot(bot or str(session.table.table_options.get("dice_bot", "DiceBot")))
    command: dict[str, Any] = {"type": "table.roll", "dice": text}
    try:
        line = read_typed(text, meant)
    except UsageError:
        if not _is_plain(text):
            raise
    else:
        if line is not None:
            command["bot"] = meant.id
        elif not _is_plain(text):
            return None
    own = characters_of(session, actor, table_seen(session, actor))
    return {**command, "character": own[0]} if len(own) == 1 else command


def _is_plain(text: str) -> bool:
    """Return whether it is nothing but dice, of any number and size that a roll may have."""
    try:
        parse_dice(text)
    except UsageError:
        return False
    return True

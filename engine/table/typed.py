"""Roll what somebody typed: plain dice as they are, a command of the notation with what it comes to."""

from typing import Any

import msgspec

from tenmatsu.engine.bcdice import OneRoll, TypedLine, find_bot, read_typed
from tenmatsu.engine.decision import Decision
from tenmatsu.engine.dice.notation import parse_dice
from tenmatsu.engine.errors import UsageError
from tenmatsu.engine.table.commands import Roll
from tenmatsu.events import table as t


class Asked(msgspec.Struct, frozen=True):
    """A command of the notation, and whose it is."""

    line: TypedLine
    bot: str


def read_asked(command: Roll, table_bot: str) -> tuple[int, ...] | Asked:
    """
    Return the sides of plain dice, or the command of the notation.

    Plain dice are a command only where the roll names a bot. Raises `UsageError` where it is neither.
    """
    plain = _plain(command.dice)
    if not command.bot and isinstance(plain, tuple):
        return plain
    bot = find_bot(command.bot or table_bot)
    line = read_typed(command.dice, bot)
    if line is not None:
        return Asked(line, bot.id)
    if isinstance(plain, tuple):
        return plain
    raise plain


def _plain(text: str) -> tuple[int, ...] | UsageError:
    try:
        return parse_dice(text)
    except UsageError as error:
        return error


def roll_asked(decision: Decision[Any, Any, Any], asked: Asked, *, by: str, for_: str) -> None:
    """Let all dice of the command fall in one roll, and record what they come to."""
    one = OneRoll(asked.line)
    if one.problem is not None:
        raise UsageError(one.problem)
    faces = decision.roll(one.first, by=by, for_=for_, more=one.more) if one.first else ()
    found = one.end(faces)
    decision.record(
        t.Evaluated(
            by=by,
            bot=asked.bot,
            command=asked.line.written(),
            text=found.text,
            secret=found.secret,
            success=found.success,
            failure=found.failure,
            critical=found.critical,
            fumble=found.fumble,
            total=found.total,
            successes=found.successes,
            outcome=found.outcome,
            parts=tuple(
                t.EvaluatedPart(
                    success=part.success,
                    failure=part.failure,
                    critical=part.critical,
                    fumble=part.fumble,
                    total=part.total,
                    successes=part.successes,
                    outcome=part.outcome,
                )
                for part in found.parts
            ),
        )
    )
    if asked.line.remark:
        decision.record(t.Noted(by=decision.actor, text=asked.line.remark))

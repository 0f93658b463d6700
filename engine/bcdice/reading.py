"""Read a line as a command: whose it is, whether it is secret, and what is only a remark."""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from tenmatsu.engine.bcdice.add import read_add
from tenmatsu.engine.bcdice.barabara import read_barabara
from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.calc import read_calculation
from tenmatsu.engine.bcdice.choice import read_choice
from tenmatsu.engine.bcdice.d66 import read_d66
from tenmatsu.engine.bcdice.evaluation import MOST_DICE, Asking, Evaluation, Typed, Unread
from tenmatsu.engine.bcdice.folding import fold_word
from tenmatsu.engine.bcdice.repeat import read_repeat
from tenmatsu.engine.bcdice.reroll import read_reroll
from tenmatsu.engine.bcdice.tally import read_tally
from tenmatsu.engine.bcdice.upper import read_upper
from tenmatsu.engine.errors import UsageError

MOST_WORD = 300
"""Letters of a command up to its first blank."""
MOST_LINE = 2_000
"""Letters of a line."""
_SECRET = frozenset("sSｓＳ")
_BEFORE_LINES = (read_add, read_barabara, read_tally, read_calculation)
_AFTER_LINES = (read_reroll, read_upper)


class TypedLine(msgspec.Struct, frozen=True):
    """A line that is a command."""

    command: Typed
    secret: bool
    remark: str
    """What stands behind the command, as typed."""

    def written(self) -> str:
        """Return the command as it is kept: without `S` and remark."""
        return self.command.written()

    def roll(self) -> Asking:
        """Ask for the dice and return what they come to, with dice and secrecy."""
        asking, dice = self.command.roll(), list[tuple[int, int]]()
        try:
            sides = next(asking)
            while True:
                faces = yield sides
                dice += zip(sides, faces, strict=True)
                sides = asking.send(faces)
        except StopIteration as end:
            found: Evaluation = end.value
            return msgspec.structs.replace(found, dice=tuple(dice), secret=self.secret)


@lru_cache(maxsize=256)
def read_typed(text: str, bot: Bot) -> TypedLine | None:
    """
    Return the command that a line is in a system, None where it is none.

    Raises `UsageError` where it is one that cannot be rolled: too many dice, a division by zero.
    """
    if len(text) > MOST_LINE:
        return None
    raw = text.strip()
    if not raw:
        return None
    word = raw.split(None, 1)[0]
    rest = raw[len(word) :].lstrip()
    found, secret = _read(raw, word, bot), False
    if found is None and word[0] in _SECRET:
        found, secret = _read(raw[1:], word[1:], bot), True
    if found is None:
        return None
    if found.expected() > MOST_DICE:
        raise UsageError("typed_dice_many", most=MOST_DICE)
    return TypedLine(found, secret or found.is_secret, rest if found.remark is None else found.remark)


def _read(raw: str, word: str, bot: Bot) -> Typed | None:
    """Try the system's own commands, then the general ones, each in its turn."""
    if len(word) > MOST_WORD:
        return read_choice(raw)
    folded = fold_word(word)
    readers: tuple[Callable[[], Typed | None], ...] = (
        *((lambda read=read: read(folded, bot)) for read in (*bot.commands, *_BEFORE_LINES)),
        lambda: read_choice(raw),
        lambda: read_d66(folded, bot),
        lambda: read_repeat(raw, lambda inner: read_typed(inner, bot)),
        *((lambda read=read: read(folded, bot)) for read in _AFTER_LINES),
    )
    for read in readers:
        try:
            found = read()
        except Unread:
            continue
        if found is not None:
            return found
    return None

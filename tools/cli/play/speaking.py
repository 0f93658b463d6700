"""Short ways of the table: a line in quotes is said, `2d6` or `N4` is rolled, `:HP-1` sets a value."""

import re

from tenmatsu.engine.api import Session, Value, viewer_of
from tenmatsu.tools.cli.meaning import value_named
from tenmatsu.tools.cli.people import characters_of
from tenmatsu.tools.cli.play.suggesting import VERBS
from tenmatsu.tools.cli.seen import seen
from tenmatsu.tools.cli.typed import roll_typed
from tenmatsu.tools.cli.words import CliError

_QUOTES = {"「": "」", "『": "』", "“": "”", '"': '"', "'": "'"}
_DICE = re.compile(r"(?P<secret>s)?(?P<dice>\d*d\d+(?:\+\d*d\d+)*)", re.IGNORECASE)
_CHANGE = re.compile(r":(?P<name>[^\s=+-]+)\s*(?P<sign>[=+-])\s*(?P<value>\S+)")


def speech_in(line: str) -> str | None:
    """Return what is said in a line that begins with a quote, None where it does not."""
    closing = _QUOTES.get(line[0])
    if closing is None:
        return None
    return line[1:].removesuffix(closing).strip() or None


def dice_in(line: str) -> tuple[str, bool] | None:
    """Return (dice, whether secret) of a line that is nothing but dice, as `2d6` or `s1d6`."""
    match = _DICE.fullmatch(line.strip())
    return (match["dice"].lower(), match["secret"] is not None) if match else None


def roll_in(session: Session, actor: str, line: str) -> dict[str, object] | None:
    """Return what a line rolls, None where it is no roll; words of the table and of the game go first."""
    word = line.split(None, 1)[0].lower()
    names = {tag.partition(".")[2] for tag in session.commands.types}
    if word in VERBS or word in names or word in session.commands.types:
        return None
    found = roll_typed(session, line, actor)
    if found is not None:
        return found
    dice = dice_in(line)
    return None if dice is None else {"dice": dice[0], "secret": dice[1]}


def adjustment_in(session: Session, actor: str, line: str) -> tuple[str, Value] | None:
    """Return (name, new value) of a line such as `:HP-1` or `:pc1.money=30`, None for any other line."""
    match = _CHANGE.fullmatch(line.strip())
    if match is None:
        return None
    state = seen(session, viewer_of(session, actor))
    values = {} if state.game is None else session.system.adjustable(state.game)
    own = characters_of(session, actor, state.table)
    name = value_named(session, match["name"], values, state.table, own)
    old = values[name]
    text, sign = match["value"], match["sign"]
    if isinstance(old, bool) or not isinstance(old, int):
        return name, text if sign == "=" else None
    if not text.isdecimal():
        raise CliError("play_number", value=text)
    return name, int(text) if sign == "=" else old + int(f"{sign}{text}")

"""The systems of the notation, by id."""

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.bots.glorantha import GLORANTHA
from tenmatsu.engine.bcdice.bots.ninjaslayer import NINJASLAYER
from tenmatsu.engine.bcdice.bots.ninjaslayer2 import NINJASLAYER2
from tenmatsu.engine.bcdice.bots.runequest import RUNEQUEST
from tenmatsu.engine.errors import UsageError

GENERAL = Bot(id="DiceBot", name="汎用")
BOTS: dict[str, Bot] = {bot.id: bot for bot in (GENERAL, NINJASLAYER, NINJASLAYER2, RUNEQUEST, GLORANTHA)}
"""Every system, the general one first."""
_BY_NAME = {bot.id.lower(): bot for bot in BOTS.values()}


def find_bot(name: str) -> Bot:
    """Return the system with this id, whatever its case; `UsageError` lists those that there are."""
    bot = _BY_NAME.get(name.lower())
    if bot is None:
        raise UsageError("typed_bot_unknown", bot=name, known=", ".join(BOTS))
    return bot


__all__ = ["BOTS", "GENERAL", "Bot", "find_bot"]

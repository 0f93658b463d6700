"""The dice notation of Japanese tables: read it, roll it, say what it came to in the words they know."""

from tenmatsu.engine.bcdice.bot import Bot
from tenmatsu.engine.bcdice.bots import BOTS, GENERAL, find_bot
from tenmatsu.engine.bcdice.evaluation import Die, Evaluation
from tenmatsu.engine.bcdice.reading import TypedLine, read_typed
from tenmatsu.engine.bcdice.rolling import OneRoll, evaluate, roll_line

__all__ = [
    "BOTS",
    "GENERAL",
    "Bot",
    "Die",
    "Evaluation",
    "OneRoll",
    "TypedLine",
    "evaluate",
    "find_bot",
    "read_typed",
    "roll_line",
]

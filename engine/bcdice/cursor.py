"""A place in a folded command, and what can be read from there."""

import re
from collections.abc import Callable
from typing import Final

from tenmatsu.engine.bcdice.evaluation import Sign, Unread
from tenmatsu.engine.errors import UsageError

DEEPEST: Final = 30
"""Brackets within brackets."""
_NUMBER = re.compile(r"[0-9]+")
_COMPARED = re.compile(r"[<>!=]+")
_SIGNS: tuple[tuple[Sign, tuple[str, ...]], ...] = (
    ("<=", ("<=", "=<")),
    (">=", (">=", "=>")),
    ("<>", ("<>", "!=", "=!")),
    ("<", ("<",)),
    (">", (">",)),
    ("=", ("=",)),
)


class Cursor:
    """Reads a command from left to right."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at
        self.depth = 0
        self._problem: UsageError | None = None

    @property
    def ended(self) -> bool:
        """Whether everything was read."""
        return self.at == len(self.text)

    def next(self) -> str:
        """Return the sign that comes next, nothing at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, word: str) -> bool:
        """Read `word` if it comes next."""
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        return False

    def need(self, word: str) -> None:
        """Read `word`; `Unread` where something else comes."""
        if not self.take(word):
            raise Unread

    def number(self) -> int | None:
        """Read a whole number, if one comes next."""
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return int(match[0])

    def comparison(self) -> Sign | None:
        """Read a comparison, if one comes next; `Unread` where its signs mean none."""
        match = _COMPARED.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        for sign, forms in _SIGNS:
            if any(form in match[0] for form in forms):
                return sign
        raise Unread

    def settle(self, work: Callable[[], int]) -> int:
        """Return a number worked out; what is wrong with it is said once the whole command was read."""
        try:
            return work()
        except UsageError as error:
            self._problem = self._problem or error
            return 1

    def end(self) -> None:
        """Raise `Unread` unless everything was read, and `UsageError` where a number was wrong."""
        if not self.ended:
            raise Unread
        if self._problem is not None:
            raise self._problem

"""
The chance of one game: dice and the auto-player's wavering, the same under every choice compared.

What falls depends on the seed, the game's number, who rolls, for what, and how often they rolled for it
before (common random numbers). So the third attack roll of somebody shows the same faces in game 17
whatever was done first, also after the two games have parted, and a difference between choices is that
of the choices.
"""

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from struct import Struct

from tenmatsu.engine.decision import MoreDice
from tenmatsu.engine.dice.sources import throw
from tenmatsu.events.table import Rolled

_WORDS = Struct("<8Q")
_BITS = 64


class _Stream:
    """The faces of one roll; dice asked for one after another read on where the last one stopped."""

    __slots__ = ("_at", "_block", "_key", "_words")

    def __init__(self, key: str) -> None:
        self._key = key
        self._block = 0
        self._words: tuple[int, ...] = ()
        self._at = 0

    def die(self, sides: int) -> int:
        """Return the next face; sides of up to 2^32 differ in chance by less than one in 2^31."""
        if self._at == len(self._words):
            self._words = _WORDS.unpack(blake2b(f"{self._key}\0{self._block}".encode()).digest())
            self._block += 1
            self._at = 0
        word = self._words[self._at]
        self._at += 1
        return (word * sides >> _BITS) + 1


class GameChance:
    """All chance of one game: a source of dice, and a generator for each character's choices."""

    def __init__(self, seed: int, game: int) -> None:
        self._key = f"{seed}\0{game}"
        self._rolls: dict[tuple[str, str], int] = {}
        self._generators: dict[str, Random] = {}

    def roll(
        self, sides: Sequence[int], *, by: str, for_: str, audience: str, more: MoreDice | None
    ) -> Rolled:
        """Roll the dice of the next roll by somebody for something."""
        place = (by, for_)
        count = self._rolls[place] = self._rolls.get(place, 0) + 1
        stream = _Stream(f"{self._key}\0{by}\0{for_}\0{count}")
        return Rolled(dice=throw(sides, stream.die, more), by=by, for_=for_, source="whatif")

    def generator(self, character: str) -> Random:
        """Return what a character's auto-player chooses by among equals."""
        found = self._generators.get(character)
        if found is None:
            key = blake2b(f"{self._key}\0{character}".encode(), digest_size=8).digest()
            found = self._generators[character] = Random(int.from_bytes(key, "big"))  # noqa: S311 - no secret
        return found

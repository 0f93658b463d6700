"""Dice anyone can check: the bytes of `keyring-1` (`docs/dice.md`)."""

from collections.abc import Sequence

from tenmatsu.events.digests import tagged_hash, tagged_hmac, text, u32

RING_SIZE = 256
"""Keys of one ring."""
ZERO_MIX = bytes(32)
"""The mix before anybody contributed."""
_BYTE = 256
_WORD = 2**32


def ring_key(seed: bytes, index: int) -> bytes:
    """Return key `index` of the ring made from `seed` (32 secret bytes)."""
    return tagged_hmac(seed, "key", u32(index))


def leaf(key: bytes) -> bytes:
    """Return the leaf by which a key is committed before its use."""
    return tagged_hash("leaf", key)


def ring_leaves(seed: bytes, count: int = RING_SIZE) -> bytes:
    """Return the leaves of all keys of a ring, joined."""
    return b"".join(leaf(ring_key(seed, index)) for index in range(count))


def fixed_seed(secret: bytes, ring: str) -> bytes:
    """Return the seed of a ring under a secret given from outside (`--dice-secret`)."""
    return tagged_hmac(secret, "ring", text(ring))


def previous_link(link: bytes) -> bytes:
    """Return the link before this one in a participant's chain of nonces."""
    return tagged_hash("link", link)


def word_value(word: str) -> bytes:
    """Return the contribution that a spoken word makes."""
    return tagged_hash("word", word.encode())


def stir(mix: bytes, by: str, value: bytes) -> bytes:
    """Return the mix after a contribution by a participant."""
    return tagged_hash("mix", mix, text(by), value)


class Stream:
    """The bytes of one roll; dice asked for one after another read on where the last one stopped."""

    def __init__(self, key: bytes, mix: bytes) -> None:
        self._key = key
        self._mix = mix
        self._block = 0
        self._data = b""
        self._at = 0

    def die(self, sides: int) -> int:
        """Return the face of the next die, from 1 to `sides` (at most 2^32; `ValueError` beyond)."""
        if sides <= _BYTE:
            limit = _BYTE - _BYTE % sides
            while True:
                if self._at == len(self._data):
                    self._next_block()
                value = self._data[self._at]
                self._at += 1
                if value < limit:
                    return value % sides + 1
        if sides > _WORD:
            raise ValueError(f"no die has {sides} sides")
        limit = _WORD - _WORD % sides
        while True:
            while len(self._data) - self._at < 4:
                self._next_block()
            value = int.from_bytes(self._data[self._at : self._at + 4], "big")
            self._at += 4
            if value < limit:
                return value % sides + 1

    def dice(self, sides: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return (sides, face) of the next dice in order."""
        die = self.die
        return tuple([(size, die(size)) for size in sides])

    def _next_block(self) -> None:
        block = tagged_hmac(self._key, "roll", self._mix, u32(self._block))
        self._data = self._data[self._at :] + block
        self._at = 0
        self._block += 1

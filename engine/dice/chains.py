"""A participant's own chain of nonces: made on their device, shown link by link."""

import msgspec

from tenmatsu.engine.dice.keyring import previous_link

CHAIN_LENGTH = 4096
"""Links of a chain, where nothing else is asked: commands of a long campaign."""
_SEED = 32


class NonceChain(msgspec.Struct, frozen=True):
    """
    A chain, as its owner's device keeps it. It is a secret: whoever has it knows all links to come.

    Its anchor, link 0, is committed; each command then shows the next link, from 1 to `length`.
    """

    length: int
    last: str
    """Link `length`: 32 random bytes, in hex."""

    def link(self, index: int) -> str:
        """Return a link in hex; `IndexError` behind the last one."""
        if not 0 <= index <= self.length:
            raise IndexError(f"a chain of {self.length} has no link {index}")
        value = bytes.fromhex(self.last)
        for _ in range(self.length - index):
            value = previous_link(value)
        return value.hex()

    @property
    def anchor(self) -> str:
        """Link 0, in hex: what is committed beforehand."""
        return self.link(0)


def make_chain(random: bytes, length: int = CHAIN_LENGTH) -> NonceChain:
    """Return a chain made backwards from 32 random bytes; `ValueError` for any other number or no length."""
    if len(random) != _SEED or length < 1:
        raise ValueError(f"a chain is made of {_SEED} random bytes and has a link or more")
    return NonceChain(length, random.hex())

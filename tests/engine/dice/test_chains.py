"""A participant's own chain of nonces."""

import msgspec
import pytest

from tenmatsu.engine.dice.chains import CHAIN_LENGTH, NonceChain, make_chain
from tenmatsu.engine.dice.keyring import previous_link

LAST = bytes(range(0x20, 0x40))


def test_chain_has_the_links_of_the_test_vectors() -> None:
    chain = make_chain(LAST, 3)

    assert [chain.link(index) for index in range(4)] == [
        "21769a5514e0a61252211705d7444aa571989484829be5145dd3e790b103f8dd",
        "f55655d1a3f29ad953bbbcc27470a36f2a2e0757371241d3d7e2091b142c52cc",
        "1b9d37e47c7eadea6d5a6591f97cf4c2bff6e80f7ffd981809c9d3d692a90be7",
        LAST.hex(),
    ]
    assert chain.anchor == chain.link(0)


def test_each_link_hashes_back_to_the_one_before() -> None:
    chain = make_chain(LAST)

    assert chain.length == CHAIN_LENGTH
    for index in (1, 2, CHAIN_LENGTH // 2, CHAIN_LENGTH):
        assert previous_link(bytes.fromhex(chain.link(index))).hex() == chain.link(index - 1)


@pytest.mark.parametrize("index", [-1, 4])
def test_chain_has_no_link_beyond_its_ends(index: int) -> None:
    with pytest.raises(IndexError):
        make_chain(LAST, 3).link(index)


@pytest.mark.parametrize("random,length", [(b"", 3), (LAST[:31], 3), (LAST, 0), (LAST, -1)])
def test_chain_is_made_of_32_random_bytes_and_has_a_link(random: bytes, length: int) -> None:
    with pytest.raises(ValueError, match="32 random bytes"):
        make_chain(random, length)


def test_chain_can_be_written_down_and_read_again() -> None:
    chain = make_chain(LAST, 3)

    assert msgspec.json.decode(msgspec.json.encode(chain), type=NonceChain) == chain

"""The bytes of `keyring-1`: every value of the format page, and what its stream promises."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenmatsu.engine.dice.keyring import (
    RING_SIZE,
    ZERO_MIX,
    Stream,
    fixed_seed,
    leaf,
    previous_link,
    ring_key,
    ring_leaves,
    stir,
    word_value,
)
from tenmatsu.events.digests import tagged_hmac, u32

SEED = bytes(range(32))
MIX_1 = "7afe93afb33be9e7e4f31a81477c439ccc7248c904a258b6f9eb9a175017ac70"
LINK_1 = "f55655d1a3f29ad953bbbcc27470a36f2a2e0757371241d3d7e2091b142c52cc"
LINK_2 = "1b9d37e47c7eadea6d5a6591f97cf4c2bff6e80f7ffd981809c9d3d692a90be7"
FORTY = "5 2 1 2 2 1 6 2 5 4 6 3 6 2 3 5 1 6 3 1 4 2 3 1 4 5 6 4 5 4 2 3 5 5 6 5 3 6 1 3"  # reaches block 1


def _faces(key: bytes, *sides: int, mix: bytes = ZERO_MIX) -> list[int]:
    return [face for _, face in Stream(key, mix).dice(sides)]


@pytest.mark.parametrize(
    "index,value",
    [
        (0, "5744301ead6cdf258eac8c9966d0da81c15e3646dd278831c55c5e3e553b9847"),
        (1, "31a91c9a6d1fa8d34aace858e0b1af487eaf476ca88146eb4056a752ad09f318"),
    ],
)
def test_keys_follow_from_the_seed(index: int, value: str) -> None:
    assert ring_key(SEED, index).hex() == value


@pytest.mark.parametrize(
    "index,value",
    [
        (0, "9d5b661b54794de20fcd054d0cd35cdd999583f3819c1a47c42e7ca922626d82"),
        (1, "ebda7a0e668f08413379d24ec7cef3822a336f6eb11c1d2cc30210230c52b017"),
        (255, "d2580dda3c6877ae8a8b612048aff44f5dd591800c5a7cf1c06d63aaff73c920"),
    ],
)
def test_leaves_follow_from_the_keys(index: int, value: str) -> None:
    assert leaf(ring_key(SEED, index)).hex() == value
    assert ring_leaves(SEED)[32 * index : 32 * index + 32].hex() == value


def test_a_ring_has_256_leaves() -> None:
    leaves = ring_leaves(SEED)

    assert len(leaves) == 32 * RING_SIZE == 8192
    assert sha256(leaves).hexdigest() == "5d4d77723169fe946289c1e672a6092cd4d36bfacb4b1e6e6b1e0612e8862dff"


@pytest.mark.parametrize(
    "block,value",
    [
        (0, "88f78a8b43a8ef4376ab17aad1851afc4c54efdaa2ab61620c75cad1212e519d"),
        (1, "5622b2ad46cead3626f55acfe10ee9495d4662abe9845879e338cd2084c43a0d"),
    ],
)
def test_blocks_follow_from_key_and_mix(block: int, value: str) -> None:
    assert tagged_hmac(ring_key(SEED, 0), "roll", ZERO_MIX, u32(block)).hex() == value


@pytest.mark.parametrize(
    "index,sides,faces",
    [
        (0, [6] * 3, [5, 2, 1]),
        (0, [100] * 4, [37, 39, 40, 68]),
        (0, [6, 1000, 6], [5, 972, 1]),
        (0, [257], [113]),
        (0, [6] * 40, [int(face) for face in FORTY.split()]),
        (5, [6] * 3, [2, 4, 5]),
    ],
)
def test_faces_are_those_of_the_format_page(index: int, sides: list[int], faces: list[int]) -> None:
    assert _faces(ring_key(SEED, index), *sides) == faces


def test_chain_of_links_is_made_backwards() -> None:
    last = bytes(range(0x20, 0x40))

    assert previous_link(last).hex() == LINK_2
    assert previous_link(bytes.fromhex(LINK_2)).hex() == LINK_1
    assert previous_link(bytes.fromhex(LINK_1)).hex() == (
        "21769a5514e0a61252211705d7444aa571989484829be5145dd3e790b103f8dd"
    )


def test_mix_follows_from_the_contributions_in_their_order() -> None:
    first = stir(ZERO_MIX, "p1", bytes.fromhex(LINK_1))
    second = stir(first, "p1", bytes.fromhex(LINK_2))

    assert first.hex() == MIX_1
    assert second.hex() == "7f25e98ebc9a610362cbe27a57c13f24ed1c4258e04204a17e7e159e24c5bf81"


def test_spoken_word_is_stirred_in_by_its_hash() -> None:
    value = word_value("さくら")

    assert value.hex() == "b430d8dab6c1e00730d2f69733a59be559b468b6c51c8cd85e912f13918ff450"
    assert stir(ZERO_MIX, "p2", value).hex() == (
        "8cf06b123b0a2241459f78349f67575985b114a01d928e3bd5ae93b1b939c18a"
    )


def test_faces_change_with_the_mix() -> None:
    key, mix = ring_key(SEED, 1), bytes.fromhex(MIX_1)

    assert _faces(key, 6, 6, 6, mix=mix) == [1, 4, 1]
    assert _faces(key, 100, 100, 100, mix=mix) == [91, 70, 61]


def test_fixed_seed_is_another_for_every_ring() -> None:
    seeds = {fixed_seed(b"S", ring) for ring in ("o1", "o2", "h1", "h2")}

    assert len(seeds) == 4
    assert fixed_seed(b"S", "o1") == tagged_hmac(b"S", "ring", u32(2), b"o1")


@pytest.mark.parametrize("sides", [1, 2, 6, 255, 256, 257, 65_536, 2**32])
@given(key=st.binary(min_size=32, max_size=32))
def test_every_face_lies_on_its_die(sides: int, key: bytes) -> None:
    assert all(1 <= face <= sides for face in _faces(key, *[sides] * 5))


@given(st.binary(min_size=32, max_size=32))
def test_die_of_256_reads_one_byte_and_throws_none_away(key: bytes) -> None:
    block = tagged_hmac(key, "roll", ZERO_MIX, u32(0))

    assert _faces(key, *[256] * 32) == [byte + 1 for byte in block]


@given(st.binary(min_size=32, max_size=32))
def test_die_of_2_to_the_32_reads_four_bytes_and_throws_none_away(key: bytes) -> None:
    block = tagged_hmac(key, "roll", ZERO_MIX, u32(0))
    words = [int.from_bytes(block[at : at + 4], "big") + 1 for at in range(0, 32, 4)]

    assert _faces(key, *[2**32] * 8) == words


def test_die_of_one_reads_a_byte_too() -> None:
    assert _faces(ring_key(SEED, 0), 1, 256) == [1, 0xF7 + 1], "the second byte of the stream is f7"


def test_large_die_after_a_small_one_reads_on_without_alignment() -> None:
    block = bytes.fromhex("88f78a8b43a8ef4376ab17aad1851afc4c54efdaa2ab61620c75cad1212e519d")
    first = int.from_bytes(block[1:5], "big")

    assert _faces(ring_key(SEED, 0), 256, 2**32) == [block[0] + 1, first + 1]


def test_large_die_reads_across_the_end_of_a_block() -> None:
    key = ring_key(SEED, 0)
    stream = b"".join(tagged_hmac(key, "roll", ZERO_MIX, u32(block)) for block in (0, 1))
    faces = _faces(key, *[256] * 30, 2**32)

    assert faces[-1] == int.from_bytes(stream[30:34], "big") + 1


@given(st.lists(st.sampled_from([1, 6, 10, 100, 257, 1000]), max_size=30), st.data())
def test_dice_asked_for_later_read_on_in_the_same_stream(sides: list[int], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(sides)))
    stream = Stream(SEED, ZERO_MIX)

    assert stream.dice(sides[:cut]) + stream.dice(sides[cut:]) == Stream(SEED, ZERO_MIX).dice(sides)


@pytest.mark.parametrize("sides", [6, 10, 100])
def test_faces_fall_evenly_over_a_ring(sides: int) -> None:
    counts = Counter(
        face for index in range(RING_SIZE) for face in _faces(ring_key(SEED, index), *[sides] * 100)
    )
    expected = RING_SIZE * 100 / sides
    chi_squared = sum((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1))

    # The seed is fixed, so chance cannot fail this; five deviations above the mean would be a bug.
    assert chi_squared < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


def test_keys_of_a_ring_are_independent_of_each_other() -> None:
    keys = [ring_key(SEED, index) for index in range(RING_SIZE)]

    assert len(set(keys)) == RING_SIZE
    assert all(leaf(one) != other for one, other in pairwise(keys)), "no chain: one opens no other"

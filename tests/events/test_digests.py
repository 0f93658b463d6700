"""The bytes of items and commits: every value of the format page."""

from typing import Any

import msgspec
import pytest

from tenmatsu.events.digests import (
    NO_PREVIOUS,
    closed_digest,
    commit_hash,
    group_digest,
    item_digest,
    open_digest,
    text,
    u32,
)
from tenmatsu.events.envelope import Header, Item, hash_items, seal

SESSION = "0b5e55ed-0000-4000-8000-000000000001"
PAD = b"\xee" * 16
HASHES = (
    "e684a2edbdb14b7ae77078c2cd2be8ef3f1dccd38ab41984998cae71816480b3",
    "70a97d22b7e46c613c849626b03d42f50448bc7cace24b474e799413bfa127b4",
    "a8b82da5c86c45992f835095c005cf087cb968d4a8a5a678fc63dbe914e4522c",
)
SAID = '{"type":"table.said","by":"gm","text":"夜桜の下、\\"人影\\"が動く。"}'


def _salt(number: int, position: int) -> bytes:
    return bytes([16 * number + position]) * 16


def _header(number: int, actor: str) -> bytes:
    at = f"2026-11-29T20:00:0{number}.000000+09:00"
    return (
        f'{{"session":"{SESSION}","branch":"0","number":{number},"at":"{at}",'
        f'"actor":"{actor}","command_id":"c{number}"}}'
    ).encode()


def _items(number: int, actor: str, command: str, *events: str, audiences: tuple[str, ...]) -> list[Item]:
    texts = [_header(number, actor), *(one.encode() for one in (command, *events))]
    kinds = ("header", "command", *["event"] * len(events))
    return [
        seal(kind, data, _salt(number, position), audience)  # type: ignore[arg-type]  # kinds are literals
        for position, (kind, data, audience) in enumerate(zip(kinds, texts, audiences, strict=True))
    ]


def _first() -> list[Item]:
    command = '{"type":"table.say","as":"gm","text":"夜桜の下、\\"人影\\"が動く。"}'
    return _items(1, "gm", command, SAID, audiences=("", "", ""))


def _second() -> list[Item]:
    command = '{"type":"table.roll","as":"gm","dice":"1d100"}'
    zeros = "0" * 64
    rolled = (
        f'{{"type":"table.rolled","ring":"h1","index":0,"key":"{zeros}","dice":[[100,7]],'
        '"by":"npc1","for":"listen"}'
    )
    return _items(2, "gm", command, rolled, audiences=("@gm", "@gm", "@gm"))


def _third() -> list[Item]:
    command = '{"type":"toy.strike","as":"p1","at":"npc1"}'
    struck = '{"type":"toy.struck","by":"pc1","at":"npc1"}'
    hurt = '{"type":"toy.hurt","who":"npc1","amount":4,"now":3}'
    return _items(3, "p1", command, struck, hurt, audiences=("", "", "", "!@gm"))


DIGESTS = {
    1: (
        "41400713b13622af5498958f803130136c0cc07829bee87659fc93a256edcd80",
        "d46df7a670f8e4215bd684b4bdbb155319504530f7950c942e0d53f0043c1cab",
        "5a6f7ba13c0a9924cb405a4ebca5cd4521ac5f41a179d40ceabf5f197cd8cae2",
    ),
    2: (
        "c420e4bcc741bfa9a69037699b225ec727a282e67f9eaa09df2f4cf296970a91",
        "fde938419ae485bf0e1a29b2ac436a3e74c47e3725b36a9be6ba028526f5559e",
        "a3846d47f168733cdcde11b8b394f7baa8f053cfa058b776bd2fd0c4d223f5e5",
    ),
    3: (
        "217c0642645074b74d695a47397de0808538050810dedbc740a6f4fda1de9fbd",
        "6519402cd24b4a3b51ebe6a06b8910db9c535e854a9094edb8e2764b91c58d25",
        "758d19cc3831f0d2976b47751297cf04563702940ca8bb39c306c9c59d1ff074",
        "53556a7be847f49c448c31c409ed784544dc525265c60ab0b7e4a667ae9b3a52",
    ),
}


@pytest.mark.parametrize("number,items", [(1, _first()), (2, _second()), (3, _third())])
def test_every_item_of_the_format_page_has_its_digest(number: int, items: list[Item]) -> None:
    assert tuple(item.digest.hex() for item in items) == DIGESTS[number]
    assert all(item.is_whole for item in items)


def test_open_commit_hashes_its_items_and_its_pad() -> None:
    items = _first()

    assert open_digest(item.digest for item in items).hex() == (
        "31cd809bbfa919758865e917eb24cce5de370878257d0368d268ae732a3d8717"
    )
    assert closed_digest([], PAD).hex() == "312e49800a51b3fc95cb83fd3db9a78dc7b5d9d09fce94faed9dc35d4a0005ea"
    assert hash_items(NO_PREVIOUS, items, PAD).hex() == HASHES[0]


def test_wholly_hidden_commit_has_an_open_half_of_nothing() -> None:
    items = _second()
    group = group_digest("@gm", enumerate(item.digest for item in items))

    assert open_digest([]).hex() == "85ecbbcfb6e0cb52b60ac1d5a949a8cc4e929ac7e3ea8513eeb409677b5595bf"
    assert group.hex() == "4c8be5ef718606c633a65be1ca2706b1e5283dfbf1b547c2a94926eb40690839"
    assert closed_digest([group], None).hex() == (
        "dca451cabb1e356116c26829b681083d10d2bed57cb69bd30cfbfaab59f28878"
    )
    assert hash_items(bytes.fromhex(HASHES[0]), items, None).hex() == HASHES[1]


def test_silent_event_stands_in_a_group_of_its_own_with_its_position() -> None:
    items = _third()
    group = group_digest("!@gm", [(3, items[3].digest)])
    opened = open_digest(item.digest for item in items[:3])
    closed = closed_digest([group], None)

    assert opened.hex() == "e6cf361bdf17ae5d0a45823ce4ce0c72e6c66deada7e6e884e6438380b5dd00b"
    assert group.hex() == "cc5224ae9a84ca9e3ac11ade5f93439d32c5407fdcc4309fbe1766363bd53f9b"
    assert closed.hex() == "abcf69d817885cce86ad4be854aee6a0e2eaabc2c2cf52459b91ed234a71ea5a"
    assert commit_hash(bytes.fromhex(HASHES[1]), opened, closed).hex() == HASHES[2]
    assert hash_items(bytes.fromhex(HASHES[1]), items, None).hex() == HASHES[2]


def test_header_is_written_with_the_keys_in_the_order_of_the_format_page() -> None:
    header = Header(
        session=SESSION,
        branch="0",
        number=1,
        at="2026-11-29T20:00:01.000000+09:00",
        actor="gm",
        command_id="c1",
    )

    assert msgspec.json.encode(header) == _header(1, "gm")


def test_pad_counts_only_where_nothing_is_closed() -> None:
    assert hash_items(NO_PREVIOUS, _second(), PAD) == hash_items(NO_PREVIOUS, _second(), None)
    assert hash_items(NO_PREVIOUS, _first(), PAD) != hash_items(NO_PREVIOUS, _first(), bytes(16))
    with pytest.raises(ValueError, match="pad"):
        hash_items(NO_PREVIOUS, _first(), None)


def test_groups_stand_in_the_order_of_their_first_items() -> None:
    digest = item_digest("event", bytes(16), b"{}")
    one, other = ((a, group_digest(a, [(at, digest)])) for a, at in (("p2", 0), ("p1", 1)))
    items = [Item("event", digest, bytes(16), b"{}", a) for a, _ in (one, other)]

    assert hash_items(NO_PREVIOUS, items, None) == commit_hash(
        NO_PREVIOUS, open_digest([]), closed_digest([one[1], other[1]], None)
    )


@pytest.mark.parametrize("position", range(4))
@pytest.mark.parametrize("part", ["data", "salt", "digest", "audience"])
def test_bending_any_part_of_any_item_shows(position: int, part: str) -> None:
    items = _third()
    whole = items[position]
    bent: dict[str, dict[str, Any]] = {
        "data": {"data": whole.data[:-1] if whole.data else None},
        "salt": {"salt": bytes(16)},
        "digest": {"digest": bytes(32)},
        "audience": {"audience": "p9"},
    }
    items[position] = msgspec.structs.replace(whole, **bent[part])
    agrees = hash_items(bytes.fromhex(HASHES[1]), items, None).hex() == HASHES[2]

    assert not (agrees and all(item.is_whole for item in items))


def test_redacted_item_keeps_the_chain_whole_but_not_itself() -> None:
    items = _first()
    items[2] = msgspec.structs.replace(items[2], data=None, salt=None)

    assert not items[2].is_whole
    assert hash_items(NO_PREVIOUS, items, PAD).hex() == HASHES[0]


def test_same_text_under_another_kind_or_salt_has_another_digest() -> None:
    data = SAID.encode()
    found = {
        item_digest("event", bytes(16), data),
        item_digest("command", bytes(16), data),
        item_digest("header", bytes(16), data),
        item_digest("event", b"\x01" * 16, data),
    }

    assert len(found) == 4


def test_numbers_and_texts_are_framed_as_the_format_page_says() -> None:
    assert u32(258) == bytes([0, 0, 1, 2])
    assert text("桜") == bytes([0, 0, 0, 3]) + "桜".encode()

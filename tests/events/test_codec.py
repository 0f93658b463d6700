"""Events to and from their exact bytes."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import JSON_VALUES, TEXT, table_events

from tenmatsu.events.base import Event, Unknown, event_type
from tenmatsu.events.codec import Codec, encode, tag_of
from tenmatsu.events.table import (
    TABLE_EVENTS,
    Adjusted,
    DiceCommitted,
    EntropyAdded,
    Rolled,
    Said,
    SessionOpened,
)

CODEC = Codec(TABLE_EVENTS)
_RANGE = st.sampled_from([b"", b"\xff", b"}", b'"', b"\x00", b"[[", b"1e9", b"\xed\xa0\x80"])


@given(table_events)
def test_every_event_comes_back_from_its_bytes(event: Event) -> None:
    assert CODEC.decode(encode(event)) == event


@given(table_events)
def test_bytes_of_an_event_are_the_same_after_a_round_trip(event: Event) -> None:
    data = encode(event)
    again = CODEC.decode(data)

    assert isinstance(again, Event)
    assert encode(again) == data


@given(TEXT, st.dictionaries(TEXT, JSON_VALUES, max_size=3))
def test_unknown_tags_are_kept_with_their_exact_bytes(name: str, fields: dict[str, Any]) -> None:
    tag = f"stranger.{name}"
    data = msgspec.json.encode({**fields, "type": tag})

    assert CODEC.decode(data) == Unknown(tag, data)


@given(table_events, st.integers(0, 200), _RANGE)
def test_damaged_bytes_decode_to_an_event_or_to_unknown_and_never_raise(
    event: Event, at: int, scrap: bytes
) -> None:
    data = encode(event)
    place = at % len(data)
    damaged = data[:place] + scrap + data[place + 1 :]
    found = CODEC.decode(damaged)

    assert isinstance(found, Event) or found.raw == damaged


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"table.said","by":"p1"}',
        b'{"type":"table.said","by":"p1","text":5}',
        b'{"type":"table.said","by":"p1","text":"","tab":"elsewhere"}',
        b'{"type":"table.rolled","dice":[[6,"2"]],"by":"a","for":"x"}',
        b'{"type":"table.said","by":"\xff","text":""}',
    ],
)
def test_damaged_fields_of_a_known_tag_decode_to_unknown(data: bytes) -> None:
    found = CODEC.decode(data)

    assert isinstance(found, Unknown)
    assert found.raw == data


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"\xff", b'{"type":5}', b'{"by":"p1"}', b"[" * 9])
def test_bytes_without_a_readable_tag_decode_to_unknown_without_one(data: bytes) -> None:
    assert tag_of(data) == ""
    assert CODEC.decode(data) == Unknown("", data)


@pytest.mark.parametrize("start", [b'{"type":"x.y","a":', b'{"type":"table.session_opened","options":{"a":'])
def test_nesting_without_end_is_damage_and_no_crash(start: bytes) -> None:
    found = CODEC.decode(start + b"[" * 100_000)

    assert isinstance(found, Unknown)


def test_fields_with_their_default_are_left_out() -> None:
    assert encode(Said(by="p1", text="あ")) == '{"type":"table.said","by":"p1","text":"あ"}'.encode()
    assert b"tab" in encode(Said(by="p1", text="", tab="chat"))
    assert encode(EntropyAdded(by="p1", value="00", word=True)) == (
        b'{"type":"table.entropy_added","by":"p1","value":"00","word":true}'
    )


def test_keys_stand_in_the_order_of_the_format_page() -> None:
    rolled = Rolled(
        ring="h1", index=0, key="00", mix="11", dice=((100, 7),), by="npc1", for_="listen", retry_of="22"
    )

    assert list(msgspec.json.decode(encode(rolled))) == [
        *("type", "ring", "index", "key", "mix", "dice", "by", "for", "retry_of"),
    ]
    ring = DiceCommitted(ring="o1", count=256, leaves="", keeper="gm", why="opened", fixed=True)
    assert list(msgspec.json.decode(encode(ring))) == [
        *("type", "ring", "count", "leaves", "keeper", "why", "fixed"),
    ]


def test_fields_of_a_later_release_are_passed_over() -> None:
    data = b'{"type":"table.said","by":"p1","text":"x","mood":"angry"}'

    assert CODEC.decode(data) == Said(by="p1", text="x")


def test_numbers_texts_and_truth_values_of_an_adjustment_keep_their_kind() -> None:
    for value in (0, 1, True, False, "", "1", None):
        again = CODEC.decode(encode(Adjusted(name="a.hp", old=value, new=value)))
        assert isinstance(again, Adjusted)
        assert (again.new, type(again.new)) == (value, type(value))


def test_stored_names_are_unique_and_of_the_table() -> None:
    tags = [event_type(kind) for kind in TABLE_EVENTS]

    assert len(set(tags)) == len(tags)
    assert all(tag.startswith("table.") for tag in tags)


def test_every_event_with_free_text_says_that_it_can_be_redacted() -> None:
    free = {"text", "title", "reason"}
    named = {kind for kind in TABLE_EVENTS if free & set(kind.__struct_fields__)}

    assert named
    assert all(kind.redactable for kind in named)
    assert not SessionOpened.redactable, "rules and figures are no words of a person"


def test_events_cannot_be_changed() -> None:
    said = Said(by="p1", text="x")

    with pytest.raises(AttributeError):
        said.text = "y"  # type: ignore[misc]  # this is the promise
    assert all(kind.__struct_config__.frozen for kind in TABLE_EVENTS)


def test_event_without_a_text_tag_is_a_fault_of_its_author() -> None:
    class Untagged(Event, frozen=True, kw_only=True, tag=7):
        pass

    with pytest.raises(TypeError, match="tag"):
        event_type(Untagged)

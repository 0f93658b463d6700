"""Old schemas are lifted to the newest, step by step."""

from typing import Any

import pytest

from tenmatsu.events.base import Event, Unknown
from tenmatsu.events.codec import Codec
from tenmatsu.events.upcasting import Upcasters

Fields = dict[str, Any]


class Cooked(Event, frozen=True, kw_only=True, tag="kitchen.cooked@3"):
    """A dish was cooked."""

    dish: str
    minutes: int
    by: str


def _second(fields: Fields) -> Fields:
    fields.update(type="kitchen.cooked@2", dish=fields.pop("name"), minutes=fields.pop("hours") * 60)
    return fields


def _third(fields: Fields) -> Fields:
    return {**fields, "type": "kitchen.cooked@3", "by": "cook"}


CHAIN = Upcasters({"kitchen.cooked": _second, "kitchen.cooked@2": _third})
CODEC = Codec([Cooked], CHAIN)
NEWEST = Cooked(dish="soba", minutes=120, by="cook")


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"kitchen.cooked","name":"soba","hours":2}',
        b'{"type":"kitchen.cooked@2","dish":"soba","minutes":120}',
        b'{"type":"kitchen.cooked@3","dish":"soba","minutes":120,"by":"cook"}',
    ],
)
def test_every_version_decodes_to_the_newest(data: bytes) -> None:
    assert CODEC.decode(data) == NEWEST


def test_lifting_leaves_the_stored_fields_as_they_were() -> None:
    stored = {"type": "kitchen.cooked", "name": "soba", "hours": 2}
    CHAIN.lift(stored)

    assert stored == {"type": "kitchen.cooked", "name": "soba", "hours": 2}


def test_circle_of_upcasters_raises_and_decodes_to_unknown() -> None:
    circle = Upcasters(
        {"a.b": lambda fields: {**fields, "type": "a.b@2"}, "a.b@2": lambda fields: {**fields, "type": "a.b"}}
    )
    data = b'{"type":"a.b"}'

    with pytest.raises(ValueError, match="circle"):
        circle.lift({"type": "a.b"})
    assert Codec([Cooked], circle).decode(data) == Unknown("a.b", data)


@pytest.mark.parametrize(
    "data",
    [
        b'{"type":"kitchen.cooked","hours":2}',
        b'{"type":"kitchen.cooked","name":5,"hours":2}',
        b'{"type":"kitchen.cooked","name":"soba","hours":"two"}',
        b'{"type":"kitchen.cooked","name":"soba","hours":null}',
    ],
)
def test_damaged_old_event_decodes_to_unknown_with_its_bytes(data: bytes) -> None:
    assert CODEC.decode(data) == Unknown("kitchen.cooked", data)


def test_upcaster_that_ends_at_no_known_event_decodes_to_unknown() -> None:
    nowhere = Upcasters({"kitchen.cooked": lambda fields: {**fields, "type": "kitchen.burnt"}})
    data = b'{"type":"kitchen.cooked"}'

    assert Codec([Cooked], nowhere).decode(data) == Unknown("kitchen.cooked", data)


def test_chains_of_two_rooms_are_joined() -> None:
    other = Upcasters({"garden.dug": lambda fields: {**fields, "type": "garden.dug@2"}})
    joined = CHAIN.joined(other)

    assert joined.tags == {"kitchen.cooked", "kitchen.cooked@2", "garden.dug"}
    assert joined.lift({"type": "garden.dug"})["type"] == "garden.dug@2"
    assert "garden.dug" not in CHAIN

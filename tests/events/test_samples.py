"""Logs of every release decode today: their events as they were stored then."""

from pathlib import Path

import msgspec
import pytest

from tenmatsu.engine.folding import TABLE_UPCASTERS
from tenmatsu.events.base import Event, event_type
from tenmatsu.events.codec import Codec, encode, tag_of
from tenmatsu.events.table import TABLE_EVENTS

SAMPLES = sorted(Path(__file__).parent.joinpath("samples").glob("*/table.jsonl"))
CODEC = Codec(TABLE_EVENTS, TABLE_UPCASTERS)


def _lines() -> list[bytes]:
    return [line for path in SAMPLES for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("line", _lines(), ids=tag_of)
def test_stored_sample_decodes_today(line: bytes) -> None:
    assert isinstance(CODEC.decode(line), Event)


def test_every_event_type_has_a_sample() -> None:
    missing = {event_type(kind) for kind in TABLE_EVENTS} - {tag_of(line) for line in _lines()}

    assert not missing, "run tests/support/write_samples.py before a release"


def test_every_older_schema_has_a_sample() -> None:
    assert TABLE_UPCASTERS.tags <= {tag_of(line) for line in _lines()}


def test_samples_of_a_type_show_all_fields_that_some_log_may_hold() -> None:
    shown: dict[str, set[str]] = {}
    for line in _lines():
        shown.setdefault(tag_of(line), set()).update(msgspec.json.decode(line))
    # A roll has either a ring, somebody who vouches, or a roll that it repeats; a link is no word.
    apart = {"table.rolled": {"source", "vouched", "of"}, "table.entropy_added": {"word"}}
    for kind in TABLE_EVENTS:
        tag = event_type(kind)
        fields = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert fields - apart.get(tag, set()) <= shown[tag], tag


def test_samples_of_the_newest_schemas_are_encoded_to_the_same_bytes_today() -> None:
    for line in _lines():
        if tag_of(line) not in TABLE_UPCASTERS:
            event = CODEC.decode(line)
            assert isinstance(event, Event)
            assert encode(event) == line

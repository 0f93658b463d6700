"""Commands of every release decode today: an audit decides them again."""

from pathlib import Path

import pytest
import toy

from tenmatsu.engine.command import Command
from tenmatsu.engine.deciding import Commands
from tenmatsu.engine.table.commands import ENGINE_COMMANDS, TABLE_COMMANDS
from tenmatsu.events.codec import encode, tag_of

SAMPLES = sorted(Path(__file__).parent.joinpath("samples").glob("*/commands.jsonl"))
COMMANDS = Commands(toy.SYSTEM)


def _lines() -> list[bytes]:
    return [line for path in SAMPLES for line in path.read_bytes().splitlines()]


@pytest.mark.parametrize("line", _lines(), ids=tag_of)
def test_stored_command_decodes_today_and_encodes_to_the_same_bytes(line: bytes) -> None:
    command = COMMANDS.decode(line)

    assert isinstance(command, Command)
    assert encode(command) == line


def test_every_command_of_the_table_has_a_sample() -> None:
    known = {str(kind.__struct_config__.tag) for kind in (*TABLE_COMMANDS, *ENGINE_COMMANDS)}

    assert known == {tag_of(line) for line in _lines()}, "run tests/support/write_samples.py"

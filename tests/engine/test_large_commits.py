"""What goes into the log in one piece can be written to a portable log and read again."""

import json
from pathlib import Path

import pytest
from toytable import dump, fixed_outside, open_toy

from tenmatsu.engine.api import Store, UsageError, export_log, import_log
from tenmatsu.engine.commits import MOST_BYTES


def test_more_than_a_commit_may_hold_is_refused_and_nothing_is_stored() -> None:
    session = open_toy(Store("sqlite://", fixed_outside()))
    before = dump(session.store)

    with pytest.raises(UsageError, match="too much for one commit") as caught:
        session.do({"type": "table.say", "text": "x" * MOST_BYTES}, actor="p1")
    assert len(caught.value.say("ja")) < 200
    assert dump(session.store) == before


@pytest.mark.parametrize("letter", ["x", '"', "\\", "\x01", "あ"])
def test_the_largest_text_of_any_letters_goes_out_and_in_again(tmp_path: Path, letter: str) -> None:
    session = open_toy(Store("sqlite://", fixed_outside()))
    width = len(json.dumps(letter, ensure_ascii=False).encode()) - 2
    text = letter * ((MOST_BYTES // 2 - 1000) // width)
    session.do({"type": "table.say", "text": text}, actor="p1")
    path = tmp_path / "log.jsonl"
    with path.open("wb") as file:
        export_log(session, file)

    assert import_log(Store("sqlite://"), path).added == session.state.number

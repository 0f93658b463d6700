"""Evenings that are only read, played once for all tests."""

import pytest
import tale

from tenmatsu.engine import timelines
from tenmatsu.engine.session import Session


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """An evening that has been played; not to be played on."""
    return tale.make_evening(tmp_path_factory.mktemp("evening"))


@pytest.fixture(scope="session")
def other_night(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A what-if line that leaves an evening at its end, with one more piece of narration."""
    session = tale.make_evening(tmp_path_factory.mktemp("other"))
    line = timelines.fork(session, "別の夜", session.version, actor="gm")
    tale.do(line, "gm", "table.narrate", text="もし逃げていたら")
    return line

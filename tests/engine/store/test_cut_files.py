"""A file or its log that ends too early: the commits before the cut are there, and none is half there."""

from contextlib import closing
from pathlib import Path

import pytest
from damaged import Evening, hashes_in, look, places, play_evening, save, whole
from tries import FILE_CUTS, IS_LONG, LOG_CUTS
from wholeness import check_audit, check_moment, check_session

from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store
from tenmatsu.engine.upkeep import check_database

LAST_PAGES = 4
EACH = 25
"""After every so many cuts of the file itself, what is left is saved."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening whose last commits lie in the log."""
    return play_evening(tmp_path_factory.mktemp("evening"), 10)


def _every_byte(end: int, page: int) -> list[int]:
    """Return each byte of the last pages, for the long run."""
    return list(range(max(0, end - LAST_PAGES * page), end)) if IS_LONG else []


@pytest.mark.timeout(3600)
def test_log_that_is_cut_anywhere_holds_each_commit_that_ended_before_the_cut(
    evening: Evening, tmp_path: Path
) -> None:
    end = len(evening.log)
    cuts = {*places(evening.borders(), end, LOG_CUTS.now, 1), *_every_byte(end, evening.page)}
    seen = set[str]()
    for number, cut in enumerate(sorted(cuts)):
        path = evening.lay(tmp_path, log=evening.log[:cut])
        expected = [head for length, head in evening.ends if length <= cut][-1]
        with closing(Store(f"sqlite:///{path}")) as store:
            check_moment(store)
            session = find_opened(store, evening.session)
            assert session.head == expected, cut
            if expected not in seen or number % 50 == 0:
                check_session(store, evening.session, {})
                check_audit(store, evening.session)
        if expected not in seen:
            assert check_database(f"sqlite:///{path}").ok
        seen.add(expected)
    assert seen == {head for _, head in evening.ends}, "each commit was the last one once"


@pytest.mark.timeout(3600)
def test_file_that_is_cut_anywhere_says_so_and_what_is_left_is_saved(
    evening: Evening, tmp_path: Path
) -> None:
    file = whole(evening, tmp_path)
    heads = hashes_in(evening.lay(tmp_path, file, b""), evening.session)
    page, end = evening.page, len(file)
    cuts = {*places(list(range(0, end, page)), end, FILE_CUTS.now, 2), *_every_byte(end, page)} - {end}
    saved, most = 0, 0
    for number, cut in enumerate(sorted(cuts)):
        path = evening.lay(tmp_path, file[:cut], b"")
        told = look(path)
        assert told, f"a file cut at {cut} of {end} is said to be whole"
        if number % EACH == 0 and cut:
            kept = save(path, tmp_path / "saved", evening.session)
            assert set(kept) <= heads, "nothing is made up"
            saved, most = saved + bool(kept), max(most, len(kept))
    assert saved, "something could be saved"
    assert most > len(heads) // 2

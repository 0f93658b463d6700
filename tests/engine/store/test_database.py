"""Opening files: new ones, older and newer ones, those of other programs, and none."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from toytable import open_toy, say

from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.opening import find_opened
from tenmatsu.engine.store import Store, schema
from tenmatsu.engine.store.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place in an otherwise empty folder."""
    folder = tmp_path / "fresh"
    folder.mkdir()
    return folder / "table.db"


def _url(path: Path) -> str:
    return f"sqlite:///{path}"


def _refused(url: str, code: str, *, create: bool = True) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Store(url, create=create)
    assert caught.value.code == code
    assert all(caught.value.say(lang) for lang in ("ja", "en"))
    return caught.value


def _ours(path: Path) -> str:
    """Make a database with a session in it and return the session's id."""
    with closing(Store(_url(path))) as store:
        return open_toy(store).id


def _sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def _untouched(path: Path) -> Iterator[None]:
    before = path.read_bytes()
    yield
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == [path]


def test_new_file_is_created_at_the_newest_schema(path: Path) -> None:
    with closing(Store(_url(path))) as store:
        assert store.database.revision() == schema.REVISION
        assert store.sessions() == []


def test_file_without_a_byte_counts_as_new(path: Path) -> None:
    path.touch()
    _ours(path)


def test_pragmas_are_those_that_keep_the_log_safe(path: Path) -> None:
    with closing(Store(_url(path))) as store, store.database.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in (
                "journal_mode",
                "synchronous",
                "foreign_keys",
                "recursive_triggers",
                "secure_delete",
                "busy_timeout",
            )
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "secure_delete": 1,
        "busy_timeout": 10_000,
    }


def test_file_whose_journal_was_changed_is_set_right_when_opened(path: Path) -> None:
    session = _ours(path)
    _sql(path, "PRAGMA journal_mode=DELETE")
    with closing(Store(_url(path))) as store:
        with store.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        say(find_opened(store, session))


def test_file_that_is_not_there_is_not_made_where_none_is_wanted(path: Path) -> None:
    _refused(_url(path), "store_empty", create=False)

    assert list(path.parent.iterdir()) == []


def test_empty_file_is_not_filled_where_none_is_wanted(path: Path) -> None:
    path.touch()
    _refused(_url(path), "store_empty", create=False)

    assert path.read_bytes() == b""


def test_file_of_another_program_is_refused_and_not_touched(path: Path) -> None:
    _sql(path, "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('soba')")
    for _ in _untouched(path):
        _refused(_url(path), "store_foreign")


def test_file_of_another_program_that_uses_alembic_is_refused_and_not_touched(path: Path) -> None:
    _sql(
        path,
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)",
        f"INSERT INTO alembic_version VALUES ('{schema.REVISION}')",
    )
    for _ in _untouched(path):
        _refused(_url(path), "store_foreign")


@pytest.mark.parametrize(
    "content",
    [b"not a database at all" * 100, b"\x00" * 4096, b"SQLite format 3\x00" + b"\xff" * 200],
    ids=["text", "zeros", "head alone"],
)
def test_file_that_is_no_database_is_refused_and_not_touched(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for _ in _untouched(path):
        _refused(_url(path), "store_not_database")


def test_database_of_a_newer_release_says_so(path: Path) -> None:
    _ours(path)
    _sql(path, "UPDATE alembic_version SET version_num = '9999'")
    error = _refused(_url(path), "store_newer")

    assert "9999" in error.say("en")
    assert "Update" in error.say("en")


def test_database_of_an_older_release_says_how_to_bring_it_up(path: Path) -> None:
    _ours(path)
    _sql(path, "UPDATE alembic_version SET version_num = '0000'")

    assert "db upgrade" in _refused(_url(path), "store_older").say("en")


def test_older_and_newer_databases_are_not_touched(path: Path) -> None:
    _ours(path)
    for revision, code in (("0000", "store_older"), ("9999", "store_newer")):
        _sql(path, f"UPDATE alembic_version SET version_num = '{revision}'", "PRAGMA journal_mode=DELETE")
        for _ in _untouched(path):
            _refused(_url(path), code)


def test_database_whose_middle_is_damaged_is_named_as_such(path: Path) -> None:
    session = _ours(path)
    _sql(path, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode=DELETE")
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))

    with pytest.raises(StoreError) as caught, closing(Store(_url(path))) as store:
        find_opened(store, session)
    assert caught.value.code == "store_not_database"


@pytest.mark.parametrize(
    "url,code",
    [
        ("nonsense", "store_url"),
        ("", "store_url"),
        ("oracle9://x", "store_backend"),
        ("mysql://root@localhost/x", "store_backend"),
    ],
)
def test_address_that_is_none_of_ours_is_refused(url: str, code: str) -> None:
    _refused(url, code)


def test_folder_that_is_not_there_and_folder_in_place_of_a_file_are_refused(tmp_path: Path) -> None:
    _refused(_url(tmp_path / "nowhere" / "table.db"), "store_place")
    _refused(_url(tmp_path), "store_place")


def test_read_only_file_is_read_and_not_written(path: Path) -> None:
    session = _ours(path)
    _sql(path, "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA journal_mode=DELETE")
    url = f"sqlite:///file:{path}?mode=ro&uri=true"
    with closing(Store(url)) as store:
        found = find_opened(store, session)
        version = found.version
        with pytest.raises(StoreError) as caught:
            say(found)
        assert caught.value.code == "store_read_only"
        assert found.version == version


def test_busy_database_is_named_as_such(path: Path) -> None:
    session = _ours(path)
    with closing(Store(_url(path))) as store, closing(sqlite3.connect(path)) as other:
        found = find_opened(store, session)
        with store.database.engine.connect() as connection:  # the pool hands the same connection out again
            connection.exec_driver_sql("PRAGMA busy_timeout=1")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            say(found)
        other.rollback()
        assert caught.value.code == "store_busy"
        say(found)


def test_database_asked_for_without_a_check_is_opened_as_it_is(path: Path) -> None:
    _sql(path, "CREATE TABLE recipes (name TEXT)")
    for _ in _untouched(path):
        with closing(Database(_url(path), check=False)) as database, pytest.raises(StoreError):
            database.revision()


def test_new_file_is_for_its_owner_alone_since_it_holds_the_seeds(path: Path) -> None:
    with closing(Store(_url(path))) as store:
        open_toy(store)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}

    assert modes == {"table.db": 0o600, "table.db-shm": 0o600, "table.db-wal": 0o600}


def test_file_that_is_there_keeps_its_mode(path: Path) -> None:
    path.touch(mode=0o640)
    _ours(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o640

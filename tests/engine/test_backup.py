"""A backup holds every session as of one moment; copied sessions are the same rows in another database."""

import errno
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from evening import fixed_outside, open_toy, play_evening
from postgres import Server
from unguarded import unguarded

from tenmatsu.engine import backup
from tenmatsu.engine.api import (
    AuditFailed,
    ConcurrencyConflict,
    Session,
    Store,
    StoreError,
    audit_session,
    back_up,
    check_database,
    copy_file,
    copy_sessions,
    export_log,
    find_opened,
    import_log,
    last_position,
    open_to_read,
    viewer_of,
)
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.copying import Copier, sum_rows
from tenmatsu.engine.store.followers import Followers
from tenmatsu.engine.store.generations import PREFIX

OpenStore = Callable[[str], Store]
KINDS = ("sqlite", "postgresql")


@pytest.fixture
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """Open an empty store of a kind."""
    opened: list[tuple[Store, str]] = []

    def make(kind: str) -> Store:
        url = f"sqlite:///{tmp_path / f'store{len(opened)}.db'}"
        if kind == "postgresql":
            url = request.getfixturevalue("postgres").make()
        opened.append((Store(url, fixed_outside(f"store {len(opened)}")), url))
        return opened[-1][0]

    yield make
    for store, url in opened:
        store.close()
        if url.startswith("postgresql"):
            server: Server = request.getfixturevalue("postgres")
            server.give_back(url)


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, open_store: OpenStore) -> Store:
    """A database of each kind with two evenings in it."""
    found = open_store(request.param)
    play_evening(found)
    say(open_toy(found), "もうひとつの卓")
    return found


def say(session: Session, text: str) -> str:
    """Say something and return the digest of the event."""
    session.do({"type": "table.say", "text": text}, actor="gm")
    return session.head


def sums(store: Store, *, with_seeds: bool = False) -> dict[str, bytes]:
    """The sum over the rows of each session."""
    copier = Copier(store.database, with_seeds=with_seeds)
    ids = [row.id for row in store.sessions()]
    with store.database.reading() as connection:
        return {one: sum_rows(copier, connection, one).digest() for one in ids}


def count(store: Store, table: sa.Table) -> int:
    """How many rows there are."""
    with store.database.reading() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def backed_up(store: Store, path: Path, **options: Any) -> Store:
    """Back up and open the file."""
    back_up(store, path, **options)
    return open_to_read(path)


def heads(store: Store) -> dict[tuple[str, str], bytes]:
    """The head of every line of every session."""
    return {
        (row.id, line.id): line.head_hash
        for row in store.sessions()
        for line in store.branches(row.id).values()
    }


def test_backup_holds_every_row_of_every_session_and_no_cache(store: Store, tmp_path: Path) -> None:
    for row in store.sessions():
        find_opened(store, row.id).keep_snapshot()
    assert count(store, schema.snapshots)

    found = back_up(store, tmp_path / "backup.db")
    copy = open_to_read(tmp_path / "backup.db")

    assert sums(copy) == sums(store)
    assert heads(copy) == heads(store)
    assert not any(count(copy, table) for table in schema.CACHES)
    assert {one.session for one in found.sessions} == {row.id for row in store.sessions()}
    assert sum(one.commits for one in found.sessions) == count(store, schema.commits)
    assert sum(one.events for one in found.sessions) == count(store, schema.events)
    assert found.bytes == (tmp_path / "backup.db").stat().st_size
    assert all(audit_session(copy, row.id).ok for row in copy.sessions())
    copy.close()
    assert check_database(f"sqlite:///{tmp_path / 'backup.db'}").ok


def test_seeds_are_in_a_backup_only_where_asked(store: Store, tmp_path: Path) -> None:
    seeds = [seed for row in store.sessions() for seed in store.seeds(row.id).values()]
    back_up(store, tmp_path / "plain.db")
    back_up(store, tmp_path / "seeds.db", with_seeds=True)

    assert seeds
    assert not any(seed in (tmp_path / "plain.db").read_bytes() for seed in seeds)
    assert all(seed in (tmp_path / "seeds.db").read_bytes() for seed in seeds)
    copy = open_to_read(tmp_path / "seeds.db")
    assert sums(copy, with_seeds=True) == sums(store, with_seeds=True)
    copy.close()


def test_backup_is_its_owners_alone_one_file_with_nothing_beside_it(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    back_up(store, folder / "backup.db")
    open_to_read(folder / "backup.db").close()

    assert [path.name for path in folder.iterdir()] == ["backup.db"]
    assert stat.S_IMODE((folder / "backup.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("there", ["file", "folder", "link to nothing"])
def test_backup_never_overwrites_anything(store: Store, tmp_path: Path, there: str) -> None:
    place = tmp_path / "backup.db"
    if there == "file":
        place.write_bytes(b"mine")
    elif there == "folder":
        place.mkdir()
    else:
        place.symlink_to(tmp_path / "elsewhere.db")

    with pytest.raises(StoreError) as caught:
        back_up(store, place)

    assert caught.value.code == "backup_exists"
    assert there != "file" or place.read_bytes() == b"mine"
    assert not (tmp_path / "elsewhere.db").exists()


def test_whoever_takes_the_name_meanwhile_keeps_it(store: Store, tmp_path: Path) -> None:
    place = tmp_path / "kept" / "backup.db"
    place.parent.mkdir()

    def take(done: int, of: int) -> None:
        del done, of
        place.write_bytes(b"mine")

    with pytest.raises(StoreError) as caught:
        back_up(store, place, progress=take)

    assert caught.value.code == "backup_exists"
    assert place.read_bytes() == b"mine"
    assert list(place.parent.iterdir()) == [place]


def test_backup_is_of_one_moment_while_others_play_on(store: Store, tmp_path: Path) -> None:
    before, url = sums(store), store.database.url.render_as_string(hide_password=False)
    player = Store(url, fixed_outside("a player"))

    def play_on(done: int, of: int) -> None:
        assert of == len(before)
        for row in player.sessions():
            say(find_opened(player, row.id), f"{done}")
        open_toy(player)

    copy = backed_up(store, tmp_path / "backup.db", progress=play_on)
    player.close()

    assert sums(copy) == before
    assert len(store.sessions()) == 2 * len(before)
    assert all(sums(store)[session] != held for session, held in before.items())
    copy.close()


def test_words_that_were_redacted_are_not_in_a_backup(store: Store, tmp_path: Path) -> None:
    session = find_opened(store, store.sessions()[-1].id)
    word = "忘れてほしいこと"
    session.do({"type": "table.say", "text": word}, actor="gm")
    said = session.version
    back_up(store, tmp_path / "before.db")
    session.do({"type": "table.redact", "what": [str(said)]}, actor="gm")

    copy = backed_up(store, tmp_path / "after.db")

    assert word.encode() in (tmp_path / "before.db").read_bytes()
    assert word.encode() not in (tmp_path / "after.db").read_bytes()
    assert sums(copy) == sums(store)
    assert audit_session(copy, session.id).ok
    copy.close()


def test_damaged_session_is_named_and_stands_in_the_backup_as_it_is(store: Store, tmp_path: Path) -> None:
    hurt, whole = (row.id for row in store.sessions())
    e = schema.events.c
    with unguarded(store) as connection:
        bent = sa.update(schema.events).where(e.session == hurt, e.version == 3)
        assert connection.execute(bent.values(data=b'{"type":"table.said"}')).rowcount

    found = back_up(store, tmp_path / "backup.db")
    copy = open_to_read(tmp_path / "backup.db")

    assert [one.session for one in found.damaged] == [hurt]
    assert {failure.code for failure in found.damaged[0].failures} >= {"audit_item_bent"}
    assert sums(copy) == sums(store)
    assert audit_session(copy, whole).ok
    copy.close()


@pytest.mark.parametrize(
    "what", ["events.data", "commits.hash", "participants.name", "redactions.digest", ""]
)
def test_file_that_does_not_hold_what_was_written_is_not_kept(
    open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    found = open_store("sqlite")
    session = play_evening(found)
    session.do({"type": "table.say", "text": "忘れて"}, actor="gm")
    session.do({"type": "table.redact", "what": [str(session.version)]}, actor="gm")
    value: bytes | str = b"SQLite format 3"
    if what:
        with found.database.reading() as connection:
            table, _, column = what.partition(".")
            value = connection.exec_driver_sql(f"SELECT max({column}) FROM {table}").scalar_one()
    spoilt = value.encode() if isinstance(value, str) else value

    def spoil(file: Path) -> None:
        data = file.read_bytes()
        assert spoilt in data
        file.write_bytes(data.replace(spoilt, bytes([spoilt[0] ^ 1]) + spoilt[1:]))

    monkeypatch.setattr(backup, "_flush", spoil)
    kept = tmp_path / "kept"
    kept.mkdir()
    with pytest.raises(StoreError) as caught:
        back_up(found, kept / "backup.db")

    assert caught.value.code in {"backup_differs", "store_not_database"}
    assert caught.value.details["path"] == str(kept / "backup.db")
    assert list(kept.iterdir()) == []


def test_full_disk_leaves_nothing_behind(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(backup, "_flush", refuse)
    kept = tmp_path / "kept"
    kept.mkdir()
    with pytest.raises(StoreError) as caught:
        back_up(store, kept / "backup.db")

    assert caught.value.code == "store_full"
    assert list(kept.iterdir()) == []


_KILLED = """
import os, signal, sys
from pathlib import Path
from tenmatsu.engine import backup
from tenmatsu.engine.api import back_up, open_store
def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)
name, url, place = sys.argv[1:]
if name != "progress":
    setattr(backup, name, die)
back_up(open_store(url, create=False), Path(place), progress=die if name == "progress" else None)
"""


@pytest.mark.parametrize("where", ["progress", "_flush", "_read_back", "_place"])
def test_backup_that_is_killed_leaves_no_file_under_its_name(
    open_store: OpenStore, tmp_path: Path, where: str
) -> None:
    store = open_store("sqlite")
    open_toy(store)
    place, before = tmp_path / "backup.db", sums(store)
    url = store.database.url.render_as_string()
    done = subprocess.run([sys.executable, "-c", _KILLED, where, url, str(place)], check=False, timeout=60)

    assert done.returncode == -signal.SIGKILL
    assert not place.exists()
    left = [path for path in tmp_path.iterdir() if path.name.startswith(".backup.db.")]
    assert [stat.S_IMODE(path.stat().st_mode) for path in left] == [0o700]
    copy = backed_up(store, place)
    assert sums(copy) == sums(store) == before
    copy.close()


def test_file_system_without_hard_links_does_as_well(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "not permitted")

    monkeypatch.setattr(os, "link", refuse)
    copy = backed_up(store, tmp_path / "backup.db")
    assert sums(copy) == sums(store)
    copy.close()
    with pytest.raises(StoreError):
        back_up(store, tmp_path / "backup.db")


def test_positions_and_checkpoints_of_followers_are_kept(store: Store, tmp_path: Path) -> None:
    followers, position = Followers(store.database), last_position(store)
    followers.begin("nats/stream", "1", position)
    followers.begin(f"{PREFIX}rolls", "2/1", position)

    copy = backed_up(store, tmp_path / "backup.db")

    assert [(row.name, row.position) for row in Followers(copy.database).rows()] == [
        ("nats/stream", position)
    ]
    c = schema.commits.c
    places: list[list[Any]] = []
    for one in (store, copy):
        with one.database.reading() as connection:
            places.append(list(connection.execute(sa.select(c.position, c.hash).order_by(c.position)).all()))
    assert places[0] == places[1]
    copy.close()


@pytest.mark.parametrize("way", [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("postgresql",) * 2])
def test_moved_sessions_have_the_same_rows_hashes_and_order(
    way: tuple[str, str], open_store: OpenStore, tmp_path: Path
) -> None:
    first, second = (open_store(kind) for kind in way)
    whole = play_evening(first)
    open_toy(second)  # what is there stays
    with (tmp_path / "view.jsonl").open("wb") as file:
        export_log(whole, file, viewer_of(whole, "p1"))
    seen = play_evening(Store("sqlite://", fixed_outside("elsewhere")))
    with (tmp_path / "seen.jsonl").open("wb") as file:
        export_log(seen, file, viewer_of(seen, "p2"))
    import_log(first, tmp_path / "seen.jsonl")
    here, position = sums(second), last_position(second)

    found = copy_sessions(first, second)

    assert sums(second) == here | sums(first)
    assert {one.session for one in found.sessions} == set(sums(first))
    assert all(audit_session(second, one).ok for one in sums(second))
    c = schema.commits.c
    orders: list[list[Any]] = []
    for store, after in ((first, 0), (second, position)):
        with store.database.reading() as connection:
            where = (c.session == whole.id, c.position > after)
            orders.append(
                list(connection.execute(sa.select(c.hash).where(*where).order_by(c.position)).scalars())
            )
    assert orders[0] == orders[1]
    back = open_store("sqlite")
    copy_sessions(second, back, set(sums(first)))
    assert sums(back) == sums(first)


def test_copying_again_leaves_alone_what_is_there_and_further(store: Store, open_store: OpenStore) -> None:
    target = open_store("sqlite")
    copy_sessions(store, target)
    ids = {row.id for row in store.sessions()}
    c = find_opened(target, next(iter(ids)))
    c.do({"type": "table.say", "text": "つづき"}, actor="gm")
    before = sums(target)

    found = copy_sessions(store, target)

    assert (found.sessions, set(found.known)) == ((), ids)
    assert sums(target) == before


def test_session_that_went_another_way_in_the_target_stops_the_copy(
    store: Store, open_store: OpenStore
) -> None:
    target = open_store("sqlite")
    first, second = (row.id for row in store.sessions())
    copy_sessions(store, target, {first})
    for one in (store, target):
        say(find_opened(one, first), "別の道")
    before = sums(target)

    with pytest.raises(ConcurrencyConflict) as caught:
        copy_sessions(store, target)
    assert caught.value.code == "copy_conflict"
    assert sums(target) == before
    assert [one.session for one in copy_sessions(store, target, {second}).sessions] == [second]


def test_damaged_session_is_not_copied_and_nothing_is_written(store: Store, open_store: OpenStore) -> None:
    target = open_store("postgresql")
    first, second = (row.id for row in store.sessions())
    with unguarded(store) as connection:
        c = schema.commits.c
        where = (c.session == first, c.number == 4)
        connection.execute(sa.delete(schema.commits).where(*where))

    with pytest.raises(AuditFailed) as caught:
        copy_sessions(store, target)
    assert caught.value.code == "copy_damaged"
    assert target.sessions() == []
    copy_sessions(store, target, {second})
    assert set(sums(target)) == {second}


def test_moved_session_goes_on_with_new_rings(store: Store, open_store: OpenStore) -> None:
    target = open_store("postgresql")
    copy_sessions(store, target)
    for row in target.sessions():
        assert target.seeds(row.id) == {}
        session = find_opened(target, row.id)
        with pytest.raises(StoreError, match=r"table\.renew_dice"):
            session.do({"type": "table.roll", "dice": "1d6"}, actor="gm")
        session.do({"type": "table.renew_dice", "why": "moved"}, actor="gm")
        session.do({"type": "table.roll", "dice": "1d6"}, actor="gm")
        assert audit_session(target, row.id).ok


def test_redacted_words_do_not_come_back_where_the_session_is(store: Store, tmp_path: Path) -> None:
    session = find_opened(store, store.sessions()[-1].id)
    session.do({"type": "table.say", "text": "忘れて"}, actor="gm")
    said = session.version
    old = backed_up(store, tmp_path / "old.db")
    session.do({"type": "table.redact", "what": [str(said)]}, actor="gm")
    before = sums(store)

    assert set(copy_sessions(old, store).known) == set(before)
    assert sums(store) == before
    old.close()


def test_backup_is_read_without_being_changed(store: Store, tmp_path: Path, open_store: OpenStore) -> None:
    path = tmp_path / "backup.db"
    back_up(store, path)
    data = path.read_bytes()
    path.chmod(0o400)

    source = open_to_read(path)
    copy_sessions(source, open_store("sqlite"))
    source.close()

    assert path.read_bytes() == data


def test_file_in_use_is_copied_with_what_lies_in_its_log(open_store: OpenStore, tmp_path: Path) -> None:
    store = open_store("sqlite")
    open_toy(store)
    copy_file(Path(store.database.place), tmp_path / "copy.db")

    copy = Store(f"sqlite:///{tmp_path / 'copy.db'}", create=False)
    assert sums(copy) == sums(store)
    copy.close()
    (tmp_path / "other").write_text("no database at all, but long enough to look at", encoding="utf-8")
    with pytest.raises(StoreError):
        copy_file(tmp_path / "other", tmp_path / "copy2.db")


def test_reading_a_damaged_file_blames_that_file(open_store: OpenStore, tmp_path: Path) -> None:
    store = open_store("sqlite")
    play_evening(store)
    path = Path(store.database.place)
    store.close()
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[0]
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    source = Store(f"sqlite:///{path}", create=False)
    with pytest.raises(StoreError) as caught:
        back_up(source, tmp_path / "backup.db")
    source.close()

    assert caught.value.details["path"] == str(path)
    assert not (tmp_path / "backup.db").exists()

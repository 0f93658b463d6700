"""Packs of the older history: a cache that tells what the rows tell, or is not used."""

import pytest
import sqlalchemy as sa
from storework import first_commit, next_commit
from unguarded import unguarded

from tenmatsu.engine.store import Append, Segment, Store, lineage, schema
from tenmatsu.engine.store.checking import ChainBroken, read_checked
from tenmatsu.engine.store.packs import LEAST, PACK, Part
from tenmatsu.events.envelope import Commit

EACH = 60
COMMITS = 20


def long_history(store: Store) -> list[Append]:
    """Store a session of some commits of many events each."""
    works = [first_commit("s1")]
    store.append(works[0])
    for number in range(COMMITS):
        texts = [f"{number} の {place}" for place in range(EACH)]
        works.append(next_commit(works[-1].commit, f"c{number}", texts))
        store.append(works[-1])
    return works


def read(
    store: Store, segments: list[Segment] | None = None, after: int = 0
) -> tuple[list[bytes | str], int]:
    """Return what `pieces` gives, and how many parts of packs that took."""
    found: list[bytes | str] = []
    parts = 0
    for piece in store.reader.pieces("s1", segments or lineage(store.branches("s1"), "0"), after):
        if isinstance(piece, Part):
            parts += 1
            texts = piece.pack.data[1:-1].replace(b"},{", b"}\n{").split(b"\n")
            start = piece.pack.first
            found += texts[piece.low - start : piece.high - start + 1]
        else:
            found += piece
    return found, parts


def rows(store: Store, after: int = 0, upto: int | None = None) -> list[bytes | str]:
    return [data for _, data in store.reader.events("s1", lineage(store.branches("s1"), "0", upto), after)]


def test_packs_give_what_the_rows_give_from_any_version_to_any_other(store: Store) -> None:
    long_history(store)
    assert read(store) == (rows(store), 0)
    assert store.reader.packs.extend("s1", "0") == 2
    assert store.reader.packs.extend("s1", "0") == 0
    found, parts = read(store)
    assert (found, parts) == (rows(store), 2)
    for after, upto in ((3, 1100), (500, 1201), (0, 300), (700, 950), (1100, 1201)):
        segments = lineage(store.branches("s1"), "0", upto)
        assert read(store, segments, after)[0] == rows(store, after, upto)


def test_a_pack_holds_whole_commits(store: Store) -> None:
    works = long_history(store)
    store.reader.packs.extend("s1", "0")
    ends = {work.commit.last_version: work.commit.hash for work in works}
    packs = schema.packs.c
    with store.database.reading() as connection:
        found = connection.execute(sa.select(packs.first_version, packs.last_version, packs.end_hash)).all()
    following = 1
    for first, last, end in sorted(found):
        assert (first, bytes(end)) == (following, ends[last])
        assert last - first + 1 >= PACK
        following = last + 1


@pytest.mark.parametrize("column", ["data", "end_hash"])
def test_a_pack_that_was_bent_is_not_used(store: Store, column: str) -> None:
    long_history(store)
    store.reader.packs.extend("s1", "0")
    first = schema.packs.c.first_version == 1
    with store.database.writing() as connection:
        connection.execute(sa.update(schema.packs).where(first).values({column: b"[]"}))
    assert read(store) == (rows(store), 1)


def test_what_lost_its_bytes_is_in_no_pack(store: Store) -> None:
    works = long_history(store)
    gone = works[6].commit.events[3].digest
    store.reader.packs.extend("s1", "0")
    last = works[-1].commit
    store.append(next_commit(last, "redaction", redacted=[gone]))
    assert read(store)[1] == 0, "a redaction drops the packs"
    assert store.reader.packs.extend("s1", "0") > 0
    found, parts = read(store)
    assert found == rows(store)
    assert parts >= 1
    assert "table.said" in found
    assert works[6].commit.first_version > LEAST


def test_what_does_not_fit_its_hashes_is_not_packed(store: Store) -> None:
    works = long_history(store)
    bent = works[-1].commit.first_version + 5
    place = (schema.events.c.session == "s1") & (schema.events.c.version == bent)
    with unguarded(store) as connection:
        connection.execute(sa.update(schema.events).where(place).values(salt=b"\x00" * 16))
    with pytest.raises(ChainBroken):
        _check_all(store, works[-1].commit)
    store.reader.packs.extend("s1", "0")
    found, _ = read(store)
    assert found == rows(store)


def test_history_is_checked_commit_by_commit(store: Store) -> None:
    works = long_history(store)
    assert _check_all(store, works[-1].commit) == [work.commit.hash for work in works]
    with pytest.raises(ChainBroken):
        list(read_checked(store.database, "s1", ("0", 1, works[-1].commit.last_version), b"\x01" * 32))


def _check_all(store: Store, last: Commit) -> list[bytes]:
    span = ("0", 1, last.last_version)
    return [commit.hash for commit in read_checked(store.database, "s1", span, bytes(32))]

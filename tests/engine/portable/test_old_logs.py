"""
A log that any state of this project wrote opens today, holds what it held, and proves it.

`python tests/support/write_logs.py` writes the samples, once a release; they are never written again.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from write_logs import EXPECTED, FOLDER, describe, unpacked

from tenmatsu.engine.api import (
    Session,
    Store,
    audit_file,
    audit_session,
    back_up,
    check_database,
    find_opened,
    import_log,
    open_to_read,
)
from tenmatsu.engine.errors import StoreError
from tenmatsu.engine.store import schema
from tenmatsu.migrations import versions
from tenmatsu.migrations.running import upgrade

Sample = tuple[Path, dict[str, Any]]


def _samples(kind: str) -> Iterator[Sample]:
    for told in sorted(FOLDER.glob(f"*/{EXPECTED}")):
        for name, expected in json.loads(told.read_text(encoding="utf-8")).items():
            if name.endswith(kind):
                yield told.parent / name, expected


LOGS = list(_samples(".jsonl.gz"))
DATABASES = list(_samples(".db.gz"))


def _ids(samples: list[Sample]) -> list[str]:
    return [f"{path.parent.name}/{path.name}" for path, _ in samples]


def _check(session: Session, expected: dict[str, Any]) -> None:
    found = describe(session)
    for character, entries in expected["sheets"].items():
        # a later release may tell more on a sheet, but nothing else
        assert entries.items() <= found["sheets"][character].items()
    assert found | {"sheets": {}} == expected | {"sheets": {}}
    assert audit_session(session.store, session.id).ok


def test_every_file_of_every_release_is_told_of() -> None:
    files = set(FOLDER.glob("*/*.gz"))

    assert files == {path for path, _ in (*LOGS, *DATABASES)}
    assert version("tenmatsu") in {path.parent.name for path in files}, "run tests/support/write_logs.py"
    revisions = {path.stem[:4] for path in Path(versions.__file__).parent.glob("[0-9]*.py")}
    kept = {path.name.removeprefix("schema-").removesuffix(".db.gz") for path, _ in DATABASES}
    assert revisions == kept, "run tests/support/write_logs.py"


@pytest.mark.parametrize("sample", LOGS, ids=_ids(LOGS))
def test_portable_log_of_every_release_is_imported_folded_and_audited(sample: Sample) -> None:
    file, expected = sample
    with unpacked(file) as path, closing(Store("sqlite://")) as store:
        assert audit_file(path).ok
        session = find_opened(store, import_log(store, path).session)
        if "view" in expected:
            assert session.view == expected["view"]
            assert audit_session(store, session.id).ok
        else:
            _check(session, expected)


@pytest.mark.parametrize("sample", DATABASES, ids=_ids(DATABASES))
def test_database_of_every_schema_is_upgraded_folded_and_audited(sample: Sample, tmp_path: Path) -> None:
    file, expected = sample
    with unpacked(file) as path:
        url = f"sqlite:///{path}"
        revision = file.name.removeprefix("schema-").removesuffix(".db.gz")
        if revision != schema.REVISION:
            with pytest.raises(StoreError) as caught:
                Store(url, create=False)
            assert caught.value.code == "store_older"
        assert upgrade(url) == (revision, schema.REVISION)
        assert check_database(url).ok
        with closing(Store(url, create=False)) as store:
            _check(find_opened(store, "@last"), expected)
            back_up(store, tmp_path / "backup.db")
        with closing(open_to_read(tmp_path / "backup.db")) as store:
            _check(find_opened(store, "@last"), expected)

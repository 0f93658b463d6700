"""A database brought up by the migrations is the same as one made anew."""

import sqlite3
from pathlib import Path

from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.migrations.running import upgrade


def _shape(path: Path) -> dict[str, str]:
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: "".join(sql.split()) for name, sql in rows}


def test_migrated_and_created_databases_are_alike(tmp_path: Path) -> None:
    migrated, created = tmp_path / "migrated.db", tmp_path / "created.db"
    Database(f"sqlite:///{created}").close()

    assert upgrade(f"sqlite:///{migrated}") == (None, schema.REVISION)
    assert _shape(migrated) == _shape(created)


def test_an_upgraded_database_opens_and_is_not_upgraded_twice(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'evening.db'}"
    upgrade(url)
    Database(url, create=False).close()

    assert upgrade(url) == (schema.REVISION, schema.REVISION)

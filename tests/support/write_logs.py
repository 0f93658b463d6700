"""
Write an evening of every built-in game as the present release stores it: portable logs and databases.

Run by hand, once a release and once for a new schema: `python tests/support/write_logs.py`. A file that is
there is never written again: it is what old logs look like, and tests open it for ever.
"""

import gzip
import json
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Generator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from goldenevening import EVENINGS

from tenmatsu.engine.api import EVERYTHING, Session, Store, export_log, find_opened, sheet_seen, viewer_of
from tenmatsu.engine.store import schema
from tenmatsu.engine.store.database import Database
from tenmatsu.migrations.running import PLACE

FOLDER = Path(__file__).parents[1] / "engine" / "samples"
EXPECTED = "logs.json"
"""What the files of a folder hold, by their names: heads, and what the sheets came to."""
VIEW = "akatsuki"
"""The game of which one player's log is kept too."""
SCHEMAS = {"0001": "akatsuki", "0002": "bloodberry"}
"""The schemas of this release, and the game whose evening lies in a database of each."""


@contextmanager
def unpacked(file: Path) -> Generator[Path]:
    """Give a sample as the plain file that somebody kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / file.name.removesuffix(".gz")
        with gzip.open(file) as packed, path.open("wb") as plain:
            shutil.copyfileobj(packed, plain)
        yield path


def describe(session: Session) -> dict[str, Any]:
    """Return what must stay true of a session in every later release."""
    sheets: dict[str, Any] = {}
    if session.view is None:
        for character in session.table.characters:
            entries = sheet_seen(session, EVERYTHING, character).entries
            sheets[character] = {one.key: one.value for one in entries if not one.typed}
    found = {
        "head": session.head,
        "version": session.version,
        "lines": {row.id: row.head_hash.hex() for row in session.branches.values()},
        "sheets": sheets,
    }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def _write_database(file: Path, revision: str, evening: Path) -> None:
    """Write a database of a schema with the rows of another one."""
    with closing(Database(f"sqlite:///{file}", check=False)) as database, database.writing() as connection:
        config = Config()
        config.set_main_option("script_location", PLACE)
        config.attributes["connection"] = connection
        command.stamp(config, "base")
        command.upgrade(config, revision)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("ATTACH ? AS evening", (str(evening),))
        there = {row[0] for row in raw.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")}
        for table in schema.metadata.sorted_tables:
            if table.name in there:
                raw.execute(f"INSERT INTO main.{table.name} SELECT * FROM evening.{table.name}")
        raw.commit()


def _pack(file: Path, target: Path) -> None:
    target.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def main() -> int:
    """Write what is not there yet."""
    folder = FOLDER / version("tenmatsu")
    folder.mkdir(exist_ok=True)
    told = folder / EXPECTED
    expected: dict[str, Any] = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
    with tempfile.TemporaryDirectory() as place:
        for game, evening in EVENINGS.items():
            played = Path(place) / f"{game}.db"
            evening.play(played)
            with closing(Store(f"sqlite:///{played}", create=False)) as store:
                session = find_opened(store, "@last")
                session.keep_snapshot()
                made: dict[str, str | None] = {f"{game}.jsonl.gz": None}
                if game == VIEW:
                    made[f"{game}.view.jsonl.gz"] = sorted(session.table.seats)[1]
                for name, viewer in made.items():
                    if name in expected:
                        continue
                    plain = Path(place) / name.removesuffix(".gz")
                    with plain.open("wb") as file:
                        export_log(session, file, viewer_of(session, viewer))
                    _pack(plain, folder / name)
                    expected[name] = describe(session) if viewer is None else {"view": viewer}
                whole = describe(session)
            for revision in (one for one, held in SCHEMAS.items() if held == game):
                name = f"schema-{revision}.db.gz"
                if name not in expected:
                    _write_database(Path(place) / f"{revision}.db", revision, played)
                    _pack(Path(place) / f"{revision}.db", folder / name)
                    expected[name] = whole
    told.write_text(
        json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What a command works with: language, output, the database, the session at hand."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tenmatsu.engine.language import Lang
from tenmatsu.tools.cli.arguments import Globals
from tenmatsu.tools.cli.words import CliError

if TYPE_CHECKING:
    from tenmatsu.engine.api import Session, Store

_SQLITE = "sqlite:///"


def read_address(text: str) -> str:
    """Return the address of a database that somebody named: a bare path is a file of SQLite's."""
    return text if "://" in text else f"{_SQLITE}{text}"


class Context:
    """The command line's surroundings for one command."""

    def __init__(self, options: Globals) -> None:
        self.globals = options
        self.names: Mapping[str, str] = {}
        """Names of the session at hand, for the sentences of errors."""
        self.guarded = False
        """Whether somebody looks who may not know all."""
        self._closing = ExitStack()

    @property
    def lang(self) -> Lang:
        """The language of all that is said."""
        return self.globals.lang

    @property
    def json(self) -> bool:
        """Whether a machine reads the output."""
        return self.globals.json

    def url(self) -> str:
        """Return the address of the database: the option, the environment, or a file of the user's own."""
        given = self.globals.db or os.environ.get("TENMATSU_DB")
        if given:
            return read_address(given)
        from platformdirs import user_data_path

        return f"{_SQLITE}{user_data_path('tenmatsu', appauthor=False) / 'tenmatsu.db'}"

    def file(self) -> Path | None:
        """Return the database's file, None where it is not a plain one."""
        url = self.url()
        path = url.removeprefix(_SQLITE)
        return None if path == url or not path or path.startswith((":memory:", "file:")) else Path(path)

    def for_place(self, key: str) -> str:
        """Return the key of a sentence that a database on a server has words of its own for."""
        return key if self.url().startswith("sqlite:") else f"{key}_server"

    def is_missing(self) -> bool:
        """Return whether there is no database yet: no file, or one with nothing in it."""
        file = self.file()
        return file is not None and (not file.exists() or (file.is_file() and not file.stat().st_size))

    def store(self, *, create: bool = False) -> "Store":
        """Open the database; only `create` makes a new one. `StoreError` or `CliError` say why not."""
        from tenmatsu.engine.api import open_store

        file = self.file()
        if file is not None and self.is_missing():
            if not create:
                raise CliError("database_missing", path=file)
            if not self.globals.db and not os.environ.get("TENMATSU_DB"):
                file.parent.mkdir(parents=True, exist_ok=True)
        store = open_store(self.url(), create=create)
        self._closing.callback(store.close)
        return store

    def session(self, text: str, branch: str | None = None, *, dice_secret: bytes | None = None) -> "Session":
        """Open a session of the database."""
        from tenmatsu.engine.api import find_opened

        session = find_opened(self.store(), text, branch, dice_secret=dice_secret)
        self.names = session.names()
        return session

    def log_to_stderr(self, *, narrow: bool) -> None:
        """Write the program's structured log to stderr; `narrow` for somebody who may not know all."""
        import logging

        from tenmatsu.tools.cli.logged import LoggedLines

        handler = logging.StreamHandler()
        handler.setFormatter(LoggedLines(narrow=narrow))
        logger = logging.getLogger("tenmatsu")
        self._closing.callback(logger.setLevel, logger.level)
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
        self._closing.callback(logger.removeHandler, handler)

    def make_spans(self) -> None:
        """Make spans for OpenTelemetry where the environment asks for them."""
        if "OTEL_TRACES_EXPORTER" in os.environ:
            from tenmatsu.tools.cli.spans import find_exporters, spans_made

            if names := find_exporters():
                self._closing.enter_context(spans_made(names, self.lang))

    def close(self) -> None:
        """Give back what was opened."""
        self._closing.close()

"""What a run of the command line gave, for its tests."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

DONE, FAULT, USAGE, REFUSED, CONFLICT, FAILED = range(6)
"""The exit codes."""


class Run(NamedTuple):
    """What a run of the command line gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The whole output as one JSON value."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Each line of the output as a JSON value."""
        return [json.loads(line) for line in self.out.splitlines()]


Cli = Callable[..., Run]


def committed(database: Path) -> list[tuple[object, ...]]:
    """The log's rows, which no failed command may change."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT session, branch, number, hash FROM commits ORDER BY position")
        return rows.fetchall()

"""What a run of the command line gave, for its tests."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


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

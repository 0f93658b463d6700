"""How often each fault is tried, in every run and by `make faults`; docs/reliability.md says the same."""

import os
from typing import NamedTuple

IS_LONG = os.environ.get("FAULTS") == "long"
"""Whether `make faults` runs."""


class Tries(NamedTuple):
    """How often a fault is tried."""

    always: int
    long: int

    @property
    def now(self) -> int:
        """Return how often in this run."""
        return self.long if IS_LONG else self.always


WRITER_KILLED = Tries(60, 1500)
"""On each database. The long run is about ten minutes of writing."""
SERVER_KILLED = Tries(6, 100)
PLAYERS = Tries(8, 8)
COMMANDS = Tries(200, 1000)
"""Of each player."""
SESSIONS = 50
LOG_CUTS = Tries(200, 2000)
"""Places chosen by a seed, beside every border of a frame; the long run cuts the last pages at every byte."""
FILE_CUTS = Tries(200, 2000)
FLIPS = Tries(200, 5000)
LIMITS = Tries(60, 1000)
"""Sizes at which the disk is full."""
ROOMS = Tries(30, 500)
"""How much is left on a full disk of a server."""

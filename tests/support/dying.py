"""
The command line, whose process dies by `kill -9` the moment it shows anything.

Usage: `python dying.py WORD…`, as `tenmatsu WORD…`. Tests start it: what it did is in the log all the same.
"""

import os
import signal
import sys
from typing import TextIO

import toy

from tenmatsu.engine.registry import register_system
from tenmatsu.tools.cli.main import main


class _Death:
    """An output that ends the process at the first letter."""

    def __init__(self, stream: TextIO) -> None:
        self.encoding = stream.encoding
        self.errors = stream.errors

    def isatty(self) -> bool:
        """Return that nobody sits in front of it."""
        return False

    def flush(self) -> None:
        """Have nothing to let out."""

    def write(self, _text: str) -> int:
        """Die."""
        os.kill(os.getpid(), signal.SIGKILL)
        return 0


if __name__ == "__main__":
    register_system(toy.SYSTEM)
    sys.stdout = _Death(sys.stdout)
    sys.exit(main(sys.argv[1:]))

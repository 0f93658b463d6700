"""The command line with the toy among its games. Usage: `python tabling.py WORD…`, as `tenmatsu WORD…`."""

import sys

import toy

from tenmatsu.engine.registry import register_system
from tenmatsu.tools.cli.main import main

if __name__ == "__main__":
    register_system(toy.SYSTEM)
    sys.exit(main(sys.argv[1:]))

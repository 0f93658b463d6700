"""What can be asked of confrontations."""

from tenmatsu.engine.contract import Command

CONFRONT_COMMANDS: tuple[type[Command], ...] = ()

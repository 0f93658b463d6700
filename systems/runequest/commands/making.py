"""What can be asked to make characters."""

from tenmatsu.engine.contract import Command

MAKING_COMMANDS: tuple[type[Command], ...] = ()

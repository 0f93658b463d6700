"""What can be asked of the part `making`."""

from tenmatsu.engine.contract import Command

MAKING_COMMANDS: tuple[type[Command], ...] = ()

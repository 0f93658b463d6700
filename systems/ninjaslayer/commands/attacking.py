"""What can be asked of the part `attacking`."""

from tenmatsu.engine.contract import Command

ATTACKING_COMMANDS: tuple[type[Command], ...] = ()

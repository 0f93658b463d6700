"""What can be asked of melee rounds."""

from tenmatsu.engine.contract import Command

ROUND_COMMANDS: tuple[type[Command], ...] = ()

"""What can be asked of the part `slayer`."""

from tenmatsu.engine.contract import Command

SLAYER_COMMANDS: tuple[type[Command], ...] = ()

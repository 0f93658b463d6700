"""What can be asked of the part `dodging`."""

from tenmatsu.engine.contract import Command

DODGING_COMMANDS: tuple[type[Command], ...] = ()

"""What can be asked of the part `moving`."""

from tenmatsu.engine.contract import Command

MOVING_COMMANDS: tuple[type[Command], ...] = ()

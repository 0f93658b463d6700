"""What can be asked of the part `judging`."""

from tenmatsu.engine.contract import Command

JUDGING_COMMANDS: tuple[type[Command], ...] = ()

"""What can be asked of the part `wasshoi`."""

from tenmatsu.engine.contract import Command

WASSHOI_COMMANDS: tuple[type[Command], ...] = ()

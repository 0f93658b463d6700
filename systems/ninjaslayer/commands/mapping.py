"""What can be asked of the part `mapping`."""

from tenmatsu.engine.contract import Command

MAPPING_COMMANDS: tuple[type[Command], ...] = ()

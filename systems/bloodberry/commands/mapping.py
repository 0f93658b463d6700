"""What can be asked of flag maps."""

from tenmatsu.engine.contract import Command

MAP_COMMANDS: tuple[type[Command], ...] = ()

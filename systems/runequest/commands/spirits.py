"""What can be asked of spirit combat."""

from tenmatsu.engine.contract import Command

SPIRIT_COMMANDS: tuple[type[Command], ...] = ()

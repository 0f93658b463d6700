"""What can be asked of spells."""

from tenmatsu.engine.contract import Command

MAGIC_COMMANDS: tuple[type[Command], ...] = ()

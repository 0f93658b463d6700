"""What can be asked of relation checks and sublimation."""

from tenmatsu.engine.contract import Command

RELATION_COMMANDS: tuple[type[Command], ...] = ()

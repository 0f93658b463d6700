"""What can be asked of wounds and healing."""

from tenmatsu.engine.contract import Command

WOUND_COMMANDS: tuple[type[Command], ...] = ()

"""What can be asked of making characters and their relations."""

from tenmatsu.engine.contract import Command

MAKING_COMMANDS: tuple[type[Command], ...] = ()

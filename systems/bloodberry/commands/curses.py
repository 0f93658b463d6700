"""What can be asked of curse checks, losses and healing."""

from tenmatsu.engine.contract import Command

CURSE_COMMANDS: tuple[type[Command], ...] = ()

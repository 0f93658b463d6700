"""What can be asked of round progress with playing cards."""

from tenmatsu.engine.contract import Command

ROUND_COMMANDS: tuple[type[Command], ...] = ()

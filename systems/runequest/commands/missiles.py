"""What can be asked of missiles."""

from tenmatsu.engine.contract import Command

MISSILE_COMMANDS: tuple[type[Command], ...] = ()

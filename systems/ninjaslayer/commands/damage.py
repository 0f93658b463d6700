"""What can be asked of the part `damage`."""

from tenmatsu.engine.contract import Command

DAMAGE_COMMANDS: tuple[type[Command], ...] = ()

"""What can be asked of the part `battle`."""

from tenmatsu.engine.contract import Command

BATTLE_COMMANDS: tuple[type[Command], ...] = ()

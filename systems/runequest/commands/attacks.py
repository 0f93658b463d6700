"""What can be asked of attacks and defences."""

from tenmatsu.engine.contract import Command

ATTACK_COMMANDS: tuple[type[Command], ...] = ()

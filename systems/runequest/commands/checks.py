"""What can be asked of skills, characteristics and resistance."""

from tenmatsu.engine.contract import Command

CHECK_COMMANDS: tuple[type[Command], ...] = ()

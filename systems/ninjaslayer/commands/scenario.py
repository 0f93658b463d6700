"""What can be asked of the part `scenario`."""

from tenmatsu.engine.contract import Command

SCENARIO_COMMANDS: tuple[type[Command], ...] = ()

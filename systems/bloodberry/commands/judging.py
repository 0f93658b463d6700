"""What can be asked of judges and moments of answering."""

from tenmatsu.engine.contract import Command

JUDGE_COMMANDS: tuple[type[Command], ...] = ()

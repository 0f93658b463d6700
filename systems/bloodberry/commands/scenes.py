"""What can be asked of scenes, interludes, victory conditions."""

from tenmatsu.engine.contract import Command

SCENE_COMMANDS: tuple[type[Command], ...] = ()

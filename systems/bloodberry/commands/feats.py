"""What can be asked of feats of class and species."""

from tenmatsu.engine.contract import Command

FEAT_COMMANDS: tuple[type[Command], ...] = ()

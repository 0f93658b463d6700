"""What can be asked of spirit combat."""

from typing import ClassVar

from tenmatsu.engine.contract import Command


class BeginSpiritCombat(Command, frozen=True, kw_only=True, tag="runequest.begin_spirit_combat"):
    """Begin spirit combat in a melee, while intents are declared: a spirit, against whoever it meets."""

    character: str
    target: str


class EndSpiritCombat(Command, frozen=True, kw_only=True, tag="runequest.end_spirit_combat"):
    """End a spirit combat that both sides agree to end."""

    gm_only: ClassVar[bool] = True
    character: str
    target: str


class Appear(Command, frozen=True, kw_only=True, tag="runequest.appear"):
    """Let a spirit become visible, outside a melee; a round passes."""

    character: str


SPIRIT_COMMANDS: tuple[type[Command], ...] = (BeginSpiritCombat, EndSpiritCombat, Appear)

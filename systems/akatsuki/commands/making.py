"""How characters come into the game, and what the GM sets of them."""

from typing import ClassVar

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.state import Ability


class MakeCharacter(Command, frozen=True, kw_only=True, tag="akatsuki.make_character"):
    """Make a player's character: from an archetype, or by levels and styles; deal its fate cards."""

    character: str
    archetype: str = ""
    """A key of `[archetypes]`; what is given besides stands in its place."""
    goro: int | None = None
    taiku: int | None = None
    tosei: int | None = None
    kaigu: int | None = None
    fields: dict[Ability, str] = msgspec.field(default_factory=dict[Ability, str])
    """A 得意分野 for each ability."""
    fate_points: int | None = None
    """命運点."""
    fate_cards: int | None = None
    """命運札 at the start, where they are entered (option `start_fate_cards`)."""
    weapons: tuple[str, ...] = ()
    """What they fight with, as moves and auto-play know it: keys of `[weapons]`."""


class MakeNpc(Command, frozen=True, kw_only=True, tag="akatsuki.make_npc"):
    """Bring in an NPC with its four abilities."""

    gm_only: ClassVar[bool] = True
    character: str
    goro: int = 5
    taiku: int = 5
    tosei: int = 5
    kaigu: int = 5
    fields: dict[Ability, str] = msgspec.field(default_factory=dict[Ability, str])
    fate_points: int = 0
    weapons: tuple[str, ...] = ()
    """What it fights with, as moves and auto-play know it: keys of `[weapons]`."""
    important: bool = False
    """Whether it has zombie time."""
    friendly: bool = False


MAKING_COMMANDS: tuple[type[Command], ...] = (MakeCharacter, MakeNpc)

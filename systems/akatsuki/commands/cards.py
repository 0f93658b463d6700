"""What can be asked of cards and chips: gain, give, turn, spend."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command


class GrantCards(Command, frozen=True, kw_only=True, tag="akatsuki.grant_cards"):
    """Let a character draw awakening or fate cards (GM)."""

    gm_only: ClassVar[bool] = True
    character: str
    count: int = 1
    kind: Literal["awakening", "fate"] = "awakening"


class GrantChivalry(Command, frozen=True, kw_only=True, tag="akatsuki.grant_chivalry"):
    """Reward a chivalrous deed with chips (義侠魂)."""

    gm_only: ClassVar[bool] = True
    character: str
    count: int = 1


class GrantChips(Command, frozen=True, kw_only=True, tag="akatsuki.grant_chips"):
    """Give an NPC chips (札チップ) as awakening or fate cards."""

    gm_only: ClassVar[bool] = True
    character: str
    count: int = 1
    kind: Literal["awakening", "fate"] = "fate"
    values: tuple[int, ...] = ()
    """The printed points, where the GM chooses them (option `npc_chips`)."""


class GiveCards(Command, frozen=True, kw_only=True, tag="akatsuki.give_cards"):
    """Give awakening cards or 義侠魂 to an ally in the same place (覚醒札を譲渡する)."""

    anytime: ClassVar[bool] = True
    character: str
    to_character: str
    cards: tuple[str, ...] = ()
    chivalry: int = 0


class BurnSoul(Command, frozen=True, kw_only=True, tag="akatsuki.burn_soul"):
    """Turn fate cards over freely (魂を燃やす); an NPC's chips as well."""

    anytime: ClassVar[bool] = True
    character: str
    count: int = 1
    cards: tuple[str, ...] = ()
    """Which, where their owner has looked at them (option `fate_face`), in place of a count."""


class UsePower(Command, frozen=True, kw_only=True, tag="akatsuki.use_power"):
    """Spend awakening cards on a 高天力."""

    redactable: ClassVar[bool] = True
    character: str
    power: str
    """What it is called, in the player's words."""
    cost: int
    cards: tuple[str, ...] = ()
    chivalry: int = 0


CARD_COMMANDS: tuple[type[Command], ...] = (
    GrantCards,
    GrantChivalry,
    GrantChips,
    GiveCards,
    BurnSoul,
    UsePower,
)

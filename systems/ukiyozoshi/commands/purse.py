"""What can be asked about money and belongings."""

from typing import ClassVar, Literal

from tenmatsu.engine.contract import Command

Coin = Literal["大判", "両", "分", "貫文", "朱", "文", "匁"]
"""Coins and sums by count; 匁 is silver by weight."""


class PayMoney(Command, frozen=True, kw_only=True, tag="ukiyozoshi.pay_money"):
    """Pay money: to another character, into the party's purse, or to whoever it may be."""

    character: str
    coins: dict[Coin, int]
    to: str = ""
    """A character, `@party`, or nobody in particular."""


class DrawMoney(Command, frozen=True, kw_only=True, tag="ukiyozoshi.draw_money"):
    """Take money out of the party's purse."""

    character: str
    coins: dict[Coin, int]


class ReceiveMoney(Command, frozen=True, kw_only=True, tag="ukiyozoshi.receive_money"):
    """Let a character receive money: pay, winnings, a find."""

    gm_only: ClassVar[bool] = True
    character: str
    coins: dict[Coin, int]


class GainItem(Command, frozen=True, kw_only=True, tag="ukiyozoshi.gain_item"):
    """Let a character come by something that the tables know."""

    gm_only: ClassVar[bool] = True
    character: str
    item: str
    count: int = 1


class GiveItem(Command, frozen=True, kw_only=True, tag="ukiyozoshi.give_item"):
    """Hand something to another character, or leave it behind."""

    character: str
    item: str
    count: int = 1
    to: str = ""


class WearArmour(Command, frozen=True, kw_only=True, tag="ukiyozoshi.wear_armour"):
    """Put on armour (甲冑) from one's belongings, or take it off."""

    character: str
    armour: str = ""
    """Empty takes it off."""


class NoteThings(Command, frozen=True, kw_only=True, tag="ukiyozoshi.note_things"):
    """Note down belongings in one's own words; the list before is replaced."""

    redactable: ClassVar[bool] = True
    character: str
    things: tuple[str, ...]


PURSE_COMMANDS: tuple[type[Command], ...] = (
    PayMoney,
    DrawMoney,
    ReceiveMoney,
    GainItem,
    GiveItem,
    WearArmour,
    NoteThings,
)

"""Money and belongings (所持金, 持ち物, 江戸時代の通貨)."""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd

import msgspec

from tenmatsu.systems.ukiyozoshi.commands.purse import (
    Coin,
    DrawMoney,
    GainItem,
    GiveItem,
    NoteThings,
    PayMoney,
    ReceiveMoney,
    WearArmour,
)
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_evasion
from tenmatsu.systems.ukiyozoshi.decide.work import Work, find_able, find_figure, refuse
from tenmatsu.systems.ukiyozoshi.events.party import ThingsNoted
from tenmatsu.systems.ukiyozoshi.events.purse import (
    ArmourWorn,
    ItemGained,
    ItemGiven,
    MoneyDrawn,
    MoneyPaid,
    MoneyReceived,
)
from tenmatsu.systems.ukiyozoshi.tables import Tables

PARTY = "@party"
"""The party's purse, where a receiver is named."""


def count_coins(work: Work, coins: Mapping[Coin, int]) -> int:
    """Return what coins are worth in 文, or refuse: nothing, less than nothing, silver in part of a 文."""
    if any(count < 0 for count in coins.values()) or not any(coins.values()):
        refuse(work, "no_money")
    tables = work.rules.tables
    silver = Fraction(tables.silver.mon, tables.silver.momme) * coins.get("匁", 0)
    total = silver + sum(tables.coins[coin] * count for coin, count in coins.items() if coin != "匁")
    if total.denominator != 1:
        shared = gcd(tables.silver.mon, tables.silver.momme)
        step, worth = tables.silver.momme // shared, tables.silver.mon // shared
        refuse(work, "silver_not_whole", momme=coins.get("匁", 0), step=step, mon=worth)
    return int(total)


def pay_money(work: Work, command: PayMoney) -> None:
    """Pay out of one's own purse."""
    figure = find_able(work, command.character)
    mon = count_coins(work, command.coins)
    if mon > figure.money:
        refuse(work, "too_little_money", character=command.character, mon=mon, have=figure.money)
    if command.to == command.character:
        refuse(work, "to_oneself", character=command.character)
    before = 0
    if command.to == PARTY:
        before = work.state.purse
    elif command.to:
        before = find_figure(work, command.to).money
    work.record(
        MoneyPaid(
            character=command.character,
            mon=mon,
            now=figure.money - mon,
            to=command.to,
            to_now=before + mon if command.to else 0,
        )
    )


def draw_money(work: Work, command: DrawMoney) -> None:
    """Take money out of the party's purse."""
    figure = find_able(work, command.character)
    mon = count_coins(work, command.coins)
    if mon > work.state.purse:
        refuse(work, "purse_too_small", mon=mon, have=work.state.purse)
    work.record(
        MoneyDrawn(character=command.character, mon=mon, now=figure.money + mon, purse=work.state.purse - mon)
    )


def receive_money(work: Work, command: ReceiveMoney) -> None:
    """Let money come into a purse."""
    figure = find_figure(work, command.character)
    mon = count_coins(work, command.coins)
    work.record(MoneyReceived(character=command.character, mon=mon, now=figure.money + mon))


def verify_standing(work: Work, standing: str) -> None:
    """Refuse a standing (身分) that the tables do not know; empty is none."""
    known = work.rules.tables.standings
    if standing and standing not in known:
        refuse(work, "unknown_standing", standing=standing, known=tuple(known))


def list_items(tables: Tables) -> tuple[str, ...]:
    """Return everything that belongings may name: weapons, missiles, armour, ammunition, medicines."""
    weapons = [name for name, row in tables.weapons.items() if not row.bare]
    ammunition = [row.ammunition for row in tables.missiles.values()]
    return tuple(dict.fromkeys([*weapons, *tables.missiles, *ammunition, *tables.armour, *tables.medicines]))


def take_item(work: Work, character: str, item: str, count: int) -> None:
    """Put something that the tables know among a character's belongings."""
    known = list_items(work.rules.tables)
    if item not in known:
        refuse(work, "unknown_item", item=item, known=known)
    if count < 1:
        refuse(work, "no_count", item=item, count=count)
    now = find_figure(work, character).belongings.get(item, 0) + count
    work.record(ItemGained(character=character, item=item, count=count, now=now))


def gain_item(work: Work, command: GainItem) -> None:
    """Let a character come by something."""
    take_item(work, command.character, command.item, command.count)


def give_item(work: Work, command: GiveItem) -> None:
    """Hand something on or leave it behind; what is worn or in the hands stays."""
    figure = find_able(work, command.character)
    if command.count < 1:
        refuse(work, "no_count", item=command.item, count=command.count)
    in_use = figure.hands.count(command.item) + (figure.armour == command.item)
    spare = figure.belongings.get(command.item, 0) - in_use
    if command.count > spare:
        refuse(work, "item_not_spare", character=command.character, item=command.item, spare=max(0, spare))
    if command.to == command.character:
        refuse(work, "to_oneself", character=command.character)
    to_now = 0
    if command.to:
        to_now = find_figure(work, command.to).belongings.get(command.item, 0) + command.count
    work.record(
        ItemGiven(
            character=command.character,
            item=command.item,
            count=command.count,
            now=figure.belongings[command.item] - command.count,
            to=command.to,
            to_now=to_now,
        )
    )


def wear_armour(work: Work, command: WearArmour) -> None:
    """Put armour on or take it off; not in a fight."""
    find_able(work, command.character)
    if work.state.combat is not None:
        refuse(work, "armour_in_fight", character=command.character)
    dress(work, command.character, command.armour)


def dress(work: Work, character: str, armour: str) -> None:
    """Put on armour that a character owns; empty takes it off."""
    figure = find_figure(work, character)
    if armour == figure.armour:
        refuse(work, "armour_as_is", character=character)
    known = work.rules.tables.armour
    if armour and armour not in known:
        refuse(work, "unknown_armour", armour=armour, known=tuple(known))
    if armour and not figure.belongings.get(armour):
        refuse(work, "not_owned", character=character, item=armour)
    evasion = measure_evasion(msgspec.structs.replace(figure, armour=armour), work.rules)
    work.record(ArmourWorn(character=character, armour=armour, evasion=evasion))


def note_things(work: Work, command: NoteThings) -> None:
    """Note down belongings in the player's own words (持ち物)."""
    find_figure(work, command.character)
    work.record(ThingsNoted(character=command.character, things=command.things))

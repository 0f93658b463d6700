"""Cards and chips gained, given, turned and spent."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.events.envelope import GM_ONLY
from tenmatsu.systems.akatsuki.commands.cards import (
    BurnSoul,
    GiveCards,
    GrantCards,
    GrantChips,
    GrantChivalry,
    UsePower,
)
from tenmatsu.systems.akatsuki.decide.drawing import (
    count_drawable,
    count_fate,
    deal_fate,
    draw_awakening,
    draw_chip,
    find_seen,
    turn_fate,
)
from tenmatsu.systems.akatsuki.decide.paying import check_power, pay, take_chips, verify_held
from tenmatsu.systems.akatsuki.decide.turns import are_near, pay_minor
from tenmatsu.systems.akatsuki.decide.work import Work, find_awake, find_figure, refuse
from tenmatsu.systems.akatsuki.events.cards import (
    CardsGiven,
    ChipsGranted,
    ChivalryGranted,
    FateChipsChosen,
    FateChipsGranted,
    PowerUsed,
)
from tenmatsu.systems.akatsuki.state import Figure, pick_cards, printed_on


def grant_cards(work: Work, command: GrantCards) -> None:
    """Let a player's character draw cards."""
    if _find_alive(work, command.character).npc:
        refuse(work, "npc_uses_chips", character=command.character)
    _verify_count(work, command.count)
    left = count_drawable(work.state)
    if command.count > left:
        refuse(work, "too_few_cards", count=command.count, left=left)
    for _ in range(command.count):
        if command.kind == "fate":
            deal_fate(work, command.character)
        else:
            draw_awakening(work, command.character, "granted")


def grant_chivalry(work: Work, command: GrantChivalry) -> None:
    """Reward a player's character with chips, those of the lowest print: it does not count (義侠魂)."""
    figure = _find_alive(work, command.character)
    if figure.npc:
        refuse(work, "chivalry_for_players", character=command.character)
    _verify_chips(work, command.count)
    work.record(
        ChivalryGranted(
            character=command.character,
            count=command.count,
            now=figure.chivalry + command.count,
            chips=take_chips(work.state.chips, command.count, highest=False),
        )
    )


def grant_chips(work: Work, command: GrantChips) -> None:
    """Give an NPC chips: drawn, or those that the GM chooses (option `npc_chips`)."""
    figure, chosen = _find_alive(work, command.character), command.values
    if not figure.npc:
        refuse(work, "not_an_npc", character=command.character)
    if work.rules.options.npc_chips == "drawn":
        if chosen:
            refuse(work, "chips_are_drawn")
        _verify_chips(work, command.count)
    else:
        _verify_chosen(work, command)
    if command.kind == "awakening":
        values = chosen or _draw_chips(work, command)
        work.record(ChipsGranted(character=command.character, values=values))
        return
    count = len(chosen) or command.count
    work.record(FateChipsGranted(character=command.character, count=count, now=figure.fate_chips + count))
    if chosen:
        work.record(FateChipsChosen(character=command.character, values=chosen), audience=GM_ONLY)


def give_cards(work: Work, command: GiveCards) -> None:
    """
    Give own awakening cards, or own 義侠魂, to an ally; in a fight near by, as a minor action.

    A card of the deck stays a card, an NPC's as well. Chips are cards too. Between NPCs a chip stays one,
    turned upside down (逆位置). Before a player's character every chip is 義侠魂, worth one point whatever is
    printed on it; 義侠魂 stays 義侠魂 before an NPC, since what is printed on it no longer counts.
    """
    giver, receiver = find_awake(work, command.character), _find_alive(work, command.to_character)
    if command.character == command.to_character:
        refuse(work, "gives_to_oneself")
    if giver.friendly != receiver.friendly:
        refuse(work, "not_an_ally", character=command.to_character)
    if not (command.cards or command.chivalry):
        refuse(work, "gives_nothing")
    _verify_own(work, command, giver)
    if not are_near(work.state, command.character, command.to_character):
        refuse(work, "too_far_to_give", character=command.to_character)
    pay_minor(work, command.character)
    printed = [printed_on(card) for card in command.cards]
    work.record(
        CardsGiven(
            character=command.character,
            to_character=command.to_character,
            cards=command.cards,
            chivalry=command.chivalry,
            as_chivalry=() if receiver.npc else tuple(value for value in printed if value is not None),
        )
    )


def burn_soul(work: Work, command: BurnSoul) -> None:
    """Turn any number of fate cards over freely (魂を燃やす)."""
    figure = _find_alive(work, command.character)
    if command.cards:
        _burn_seen(work, command, figure)
        return
    _verify_count(work, command.count)
    if command.count > count_fate(figure):
        refuse(work, "too_few_fate_cards", character=command.character, held=count_fate(figure))
    for _ in range(command.count):
        turn_fate(work, command.character, "burned")


def use_power(work: Work, command: UsePower) -> None:
    """Spend awakening cards on a 高天力 at its cost."""
    find_awake(work, command.character)
    if command.cost < 0:
        refuse(work, "negative_cost", cost=command.cost)
    payment = check_power(work, command.character, command.cards, command.chivalry, command.cost)
    pay(work, payment)
    work.record(PowerUsed(character=command.character, power=command.power, cost=command.cost))


def _find_alive(work: Work, character: str) -> Figure:
    figure = find_figure(work, character)
    if figure.dead:
        refuse(work, "is_dead", character=character)
    return figure


def _verify_count(work: Work, count: int) -> None:
    if count < 1:
        refuse(work, "count_below_one", count=count)


def _verify_chips(work: Work, count: int) -> None:
    _verify_count(work, count)
    if count > work.state.chips_left:
        refuse(work, "too_few_chips", count=count, left=work.state.chips_left)


def _verify_chosen(work: Work, command: GrantChips) -> None:
    if not command.values:
        refuse(work, "choose_chips")
    _verify_chips(work, len(command.values))
    for value, count in Counter(command.values).items():
        held = work.state.chips.get(value, 0)
        if count > held:
            refuse(work, "no_such_chip", value=value, left=held)


def _draw_chips(work: Work, command: GrantChips) -> tuple[int, ...]:
    chips, values = dict(work.state.chips), list[int]()
    for _ in range(command.count):
        value = draw_chip(work, command.character, chips)
        chips[value] -= 1
        values.append(value)
    return tuple(values)


def _verify_own(work: Work, command: GiveCards, giver: Figure) -> None:
    """Refuse cards and 義侠魂 that the giver has not, or was given: those cannot be given on."""
    verify_held(work, command.character, command.cards)
    for held in pick_cards(giver.awakening, command.cards)[0]:
        if held.given:
            refuse(work, "given_card", card=held.card)
    if command.chivalry < 0:
        refuse(work, "negative_count", count=command.chivalry)
    own = giver.chivalry - giver.chivalry_given
    if command.chivalry > own:
        refuse(work, "too_little_own_chivalry", character=command.character, own=own)


def _burn_seen(work: Work, command: BurnSoul, figure: Figure) -> None:
    """Turn the fate cards over that their owner names, having looked at them."""
    seen = [fate.card for fate in figure.fate]
    for card in command.cards:
        if card not in seen:
            refuse(work, "fate_card_unseen", character=command.character, card=card)
        seen.remove(card)
    for card in command.cards:
        turn_fate(work, command.character, "burned", find_seen(work, command.character, card))


CARD_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    GrantCards: grant_cards,
    GrantChivalry: grant_chivalry,
    GrantChips: grant_chips,
    GiveCards: give_cards,
    BurnSoul: burn_soul,
    UsePower: use_power,
}
"""By command class."""

"""Points paid with awakening cards and 義侠魂: for a higher target, for a 高天力."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from tenmatsu.systems.akatsuki.commands.boosting import Boosted
from tenmatsu.systems.akatsuki.decide.work import Rulebook, Work, find_figure, refuse
from tenmatsu.systems.akatsuki.events.cards import CardsSpent, ChivalrySpent, PointsLapsed
from tenmatsu.systems.akatsuki.state import Figure, pick_cards


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """A payment that was verified and is to be recorded by `pay`."""

    character: str
    lapsed: int = 0
    """Points kept from an action that is over."""
    spent: CardsSpent | None = None
    """None where nothing is paid."""


def check_payment(work: Work, command: Boosted) -> Payment:
    """
    Verify what a check's boost is paid with; record nothing.

    Points kept (option `surplus`) from powers used for this check are used first. A check begins another
    action than the check before: what that one left lapses, and so does what an unboosted check leaves.
    """
    figure = find_figure(work, command.character)
    if command.plus < 0:
        refuse(work, "negative_plus", plus=command.plus)
    if not command.plus:
        if command.cards or command.chivalry:
            refuse(work, "pays_for_nothing")
        return Payment(character=command.character, lapsed=figure.points)
    needed = command.plus * price_plus(work.rules)
    carried = 0 if figure.checked else figure.points
    spent = _spend(
        work, command.character, command.cards, command.chivalry, carried, needed, "boost", command.plus
    )
    return Payment(character=command.character, lapsed=figure.points - carried, spent=spent)


def check_power(work: Work, character: str, cards: tuple[str, ...], chivalry: int, cost: int) -> Payment:
    """Verify what a 高天力 is paid with; record nothing. Points kept from the action are used first."""
    carried = find_figure(work, character).points
    if not cost:
        if cards or chivalry:
            refuse(work, "power_is_free")
        return Payment(character=character)
    return Payment(
        character=character, spent=_spend(work, character, cards, chivalry, carried, cost, "power", 0)
    )


def pay(work: Work, payment: Payment) -> int:
    """Record a payment; return how much it raises a target."""
    if payment.lapsed:
        begin_action(work, payment.character)
    if payment.spent is None:
        return 0
    work.record(payment.spent)
    return payment.spent.plus


def begin_action(work: Work, character: str) -> None:
    """Let points kept from the action before lapse."""
    points = find_figure(work, character).points
    if points:
        work.record(PointsLapsed(character=character, points=points))


def price_plus(rules: Rulebook) -> int:
    """Return the points for +1 to a target (option `boost_rate`)."""
    return rules.tables.checks.boost_points if rules.options.boost_rate == "table" else 1


def count_points(rules: Rulebook, figure: Figure) -> int:
    """Return what all awakening cards and 義侠魂 of somebody are worth."""
    cards = sum(rules.tables.points(held) for held in figure.awakening)
    return cards + figure.chivalry * rules.tables.cards.chivalry


def spend_chivalry(work: Work, character: str) -> None:
    """Give the GM a chip of 義侠魂 back that negated a hit (option `chips_as_damage`); there must be one."""
    figure = find_figure(work, character)
    value = next(iter(take_chips(work.state.chivalry_chips, 1, highest=True)), 0)
    work.record(
        ChivalrySpent(
            character=character,
            now=figure.chivalry - 1,
            given=max(0, figure.chivalry_given - 1),
            value=value,
        )
    )


def take_chips(chips: Mapping[int, int], count: int, *, highest: bool) -> dict[int, int]:
    """
    Return which of some chips are taken where their print does not count: the GM keeps the highest.

    Fewer where there are not as many.
    """
    taken: dict[int, int] = {}
    for value in sorted(chips, reverse=highest):
        part = min(chips[value], count - sum(taken.values()))
        if part > 0:
            taken[value] = part
    return taken


def _spend(
    work: Work,
    character: str,
    cards: tuple[str, ...],
    chivalry: int,
    carried: int,
    needed: int,
    use: Literal["boost", "power"],
    plus: int,
) -> CardsSpent:
    tables, figure = work.rules.tables, find_figure(work, character)
    picked, _ = pick_cards(figure.awakening, cards)
    verify_held(work, character, cards)
    if chivalry < 0:
        refuse(work, "negative_count", count=chivalry)
    if chivalry > figure.chivalry:
        refuse(work, "too_little_chivalry", character=character, count=chivalry, held=figure.chivalry)
    points = carried + sum(map(tables.points, picked)) + chivalry * tables.cards.chivalry
    if points < needed:
        refuse(work, "too_few_points", character=character, points=points, needed=needed)
    return CardsSpent(
        character=character,
        cards=cards,
        chivalry=chivalry,
        chivalry_given=min(chivalry, figure.chivalry_given),  # those that cannot be given on go first
        chips=take_chips(work.state.chivalry_chips, chivalry, highest=True),
        points=points,
        needed=needed,
        kept=points - needed if work.rules.options.surplus == "kept" else 0,
        use=use,
        plus=plus,
    )


def verify_held(work: Work, character: str, cards: tuple[str, ...]) -> None:
    """Refuse the first of these awakening cards that somebody does not hold, or not as often."""
    held = [one.card for one in find_figure(work, character).awakening]
    for card in cards:
        if card not in held:
            refuse(work, "not_held", character=character, card=card)
        held.remove(card)

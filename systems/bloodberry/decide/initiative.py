"""The order of round progress: by the highest card that everybody shows."""

from tenmatsu.events.envelope import GM_ONLY, audience_of
from tenmatsu.systems.bloodberry.commands.rounds import ShowCard
from tenmatsu.systems.bloodberry.decide.dealing import hand_of, list_players, value_of
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.rounds import (
    CardChosen,
    CardLaid,
    CardShown,
    InitiativeTied,
    OrderSet,
)
from tenmatsu.systems.bloodberry.staging import Rounds


def find_card(work: Work, character: str, card: str) -> str:
    """Return the card of somebody's hand that is meant, or refuse: `s1` is either ace of spades."""
    held = hand_of(work.state, character)
    found = next((one for one in held if card in (one, one.partition("_")[0])), None)
    if found is None:
        refuse(work, "not_in_hand", character=character, card=card)
    return found


def show_card(work: Work, command: ShowCard) -> None:
    """Lay a card down for the initiative, unseen by the others until all have."""
    character, rounds = command.character, work.state.rounds
    waiting = any(one.kind == "show_card" and one.whom == character for one in work.state.choices)
    if rounds is None or not waiting:
        refuse(work, "nothing_to_show", character=character)
    card = find_card(work, character, command.card)
    if card in rounds.shown.get(character, ()):
        refuse(work, "card_shown", character=character, card=card)
    work.record(CardLaid(character=character))
    audience = audience_of((GM_ONLY, *list_players(work, character)))
    work.record(CardChosen(character=character, card=card), audience=audience)


def settle_initiative(work: Work, rounds: Rounds) -> None:
    """
    Turn the cards over and set the order, or let those who tie show another card.

    Ties go to player characters first and then by lot, or show another card (option `initiative`) as long as
    they have one.
    """
    keys = {one: tuple(value_of(card) for card in rounds.shown.get(one, ())) for one in rounds.actors}
    most = max(len(key) for key in keys.values())
    tied: tuple[str, ...] = ()
    if work.rules.options.initiative == "more":
        tied = tuple(
            one
            for one in rounds.actors
            if sum(other == keys[one] for other in keys.values()) > 1
            and set(hand_of(work.state, one)) - set(rounds.shown.get(one, ()))
        )
    for one in rounds.actors:
        if len(keys[one]) == most:
            work.record(CardShown(character=one, card=rounds.shown[one][-1]))
    work.record(InitiativeTied(tied=tied) if tied else OrderSet(order=_order(work, keys)))


def _order(work: Work, keys: dict[str, tuple[int, ...]]) -> tuple[str, ...]:
    order: list[str] = []
    for key in sorted(set(keys.values()), reverse=True):
        group = [one for one in keys if keys[one] == key]
        if work.rules.options.initiative == "below":
            pcs = [one for one in group if _is_pc(work, one)]
            order += _draw_lots(work, pcs)
            group = [one for one in group if one not in pcs]
        order += _draw_lots(work, group)
    return tuple(order)


def _draw_lots(work: Work, tied: list[str]) -> list[str]:
    """Return these in an order by lot."""
    left, drawn = list(tied), []
    while len(left) > 1:
        drawn.append(left.pop(work.draw(len(left), by=left[0], for_="initiative")))
    return [*drawn, *left]


def _is_pc(work: Work, character: str) -> bool:
    person = work.state.people.get(character)
    return person is not None and person.kind == "pc"

"""
Decide round progress (ラウンド進行): exchanging cards, changing, hands that earn actions.

What goes on by itself stands in `resume_rounds`, which is called behind every command: it waits as long as a
judge is under way or something is asked, then the hand of whoever acted is laid down, the next is offered the
change, whoever discarded takes a card, and the turn passes.
"""

from collections.abc import Callable
from typing import Any

from tenmatsu.engine.contract import Command
from tenmatsu.systems.bloodberry.commands.rounds import (
    AnswerChange,
    BeginRounds,
    EndRounds,
    ExchangeCard,
    ForgoAction,
    ShowCard,
    ShuffleDiscard,
)
from tenmatsu.systems.bloodberry.decide.dealing import draw_cards, hand_of, lay_out_decks, renew_pile
from tenmatsu.systems.bloodberry.decide.hands import rate_hand
from tenmatsu.systems.bloodberry.decide.initiative import find_card, settle_initiative, show_card
from tenmatsu.systems.bloodberry.decide.scening import check_present, in_interlude
from tenmatsu.systems.bloodberry.decide.turns import can_act, claim_action, is_at_rest
from tenmatsu.systems.bloodberry.decide.work import Work, refuse
from tenmatsu.systems.bloodberry.events.rounds import (
    CardChanged,
    CardExchanged,
    ChangeOffered,
    ChangePassed,
    HandCompleted,
    HandLaid,
    RoundsBegun,
    RoundsEnded,
    TurnPassed,
)
from tenmatsu.systems.bloodberry.staging import Rounds
from tenmatsu.systems.bloodberry.state import State


def begin_rounds(work: Work, command: BeginRounds) -> None:
    """Lay out the decks, deal hands, and let everybody show a card."""
    state, row = work.state, work.rules.tables.cards
    if state.rounds is not None:
        refuse(work, "rounds_begun")
    actors = tuple(dict.fromkeys(command.actors)) or list_actors(state)
    if in_interlude(state):
        refuse(work, "rounds_in_interlude")
    if not actors:
        refuse(work, "no_actors")
    for actor in actors:
        check_present(work, actor)
    most = row.decks * 52 // (row.hand + 1)
    if len(actors) > most:
        refuse(work, "rounds_too_many", most=most)
    if state.map is not None:
        refuse(work, "cards_in_use")
    lay_out_decks(work)
    work.record(RoundsBegun(actors=actors))
    for actor in actors:
        draw_cards(work, actor, row.hand)


def list_actors(state: State) -> tuple[str, ...]:
    """Return who acts where nobody is named: all of the confrontation who can, else of the scene."""
    members = (
        [one for camp in state.confronting.values() for one in camp.members] if state.confrontation else []
    )
    named = (*members, *state.confrontation) or state.scene.participants
    people = state.people
    return tuple(one for one in dict.fromkeys(named) if one in people and people[one].can_act)


def find_turn(rounds: Rounds) -> str:
    """Return who acts or exchanges a card now; nobody as long as cards are shown."""
    if rounds.acting or not rounds.order:
        return rounds.acting
    return rounds.order[rounds.at % len(rounds.order)]


def exchange_card(work: Work, command: ExchangeCard) -> None:
    """Discard a card; the new one comes once the others have had their chance to change."""
    character, rounds = command.character, work.state.rounds
    if rounds is None:
        refuse(work, "no_rounds")
    check_present(work, character)
    if rounds.acting:
        refuse(work, "acts_first", character=rounds.acting)
    if find_turn(rounds) != character:
        refuse(work, "not_their_turn", character=character, now=find_turn(rounds))
    if work.state.cards.ran_out:
        refuse(work, "deck_empty")
    card = find_card(work, character, command.card)
    now = work.state.cards.counts.get(character, 1) - 1
    asked = _list_changers(work.state, rounds, character)
    work.record(CardExchanged(character=character, card=card, now=now, asked=asked))


def _list_changers(state: State, rounds: Rounds, discarder: str) -> tuple[str, ...]:
    """Return who may change for a card just discarded, in the order of initiative."""
    return tuple(one for one in rounds.order if one != discarder and may_change(state, rounds, one))


def may_change(state: State, rounds: Rounds, character: str) -> bool:
    """Return whether somebody has a change left in this round."""
    able = can_act(state, character) and state.cards.counts.get(character, 0) > 0
    return able and character not in rounds.changed


def answer_change(work: Work, command: AnswerChange) -> None:
    """Change a card for the one just discarded, or let it be; a hand completed so acts at once."""
    character, rounds = command.character, work.state.rounds
    asked = any(one.kind == "change" and one.whom == character for one in work.state.choices)
    if rounds is None or not asked:
        refuse(work, "no_change", character=character)
    if command.choice == "pass":
        work.record(ChangePassed(character=character))
        return
    if not command.card:
        refuse(work, "card_to_give_missing", card=rounds.discarded)
    given = find_card(work, character, command.card)
    again: tuple[str, ...] = ()
    if work.rules.options.change_order == "again":
        again = _list_changers(work.state, rounds, character)
    by = rounds.discarded_by
    work.record(CardChanged(character=character, card=rounds.discarded, given=given, by=by, asked=again))
    _complete(work, character, only=(character, by))


def _complete(work: Work, character: str, only: tuple[str, ...] = ()) -> bool:
    """Let a hand that has just become complete act."""
    cards = hand_of(work.state, character)
    hand = rate_hand(cards, work.rules)
    if hand is None:
        return False
    work.record(
        HandCompleted(character=character, hand=hand.name, cards=cards, actions=hand.actions, only=only)
    )
    return True


def forgo_action(work: Work, command: ForgoAction) -> None:
    """Let what a hand has earned go, or one's turn in a confrontation."""
    if work.state.rounds is None and not work.state.confrontation:
        refuse(work, "no_confrontation")
    claim_action(work, command.character, forgone=True)


def shuffle_discard(work: Work, command: ShuffleDiscard) -> None:
    """Shuffle the discard into the pile, and let those whose hands are short draw."""
    if not work.state.cards.discard:
        refuse(work, "no_discard")
    renew_pile(work)
    rounds = work.state.rounds
    if rounds is None:
        return
    for actor in rounds.actors:
        if actor != rounds.owes:
            draw_cards(work, actor, work.rules.tables.cards.hand - work.state.cards.counts.get(actor, 0))


def end_rounds(work: Work, command: EndRounds) -> None:
    """End round progress."""
    if work.state.rounds is None:
        refuse(work, "no_rounds")
    close_rounds(work)


def close_rounds(work: Work) -> None:
    """Put the hands of those who act on the discard, and end round progress."""
    rounds = work.state.rounds
    if rounds is not None:
        work.record(RoundsEnded(cards={one: hand_of(work.state, one) for one in rounds.actors}))


# ---- what goes on by itself ----


def resume_rounds(work: Work) -> None:
    """Let round progress go on until somebody has something to do."""
    while (rounds := work.state.rounds) is not None and is_at_rest(work.state) and _go_on(work, rounds):
        pass


def _go_on(work: Work, rounds: Rounds) -> bool:
    """Let the next thing happen that happens by itself; return whether there was one."""
    state = work.state
    if not rounds.order:
        settle_initiative(work, rounds)
        return True
    if rounds.acting:
        if rounds.actions > 0 and can_act(state, rounds.acting):
            return False
        _lay_hand(work, rounds)
        return True
    able = [one for one in rounds.asked if may_change(state, rounds, one)]
    if able and rounds.discarded:
        card, by = rounds.discarded, rounds.discarded_by
        work.record(ChangeOffered(character=able[0], card=card, by=by, asked=tuple(able[1:])))
        return True
    if rounds.owes:
        _take_card(work, rounds)
        return True
    now = find_turn(rounds)
    if can_act(state, now) or not any(can_act(state, one) for one in rounds.order):
        return False
    _pass_turn(work, rounds)
    return True


def _take_card(work: Work, rounds: Rounds) -> None:
    """Let whoever discarded take a card; a hand that it completes acts, else the turn passes."""
    owes = rounds.owes
    drawn = draw_cards(work, owes, 1)
    if not (drawn and can_act(work.state, owes) and _complete(work, owes)):
        _pass_turn(work, rounds)


def _lay_hand(work: Work, rounds: Rounds) -> None:
    """Lay the hand of whoever acted down, unchangeable, and deal a fresh one: a round has passed."""
    acting = rounds.acting
    own = work.rules.options.round_passes == "own"
    changed = tuple(one for one in rounds.changed if own and one != acting)
    cards = hand_of(work.state, acting)
    work.record(HandLaid(character=acting, cards=cards, round=rounds.round + 1, changed=changed))
    draw_cards(work, acting, work.rules.tables.cards.hand)
    if not rounds.only:
        _pass_turn(work, rounds)


def _pass_turn(work: Work, rounds: Rounds) -> None:
    """Let the next who can act have the turn."""
    count = len(rounds.order)
    places = [rounds.at + step for step in range(1, count + 1)]
    able = (place for place in places if can_act(work.state, rounds.order[place % count]))
    place = next(able, places[0])
    cycle = rounds.cycle + (place >= count)
    work.record(TurnPassed(character=rounds.order[place % count], at=place % count, cycle=cycle))


ROUND_HANDLERS: dict[type[Command], Callable[[Work, Any], None]] = {
    BeginRounds: begin_rounds,
    ShowCard: show_card,
    ExchangeCard: exchange_card,
    AnswerChange: answer_change,
    ForgoAction: forgo_action,
    ShuffleDiscard: shuffle_discard,
    EndRounds: end_rounds,
}
"""What decides the commands of this part."""

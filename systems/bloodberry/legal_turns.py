"""Turns in round progress and confrontations: cards to exchange, checks upon curses, curses upon others."""

from collections.abc import Iterator

from tenmatsu.engine.contract import Move, OpenField
from tenmatsu.systems.bloodberry.decide.dealing import hand_of
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.rounds import find_turn
from tenmatsu.systems.bloodberry.decide.scening import list_waiting
from tenmatsu.systems.bloodberry.decide.strengths import camp_of, find_most, find_strength
from tenmatsu.systems.bloodberry.decide.turns import can_act
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.state import State

TAG = "bloodberry."


def has_action(state: State, character: str) -> bool:
    """Return whether somebody may take a turn action now."""
    if not can_act(state, character):
        return False
    if state.rounds is not None:
        return state.rounds.acting == character and state.rounds.actions > 0
    return bool(state.confrontation) and character in list_waiting(state)


def may_exchange(state: State, character: str) -> bool:
    """Return whether somebody may exchange a card now."""
    rounds = state.rounds
    if rounds is None or not rounds.order or rounds.acting or state.cards.ran_out:
        return False
    return can_act(state, character) and find_turn(rounds) == character


def is_in_reach(state: State, target: str) -> bool:
    """Return whether a turn action may be upon somebody: all, or after a change those it allows."""
    rounds = state.rounds
    return can_act(state, target) and (rounds is None or not rounds.only or target in rounds.only)


def list_open_curses(state: State, rules: Rulebook, character: str) -> tuple[str, ...]:
    """Return the curses upon whom somebody may make a relation check as a turn action."""
    name, person = camp_of(state, character), state.people.get(character)
    camp = state.confronting.get(name)
    if camp is None or person is None or person.no_checks_until > state.clock:
        return ()
    most = find_most(state, rules, camp)
    return tuple(
        curse
        for curse in state.confrontation
        if is_in_reach(state, curse) and find_strength(state, name, curse) < most
    )


def list_victims(state: State) -> tuple[str, ...]:
    """Return upon whom a curse may bring a curse check as its turn action."""
    members = (one for camp in state.confronting.values() for one in camp.members)
    return tuple(one for one in dict.fromkeys(members) if is_in_reach(state, one))


def list_turn_moves(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    """Yield what somebody may do in their turn."""
    if may_exchange(state, character):
        for card in hand_of(state, character):
            yield Move(command=f"{TAG}exchange_card", fields={"character": character, "card": card})
    if not has_action(state, character):
        return
    if character in state.confrontation:
        yield from _list_curses(state, rules, character)
    elif state.confrontation:
        yield from _list_checks(state, rules, character)
    if state.confrontation:
        for number in range(1, len(state.specials) + 1):
            yield _special(state, character, number)
    yield Move(command=f"{TAG}forgo_action", fields={"character": character})


def _list_checks(state: State, rules: Rulebook, character: str) -> Iterator[Move]:
    for curse in list_open_curses(state, rules, character):
        for check, row in rules.tables.types.items():
            for second in ABILITIES:
                if second != row.ability:
                    fields = {"character": character, "target": curse, "check": check, "second": second}
                    yield Move(command=f"{TAG}relation_check", fields=fields)


def _list_curses(state: State, rules: Rulebook, curse: str) -> Iterator[Move]:
    for victim in list_victims(state):
        for check in rules.tables.curses:
            fields = {"character": victim, "check": check, "curse": curse}
            yield Move(command=f"{TAG}curse", fields=fields)


def _special(state: State, character: str, number: int) -> Move:
    rounds = state.rounds
    named = tuple(one for one in state.people if is_in_reach(state, one))
    needed = rounds is not None and bool(rounds.only) and character not in rounds.only
    return Move(
        command=f"{TAG}special_action",
        fields={"character": character, "action": number},
        open=(OpenField("target", choices=named, required=needed),),
    )


def list_gm_moves(state: State, rules: Rulebook) -> Iterator[Move]:
    """Yield what the GM may do to move the table on."""
    if state.rounds is not None:
        if state.cards.discard:
            yield Move(command=f"{TAG}shuffle_discard")
        yield Move(command=f"{TAG}end_rounds")
    if state.confrontation:
        yield Move(command=f"{TAG}end_confrontation")
        return
    curses = tuple(one for one, person in state.people.items() if person.kind == "curse" and person.can_act)
    pcs = any(person.kind == "pc" and person.can_act for person in state.people.values())
    if state.scene.interlude:
        yield Move(command=f"{TAG}end_interlude")
    elif curses and pcs and state.rounds is None:
        yield Move(command=f"{TAG}begin_confrontation", open=(OpenField("curses", choices=curses),))

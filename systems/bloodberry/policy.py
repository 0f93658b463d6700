"""
A player that confronts sensibly, whose turn it is, and how a confrontation ends: what auto-play needs.

It reckons with the exact chances of the rules (`policy_odds`) and reads state and rules alone.
"""

from random import Random

from tenmatsu.engine.contract import Command, Outcome, Turn
from tenmatsu.engine.errors import RuleViolation
from tenmatsu.systems.bloodberry.commands.confronting import EndConfrontation
from tenmatsu.systems.bloodberry.commands.rounds import EndRounds, ForgoAction, ShuffleDiscard
from tenmatsu.systems.bloodberry.decide.losing import ABILITIES
from tenmatsu.systems.bloodberry.decide.rounds import find_turn
from tenmatsu.systems.bloodberry.decide.scening import list_waiting
from tenmatsu.systems.bloodberry.decide.work import Rulebook
from tenmatsu.systems.bloodberry.legal import GM, list_moves
from tenmatsu.systems.bloodberry.legal_turns import has_action, may_exchange
from tenmatsu.systems.bloodberry.pending import list_pending
from tenmatsu.systems.bloodberry.policy_answers import answer
from tenmatsu.systems.bloodberry.policy_cards import exchange
from tenmatsu.systems.bloodberry.policy_simple import fill_in
from tenmatsu.systems.bloodberry.policy_turn import play_turn
from tenmatsu.systems.bloodberry.state import State
from tenmatsu.systems.bloodberry.wording import load_words


def choose_move(state: State, rules: Rulebook, character: str, rng: Random) -> Command:
    """Choose a sensible command for a character or `@gm`; `RuleViolation` where there is nothing to do."""
    choices = list_pending(state)
    chosen: Command | None
    if choices:
        chosen = answer(state, rules, choices[0]) if choices[0].whom == character else None
    elif state.confrontation or state.rounds is not None:
        chosen = _move_on(state) if character == GM else _act(state, rules, character)
    else:
        chosen = fill_in(list_moves(state, rules, character), rng)
    if chosen is None:
        raise RuleViolation("bloodberry.nothing_to_choose", words=load_words(), character=character)
    return chosen


def _act(state: State, rules: Rulebook, character: str) -> Command | None:
    if may_exchange(state, character):
        return exchange(state, rules, character)
    if not has_action(state, character):
        return None
    return play_turn(state, rules, character) if state.confrontation else ForgoAction(character=character)


def _move_on(state: State) -> Command:
    """Return what the GM does where nobody else can go on."""
    if state.rounds is None:
        return EndConfrontation()
    return ShuffleDiscard() if state.cards.ran_out and state.cards.discard else EndRounds()


# ---- the end ----


def find_next(state: State) -> Turn | None:
    """Return whose turn it is in a confrontation, the GM where nobody else can go on; None outside one."""
    if not state.confrontation:
        return None
    rounds = state.rounds
    if rounds is None:
        waiting = list_waiting(state)
        return Turn(waiting[0] if waiting else GM, state.turns)
    now = find_turn(rounds) or (rounds.actors[0] if rounds.actors else GM)
    able = has_action(state, now) or may_exchange(state, now)
    return Turn(now if able or not rounds.order else GM, rounds.cycle)


def find_outcome(state: State) -> Outcome | None:
    """Return which side won the last confrontation, until its scene is over; None where neither did."""
    last = state.confronted
    if state.confrontation or last is None or last.result == "undecided" or state.scene.interlude:
        return None
    if state.scene.number != last.scene:
        return None
    people = {one: state.people[one] for one in last.members if one in state.people}
    values: dict[str, int] = {}
    for one, person in people.items():
        if person.kind == "pc":
            values |= {f"{one}.{ability}": person.ability(ability) for ability in ABILITIES}
            values[f"{one}.vigour"] = person.vigour
    return Outcome(
        result=last.result,
        values=values,
        standing=tuple(one for one, person in people.items() if person.can_act),
        alive=tuple(one for one, person in people.items() if not (person.killed or person.vanished)),
    )

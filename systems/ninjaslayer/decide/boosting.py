"""アドレナリン・ブースト: focus in the own attack phase, easier dodges in others' hands."""

from typing import Literal

from tenmatsu.systems.ninjaslayer.commands.battle import AdrenalineBoost
from tenmatsu.systems.ninjaslayer.decide.damage import check_spirit, pay_spirit
from tenmatsu.systems.ninjaslayer.decide.phases import check_action, enter_phase, is_hand
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook, Work, find_able, find_battle, refuse
from tenmatsu.systems.ninjaslayer.events.battle import Boosted
from tenmatsu.systems.ninjaslayer.state import State


def may_boost(state: State, rules: Rulebook, character: str, hand: Literal["own", "others"]) -> bool:
    """
    Return whether somebody could boost now: a ninja in battle, once, with spirit for it.

    In `others` hands it makes dodges easier. In the `own` hand it brings focus while the action of the attack
    phase is still to come, and never an easier dodge: not of a counter either.
    """
    figure, battle = state.characters.get(character), state.battle
    if figure is None or battle is None or not figure.able or not figure.ninja or figure.boosted:
        return False
    if figure.spirit < rules.tables.rules.boost_spirit and rules.options.spirit_cost_at_zero == "refused":
        return False
    if hand == "others" or not is_hand(state, character):
        return hand == "others" and not _acts(state, character)
    return not figure.focused and character not in battle.acted and battle.phase(character) != "end"


def boost(work: Work, character: str) -> None:
    """Use アドレナリン・ブースト, or refuse: focused in the own attack phase, else easier dodges."""
    find_battle(work)
    figure = find_able(work, character)
    if not figure.ninja:
        refuse(work, "boost_of_a_ninja", character=character)
    if figure.boosted:
        refuse(work, "boosted_already", character=character)
    price = work.rules.tables.rules.boost_spirit
    check_spirit(work, character, price)
    own = _acts(work.state, character)
    if own:
        check_action(work, character)
        if figure.focused:
            refuse(work, "focused_already", character=character)
        enter_phase(work, character, "attack")
    pay_spirit(work, character, price)
    work.record(Boosted(character=character, own_hand=own))


def boost_attack(work: Work, command: AdrenalineBoost) -> None:
    """Boost in the own hand; in others' hands it is declared with a dodge."""
    find_battle(work)
    find_able(work, command.character)
    if not is_hand(work.state, command.character):
        refuse(work, "not_their_hand", character=command.character)
    boost(work, command.character)


def _acts(state: State, character: str) -> bool:
    """Return whether it is somebody's hand, be it that they have ended their part of it."""
    slot = None if state.battle is None else state.battle.slot
    return slot is not None and character in slot.characters

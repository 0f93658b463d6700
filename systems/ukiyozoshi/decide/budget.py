"""What a character may still do in a combat round (行動手番), and what a 活劇点 adds to it."""

from typing import Literal

import msgspec

from tenmatsu.systems.ukiyozoshi.decide.effects import combine_styles, measure_skill
from tenmatsu.systems.ukiyozoshi.decide.points import spend_points
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook, Work, refuse
from tenmatsu.systems.ukiyozoshi.events.combat import ActionBought
from tenmatsu.systems.ukiyozoshi.fight import Combat, Turn
from tenmatsu.systems.ukiyozoshi.state import Figure, State

Paid = Literal["usual", "school", ""]
"""Out of what an attack or parry is paid: the round's own, a school's extra (小野派), nothing left."""
OTHER = "*"
"""Another act in place of an attack."""
SIDESTEP = "体さばき"
RUNNING = "走行"
_replace = msgspec.structs.replace


def find_turn(state: State, character: str) -> Turn:
    """Return what a character has done in this round."""
    return Turn() if state.combat is None else state.combat.turns.get(character, Turn())


def find_combat(work: Work) -> Combat:
    """Return the fight, or refuse."""
    combat = work.state.combat
    if combat is None:
        refuse(work, "no_combat")
    return combat


def whose_turn(combat: Combat) -> str:
    """Return the character whose turn it is."""
    return combat.order[combat.at] if combat.at < len(combat.order) else ""


def verify_turn(work: Work, character: str) -> Turn:
    """Return what the character has done in their turn, or refuse where it is not theirs."""
    combat = find_combat(work)
    if character not in combat.order:
        refuse(work, "not_in_combat", character=character)
    if whose_turn(combat) != character:
        refuse(work, "not_your_turn", character=character, now=whose_turn(combat))
    return find_turn(work.state, character)


def list_swords(figure: Figure, rules: Rulebook) -> tuple[str, ...]:
    """Return the two swords of 二天一流 in hand, or none."""
    if len(figure.hands) < 2:
        return ()
    rows = rules.tables.weapons
    swords = tuple(weapon for weapon in figure.hands if weapon in rows and rows[weapon].sword)
    return swords if len(swords) >= 2 and combine_styles(figure, rules).two_swords else ()


def pay_attack(figure: Figure, turn: Turn, weapon: str, rules: Rulebook) -> Paid:
    """Return out of what an attack with a weapon is paid."""
    if turn.reloading:
        return ""
    swords = list_swords(figure, rules)
    each = rules.tables.combat.attacks + turn.bought_attacks
    others = sum([count for with_, count in turn.attacks.items() if with_ not in swords])
    if weapon in swords:
        usual = turn.attacks.get(weapon, 0) < (each - others) * swords.count(weapon)
    else:  # one attack of the round, of which two swords make two
        rounds = [-(-turn.attacks.get(sword, 0) // swords.count(sword)) for sword in swords]
        usual = others + max(rounds, default=0) < each
    if usual:
        return "usual"
    return "school" if turn.free < combine_styles(figure, rules).free_extra else ""


def pay_defence(figure: Figure, turn: Turn, with_: str, rules: Rulebook) -> Paid:
    """Return out of what a parry with a weapon, or a sidestep, is paid."""
    swords = list_swords(figure, rules)
    each = (0 if turn.reloading else rules.tables.combat.defences) + turn.bought_defences
    used = sum(turn.defences.values())
    usual = used < each * max(1, len(swords))
    if swords:
        usual = usual and turn.defences.get(with_, 0) < each * max(1, swords.count(with_))
    if usual:
        return "usual"
    free = turn.free < combine_styles(figure, rules).free_extra and not turn.reloading
    return "school" if free and with_ != SIDESTEP else ""


def use_attack(turn: Turn, weapon: str, paid: Paid) -> Turn:
    """Return the turn after an attack; it ends the movement under way, which may not be split."""
    if paid == "school":
        return _replace(turn, free=turn.free + 1, half_ken=0)
    return _replace(turn, attacks={**turn.attacks, weapon: turn.attacks.get(weapon, 0) + 1}, half_ken=0)


def use_defence(turn: Turn, with_: str, paid: Paid) -> Turn:
    """Return the turn after a parry or sidestep."""
    if paid == "school":
        return _replace(turn, free=turn.free + 1)
    return _replace(turn, defences={**turn.defences, with_: turn.defences.get(with_, 0) + 1})


def measure_move(figure: Figure, rules: Rulebook) -> int:
    """Return how far one movement goes, in half-ken: 6 間, or 7 for good runners (走行)."""
    row = rules.tables.combat
    fast = RUNNING in figure.skills and measure_skill(figure, RUNNING, rules) >= row.fast_run
    return row.fast_move if fast else row.move


def left_of_move(figure: Figure, turn: Turn, rules: Rulebook) -> int:
    """Return how far the character may still go without another 活劇点, in half-ken."""
    return max(turn.half_ken, measure_move(figure, rules) if has_move(turn) else 0)


def has_move(turn: Turn) -> bool:
    """Return whether a movement is left to begin."""
    return turn.moves < (0 if turn.reloading else 1) + turn.bought_moves


def use_move(work: Work, character: str, figure: Figure, turn: Turn, half_ken: int) -> Turn:
    """Return the turn after so much movement, or refuse."""
    if turn.aimed:
        refuse(work, "aimed", character=character)
    if half_ken <= turn.half_ken:
        return _replace(turn, half_ken=turn.half_ken - half_ken)
    whole = measure_move(figure, work.rules)
    if not has_move(turn) or half_ken > whole:
        left = left_of_move(figure, turn, work.rules)
        refuse(work, "too_far_to_move", character=character, needed=half_ken, left=left)
    return _replace(turn, moves=turn.moves + 1, half_ken=whole - half_ken)


def use_whole(work: Work, character: str, figure: Figure, pay: str) -> Turn:
    """Return the turn after an act in place of the movement or the attack, or refuse."""
    turn = verify_turn(work, character)
    if pay == "attack":
        return use_other(work, character, figure, turn)
    if turn.aimed:
        refuse(work, "aimed", character=character)
    if not has_move(turn):
        refuse(work, "no_move_left", character=character)
    return _replace(turn, moves=turn.moves + 1, half_ken=0)


def use_part(work: Work, character: str, figure: Figure, pay: str, half_ken: int) -> Turn:
    """Return the turn after an act in place of a part of the movement or of the attack, or refuse."""
    turn = verify_turn(work, character)
    if pay == "attack":
        return use_other(work, character, figure, turn)
    return use_move(work, character, figure, turn, half_ken)


def use_other(work: Work, character: str, figure: Figure, turn: Turn) -> Turn:
    """Return the turn after another act in place of an attack, or refuse."""
    if pay_attack(figure, turn, OTHER, work.rules) != "usual":
        refuse(work, "no_attack_left", character=character)
    return use_attack(turn, OTHER, "usual")


def buy(work: Work, character: str, kind: Literal["move", "attack", "defence"], *, selfish: bool) -> Turn:
    """Buy one more movement, attack or defence; the caller has verified that it can be paid."""
    spend_points(work, character, "action", work.rules.tables.katsugeki.action, selfish=selfish)
    turn = find_turn(work.state, character)
    if kind == "move":
        turn = _replace(turn, bought_moves=turn.bought_moves + 1)
    elif kind == "attack":
        turn = _replace(turn, bought_attacks=turn.bought_attacks + 1)
    else:
        turn = _replace(turn, bought_defences=turn.bought_defences + 1)
    work.record(ActionBought(character=character, kind=kind, turn=turn))
    return turn

"""Cash of the fallen, treasure boxes, and who loots them."""

import re

import msgspec

from tenmatsu.events.envelope import GM_ONLY
from tenmatsu.systems.ninjaslayer.commands.scenario import Loot, PutTreasure
from tenmatsu.systems.ninjaslayer.decide.phases import use_action
from tenmatsu.systems.ninjaslayer.decide.readying import NOT_CARRIED, pick_up
from tenmatsu.systems.ninjaslayer.decide.work import Work, find_able, refuse
from tenmatsu.systems.ninjaslayer.events.making import DiceGranted
from tenmatsu.systems.ninjaslayer.events.scenario import BodyLeft, CashCollected, Looted, TreasurePut
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import STOOD_ON, are_squares_adjacent, is_on, kind_at
from tenmatsu.systems.ninjaslayer.state import Body, State

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
"""What a box may be called without a map."""


def collect_cash(work: Work, character: str) -> None:
    """
    Let what a fallen foe carried go to the cash pool.

    A boss, and a mob with something special on it, leave a body to be looted where they fell; of the
    unconscious it is taken as they lie.
    """
    figure = work.state.characters.get(character)
    if figure is None or figure.side != "foes" or not (figure.exploded or figure.removed):
        return
    special = work.state.bodies.get(character)
    if figure.kind == "mob" and special is None:
        if figure.cash:
            pool = work.state.scenario.pool + figure.cash
            work.record(CashCollected(character=character, cash=figure.cash, pool=pool))
    elif figure.cash or (special is not None and special.carried):
        work.record(BodyLeft(character=character, square=figure.square, cash=figure.cash))


def put_treasure(work: Work, command: PutTreasure) -> None:
    """Put treasure into a box, or on a foe who leaves it behind, unseen; what is there already stays."""
    if not (command.cash or command.items or command.emergency or command.quick):
        refuse(work, "treasure_empty")
    for item in command.items:
        if item not in work.rules.tables.weapons or item in NOT_CARRIED:
            known = tuple(one for one in work.rules.tables.weapons if one not in NOT_CARRIED)
            refuse(work, "unknown_weapon", weapon=item, known=known)
    figure = work.state.characters.get(command.target)
    old = work.state.bodies.get(command.target, Body(square=""))
    if figure is None:
        square, carried = _find_box(work, command.target), False
    else:
        if figure.kind == "pc":
            refuse(work, "treasure_on_player", character=command.target)
        carried = not (figure.exploded or figure.removed)
        square = "" if carried else old.square or figure.square
    work.record(
        TreasurePut(
            target=command.target,
            square=square,
            carried=carried,
            cash=old.cash + command.cash,
            items=(*old.items, *command.items),
            emergency=old.emergency + command.emergency,
            quick=old.quick + command.quick,
        ),
        audience=GM_ONLY,
    )


def _find_box(work: Work, target: str) -> str:
    """Return the square of a box, empty without a map; or refuse."""
    if not work.state.map.rows:
        if not _WORD.fullmatch(target):
            refuse(work, "box_name", target=target)
        return ""
    if not is_on(work.state.map, target):
        refuse(work, "no_such_square", square=target)
    if kind_at(work.state.map, target) not in STOOD_ON | {"treasure"}:
        refuse(work, "no_place_for_box", square=target)
    return target


def loot(work: Work, command: Loot) -> None:
    """Loot a box or somebody fallen: cash to the pool, the rest to whoever loots it."""
    character, target = command.character, command.target
    figure = find_able(work, character)
    if work.state.scenario.stage in ("evaluation", "leisure"):
        refuse(work, "loot_outside_play")
    battle = work.state.battle is not None
    if battle and target not in work.state.characters and is_on(work.state.map, target):
        # what a box holds is unknown to most: whether it is in reach is said before
        _check_reach(work, character, target, Body(square=target))
    body = find_loot(work, figure, target)
    if battle:
        _check_reach(work, character, target, body)
        use_action(work, character)
    pool = work.state.scenario.pool + body.cash
    work.record(Looted(character=character, target=target, cash=body.cash, pool=pool))
    for item in body.items:
        pick_up(work, character, item)
    if body.emergency or body.quick:
        now = work.state.characters[character]
        work.record(
            DiceGranted(
                character=character,
                quick=body.quick,
                emergency=body.emergency,
                quick_dice=now.quick_dice + body.quick,
                emergency_dice=now.emergency_dice + body.emergency,
            )
        )


def _check_reach(work: Work, character: str, target: str, body: Body) -> None:
    if not is_in_reach(work.state, work.state.characters[character], target, body):
        refuse(work, "loot_out_of_reach", character=character, target=target)


def find_loot(work: Work, looter: Figure, target: str) -> Body:
    """Return what there is to be looted of a box or of somebody fallen, or refuse."""
    body, figure = work.state.bodies.get(target), work.state.characters.get(target)
    if figure is not None:
        if figure.side == looter.side:
            refuse(work, "not_to_loot", target=target)
        if figure.able:
            refuse(work, "on_their_feet", target=target)
        if not (figure.exploded or figure.removed):
            body = msgspec.structs.replace(body or Body(square=""), square=figure.square)
            body = msgspec.structs.replace(body, cash=body.cash + figure.cash)
        elif body is not None and body.carried:
            body = None
    if body is None or body == Body(square=body.square, carried=body.carried):
        refuse(work, "nothing_to_loot", target=target)
    return body


def is_in_reach(state: State, looter: Figure, target: str, body: Body) -> bool:
    """
    Return whether somebody reaches what they loot: on its square, or next to it.

    Next to it will do where it lives, or where nobody can stand on it, as on a treasure box.
    """
    if not (state.map.rows and body.square and looter.square):
        return True
    if looter.square == body.square:
        return True
    figure = state.characters.get(target)
    lives = figure is not None and not (figure.exploded or figure.removed)
    beside = lives or kind_at(state.map, body.square) not in STOOD_ON
    return beside and are_squares_adjacent(state, looter.square, body.square)

"""The auto-player's own turn: rise, draw, go where a blow does most, strike, buy another, end."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands import blows, combat, missiles
from tenmatsu.systems.ukiyozoshi.decide.aiming import is_drawn
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.decide.budget import (
    OTHER,
    find_turn,
    has_move,
    left_of_move,
    measure_move,
    pay_attack,
)
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_skill
from tenmatsu.systems.ukiyozoshi.decide.missiles import is_far, is_thrown
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, is_in_reach, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn
from tenmatsu.systems.ukiyozoshi.legal import is_drawable, is_unready
from tenmatsu.systems.ukiyozoshi.policy_odds import weigh_blow
from tenmatsu.systems.ukiyozoshi.policy_worth import price
from tenmatsu.systems.ukiyozoshi.state import Figure, State


class Strike(NamedTuple):
    """A blow that could be struck in this turn, and what it is expected to do."""

    worth: float
    """The chance to hit, not to be defended, and the share of the target's endurance that it takes."""
    blow: Blow
    ken: int
    """How far to go before it; below 0: away, since a long weapon needs room."""


class Player(NamedTuple):
    """Somebody whose turn is played, with what the turn still holds."""

    state: State
    rules: Rulebook
    character: str
    figure: Figure
    turn: Turn
    weapons: tuple[str, ...]
    """What could be struck with at once, bare hands last."""
    payable: list[str]
    """Those of them that an attack is left for."""
    left: int
    """How far to go still, in half-ken."""
    enemies: tuple[str, ...]


def is_of_players(figure: Figure) -> bool:
    """Return whether somebody fights on the players' side."""
    return not figure.npc or figure.companion


def list_enemies(state: State, character: str) -> tuple[str, ...]:
    """Return those of the other side who can still act, in the order of their turns."""
    characters = state.characters
    side = is_of_players(characters.get(character, Figure()))
    order = () if state.combat is None else state.combat.order
    return tuple(
        other
        for other in order
        if (figure := characters.get(other)) is not None
        and is_of_players(figure) is not side
        and figure.can_act
    )


def look(state: State, rules: Rulebook, character: str, figure: Figure) -> Player:
    """Return somebody with what their turn still holds."""
    turn = find_turn(state, character)
    weapons = list_weapons(figure, rules)
    return Player(
        state=state,
        rules=rules,
        character=character,
        figure=figure,
        turn=turn,
        weapons=weapons,
        payable=[weapon for weapon in weapons if pay_attack(figure, turn, weapon, rules)],
        left=0 if turn.aimed or figure.held_by else left_of_move(figure, turn, rules),
        enemies=list_enemies(state, character),
    )


def play_turn(state: State, rules: Rulebook, character: str, figure: Figure) -> Command:
    """Choose what to do next in one's own turn."""
    me = look(state, rules, character, figure)
    return (
        _rise(me)
        or _arm(me)
        or _ready(me)
        or _strike(me)
        or _approach(me)
        or _buy(me)
        or combat.EndTurn(character=character)
    )


# ---- blows ----


def list_strikes(me: Player, weapons: Sequence[str], left: int) -> Iterator[Strike]:
    """
    Yield the blows that reach somebody after at most `left` half-ken of movement.

    Bare hands do less than nearly any weapon, and break on it: they are left out where one reaches.
    """
    rows = me.rules.tables.weapons
    arms = [(weapon, rows[weapon], is_drawn(me.figure, weapon, me.rules)) for weapon in weapons]
    for target in me.enemies:
        distance = measure_distance(me.state, me.character, target)
        armed = False
        for weapon, row, drawn in arms:
            ken = None if armed and row.bare else find_way(distance, row.reach, left, me.rules)
            if ken is None:
                continue
            armed = armed or not row.bare
            blow = Blow(
                striker=me.character,
                target=target,
                weapon=weapon,
                skill=row.skill,
                drawn=drawn,
                first=not me.turn.first_blow,
            )
            yield Strike(weigh_blow(me.state, me.rules, blow), blow, ken)


def _list_shots(me: Player) -> Iterator[Strike]:
    for weapon in dict.fromkeys(me.figure.hands):
        row = me.rules.tables.missiles.get(weapon)
        if row is None or not pay_attack(me.figure, me.turn, weapon, me.rules):
            continue
        ready = is_thrown(weapon, row) or weapon in me.figure.loaded
        if not ready or not _is_useful(me, weapon):
            continue
        for target in me.enemies:
            distance = measure_distance(me.state, me.character, target)
            if distance is None or distance > row.range * SQUARE * me.rules.tables.shots.far_times:
                continue
            blow = Blow(
                striker=me.character,
                target=target,
                weapon=weapon,
                skill=row.skill,
                style="shot",
                far=is_far(distance, row, me.rules),
                first=not me.turn.first_blow,
            )
            yield Strike(weigh_blow(me.state, me.rules, blow), blow, 0)


def find_way(distance: int | None, far: int, left: int, rules: Rulebook) -> int | None:
    """Return how many ken to go until a reach covers a distance, None where that is too far."""
    if is_in_reach(distance, far, rules):
        return 0
    if distance is None:
        return None
    if distance < SQUARE <= far:
        return -1 if left >= SQUARE and is_in_reach(distance + SQUARE, far, rules) else None
    ken = (distance - far + SQUARE - 1) // SQUARE
    return ken if ken * SQUARE <= left and is_in_reach(distance - ken * SQUARE, far, rules) else None


def _find_best(me: Player, strikes: list[Strike]) -> Strike | None:
    """Return the strike that does most; of equal ones the weaker target, the shorter way, the first."""
    characters = me.state.characters
    return max(
        strikes,
        key=lambda one: (one.worth, -characters[one.blow.target].endurance, -abs(one.ken)),
        default=None,
    )


def _strike(me: Player) -> Command | None:
    """Strike or shoot where it does most, or go there first."""
    if not me.payable:
        return None
    best = _find_best(me, [*list_strikes(me, me.payable, me.left), *_list_shots(me)])
    if best is None:
        return None
    blow = best.blow
    if best.ken:
        return _go(me, blow.target, best.ken)
    if blow.style == "shot":
        return missiles.Shoot(character=me.character, target=blow.target, weapon=blow.weapon)
    return blows.Attack(character=me.character, target=blow.target, weapon=blow.weapon)


# ---- other acts ----


def _rise(me: Player) -> Command | None:
    if me.figure.posture != "prone" or me.figure.mounted or me.turn.aimed or not has_move(me.turn):
        return None
    return combat.TakePosture(character=me.character, posture="standing")


def _arm(me: Player) -> Command | None:
    """Draw the best weapon where there is only the bare hand, and put away a bow that is of no use."""
    rows, figure = me.rules.tables.weapons, me.figure
    if any(not rows[weapon].bare for weapon in me.weapons):
        return None
    if any(_is_useful(me, weapon) for weapon in figure.hands):
        return None
    pay = _find_pay(me)
    if not pay:
        return None
    drawable = [
        weapon
        for weapon in figure.belongings
        if (weapon in rows or _is_useful(me, weapon)) and is_drawable(figure, weapon, me.rules)
    ]
    if drawable:
        best = max(drawable, key=lambda weapon: _measure_arm(me, weapon))
        return combat.DrawWeapon(character=me.character, weapon=best, pay=pay)
    if figure.hands and any(
        weapon in rows and count > figure.hands.count(weapon) for weapon, count in figure.belongings.items()
    ):
        return combat.SheatheWeapon(character=me.character, weapon=figure.hands[0], pay=pay)
    return None


def _find_pay(me: Player) -> combat.Pay | None:
    """Return what drawing is paid with: a part of the movement, else the attack."""
    if me.left >= me.rules.tables.combat.draw_move:
        return "move"
    return "attack" if pay_attack(me.figure, me.turn, OTHER, me.rules) == "usual" else None


def _is_useful(me: Player, weapon: str) -> bool:
    """Return whether a missile weapon has anything left to shoot."""
    row = me.rules.tables.missiles.get(weapon)
    return row is not None and me.figure.belongings.get(row.ammunition, 0) > 0


def _measure_arm(me: Player, weapon: str) -> int:
    row = me.rules.tables.weapons.get(weapon) or me.rules.tables.missiles[weapon]
    return measure_skill(me.figure, row.skill, me.rules) + row.plus


def _ready(me: Player) -> Command | None:
    """Ready the next missile where nothing else is in hand, and there is time for it or nobody in reach."""
    weapon = _find_unready(me)
    if not weapon or all(measure_distance(me.state, me.character, one) is None for one in me.enemies):
        return None
    moves = has_move(me.turn) and not me.turn.aimed
    at_once = moves and me.rules.tables.missiles[weapon].ready_actions <= 1
    if not at_once and any(list_strikes(me, me.payable, 0)):
        return None
    if moves:
        return missiles.ReadyMissile(character=me.character, weapon=weapon)
    if pay_attack(me.figure, me.turn, OTHER, me.rules) == "usual":
        return missiles.ReadyMissile(character=me.character, weapon=weapon, pay="attack")
    return None


def _find_unready(me: Player) -> str:
    rows, figure = me.rules.tables.missiles, me.figure
    if any(weapon not in rows for weapon in figure.hands):
        return ""
    for weapon in (*figure.hands, *figure.belongings):
        if is_unready(figure, weapon, me.rules):
            return weapon
    return ""


def _approach(me: Player) -> Command | None:
    """Go towards the nearest enemy, as far as the movement carries, where no weapon reaches one."""
    if me.left < SQUARE or not me.payable:
        return None
    near = sorted(
        (distance, enemy)
        for enemy in me.enemies
        if (distance := measure_distance(me.state, me.character, enemy)) is not None
    )
    if not near:
        return None
    distance, enemy = near[0]
    far = max(me.rules.tables.weapons[weapon].reach for weapon in me.weapons)
    ken = min(me.left // SQUARE, (distance - far + SQUARE - 1) // SQUARE)
    return None if ken < 1 else _go(me, enemy, ken)


def _go(me: Player, enemy: str, ken: int) -> Command:
    """Go so many ken towards somebody, or away from them."""
    figure, foe = me.figure, me.state.characters.get(enemy, Figure())
    if figure.x is None or figure.y is None or foe.x is None or foe.y is None:
        if ken < 0:
            return combat.Move(character=me.character, away_from=enemy, ken=-ken)
        return combat.Move(character=me.character, toward=enemy, ken=ken)
    if ken < 0:
        return combat.Move(character=me.character, x=figure.x - ken, y=figure.y)
    stop = max(abs(foe.x - figure.x), abs(foe.y - figure.y)) - ken
    x = figure.x + _step(foe.x - figure.x, stop)
    y = figure.y + _step(foe.y - figure.y, stop)
    return combat.Move(character=me.character, x=x, y=y)


def _step(way: int, stop: int) -> int:
    """Return how far to go along one axis, stopping so many squares before the foe."""
    short = max(0, abs(way) - stop)
    return short if way > 0 else -short


def _buy(me: Player) -> Command | None:
    """Buy an attack, or the movement that an attack still needs, where what it does is worth the point."""
    cost = me.rules.tables.katsugeki.action
    if me.figure.katsugeki < cost or me.turn.reloading:
        return None
    if me.payable:
        still = me.turn.aimed or me.figure.held_by
        strikes = list_strikes(me, me.payable, 0 if still else measure_move(me.figure, me.rules))
    else:
        strikes = list_strikes(me, me.weapons, me.left)
    best = _find_best(me, list(strikes))
    if best is None or best.worth < price(me.figure, cost):
        return None
    return combat.BuyAction(character=me.character, kind="move" if me.payable else "attack")

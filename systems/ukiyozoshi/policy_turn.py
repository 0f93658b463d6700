"""The auto-player's own turn: rise, draw, go where a blow does most, strike, buy another, end."""

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands import blows, combat, missiles
from tenmatsu.systems.ukiyozoshi.decide.budget import OTHER, has_move, measure_move, pay_attack
from tenmatsu.systems.ukiyozoshi.decide.effects import measure_skill
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.legal import is_drawable, is_unready
from tenmatsu.systems.ukiyozoshi.policy_strikes import (
    Player,
    find_best,
    is_useful,
    list_shots,
    list_strikes,
    look,
)
from tenmatsu.systems.ukiyozoshi.policy_worth import price
from tenmatsu.systems.ukiyozoshi.state import Figure, State


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


def _strike(me: Player) -> Command | None:
    """Strike or shoot where it does most, or go there first."""
    if not me.payable:
        return None
    best = find_best(me, [*list_strikes(me, me.payable, me.left), *list_shots(me)])
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
    if any(is_useful(me, weapon) for weapon in figure.hands):
        return None
    pay = _find_pay(me)
    if not pay:
        return None
    drawable = [
        weapon
        for weapon in figure.belongings
        if (weapon in rows or is_useful(me, weapon)) and is_drawable(figure, weapon, me.rules)
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
    best = find_best(me, list(strikes))
    if best is None or best.worth < price(me.figure, me.rules, cost):
        return None
    return combat.BuyAction(character=me.character, kind="move" if me.payable else "attack")

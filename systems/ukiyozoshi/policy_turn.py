"""The auto-player's own turn: rise, draw, go where a blow does most, strike, buy another, end."""

from collections.abc import Iterator
from typing import NamedTuple

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ukiyozoshi.commands import blows, combat, missiles
from tenmatsu.systems.ukiyozoshi.decide.aiming import is_drawn
from tenmatsu.systems.ukiyozoshi.decide.arms import has_free_hands
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
from tenmatsu.systems.ukiyozoshi.legal import is_drawable
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


def play_turn(state: State, rules: Rulebook, character: str, figure: Figure) -> Command:
    """Choose what to do next in one's own turn."""
    turn = find_turn(state, character)
    return (
        _rise(character, figure, turn)
        or _draw(state, rules, character, figure, turn)
        or _strike(state, rules, character, figure, turn)
        or _ready(state, rules, character, figure, turn)
        or _approach(state, rules, character, figure, turn)
        or _buy(state, rules, character, figure, turn)
        or combat.EndTurn(character=character)
    )


# ---- blows ----


def list_strikes(
    state: State, rules: Rulebook, character: str, figure: Figure, weapons: list[str], left: int
) -> Iterator[Strike]:
    """
    Yield the blows that reach somebody after at most `left` half-ken of movement.

    Bare hands, which stand last, do less than nearly any weapon and break on it: they are left out where one
    reaches.
    """
    turn = find_turn(state, character)
    drawn = {weapon: is_drawn(figure, weapon, rules) for weapon in weapons}
    for target in list_enemies(state, character):
        distance = measure_distance(state, character, target)
        armed = False
        for weapon in weapons:
            row = rules.tables.weapons[weapon]
            ken = None if armed and row.bare else find_way(distance, row.reach, left, rules)
            if ken is None:
                continue
            armed = armed or not row.bare
            blow = Blow(
                striker=character,
                target=target,
                weapon=weapon,
                skill=row.skill,
                drawn=drawn[weapon],
                first=not turn.first_blow,
            )
            yield Strike(weigh_blow(state, rules, blow), blow, ken)


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


def find_best(strikes: list[Strike], state: State) -> Strike | None:
    """Return the strike that does most; of equal ones the weaker target, the shorter way, the first."""
    return max(
        strikes,
        key=lambda one: (
            one.worth,
            -state.characters.get(one.blow.target, Figure()).endurance,
            -abs(one.ken),
        ),
        default=None,
    )


def list_payable(figure: Figure, turn: Turn, rules: Rulebook) -> list[str]:
    """Return what a figure could strike with and has an attack left for."""
    return [weapon for weapon in list_weapons(figure, rules) if pay_attack(figure, turn, weapon, rules)]


def _strike(state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn) -> Command | None:
    weapons = list_payable(figure, turn, rules)
    if not weapons:
        return None
    left = _measure_left(figure, turn, rules)
    best = find_best(
        [
            *list_strikes(state, rules, character, figure, weapons, left),
            *_list_shots(state, rules, character, figure, turn),
        ],
        state,
    )
    if best is None:
        return None
    blow = best.blow
    if best.ken:
        return _go(state, character, figure, blow.target, best.ken)
    if blow.style == "shot":
        return missiles.Shoot(character=character, target=blow.target, weapon=blow.weapon)
    return blows.Attack(character=character, target=blow.target, weapon=blow.weapon)


def _list_shots(
    state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn
) -> Iterator[Strike]:
    for weapon in dict.fromkeys(figure.hands):
        row = rules.tables.missiles.get(weapon)
        if row is None or not pay_attack(figure, turn, weapon, rules):
            continue
        ready = is_thrown(weapon, row) or weapon in figure.loaded
        if not ready or figure.belongings.get(row.ammunition, 0) < 1:
            continue
        for target in list_enemies(state, character):
            distance = measure_distance(state, character, target)
            if distance is None or distance > row.range * SQUARE * rules.tables.shots.far_times:
                continue
            blow = Blow(
                striker=character,
                target=target,
                weapon=weapon,
                skill=row.skill,
                style="shot",
                far=is_far(distance, row, rules),
                first=not turn.first_blow,
            )
            yield Strike(weigh_blow(state, rules, blow), blow, 0)


# ---- other acts ----


def _measure_left(figure: Figure, turn: Turn, rules: Rulebook) -> int:
    return 0 if turn.aimed or figure.held_by else left_of_move(figure, turn, rules)


def _rise(character: str, figure: Figure, turn: Turn) -> Command | None:
    if figure.posture != "prone" or figure.mounted or turn.aimed or not has_move(turn):
        return None
    return combat.TakePosture(character=character, posture="standing")


def _draw(state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn) -> Command | None:
    """Draw the best weapon at hand where there is only the bare hand to strike with."""
    rows = rules.tables.weapons
    if any(not rows[weapon].bare for weapon in list_weapons(figure, rules)):
        return None
    if any(_is_useful(figure, weapon, rules) for weapon in figure.hands):
        return None
    drawable = [weapon for weapon in figure.belongings if is_drawable(figure, weapon, rules)]
    if not drawable:
        return None
    best = max(drawable, key=lambda weapon: _measure_arm(figure, weapon, rules))
    if _measure_left(figure, turn, rules) >= rules.tables.combat.draw_move:
        return combat.DrawWeapon(character=character, weapon=best)
    if pay_attack(figure, turn, OTHER, rules) == "usual":
        return combat.DrawWeapon(character=character, weapon=best, pay="attack")
    return None


def _is_useful(figure: Figure, weapon: str, rules: Rulebook) -> bool:
    """Return whether a missile weapon in hand has anything left to shoot."""
    row = rules.tables.missiles.get(weapon)
    return row is not None and figure.belongings.get(row.ammunition, 0) > 0


def _measure_arm(figure: Figure, weapon: str, rules: Rulebook) -> int:
    row = rules.tables.weapons.get(weapon) or rules.tables.missiles[weapon]
    return measure_skill(figure, row.skill, rules) + row.plus


def _ready(state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn) -> Command | None:
    """Ready the next missile where nothing else is in hand to fight with."""
    weapon = _find_unready(figure, rules)
    if not weapon:
        return None
    if has_move(turn) and not turn.aimed:
        return missiles.ReadyMissile(character=character, weapon=weapon)
    if pay_attack(figure, turn, OTHER, rules) == "usual":
        return missiles.ReadyMissile(character=character, weapon=weapon, pay="attack")
    return None


def _find_unready(figure: Figure, rules: Rulebook) -> str:
    rows = rules.tables.missiles
    if any(weapon not in rows for weapon in figure.hands):
        return ""
    for weapon in (*figure.hands, *figure.belongings):
        row = rows.get(weapon)
        if row is None or row.gun or row.ready_rounds or figure.belongings.get(row.ammunition, 0) < 1:
            continue
        if not is_thrown(weapon, row):
            if weapon in figure.hands and weapon not in figure.loaded:
                return weapon
        elif figure.thrown and weapon not in figure.hands and has_free_hands(figure, weapon, rules):
            return weapon
    return ""


def _approach(state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn) -> Command | None:
    """Go towards the nearest enemy, as far as the movement carries, where no weapon reaches one."""
    left = _measure_left(figure, turn, rules) // SQUARE
    near = sorted(
        (distance, enemy)
        for enemy in list_enemies(state, character)
        if (distance := measure_distance(state, character, enemy)) is not None
    )
    if not left or not near or not list_payable(figure, turn, rules):
        return None
    distance, enemy = near[0]
    rows = rules.tables.weapons
    far = max(rows[weapon].reach for weapon in list_weapons(figure, rules))
    ken = min(left, (distance - far + SQUARE - 1) // SQUARE)
    return None if ken < 1 else _go(state, character, figure, enemy, ken)


def _go(state: State, character: str, figure: Figure, enemy: str, ken: int) -> Command:
    """Go so many ken towards somebody, or away from them."""
    foe = state.characters.get(enemy, Figure())
    if figure.x is None or figure.y is None or foe.x is None or foe.y is None:
        if ken < 0:
            return combat.Move(character=character, away_from=enemy, ken=-ken)
        return combat.Move(character=character, toward=enemy, ken=ken)
    if ken < 0:
        return combat.Move(character=character, x=figure.x - ken, y=figure.y)
    stop = max(abs(foe.x - figure.x), abs(foe.y - figure.y)) - ken
    x = figure.x + _step(foe.x - figure.x, stop)
    y = figure.y + _step(foe.y - figure.y, stop)
    return combat.Move(character=character, x=x, y=y)


def _step(way: int, stop: int) -> int:
    """Return how far to go along one axis, stopping so many squares before the foe."""
    short = max(0, abs(way) - stop)
    return short if way > 0 else -short


def _buy(state: State, rules: Rulebook, character: str, figure: Figure, turn: Turn) -> Command | None:
    """Buy an attack, or the movement that an attack still needs, where what it does is worth the point."""
    cost = rules.tables.katsugeki.action
    if figure.katsugeki < cost or turn.reloading:
        return None
    ready = list_payable(figure, turn, rules)
    fresh = 0 if turn.aimed or figure.held_by else measure_move(figure, rules)
    left = fresh if ready else _measure_left(figure, turn, rules)
    weapons = ready or list(list_weapons(figure, rules))
    best = find_best(list(list_strikes(state, rules, character, figure, weapons, left)), state)
    if best is None or best.worth < price(figure, cost):
        return None
    return combat.BuyAction(character=character, kind="move" if ready else "attack")

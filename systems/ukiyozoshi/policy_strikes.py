"""The blows and shots that somebody could strike in their turn, and what each is expected to do."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tenmatsu.systems.ukiyozoshi.decide.aiming import is_drawn
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.decide.budget import find_turn, left_of_move, pay_attack
from tenmatsu.systems.ukiyozoshi.decide.missiles import is_far, is_thrown
from tenmatsu.systems.ukiyozoshi.decide.places import SQUARE, is_in_reach, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow, Turn
from tenmatsu.systems.ukiyozoshi.policy_odds import weigh_blow
from tenmatsu.systems.ukiyozoshi.policy_worth import is_of_players
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


def list_shots(me: Player) -> Iterator[Strike]:
    """Yield the shots of what is ready in hand at those within its range."""
    for weapon in dict.fromkeys(me.figure.hands):
        row = me.rules.tables.missiles.get(weapon)
        if row is None or not pay_attack(me.figure, me.turn, weapon, me.rules):
            continue
        ready = is_thrown(weapon, row) or weapon in me.figure.loaded
        if not ready or not is_useful(me, weapon):
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


def find_best(me: Player, strikes: list[Strike]) -> Strike | None:
    """Return the strike that does most; of equal ones the weaker target, the shorter way, the first."""
    characters = me.state.characters
    return max(
        strikes,
        key=lambda one: (one.worth, -characters[one.blow.target].endurance, -abs(one.ken)),
        default=None,
    )


def is_useful(me: Player, weapon: str) -> bool:
    """Return whether a missile weapon has anything left to shoot."""
    row = me.rules.tables.missiles.get(weapon)
    return row is not None and me.figure.belongings.get(row.ammunition, 0) > 0

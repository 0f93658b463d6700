"""The auto-player's own hand: focus or a step towards a foe, the best attack, the end."""

from collections.abc import Iterable

import msgspec

from tenmatsu.engine.contract import Command
from tenmatsu.systems.ninjaslayer.battle import Battle
from tenmatsu.systems.ninjaslayer.commands.attacking import Attack
from tenmatsu.systems.ninjaslayer.commands.battle import EndTurn, Focus, FullMove
from tenmatsu.systems.ninjaslayer.commands.moving import Cartwheel, Move
from tenmatsu.systems.ninjaslayer.decide.boosting import may_boost
from tenmatsu.systems.ninjaslayer.decide.work import Rulebook
from tenmatsu.systems.ninjaslayer.figures import Figure
from tenmatsu.systems.ninjaslayer.grid import distance
from tenmatsu.systems.ninjaslayer.legal_hands import may_act, may_move
from tenmatsu.systems.ninjaslayer.policy_plans import Plan, find_best, with_person
from tenmatsu.systems.ninjaslayer.reach import count_squares, find_reach
from tenmatsu.systems.ninjaslayer.state import State

WORTH_A_STEP = 0.05
"""How much more an attack must be worth for a step to be taken in place of focus."""
WORTH_A_BOOST = 0.35
SPARE_SPIRIT = 3
"""Below it spirit is kept for what would kill."""
MOST_SQUARES = 6
"""So many squares to step to are weighed, those nearest to a foe and to oneself."""


def play_hand(state: State, rules: Rulebook, battle: Battle, character: str, figure: Figure) -> Command:
    """Choose what to do next in one's own hand."""
    if battle.extra.get(character) and battle.phase(character) == "attack":
        way = find_step(state, rules, character, battle.extra[character])
        return EndTurn(character=character) if not way else Move(character=character, to=way)
    if not may_act(battle, character):
        return EndTurn(character=character)
    movable = may_move(battle, character, figure)
    starting = battle.phase(character) == "start" and not figure.focused
    best = find_best(state, rules, character, focused=starting)
    if movable and state.map.rows:
        step = _find_better(state, rules, character, figure, best)
        if step is not None:
            return step
    if best is None:
        return _give_up(state, rules, character)
    if starting:
        return Focus(character=character)
    return _strike(state, rules, character, figure, best)


def _strike(state: State, rules: Rulebook, character: str, figure: Figure, plan: Plan) -> Command:
    """Strike, with a boost where focus is worth its spirit."""
    boost = False
    if figure.spirit >= SPARE_SPIRIT and may_boost(state, rules, character, "own"):
        eased = find_best(state, rules, character, focused=True)
        boost = eased is not None and eased.worth - plan.worth > WORTH_A_BOOST
        plan = eased if boost and eased is not None else plan
    return Attack(
        character=character, targets=plan.targets, weapon=plan.weapon, style=plan.style, boost=boost
    )


def _find_better(
    state: State, rules: Rulebook, character: str, figure: Figure, best: Plan | None
) -> Command | None:
    """Return a step from which more can be done than from here; None where there is none."""
    enough = -1.0 if best is None else best.worth + WORTH_A_STEP
    reach = find_reach(state, rules, character, squares=count_squares(figure, rules))
    foes = _list_foes(state, figure)
    squares = _sort_squares(reach, foes, figure.square)
    found, worth = "", enough
    for square in squares:
        moved = with_person(state, character, msgspec.structs.replace(figure, square=square))
        plan = find_best(moved, rules, character)
        if plan is not None and plan.worth > worth:
            found, worth = square, plan.worth
    if found:
        return Move(character=character, to=found)
    if best is not None:
        return None
    if figure.ninja and figure.shaken == 0 and _needs_leap(reach, foes):
        return Cartwheel(character=character)
    nearer = find_step(state, rules, character, count_squares(figure, rules))
    return Move(character=character, to=nearer) if nearer else None


def _sort_squares(reach: dict[str, tuple[str, ...]], foes: Iterable[str], own: str) -> list[str]:
    """Return the squares to weigh: those beside a foe, the nearest ways first, and one or two in the open."""
    beside = [one for one in reach if any(are_near(one, foe) for foe in foes)]
    ranked = sorted(beside, key=lambda one: (len(reach[one]), one))[:MOST_SQUARES]
    others = sorted(
        (one for one in reach if one not in beside),
        key=lambda one: (min((distance(one, foe) for foe in foes), default=0), len(reach[one]), one),
    )
    return ranked + others[:2]


def are_near(one: str, other: str) -> bool:
    """Return whether squares touch."""
    return distance(one, other) == 1


def _list_foes(state: State, figure: Figure) -> list[str]:
    others = state.characters.values()
    return [other.square for other in others if other.on_map and other.able and other.side != figure.side]


def _needs_leap(reach: dict[str, tuple[str, ...]], foes: list[str]) -> bool:
    """Return whether no square beside a foe can be walked to."""
    return bool(foes) and not any(are_near(one, foe) for one in reach for foe in foes)


def find_step(state: State, rules: Rulebook, character: str, squares: int) -> str:
    """Return the square within reach that is nearest to a foe; empty where none is nearer."""
    figure = state.characters[character]
    ways = find_reach(state, rules, character, squares=squares)
    foes = _list_foes(state, figure)
    if not ways or not foes or not figure.square:
        return ""
    far = min(distance(figure.square, foe) for foe in foes)
    near = min(ways, key=lambda one: (min(distance(one, foe) for foe in foes), len(ways[one]), one))
    if min(distance(near, foe) for foe in foes) < far:
        return near
    return _find_way_round(state, rules, character, ways, foes)


def _find_way_round(
    state: State, rules: Rulebook, character: str, ways: dict[str, tuple[str, ...]], foes: list[str]
) -> str:
    """Return how far one gets on the whole way to a square beside a foe, where the straight one is barred."""
    whole = find_reach(state, rules, character)
    goals = [path for one, path in whole.items() if any(are_near(one, foe) for foe in foes)]
    path = min(goals, key=len, default=())
    return next((one for one in reversed(path) if one in ways), "")


def _give_up(state: State, rules: Rulebook, character: str) -> Command:
    """Run on where nobody can be attacked, or end the hand."""
    figure = state.characters[character]
    if state.map.rows and figure.square and find_step(state, rules, character, 3):
        return FullMove(character=character)
    return EndTurn(character=character)

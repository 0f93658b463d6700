"""The auto-player's own turn: go where a blow does most, strike, end."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.combat import EndTurn, MoveLane, Strike, Style
from tenmatsu.systems.akatsuki.decide.attacks import find_harm, specify_hit
from tenmatsu.systems.akatsuki.decide.checking import measure_target
from tenmatsu.systems.akatsuki.decide.turns import has_major
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.legal import list_foes, list_styles, list_weapons
from tenmatsu.systems.akatsuki.policy_answers import POINT
from tenmatsu.systems.akatsuki.policy_odds import (
    CERTAIN,
    Boost,
    find_boost,
    measure_defence,
    reach,
    share_of_fate,
    weigh_hit,
)
from tenmatsu.systems.akatsuki.rows import WeaponRow
from tenmatsu.systems.akatsuki.state import Ability, Attack, Figure, Harm, State

WORTH_A_STEP = 0.02
"""How much more a blow must do for a step to be taken."""


class Plan(NamedTuple):
    """A blow that could be struck at somebody."""

    worth: float
    """What it is expected to do, in shares of a fighter."""
    landed: float
    """What it does once it is not rolled amiss; the chance of a defence is reckoned in."""
    rank: int
    needed: int
    """What two dice must not exceed to hit."""
    reach: int
    lane: int
    """Where the foe stands."""
    target: str
    weapon: str
    style: Style


def play_turn(state: State, rules: Rulebook, character: str, figure: Figure) -> Command:
    """Choose what to do next in one's own turn."""
    plans = list(_list_plans(state, rules, character, figure)) if has_major(state, figure) else []
    here = figure.lane or 0
    best = _find_best(plans, here)
    step = None
    if figure.minors and has_major(state, figure):
        step = _find_step(plans, here, best) if plans else _approach(state, character, figure)
    if step is not None:
        return MoveLane(character=character, lane=step)
    return EndTurn(character=character) if best is None else _strike(rules, character, figure, best)


def _list_plans(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Plan]:
    """Yield every blow at every foe who is not down, in reach from here or after a step."""
    here, step = figure.lane or 0, 1 if figure.minors else 0
    arms = [
        (weapon, style)
        for weapon in list_weapons(figure, rules)
        for style in list_styles(figure, rules, weapon)
    ]
    for target in list_foes(state, character):
        foe = state.characters[target]
        if foe.unconscious:
            continue
        lane, share, odds = foe.lane or 0, share_of_fate(foe), _Odds(state, rules, character, figure, target)
        weights: dict[tuple[Harm, int], float] = {}
        for weapon, style in arms:
            row = rules.tables.weapons[weapon]
            if abs(lane - here) > row.reach + step:
                continue
            harm = find_harm(row, style)
            weight = weights.get((harm, row.rank))
            if weight is None:
                weight = weights[harm, row.rank] = weigh_hit(foe, rules, harm, row.rank) * share
            needed, open_ = odds.find(weapon, row, style)
            landed = weight * open_
            yield Plan(
                reach(needed) * landed,
                landed,
                row.rank,
                needed,
                row.reach,
                lane,
                target,
                weapon,
                style,
            )


class _Odds:
    """What somebody needs to hit a foe, and how likely no defence stops it: alike for alike weapons."""

    def __init__(self, state: State, rules: Rulebook, character: str, figure: Figure, target: str) -> None:
        self._state, self._rules = state, rules
        self._character, self._npc, self._target = character, figure.npc, target
        self._known: dict[tuple[Ability, bool], tuple[int, float]] = {}

    def find(self, weapon: str, row: WeaponRow, style: Style) -> tuple[int, float]:
        """Return the target to hit, and the chance that no defence stops it."""
        key = (row.ability, style == "held_back")
        if key not in self._known:
            self._known[key] = self._measure(weapon, row, style)
        return self._known[key]

    def _measure(self, weapon: str, row: WeaponRow, style: Style) -> tuple[int, float]:
        held_back = self._rules.tables.combat.held_back if style == "held_back" else 0
        attack = Attack(
            attacker=self._character,
            target=self._target,
            weapon=weapon,
            harm=row.harm,
            rank=row.rank,
            stage="defend",
            eased=-held_back if self._npc else 0,
        )
        stopped = measure_defence(self._state, self._rules, attack)
        if self._npc:
            return CERTAIN, 1.0 - stopped
        strike = Strike(character=self._character, target=self._target, weapon=weapon, style=style)
        needed, _ = measure_target(self._state, self._rules, specify_hit(self._state, self._rules, strike))
        return needed, 1.0 - stopped


def _find_best(plans: Iterable[Plan], lane: int) -> Plan | None:
    """Return the blow that does most from a lane, the first of equals; None where none can reach."""
    reaching = (plan for plan in plans if abs(plan.lane - lane) <= plan.reach)
    return max(reaching, key=lambda plan: (plan.worth, plan.landed, plan.rank), default=None)


def _find_step(plans: Sequence[Plan], here: int, best: Plan | None) -> int | None:
    """Return the neighbouring lane from which more can be done."""
    steps = [(_find_best(plans, lane), lane) for lane in (here - 1, here + 1)]
    worth, lane = max((-1.0 if plan is None else plan.worth, lane) for plan, lane in steps)
    enough = -1.0 if best is None else best.worth + WORTH_A_STEP
    return lane if worth > enough else None


def _approach(state: State, character: str, figure: Figure) -> int | None:
    """Return the neighbouring lane that is nearer to a foe, where none can be reached even after a step."""
    here = figure.lane or 0
    foes = (state.characters[target] for target in list_foes(state, character))
    lanes = [foe.lane or 0 for foe in foes if not foe.unconscious]
    if not lanes:
        return None
    nearest = min(lanes, key=lambda lane: abs(lane - here))
    return here + 1 if nearest > here else here - 1


def _strike(rules: Rulebook, character: str, figure: Figure, plan: Plan) -> Command:
    """Strike, boosted as far as that is worth the points; not where it cannot hit."""
    boost = Boost() if figure.npc else find_boost(figure, rules, plan.needed, plan.landed, POINT)
    if not reach(plan.needed + boost.plus):
        return EndTurn(character=character)
    return Strike(
        character=character,
        target=plan.target,
        weapon=plan.weapon,
        style=plan.style,
        plus=boost.plus,
        cards=boost.cards,
        chivalry=boost.chivalry,
    )

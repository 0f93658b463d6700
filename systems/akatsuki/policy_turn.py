"""The auto-player's own turn: go where a blow does most, strike, end."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tenmatsu.engine.contract import Command
from tenmatsu.systems.akatsuki.commands.combat import EndTurn, MoveLane, Strike
from tenmatsu.systems.akatsuki.decide.attacks import find_harm, specify_hit
from tenmatsu.systems.akatsuki.decide.checking import measure_target
from tenmatsu.systems.akatsuki.decide.turns import has_major
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.legal import list_foes, list_styles, list_weapons
from tenmatsu.systems.akatsuki.policy_answers import POINT
from tenmatsu.systems.akatsuki.policy_odds import (
    CERTAIN,
    find_boost,
    measure_defence,
    reach,
    share_of_fate,
    weigh_hit,
)
from tenmatsu.systems.akatsuki.state import Attack, Figure, State

WORTH_A_STEP = 0.02
"""How much more a blow must do for a step to be taken."""


class Plan(NamedTuple):
    """A blow that could be struck at somebody."""

    worth: float
    """What it is expected to do, in shares of a fighter."""
    landed: float
    """What it does once it is not rolled amiss; the chance of a defence is reckoned in."""
    needed: int
    """What two dice must not exceed to hit."""
    rank: int
    reach: int
    lane: int
    """Where the foe stands."""
    strike: Strike


def play_turn(state: State, rules: Rulebook, character: str, figure: Figure) -> Command:
    """Choose what to do next in one's own turn."""
    plans = list(_list_plans(state, rules, character, figure)) if has_major(figure) else []
    here = figure.lane or 0
    best = _find_best(plans, here)
    step = _find_step(plans, here, best) if figure.minors and plans else None
    if step is not None:
        return MoveLane(character=character, lane=step)
    return EndTurn(character=character) if best is None else _strike(rules, figure, best)


def _list_plans(state: State, rules: Rulebook, character: str, figure: Figure) -> Iterator[Plan]:
    """Yield every blow at every foe who is not down, wherever they stand."""
    for target in list_foes(state, character):
        foe = state.characters[target]
        if foe.unconscious:
            continue
        for weapon in list_weapons(figure, rules):
            for style in list_styles(figure, rules, weapon):
                strike = Strike(character=character, target=target, weapon=weapon, style=style)
                yield _weigh(state, rules, figure, foe, strike)


def _weigh(state: State, rules: Rulebook, figure: Figure, foe: Figure, strike: Strike) -> Plan:
    row = rules.tables.weapons[strike.weapon]
    attack = Attack(
        attacker=strike.character,
        target=strike.target,
        weapon=strike.weapon,
        harm=find_harm(row, strike.style),
        rank=row.rank,
        stage="defend",
        eased=-rules.tables.combat.held_back if figure.npc and strike.style == "held_back" else 0,
    )
    landed = weigh_hit(foe, rules, attack.harm, attack.rank) * share_of_fate(foe)
    landed *= 1.0 - measure_defence(state, rules, attack)
    needed = CERTAIN if figure.npc else measure_target(state, rules, specify_hit(state, rules, strike))[0]
    return Plan(reach(needed) * landed, landed, needed, row.rank, row.reach, foe.lane or 0, strike)


def _find_best(plans: Iterable[Plan], lane: int) -> Plan | None:
    """Return the blow that does most from a lane, the first of equals; None where none can reach."""
    reaching = (plan for plan in plans if abs(plan.lane - lane) <= plan.reach)
    return max(reaching, key=lambda plan: (plan.worth, plan.landed, plan.rank), default=None)


def _find_step(plans: list[Plan], here: int, best: Plan | None) -> int | None:
    """Return the neighbouring lane from which more can be done, or which is nearer to a foe out of reach."""
    steps = [(_find_best(plans, lane), lane) for lane in (here - 1, here + 1)]
    better = max(((plan.worth, lane) for plan, lane in steps if plan is not None), default=None)
    if better is not None:
        enough = -1.0 if best is None else best.worth + WORTH_A_STEP
        return better[1] if better[0] > enough else None
    if best is not None:
        return None
    nearest = min(plans, key=lambda plan: abs(plan.lane - here) - plan.reach)
    return here + 1 if nearest.lane > here else here - 1


def _strike(rules: Rulebook, figure: Figure, plan: Plan) -> Command:
    """Strike, boosted as far as that is worth the points; not where it cannot hit."""
    strike = plan.strike
    if figure.npc:
        return strike
    boost = find_boost(figure, rules, plan.needed, plan.landed, POINT)
    if not reach(plan.needed + boost.plus):
        return EndTurn(character=strike.character)
    if not boost.plus:
        return strike
    return Strike(
        character=strike.character,
        target=strike.target,
        weapon=strike.weapon,
        style=strike.style,
        plus=boost.plus,
        cards=boost.cards,
        chivalry=boost.chivalry,
    )

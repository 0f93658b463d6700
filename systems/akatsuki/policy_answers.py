"""The auto-player's answers to what the rules ask: defend, negate or take a hit, survive."""

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.systems.akatsuki.commands.combat import Defend, TakeHit
from tenmatsu.systems.akatsuki.commands.damage import RollSurvival
from tenmatsu.systems.akatsuki.decide.work import Rulebook
from tenmatsu.systems.akatsuki.policy_odds import (
    DOWN_UNTIL_LATER,
    fear_hit,
    find_boost,
    find_defence,
    find_survival,
    share_of_fate,
)
from tenmatsu.systems.akatsuki.state import Attack, Figure, State
from tenmatsu.systems.akatsuki.tables import RANKS

RISKY = 0.2
"""From what a hit would do on, a fate card is worth it."""
POINT = 0.02
"""What an awakening point is worth where no life hangs on it."""
POINT_OF_LIFE = 0.0005
"""What it is worth where one does: all are spent, but none in vain."""


def answer(state: State, rules: Rulebook, choice: Pending) -> Command:
    """Answer an open choice of somebody."""
    figure, attack = state.characters.get(choice.whom, Figure()), state.attack
    if choice.kind == "survive" or attack is None:
        return _survive(rules, choice.whom, figure)
    if choice.kind == "defend":
        return _defend(state, rules, figure, attack)
    return _take(rules, figure, attack)


def _survive(rules: Rulebook, character: str, figure: Figure) -> Command:
    wound = figure.wound
    if wound is None or figure.doomed:
        return RollSurvival(character=character)
    deadly = wound.harm == "lethal" or wound.rank >= RANKS
    stake, price = (1.0, POINT_OF_LIFE) if deadly else (DOWN_UNTIL_LATER, POINT)
    boost = find_boost(figure, rules, find_survival(figure, rules, wound.harm, wound.rank), stake, price)
    return RollSurvival(character=character, plus=boost.plus, cards=boost.cards, chivalry=boost.chivalry)


def _defend(state: State, rules: Rulebook, figure: Figure, attack: Attack) -> Command:
    """Take the better way, which costs nothing; boost it as far as it saves more than the points."""
    target, command = find_defence(state, rules, attack)
    stake = fear_hit(figure, rules, attack.harm, attack.rank) * share_of_fate(figure)
    boost = find_boost(figure, rules, target, stake, POINT)
    return Defend(
        character=attack.target,
        choice=command.choice,
        plus=boost.plus,
        cards=boost.cards,
        chivalry=boost.chivalry,
    )


def _take(rules: Rulebook, figure: Figure, attack: Attack) -> Command:
    """Negate what is risky, with a chip where chips may; bear what is not."""
    risky = fear_hit(figure, rules, attack.harm, attack.rank) >= RISKY
    for choice in ("negate_chivalry", "negate"):
        if risky and choice in attack.choices:
            return TakeHit(character=attack.target, choice=choice)
    return TakeHit(character=attack.target, choice="take")

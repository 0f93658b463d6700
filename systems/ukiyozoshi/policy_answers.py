"""The auto-player's answers to what the rules ask: counter, defend, resist, roll again, pay."""

import msgspec

from tenmatsu.engine.contract import Command, Pending
from tenmatsu.systems.ukiyozoshi.commands import blows, checks, katsugeki
from tenmatsu.systems.ukiyozoshi.decide.aiming import JUJUTSU, is_drawn
from tenmatsu.systems.ukiyozoshi.decide.attack import list_weapons
from tenmatsu.systems.ukiyozoshi.decide.budget import SIDESTEP, find_turn, pay_attack
from tenmatsu.systems.ukiyozoshi.decide.places import is_in_reach, measure_distance
from tenmatsu.systems.ukiyozoshi.decide.points import may_buy_before
from tenmatsu.systems.ukiyozoshi.decide.work import Rulebook
from tenmatsu.systems.ukiyozoshi.fight import Blow, Exchange
from tenmatsu.systems.ukiyozoshi.policy_odds import (
    Roll,
    find_defence,
    find_fixed,
    find_stake,
    land,
    list_ways,
    measure_hit,
    measure_roll,
    passes_parry,
    reach,
    weigh_blow,
)
from tenmatsu.systems.ukiyozoshi.policy_strikes import list_strikes, look
from tenmatsu.systems.ukiyozoshi.policy_worth import price, weigh
from tenmatsu.systems.ukiyozoshi.state import Check, Figure, State

FIRST = 0.5
"""How often, of two blows that cross, the own one is taken to land first."""
FAINT_HOPE = 0.1
"""A defence less likely than this is kept for the next blow, where another foe has still to act."""
HELD = 0.3
"""What it is worth not to be held, as a share of a fighter: no movement, and no long weapon."""
DOWN = 0.1
"""What it is worth not to be thrown to the ground, beside the harm."""
ORDINARY = 0.3
"""What a success outside a fight is worth: the last 活劇点 is not spent on it, a third or fourth is."""

_COMMANDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (*blows.BLOW_COMMANDS, *checks.CHECK_COMMANDS, *katsugeki.KATSUGEKI_COMMANDS)
}


def answer(state: State, rules: Rulebook, choice: Pending) -> Command:
    """Answer a choice that is open."""
    figure = state.characters.get(choice.whom, Figure())
    exchange, check = state.exchange, state.check
    match choice.kind:
        case "before_roll" | "after_failure" if check is not None:
            option = _answer_check(state, rules, figure, check)
            return _build(choice, option if option in choice.options else choice.options[0])
        case "counter" if exchange is not None:
            return _counter(state, rules, choice, figure, exchange)
        case "defend" if exchange is not None and (blow := exchange.blow(exchange.now)) is not None:
            return _defend(state, rules, choice, figure, blow)
        case "resist" if exchange is not None and (blow := exchange.blow(exchange.now)) is not None:
            return _resist(state, rules, choice, figure, blow)
        case "coincidence":
            return katsugeki.PriceCoincidence(choice="deny")
        case "coincidence_price":
            return katsugeki.AnswerPrice(character=choice.whom, choice="decline")
        case _:
            return _build(choice, choice.options[-1])


def _build(choice: Pending, option: str) -> Command:
    fields = {"type": choice.command, "character": choice.whom, "choice": option}
    return msgspec.convert(fields, _COMMANDS[choice.command])


# ---- checks ----


def _answer_check(state: State, rules: Rulebook, figure: Figure, check: Check) -> str:
    needed = int(check.data.get("needed", check.difficulty or 0))  # an opposed roll says what just wins
    chance = reach(Roll(check.dice, check.effective, rules.tables.checks.kept), needed)
    gain, sure = _measure_gain(state, rules, check)
    worth = weigh(figure, rules, chance, gain, sure)
    if "roll" in check.choices:
        return "buy" if worth.buy > worth.roll else "roll"
    best = max(("reroll", worth.reroll), ("success", worth.turn), key=lambda way: _rate(way, check))
    return best[0] if _rate(best, check) > 0 else "stand"


def _rate(way: tuple[str, float], check: Check) -> float:
    return way[1] if way[0] in check.choices else 0.0


def _measure_gain(state: State, rules: Rulebook, check: Check) -> tuple[float, float]:
    """Return what a success of a check is worth, rolled and bought."""
    blow = None if state.exchange is None else state.exchange.blow(str(check.data.get("which", "")))
    if blow is None:
        return ORDINARY, ORDINARY
    match check.roll:
        case "parry" | "sidestep":
            gain = _measure_defence(state, rules, blow, check.roll)
        case "hit" if check.character == blow.striker:
            return _measure_hit_gain(state, rules, blow, check)
        case "riding":
            gain = weigh_blow(state, rules, blow)
        case "resist":
            gain = _measure_hold(state, rules, blow)
        case "pain" | "stun":
            gain = 1.0
        case _:
            gain = ORDINARY
    return gain, gain


def _measure_defence(state: State, rules: Rulebook, blow: Blow, kind: str) -> float:
    """Return what a parry or sidestep saves; some blows go through a parry."""
    gain = find_stake(state, rules, blow).share
    if kind.endswith("parry") and passes_parry(state, rules, blow):
        gain -= find_stake(state, rules, blow, through=True).share
    return gain


def _measure_hold(state: State, rules: Rulebook, blow: Blow) -> float:
    return find_stake(state, rules, blow).share + DOWN if blow.style == "throw" else HELD


def _measure_hit_gain(state: State, rules: Rulebook, blow: Blow, check: Check) -> tuple[float, float]:
    """Return what a hit does, rolled anew and bought: the bought one has the least total that hits."""
    if blow.style in {"grapple", "choke"}:
        return HELD, HELD
    share = find_stake(state, rules, blow).share
    defence = find_defence(state, rules, blow)
    roll = Roll(check.dice, check.effective, rules.tables.checks.kept)
    needed = check.difficulty or 0
    chance = reach(roll, needed)
    fixed = find_fixed(rules, blow)
    rolled = share * land(roll, needed, defence, fixed) / chance if chance else 0.0
    total = needed if fixed is None else fixed
    return rolled, share * (1 - reach(defence, total)) if defence is not None else share


# ---- blows ----


def _counter(state: State, rules: Rulebook, choice: Pending, figure: Figure, exchange: Exchange) -> Command:
    """Counter where that does more than the attack would in one's own turn, or stops the blow."""
    attack = exchange.attack
    option = choice.options[0]
    best = _find_counter(state, rules, figure, attack, bought=option.startswith("buy_"))
    if best is None:
        return blows.AnswerAttack(character=choice.whom, choice="none")
    worth, blow = best
    stake = find_stake(state, rules, attack)
    threat = _measure_threat(state, rules, attack, None) * stake.share
    worth += FIRST * worth * threat
    if rules.options.counter_parry == "not":
        own = find_defence(state, rules, attack)
        worth -= threat - _measure_threat(state, rules, attack, own) * stake.share
    if worth <= _measure_keeping(state, rules, figure, choice.whom, option):
        return blows.AnswerAttack(character=choice.whom, choice="none")
    return msgspec.convert(
        {"type": choice.command, "character": choice.whom, "choice": option, "weapon": blow.weapon},
        blows.AnswerAttack,
    )


def _find_counter(
    state: State, rules: Rulebook, figure: Figure, attack: Blow, *, bought: bool
) -> tuple[float, Blow] | None:
    """Return the best blow in answer, with what it is expected to do."""
    turn = find_turn(state, attack.target)
    distance = measure_distance(state, attack.target, attack.striker)
    found: list[tuple[float, Blow]] = []
    for weapon in list_weapons(figure, rules):
        row = rules.tables.weapons[weapon]
        if not is_in_reach(distance, row.reach, rules):
            continue
        if not bought and not pay_attack(figure, turn, weapon, rules):
            continue
        blow = Blow(
            striker=attack.target,
            target=attack.striker,
            weapon=weapon,
            skill=row.skill,
            drawn=is_drawn(figure, weapon, rules),
            first=not turn.first_blow,
        )
        found.append((weigh_blow(state, rules, blow), blow))
    return max(found, key=lambda one: one[0], default=None)


def _measure_threat(state: State, rules: Rulebook, attack: Blow, defence: Roll | None) -> float:
    hit, difficulty = measure_hit(state, rules, attack)
    return land(hit, difficulty, defence, find_fixed(rules, attack))


def _measure_keeping(state: State, rules: Rulebook, figure: Figure, character: str, option: str) -> float:
    """Return what is given up by a counter: a point, or the attack of one's own turn to come."""
    if option.startswith("buy_"):
        return price(figure, rules, rules.tables.katsugeki.action)
    if not _has_turn_to_come(state, character):
        return 0.0
    me = look(state, rules, character, figure)
    return max((one.worth for one in list_strikes(me, me.payable, 0)), default=0.0)


def _has_turn_to_come(state: State, character: str) -> bool:
    combat = state.combat
    return combat is not None and character in combat.order[combat.at + 1 :]


def _defend(state: State, rules: Rulebook, choice: Pending, figure: Figure, blow: Blow) -> Command:
    """Take the way that saves most for its price; none where nothing is saved or hardly any hope is left."""
    best: tuple[float, str, str, bool] = (0.0, "none", "", False)
    for option, weapon, roll in list_ways(state, rules, figure, blow):
        if option not in choice.options:
            continue
        fixed = find_fixed(rules, blow)
        difficulty = (blow.total or 0) if fixed is None else fixed
        chance = reach(roll, difficulty)
        gain = _measure_defence(state, rules, blow, option)
        paid = rules.tables.katsugeki.action if option.startswith("buy_") else 0
        spent = msgspec.structs.replace(figure, katsugeki=figure.katsugeki - paid) if paid else figure
        worth = weigh(spent, rules, chance, gain)
        cost = price(figure, rules, paid)
        if chance >= FAINT_HOPE or (chance and not _has_foe_to_come(state, choice.whom)):
            best = max(best, (worth.roll - cost, option, weapon, False), key=lambda way: way[0])
        if chance and may_buy_before(spent, rules):
            best = max(best, (worth.buy - cost, option, weapon, True), key=lambda way: way[0])
    _, option, weapon, bought = best
    fields = {"type": choice.command, "character": choice.whom, "choice": option}
    return msgspec.convert({**fields, "weapon": weapon, "bought": bought}, blows.AnswerBlow)


def _has_foe_to_come(state: State, character: str) -> bool:
    """Return whether another foe has still to act in this round."""
    combat = state.combat
    if combat is None:
        return False
    figure = state.characters.get(character, Figure())
    return any(
        (other := state.characters.get(one)) is not None and other.can_act and other.npc is not figure.npc
        for one in combat.order[combat.at + 1 :]
    )


def _resist(state: State, rules: Rulebook, choice: Pending, figure: Figure, blow: Blow) -> Command:
    """Resist with the better roll, which costs nothing."""
    skills = {"jujutsu": JUJUTSU, "sidestep": SIDESTEP}
    ways = [option for option in choice.options if option in skills]
    best = max(
        ways,
        key=lambda option: reach(measure_roll(figure, rules, skills[option]), blow.total or 0),
        default="none",
    )
    return _build(choice, best)

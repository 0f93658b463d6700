"""How a blow can be met: with what, by what chance; and where what passes a parry goes."""

from tenmatsu.engine.contract import Circumstance
from tenmatsu.systems.runequest.blows import Blow
from tenmatsu.systems.runequest.bodies import can_fight, is_weighed_down, list_weights
from tenmatsu.systems.runequest.decide.checking import CheckSpec, find_chance, find_skill, list_burdens
from tenmatsu.systems.runequest.decide.haunting import specify_spirit_defence
from tenmatsu.systems.runequest.decide.hindering import Lost, is_held_back, is_to_lose, sum_hindrances
from tenmatsu.systems.runequest.decide.shooting import is_held_up, may_defend
from tenmatsu.systems.runequest.decide.sticking import find_step_pull
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.derived import count_enc, find_max_enc
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import OFF, Tables
from tenmatsu.systems.runequest.wielding import (
    find_arm_points,
    find_natural_location,
    find_side,
    find_side_location,
    get_row,
    get_weapon,
    is_at_hand,
)

PARRY = "parry:"
FIST = "arm"
"""The part of the body that bare hands are of."""


def find_weapon_skill(state: State, rules: Rulebook, character: str, arm: str, *, off: bool = False) -> int:
    """Return the percent of a weapon in the hand that holds it; shields are learned in theirs."""
    figure = state.characters[character]
    found, weapon = figure.arms.get(arm), get_weapon(rules.tables, figure, arm)
    row = get_row(rules.tables, figure, arm)
    hand = "" if found is None else found.hand
    other = off or (hand in ("right", "left") and hand != figure.main_hand)
    if other and not row.shield and not row.natural:
        weapon = OFF + weapon
    return find_skill(state, rules, character, weapon)


def list_stuck_divisors(state: State, tables: Tables, character: str, arm: str) -> dict[str, int]:
    """Return what a light weapon that sticks in a shield divides its skill by."""
    stuck = list_weights(state, tables, character, arm)
    return {"weapon_in_shield": tables.wounds.stuck_divisor} if any(stuck) else {}


def can_parry_with(state: State, rules: Rulebook, character: str, arm: str) -> bool:
    """Return whether a weapon or shield can parry now."""
    figure = state.characters[character]
    if not is_at_hand(rules.tables, figure, arm):
        return False
    row = get_row(rules.tables, figure, arm)
    if (row.range and not row.thrown) or row.natural in ("leg", "head"):
        return False
    if find_arm_points(rules.tables, figure, arm) <= 0:
        return False
    return not row.shield or _is_shield_free(state, rules, character, arm)


def _is_shield_free(state: State, rules: Rulebook, character: str, arm: str) -> bool:
    if is_held_up(state, character, arm) or is_weighed_down(state, rules.tables, character, arm):
        return False
    used = {} if state.melee is None else state.melee.shields_used
    return rules.options.shield_two_weapon == "both" or used.get(f"{character}|{arm}") != "attack"


def can_defend(state: State, blow: Blow) -> bool:
    """Return whether the target can answer a blow at all."""
    figure = state.characters[blow.target]
    if blow.kind == "free" or figure.is_helpless or figure.surprised or not figure.is_awake:
        return False
    return can_fight(figure) and not _pulls_out(state, blow.target)


def _pulls_out(state: State, character: str) -> bool:
    """Return whether somebody spends the round on pulling a weapon out of their own body."""
    intent = None if state.melee is None else state.melee.intents.get(character)
    steps = () if intent is None else intent.steps
    stuck = [find_step_pull(state, character, step) for step in steps if step.kind == "pull_weapon"]
    locations = state.characters[character].locations
    return any(one is not None and one.target == character and one.at in locations for one in stuck)


def list_defences(state: State, rules: Rulebook, blow: Blow) -> tuple[str, ...]:
    """Return how a blow may be met: `none`, `parry:<arm>`, `dodge`, `spirit`."""
    figure = state.characters[blow.target]
    if not can_defend(state, blow):
        return ("none",)
    if not figure.embodied:
        return ("none", "spirit") if rules.options.spirit_defence == "dodge" else ("none",)
    found = list[str]()
    if not is_held_back(state, figure, "no_parry") and _may(state, rules, blow, "parry"):
        found += [PARRY + arm for arm in _list_parries(state, rules, blow.target)]
    if not figure.prone and not is_held_back(state, figure, "no_dodge") and _may(state, rules, blow, "dodge"):
        found.append("dodge")
    return ("none", *(one for one in found if _has_chance(state, rules, blow, one)))


def list_forfeits(state: State, rules: Rulebook, blow: Blow) -> tuple[Lost, ...]:
    """Return which lost defences a blow uses up: those that it could have been met with."""
    figure = state.characters[blow.target]
    if not can_defend(state, blow) or not figure.embodied:
        return ()
    lost = list[Lost]()
    if is_to_lose(state, figure, "no_parry") and _may(state, rules, blow, "parry"):
        lost.append("no_parry")
    if is_to_lose(state, figure, "no_dodge") and _may(state, rules, blow, "dodge") and not figure.prone:
        lost.append("no_dodge")
    return tuple(lost)


def _list_parries(state: State, rules: Rulebook, character: str) -> list[str]:
    """Return what somebody can parry with: bare hands only where nothing else is at hand."""
    figure = state.characters[character]
    owned = [arm for arm in figure.arms if can_parry_with(state, rules, character, arm)]
    if owned:
        return owned
    bare = (name for name, row in rules.tables.weapons.items() if row.natural == FIST)
    return [name for name in bare if can_parry_with(state, rules, character, name)]


def _may(state: State, rules: Rulebook, blow: Blow, kind: str) -> bool:
    return blow.kind != "missile" or may_defend(state, rules, blow, kind)


def _has_chance(state: State, rules: Rulebook, blow: Blow, one: str) -> bool:
    if rules.options.zero_defence == "five":
        return True
    kind, _, arm = one.partition(":")
    return find_chance(rules, _specify(state, rules, blow, kind, arm)) > 0


def specify_defence(state: State, rules: Rulebook, blow: Blow) -> CheckSpec:
    """Return the roll of the defence that the blow is met with."""
    defence = blow.defence
    if defence is None or defence.kind == "none":
        raise ValueError("a blow without a defence")
    if defence.kind == "spirit":
        return specify_spirit_defence(state, rules, blow)
    return _specify(state, rules, blow, defence.kind, defence.arm)


def _specify(state: State, rules: Rulebook, blow: Blow, kind: str, arm: str) -> CheckSpec:
    target, floor = blow.target, rules.options.zero_defence == "five"
    tried = 0 if state.melee is None else state.melee.defences.get(target, 0)
    before = tried if blow.stage == "declared" else tried - 1  # once it is met, this one is counted
    told = [Circumstance("further_defence", max(0, before) * rules.tables.round.defence)]
    if kind == "dodge":
        told.append(Circumstance("dodge_enc", find_dodge_burden(rules, state.characters[target])))
        return CheckSpec(
            character=target,
            purpose="dodge",
            ability="dodge",
            skill=find_skill(state, rules, target, "dodge"),
            circumstances=tuple(one for one in told if one.amount),
            floor=floor,
        )
    figure = state.characters[target]
    weapon = get_weapon(rules.tables, figure, arm)
    told += list_arm_circumstances(state, rules, target, arm)
    return CheckSpec(
        character=target,
        purpose="parry",
        ability=weapon,
        skill=find_weapon_skill(state, rules, target, arm),
        circumstances=tuple(one for one in told if one.amount),
        divisors=list_stuck_divisors(state, rules.tables, target, arm),
        floor=floor,
    )


def list_arm_circumstances(state: State, rules: Rulebook, character: str, arm: str) -> list[Circumstance]:
    """Return what changes both attacks and parries with a weapon: magic on it, sight, burdens."""
    figure = state.characters[character]
    effects = ("weapon_bonus", "missile_damage")
    return [
        Circumstance("magic", sum_working(rules.tables, figure, *effects, at=arm)),
        Circumstance("sight", sum_hindrances(state, figure, "attack_parry_less")),
        *list_burdens(state, rules, character, get_weapon(rules.tables, figure, arm)),
    ]


def find_dodge_burden(rules: Rulebook, figure: Figure) -> int:
    """Return what ENC takes off dodging (option `dodge_encumbrance`)."""
    melee = rules.tables.melee
    enc, limit = count_enc(rules.tables, figure), find_max_enc(figure)
    over = max(0, enc - limit)
    each = enc if rules.options.dodge_encumbrance == "each" else enc - over
    return each * melee.dodge_enc + over * melee.dodge_over


def _find_own_arm(tables: Tables, figure: Figure, arm: str) -> str:
    """Return the location of the arm that holds what parried."""
    held = figure.arms.get(arm)
    side = figure.main_hand if held is None else find_side(figure, held)
    return find_natural_location(tables, figure, arm) or find_side_location(tables, "arm", side)


def find_parry_location(rules: Rulebook, figure: Figure, arm: str, rolled: str, *, adjacent: bool) -> str:
    """Return where what passes a parry goes: the location rolled, or the one beside it that parried."""
    if not adjacent or rolled not in rules.tables.locations:
        return rolled
    beside = rules.tables.locations[rolled].adjacent
    own = _find_own_arm(rules.tables, figure, arm)
    if own in beside or rolled == own or not beside:
        return own
    return beside[0]

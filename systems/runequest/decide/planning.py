"""What may be declared: the steps of an intent checked as a whole; strike ranks and arms apart."""

from collections.abc import Callable, Sequence

from tenmatsu.systems.runequest.bodies import FIGHTING, can_do_nothing, can_fight, can_stand
from tenmatsu.systems.runequest.decide.arming import check_arms
from tenmatsu.systems.runequest.decide.conjuring import hinder_own
from tenmatsu.systems.runequest.decide.shooting import is_reloading
from tenmatsu.systems.runequest.decide.spellranks import read_casting
from tenmatsu.systems.runequest.decide.steps import (
    DISTANT,
    LAST,
    STRIKES,
    TIMELESS,
    count_units,
    list_leading,
)
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.engaging import list_threats
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Step, StepKind
from tenmatsu.systems.runequest.spellbook import sum_working
from tenmatsu.systems.runequest.state import State

_BESIDE_RELOADING: frozenset[StepKind] = TIMELESS | {"dodge_missiles", "other", "shoot"}
"""A shot has a refusal of its own."""
Check = Callable[[State, Rulebook, str, Sequence[Step]], str]
"""Returns the refusal that says why steps cannot be declared; empty where they can."""


def check_steps(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """Return why somebody may not declare these steps, as a refusal; empty where they may."""
    for check in CHECKS:
        reason = check(state, rules, character, steps)
        if reason:
            return reason
    return ""


def find_allowance(state: State, rules: Rulebook, character: str) -> int:
    """Return how many units somebody can move in a round, with magic and twisted ankles."""
    figure, tables = state.characters[character], rules.tables
    units = tables.derived.move + sum_working(tables, figure, "speed") - sum_working(tables, figure, "slow")
    for one in figure.hindrances:
        held = one.since <= state.now and (one.until is None or state.now < one.until)
        if one.kind == "slowed" and held:
            units //= max(1, one.amount)
    return max(0, units)


def _check_state(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """Whoever is bound or in shock does little; only one who lies on the ground can rise."""
    figure, kinds = state.characters[character], {step.kind for step in steps}
    if figure.bound and kinds - {"spell", "spirit_leave", "other"}:
        return "bound"
    if not can_fight(figure) and kinds & FIGHTING:
        return "shocked"
    if can_do_nothing(figure) and kinds - {"spell", "other"}:
        return "shocked"
    if "rise" in kinds and (not figure.prone or _must_stay_down(state, figure)):
        return "cannot_rise"
    first_rise = next((at for at, step in enumerate(steps) if step.kind == "rise"), len(steps))
    if figure.prone and any(step.kind in ("move", "retreat", "flee") for step in steps[:first_rise]):
        return "lies_down"
    return ""


def _must_stay_down(state: State, figure: Figure) -> bool:
    """Return whether somebody cannot get up: legs that carry nobody, or a fall that takes longer."""
    if not can_stand(figure):
        return True
    waits = [one for one in figure.hindrances if one.kind == "must_rise"]
    return any(one.until is not None and state.now < one.until for one in waits)


def _check_whole_round(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """What takes the whole round leaves nothing but defences besides; dodging missiles, half a move."""
    figure = state.characters[character]
    whole = [step for step in steps if step.kind in LAST or (step.kind == "retreat" and not figure.mounted)]
    if not whole:
        return ""
    others = [step for step in steps if step.kind not in TIMELESS and step is not whole[0]]
    if whole[0].kind == "dodge_missiles":
        moves = [step for step in others if step.kind == "move"]
        if len(moves) == len(others) and count_units(moves) <= find_allowance(state, rules, character) // 2:
            return ""
    return "whole_round" if others else ""


def _check_reloading(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """The rounds in which a slow weapon is made ready leave defences alone, unless it is let go."""
    if {step.kind for step in steps} <= _BESIDE_RELOADING:
        return ""
    let_go = {name for step in steps if step.kind == "ready" for name in (step.arm, step.at)}
    arms = state.characters[character].arms
    busy = any(arm.hand and name not in let_go and is_reloading(state, arm) for name, arm in arms.items())
    return "still_reloading" if busy else ""


def _check_engaged(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """Whoever is engaged strikes or casts, and moves only once out of reach."""
    threats = list_threats(state, character)
    kinds = [step.kind for step in steps]
    parting = [at for at, kind in enumerate(kinds) if kind in ("retreat", "flee")]
    if not threats:
        return "not_engaged" if parting else ""
    if parting:
        if parting != [0]:
            return "part_first"
        mounted = state.characters[character].mounted
        if kinds[0] == "retreat" and not mounted and any(state.characters[one].mounted for one in threats):
            return "foot_from_rider"
        return ""
    if "move" in kinds:
        return "engaged_cannot_move"
    if "shoot" in kinds:
        return "engaged_cannot_shoot"
    if "first_aid" in kinds:
        return "engaged_cannot_treat"
    return "strike_or_cast" if "spell" in kinds and set(kinds) & STRIKES else ""


def _check_movement(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """Movement ends with the round's allowance; over half of it first leaves defences alone."""
    melee, figure = state.melee, state.characters[character]
    fighters = () if melee is None else melee.fighters
    moves = [step for step in steps if step.kind == "move"]
    for step in moves:
        if not step.units:
            return "no_units"
        if step.toward and (step.toward not in fighters or step.toward == character):
            return "no_such_target"
    allowance = find_allowance(state, rules, character)
    if count_units(moves) > allowance:
        return "too_far"
    acts = {step.kind for step in steps} & {*STRIKES, *DISTANT}
    if figure.mounted:
        acts -= {"shoot"}
    return "moved_too_far" if acts and count_units(list_leading(steps)) * 2 > allowance else ""


def _check_targets(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    fighters = () if state.melee is None else state.melee.fighters
    for step in steps:
        if not step.target:
            continue
        known = state.characters if step.kind in ("spell", "first_aid", "other") else fighters
        if step.target not in known or (step.kind in {*STRIKES, "shoot"} and step.target == character):
            return "no_such_target"
    return ""


def _check_spells(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """One spell a round; more of spirit magic with Multispell, or by the option."""
    figure = state.characters[character]
    cast = [step for step in steps if step.kind == "spell"]
    named = [*cast, *(step for step in steps if step.kind == "ready" and step.spell)]
    rows = [rules.tables.spells.get(step.spell) for step in named]
    known = {*figure.known, *figure.inscribed, *figure.skills}
    if None in rows or any(step.spell not in known for step in named):
        return "spell_unknown"
    if len(cast) <= 1:
        return ""
    if any(row is not None and row.magic != "spirit" for row in rows[: len(cast)]):
        return "one_spell"
    several = rules.options.spells_per_round == "several"
    allowed = len(cast) if several else 1 + sum_working(rules.tables, figure, "multispell")
    return "one_spell" if len(cast) > allowed else ""


def _check_leave(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """What is made ready beside another step needs the GM's leave, and is no shield."""
    leave = state.melee is not None and character in state.melee.at_once
    figure = state.characters[character]
    for at, step in enumerate(steps):
        if not step.at_once:
            continue
        if step.kind != "ready" or not at or not leave:
            return "no_leave"
        for one in (step, steps[at - 1]):
            arm = figure.arms.get(one.arm) if one.kind == "ready" else None
            if arm is not None and rules.tables.weapons[arm.weapon].shield:
                return "shield_not_at_once"
    return ""


def _check_castings(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """What a spell needs of its caster: points, affinity, mastery, free INT."""
    for step in steps:
        if step.kind == "spell":
            reason = hinder_own(state, rules, read_casting(state, rules, character, step))
            if reason:
                return reason
    return ""


CHECKS: tuple[Check, ...] = (
    _check_state,
    _check_whole_round,
    _check_reloading,
    _check_engaged,
    _check_movement,
    _check_targets,
    check_arms,
    _check_spells,
    _check_castings,
    _check_leave,
)
"""In the order in which they are asked."""

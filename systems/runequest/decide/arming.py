"""Whether the arms of an intent can be used so: hands, second weapons, split attacks, missiles, shields."""

from collections.abc import Sequence

from tenmatsu.systems.runequest.decide.checking import find_skill
from tenmatsu.systems.runequest.decide.hands import (
    Grip,
    find_row,
    free_a_hand,
    is_in_hand,
    make_ready,
    read_grip,
)
from tenmatsu.systems.runequest.decide.shooting import (
    Misplaced,
    count_reload,
    find_guarded,
    is_reloading,
)
from tenmatsu.systems.runequest.decide.steps import STRIKES, TIMELESS
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.figures import Figure
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.state import State
from tenmatsu.systems.runequest.tables import OFF, Tables


def check_arms(state: State, rules: Rulebook, character: str, steps: Sequence[Step]) -> str:
    """Return why the arms of an intent cannot be used so, as a refusal; empty where they can."""
    figure, tables = state.characters[character], rules.tables
    grip = read_grip(tables, figure)
    for at, step in enumerate(steps):
        reason = _check_arm(state, rules, character, step, grip)
        if reason:
            return reason
        if step.kind == "shoot" and _ends_round(tables, figure, step) and _does_more(steps[at + 1 :]):
            return "reloads_behind"
        if step.kind == "ready":
            after = make_ready(tables, figure, grip, step)
            if isinstance(after, str):
                return after
            grip = after
        if step.kind == "spell" and frees_hand(tables, step):
            grip = free_a_hand(figure, grip)
    return _check_pair(rules, figure, steps) or _check_shields(rules, figure, steps)


def frees_hand(tables: Tables, step: Step) -> bool:
    """Return whether a spell needs a free hand: spirit magic and sorcery do."""
    row = tables.spells.get(step.spell)
    return row is not None and row.magic != "rune"


def _check_arm(state: State, rules: Rulebook, character: str, step: Step, grip: Grip) -> str:
    if step.kind == "guard":
        found = find_guarded(state, rules, character, step.arm, step.locations)
        return found.reason if isinstance(found, Misplaced) else ""
    if step.kind not in {*STRIKES, "shoot"}:
        return "parts_need_attack" if step.parts else ""
    figure = state.characters[character]
    row, arm = find_row(rules.tables, figure, step.arm), figure.arms.get(step.arm)
    if row is None:
        return "no_such_arm"
    if arm is not None and (arm.broken or arm.stuck_in):
        return "arm_no_use"
    if not is_in_hand(rules.tables, figure, grip, step.arm):
        return "must_ready"
    if step.kind == "shoot":
        if not row.range:
            return "no_missile"
        return "reloading" if arm is not None and is_reloading(state, arm) else ""
    if row.range:
        return "missile_in_melee"
    if step.kind == "aimed_blow" and len(step.locations) != 1:
        return "one_location"
    return _check_split(state, rules, character, step)


def _check_split(state: State, rules: Rulebook, character: str, step: Step) -> str:
    """Splitting asks 100 % of the bare skill, and 50 % a part."""
    if not step.parts:
        return ""
    if step.kind != "attack":
        return "parts_need_attack"
    row = rules.tables.round
    skill = find_bare_skill(state, rules, character, step.arm)
    if skill < row.split_least:
        return "skill_too_low"
    if len(step.parts) < 2 or min(step.parts) < row.split_part or sum(step.parts) > skill:
        return "parts_do_not_fit"
    return ""


def find_bare_skill(state: State, rules: Rulebook, character: str, arm: str) -> int:
    """Return the skill with a weapon in the hand it is in, before anything else counts."""
    figure = state.characters[character]
    owned = figure.arms.get(arm)
    weapon = arm if owned is None else owned.weapon
    off = OFF if is_off_hand(rules.tables, figure, arm) else ""
    return find_skill(state, rules, character, off + weapon)


def is_off_hand(tables: Tables, figure: Figure, arm: str) -> bool:
    """Return whether a weapon is in the hand that one is not trained with; a shield has its own skill."""
    row, held = find_row(tables, figure, arm), figure.arms.get(arm)
    if row is None or held is None or row.shield or row.natural:
        return False
    return held.hand not in ("", "both", figure.main_hand)


def _ends_round(tables: Tables, figure: Figure, step: Step) -> bool:
    """Return whether a shot with this weapon leaves only the reloading."""
    row = find_row(tables, figure, step.arm)
    return row is not None and count_reload(row) > 0


def _does_more(steps: Sequence[Step]) -> bool:
    return any(step.kind not in TIMELESS for step in steps)


def _check_pair(rules: Rulebook, figure: Figure, steps: Sequence[Step]) -> str:
    """One melee attack a round, and one more with another weapon that is in the other hand."""
    tables = rules.tables
    attacks = [(at, step.arm) for at, step in enumerate(steps) if step.kind == "attack"]
    arms = [arm for _, arm in attacks]
    if len(set(arms)) < len(arms):
        return "one_attack"
    if len(arms) < 2:
        return ""
    natural = [arm for arm in arms if (row := find_row(tables, figure, arm)) is not None and row.natural]
    if natural and rules.options.natural_weapon_pair == "no":
        return "no_second_weapon"
    grip, first = read_grip(tables, figure), attacks[0][0]
    for step in steps[:first]:
        if step.kind == "ready":
            after = make_ready(tables, figure, grip, step)
            grip = grip if isinstance(after, str) else after
    return "" if all(is_in_hand(tables, figure, grip, arm) for arm in arms) else "one_attack"


def _check_shields(rules: Rulebook, figure: Figure, steps: Sequence[Step]) -> str:
    """A shield held up does not strike, unless it may do both in a round."""
    if rules.options.shield_two_weapon == "both":
        return ""
    raised = {step.arm for step in steps if step.kind == "guard"}
    return "shield_held_up" if any(step.kind in STRIKES and step.arm in raised for step in steps) else ""

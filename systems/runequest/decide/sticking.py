"""Weapons that stick in a body or a shield, and how they are pulled out."""

from tenmatsu.systems.runequest.blows import Hit
from tenmatsu.systems.runequest.bodies import Stuck, list_stuck, list_stuck_in_body
from tenmatsu.systems.runequest.commands.choosing import Choose
from tenmatsu.systems.runequest.decide.checking import CheckSpec, roll_check
from tenmatsu.systems.runequest.decide.choosing import continue_with, open_choice
from tenmatsu.systems.runequest.decide.skills import find_skill, list_burdens
from tenmatsu.systems.runequest.decide.work import Rulebook, Work
from tenmatsu.systems.runequest.degrees import is_success
from tenmatsu.systems.runequest.events.wounds import (
    ArmDamaged,
    ArmDropped,
    PullFailed,
    WeaponPulled,
    WeaponStuck,
)
from tenmatsu.systems.runequest.figures import Arm, Hand
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.state import Choice, State
from tenmatsu.systems.runequest.tables import OFF
from tenmatsu.systems.runequest.wielding import get_row

PULL = "pull"
LEAVE = "leave"
STEP = "pull_out"


def stick_in_body(work: Work, hit: Hit) -> None:
    """Let an impaling weapon stick in the location that it hurt; who holds it may pull at once."""
    figure = work.state.characters.get(hit.by)
    if figure is None:
        return
    row = get_row(work.rules.tables, figure, hit.arm)
    held = figure.arms.get(hit.arm)
    if row.natural or held is None:
        return
    missile = _is_missile(row, held)
    work.record(
        WeaponStuck(
            character=hit.by,
            arm=hit.arm,
            weapon=held.weapon,
            target=hit.target,
            at=hit.location,
            missile=missile,
            thrown=row.thrown,
        )
    )
    if held.hand and not missile and not row.thrown and figure.is_awake:
        open_choice(work, "pull_out", hit.by, (PULL, LEAVE), STEP, {"arm": hit.arm, "target": hit.target})


def stick_in_shield(work: Work, by: str, arm: str, target: str, shield: str) -> None:
    """Let an impaling weapon stick in the shield that parried it; arrows break off it."""
    figure, defender = work.state.characters[by], work.state.characters[target]
    row, held = get_row(work.rules.tables, figure, arm), figure.arms.get(arm)
    if row.natural or held is None or (row.range and not row.thrown) or shield not in defender.arms:
        return
    missile = _is_missile(row, held)
    work.record(
        WeaponStuck(
            character=by,
            arm=arm,
            weapon=held.weapon,
            target=target,
            at=shield,
            shield=defender.arms[shield].weapon,
            missile=missile,
            thrown=row.thrown,
        )
    )


def _is_missile(row: WeaponRow, held: Arm) -> bool:
    """Return whether what sticks is not the arm itself: an arrow, or one of several thrown weapons."""
    return bool(row.range) and (not row.thrown or bool(held.shots))


@continue_with(STEP)
def pull_at_once(work: Work, choice: Choice, command: Choose) -> None:
    """Pull at once by half the skill: a failure lets go of the weapon."""
    owner, arm = choice.whom, str(choice.data["arm"])
    stuck = _find_own(work.state, owner, arm)
    if command.use != PULL or stuck is None:
        return
    divisor = work.rules.tables.wounds.pull_divisor
    spec = specify_pull(work.state, work.rules, owner, arm, {"pulled_at_once": divisor})
    if is_success(roll_check(work, spec)):
        _pull(work, owner, stuck)
    else:
        work.record(ArmDropped(character=owner, arm=arm, weapon=stuck.weapon))


def specify_pull(
    state: State, rules: Rulebook, character: str, arm: str, divisors: dict[str, int] | None = None
) -> CheckSpec:
    """Return the roll that pulls one's own weapon out of a body: its skill."""
    figure = state.characters[character]
    held = figure.arms[arm]
    other = held.hand in ("right", "left") and held.hand != figure.main_hand
    shield = bool(get_row(rules.tables, figure, arm).shield)
    return CheckSpec(
        character=character,
        purpose="pull",
        ability=held.weapon,
        skill=find_skill(state, rules, character, OFF + held.weapon if other and not shield else held.weapon),
        circumstances=list_burdens(state, rules, character, held.weapon),
        divisors=divisors or {},
    )


def specify_endurance(state: State, rules: Rulebook, character: str) -> CheckSpec:
    """Return the roll that pulls a weapon out of oneself: (STR + CON) × 2."""
    figure = state.characters[character]
    skill = (figure.of("STR") + figure.of("CON")) * rules.tables.wounds.pull
    return CheckSpec(character=character, purpose="pull", ability="endurance", skill=skill)


def find_pull(state: State, character: str, arm: str = "", at: str = "") -> Stuck | None:
    """Return what somebody would pull: their own weapon, or what sticks in them or their shield."""
    if arm:
        own = _find_own(state, character, arm)
        if own is not None:
            return own
    found = list_stuck_in_body(state, character) or list_stuck(state, character)
    return next((one for one in (list_stuck(state, character, at) if at else found)), None)


def find_step_pull(state: State, character: str, step: Step) -> Stuck | None:
    """Return what a declared step would pull."""
    arm = step.arm or next(
        (name for name, held in state.characters[character].arms.items() if held.stuck_in == step.target), ""
    )
    at = step.locations[0] if step.locations else step.at
    own_body = step.target in ("", character)
    return find_pull(state, character, step.arm if own_body else arm, at)


def _find_own(state: State, owner: str, arm: str) -> Stuck | None:
    held = state.characters[owner].arms.get(arm)
    if held is None or not held.stuck_in:
        return None
    return Stuck(weapon=held.weapon, target=held.stuck_in, at=held.stuck_at, owner=owner, arm=arm)


def pull_out(work: Work, character: str, stuck: Stuck) -> None:
    """
    Pull with a whole round to it: out of a shield always; out of a body by skill, out of oneself by pain.

    One's own weapon stays in hand where that fails; a fumble breaks it.
    """
    if stuck.at not in work.state.characters[stuck.target].locations:
        _pull(work, character, stuck)
        return
    own = stuck.owner == character and stuck.target != character
    spec = (
        specify_pull(work.state, work.rules, character, stuck.arm)
        if own
        else specify_endurance(work.state, work.rules, character)
    )
    degree = roll_check(work, spec)
    if is_success(degree):
        _pull(work, character, stuck)
    elif own and degree == "fumble":
        _break(work, stuck)
    else:
        work.record(PullFailed(character=character, weapon=stuck.weapon, target=stuck.target))


def _pull(work: Work, character: str, stuck: Stuck) -> None:
    """Record that it is out: in its owner's hand where they hold it or pulled it, else on the ground."""
    hand: Hand = ""
    if stuck.owner:
        hand = work.state.characters[stuck.owner].arms[stuck.arm].hand if stuck.owner == character else ""
    work.record(
        WeaponPulled(
            character=character,
            owner=stuck.owner,
            arm=stuck.arm,
            weapon=stuck.weapon,
            target=stuck.target,
            at=stuck.at,
            hand=hand,
        )
    )


def _break(work: Work, stuck: Stuck) -> None:
    held = work.state.characters[stuck.owner].arms[stuck.arm]
    work.record(
        ArmDamaged(
            character=stuck.owner,
            arm=stuck.arm,
            weapon=held.weapon,
            points=held.hp + held.max_hp,
            hp=-held.max_hp,
            broken=True,
        )
    )

"""What somebody has in which hand, as the steps of an intent go on."""

from collections.abc import Mapping

from tenmatsu.systems.runequest.figures import Arm, Figure, Hand
from tenmatsu.systems.runequest.melee import Step
from tenmatsu.systems.runequest.rows_arms import WeaponRow
from tenmatsu.systems.runequest.tables import Tables
from tenmatsu.systems.runequest.wielding import is_at_hand

Grip = Mapping[str, Hand]
"""The arms in hand, by id."""
BOTH = 2
"""The hands of a weapon that needs both."""


def find_row(tables: Tables, figure: Figure, arm: str) -> WeaponRow | None:
    """Return the row of an arm, or of a part of the body that one fights with."""
    owned = figure.arms.get(arm)
    row = tables.weapons.get(arm if owned is None else owned.weapon)
    return row if row is None or owned is not None or row.natural else None


def read_grip(tables: Tables, figure: Figure) -> Grip:
    """Return what somebody has in hand now; parts of the body are always there and hold no hand."""
    return {
        name: arm.hand
        for name, arm in figure.arms.items()
        if arm.hand and not _is_natural(tables, figure, name)
    }


def _is_natural(tables: Tables, figure: Figure, arm: str) -> bool:
    row = find_row(tables, figure, arm)
    return row is not None and bool(row.natural)


def list_free_hands(figure: Figure, grip: Grip) -> tuple[Hand, ...]:
    """Return the hands that are sound and hold nothing, the main one first."""
    held = set(grip.values())
    hands: tuple[Hand, ...] = ("right", "left") if figure.main_hand == "right" else ("left", "right")
    return tuple(
        hand for hand in hands if hand not in held and "both" not in held and _is_sound(figure, hand)
    )


def _is_sound(figure: Figure, hand: Hand) -> bool:
    """Return whether the arm of a hand can be used."""
    arm = figure.locations.get(f"{hand}_arm")
    return arm is None or (arm.hp > 0 and arm.state == "whole")


def is_in_hand(tables: Tables, figure: Figure, grip: Grip, arm: str) -> bool:
    """Return whether an arm can be used at once."""
    row = find_row(tables, figure, arm)
    return row is not None and (bool(row.natural) or arm in grip)


def find_default_arm(tables: Tables, figure: Figure) -> str:
    """Return what somebody strikes with where nothing is said: a weapon in hand, a shield, the body."""
    bodily = (name for name, row in tables.weapons.items() if row.natural and name not in figure.arms)
    ready = [arm for arm in (*figure.arms, *bodily) if is_at_hand(tables, figure, arm)]
    rows = {arm: row for arm in ready if (row := find_row(tables, figure, arm)) is not None and not row.range}
    made = [arm for arm, row in rows.items() if not row.natural]
    blades = [arm for arm in made if not rows[arm].shield]
    return next(iter((*blades, *made, *rows)), "")


def is_launcher(row: WeaponRow) -> bool:
    """Return whether a weapon shoots missiles and is loaded for that."""
    return row.range > 0 and not row.thrown


def is_loading(tables: Tables, figure: Figure, grip: Grip, step: Step) -> bool:
    """Return whether a step makes a weapon in hand ready to shoot."""
    row = find_row(tables, figure, step.arm)
    return step.kind == "ready" and step.arm in grip and row is not None and is_launcher(row)


def choose_hand(tables: Tables, figure: Figure, grip: Grip, arm: Arm) -> Hand:
    """Return the hand that an arm is taken in; empty where none is free."""
    free, row = list_free_hands(figure, grip), tables.weapons.get(arm.weapon)
    if row is None or not free:
        return ""
    if row.hands == BOTH:
        return "both" if len(free) == BOTH else ""
    return free[-1] if row.shield else free[0]


def make_ready(tables: Tables, figure: Figure, grip: Grip, step: Step) -> Grip | str:
    """
    Return what is in hand after a step `ready`, or the refusal that says why it cannot be done.

    An arm in hand is put away (a bow: loaded); another is drawn, what `step.at` names being dropped for it.
    """
    if step.spell:
        return grip
    arm = figure.arms.get(step.arm)
    if arm is None:
        return "no_such_arm"
    if arm.broken or arm.stuck_in:
        return "arm_no_use"
    kept = {name: hand for name, hand in grip.items() if name != step.at}
    if step.arm in kept:
        return (
            kept
            if is_loading(tables, figure, kept, step)
            else {name: hand for name, hand in kept.items() if name != step.arm}
        )
    hand = choose_hand(tables, figure, kept, arm)
    return {**kept, step.arm: hand} if hand else "no_free_hand"


def free_a_hand(figure: Figure, grip: Grip) -> Grip:
    """Return what is in hand once a hand is free for a spell: the main one is emptied if need be."""
    if list_free_hands(figure, grip):
        return grip
    gone = next((name for name, hand in grip.items() if hand in ("both", figure.main_hand)), "")
    return {name: hand for name, hand in grip.items() if name != gone}

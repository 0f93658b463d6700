"""The result tables: what comes of an attack and a defence, with the cells that options put in place."""

from tenmatsu.systems.runequest.blows import BlowKind, Defence
from tenmatsu.systems.runequest.decide.work import Rulebook
from tenmatsu.systems.runequest.degrees import Degree
from tenmatsu.systems.runequest.rows_arms import CellRow

NO_DEFENCE: Degree = "failure"
"""The column of one who neither parries nor dodges."""


def find_cell(
    rules: Rulebook, kind: BlowKind, attack: Degree, defence: Defence, defended: Degree | None
) -> CellRow:
    """
    Return what comes of an attack and how it was met.

    To knock somebody back does no damage that a parry could take its points off: any defence counts as a
    dodge then; but only a fumbled dodge lets a push that missed succeed, a fumbled parry by its option.
    """
    results, options = rules.tables.results, rules.options
    if defended is None:
        return results.parry.find(attack, NO_DEFENCE)
    gift = options.parry_fumble_hit == "hit" and attack == "failure"
    if kind == "knockback" and defence.kind == "parry" and defended == "fumble" and not gift:
        defended = NO_DEFENCE
    if defence.kind != "parry" or kind == "knockback":
        if (attack, defended) == ("fumble", "fumble") and options.double_fumble == "miss":
            return results.printed.double_fumble
        return results.dodge.find(attack, defended)
    if is_printed_loss(rules, attack, defended):
        return results.printed.critical_special
    if defended == "fumble" and gift:
        return results.printed.failure_fumble
    return results.parry.find(attack, defended)


def is_printed_loss(rules: Rulebook, attack: Degree | None, defended: Degree | None) -> bool:
    """Return whether a critical met by a special parry goes by the printed table."""
    printed = rules.options.critical_vs_special_parry == "one"
    return printed and (attack, defended) == ("critical", "special")


def find_losses(
    rules: Rulebook, cell: CellRow, damage: int, points: int, *, printed: bool
) -> tuple[int, int]:
    """Return what passes a parry, and what its weapon with so many hit points loses."""
    passed = max(0, damage - points)
    if cell.parry == "weak2":
        return passed, min(damage, points)
    if not passed or cell.parry == "none":
        return passed, 0
    if cell.parry == "even":
        return passed, 1
    return passed, rules.tables.results.printed.critical_special_loss if printed else passed


def find_counter_loss(cell: CellRow, damage: int, points: int) -> int:
    """Return what a weapon with so many hit points loses by a better parry."""
    if cell.counter == "strong2":
        return damage
    over = max(0, damage - points)
    return min(over, 1) if cell.counter == "even" else over
